"""Code size and code cost, by which steps decide.

Source: chapter 03, section 10; chapter 06, section 9 of the specification.
"""

from __future__ import annotations

from typing import Final

from yulopt.dialect import Dialect, Tier
from yulopt.syntax.ast import (
    BOOLEAN,
    NUMBER,
    STRING,
    Assignment,
    Block,
    Break,
    Continue,
    Expression,
    ExpressionStatement,
    ForLoop,
    FunctionCall,
    FunctionDefinition,
    Identifier,
    If,
    Leave,
    Literal,
    Switch,
    VariableDeclaration,
)
from yulopt.syntax.literals import byte_length

# The measures of code size: AST nodes as below, or bytes of generated code.
AST_SIZE: Final = "ast"
BYTES: Final = "bytes"
METRICS: Final = (AST_SIZE, BYTES)

_FUNCTION_WEIGHT: Final = 1
_IF_WEIGHT: Final = 2
_SWITCH_WEIGHT: Final = 1
_CASE_WEIGHT: Final = 2
_FOR_WEIGHT: Final = 3
_JUMP_WEIGHT: Final = 2
_CALL_WEIGHT: Final = 1
_LITERAL_WEIGHT: Final = 1

_CHEAP_CALL_COST: Final = 2
_EXPENSIVE_CALL_COST: Final = 50


def code_size(block: Block) -> int:
    """The size of the code in a block; function definitions in it count nothing."""
    return _size_of_block(block, False)


def code_size_including_functions(block: Block) -> int:
    """The size of the code in a block with all functions."""
    return _size_of_block(block, True)


def _size_of_block(block: Block, include_functions: bool) -> int:
    size = 0
    for statement in block.statements:
        if isinstance(statement, ExpressionStatement):
            size += _size_of_expression(statement.expression)
        elif isinstance(statement, VariableDeclaration):
            if statement.value is not None:
                size += _size_of_expression(statement.value)
        elif isinstance(statement, Assignment):
            size += _size_of_expression(statement.value)
        elif isinstance(statement, If):
            size += _IF_WEIGHT + _size_of_expression(statement.condition)
            size += _size_of_block(statement.body, include_functions)
        elif isinstance(statement, Block):
            size += _size_of_block(statement, include_functions)
        elif isinstance(statement, ForLoop):
            size += _FOR_WEIGHT + _size_of_expression(statement.condition)
            for part in (statement.init, statement.body, statement.post):
                size += _size_of_block(part, include_functions)
        elif isinstance(statement, Switch):
            size += _SWITCH_WEIGHT + _size_of_expression(statement.expression)
            for case in statement.cases:  # labels weigh nothing
                size += _CASE_WEIGHT + _size_of_block(case.body, include_functions)
        elif isinstance(statement, FunctionDefinition):
            if include_functions:
                size += _FUNCTION_WEIGHT + _size_of_block(statement.body, include_functions)
        else:
            assert isinstance(statement, (Break, Continue, Leave))
            size += _JUMP_WEIGHT
    return size


def _size_of_expression(expression: Expression) -> int:
    if isinstance(expression, FunctionCall):
        size = _CALL_WEIGHT
        for argument in expression.arguments:
            size += _size_of_expression(argument)
        return size
    if isinstance(expression, Literal) and (expression.value != 0 or expression.kind is STRING):
        return _LITERAL_WEIGHT
    return 0  # identifiers weigh nothing, and neither does a zero


def code_cost(expression: Expression, dialect: Dialect) -> int:
    """The cost of recomputing an expression, in the steps' own coarse units."""
    if isinstance(expression, Identifier):
        return 1
    if isinstance(expression, Literal):
        return _literal_cost(expression, dialect)
    assert isinstance(expression, FunctionCall)
    cost = _EXPENSIVE_CALL_COST
    builtin = expression.builtin
    if builtin is not None and builtin.tier is not None:
        if builtin.tier <= Tier.BASE:
            cost = 0
        elif builtin.tier < Tier.HIGH:
            cost = _CHEAP_CALL_COST
    return cost + sum([code_cost(argument, dialect) for argument in expression.arguments])


def _literal_cost(literal: Literal, dialect: Dialect) -> int:
    if literal.kind is NUMBER:
        if literal.value == 0 and dialect.has_push0:
            return 0
        return max(1, byte_length(literal.value))
    if literal.kind is BOOLEAN:
        return 1
    return 1 + len(literal.text or "")
