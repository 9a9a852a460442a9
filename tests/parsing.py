"""Pieces of programs from text, for the tests of the analyses."""

from __future__ import annotations

import yulopt
from yulopt.analysis.call_graph import CallGraph, call_graph
from yulopt.dialect import (
    DEFAULT_EVM_VERSION,
    dialect_for,
)
from yulopt.syntax.ast import (
    Block,
    Expression,
    ExpressionStatement,
    FunctionCall,
    FunctionDefinition,
    Statement,
)

OSAKA = dialect_for(DEFAULT_EVM_VERSION)


def block(source: str, evm_version: str | None = None) -> Block:
    return yulopt.parse(source, evm_version=evm_version).code


def statements(source: str) -> list[Statement]:
    return block(f"{{ {source} }}").statements


def function(source: str) -> FunctionDefinition:
    (found,) = statements(source)
    assert isinstance(found, FunctionDefinition)
    return found


def expression(text: str, evm_version: str | None = None) -> Expression:
    """An expression, which may use the variables a to d and the functions f and g."""
    functions = "function f(x) -> y { } function g() -> y { sstore(0, 1) }"
    source = f"{{ let a let b let c let d pop({text}) {functions} }}"
    statement = block(source, evm_version).statements[4]
    assert isinstance(statement, ExpressionStatement)
    assert isinstance(statement.expression, FunctionCall)
    return statement.expression.arguments[0]


def graph(source: str) -> CallGraph:
    return call_graph(block(source))
