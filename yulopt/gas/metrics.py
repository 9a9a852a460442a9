"""Code size and code cost, the measures that the steps' decisions are made by.

Source: chapter 03, section 10; chapter 06, section 9 of the specification.
"""

from __future__ import annotations

from typing import Final

from yulopt.dialect import Dialect, Tier
from yulopt.syntax.ast import (
    BOOLEAN,
    NUMBER,
    STRING,
    Block,
    Break,
    Case,
    Continue,
    Expression,
    ForLoop,
    FunctionCall,
    FunctionDefinition,
    Identifier,
    If,
    Leave,
    Literal,
    Statement,
    Switch,
)
from yulopt.syntax.literals import byte_length
from yulopt.syntax.visitor import Walker

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


class _CodeSize(Walker):
    def __init__(self, include_functions: bool) -> None:
        self.size = 0
        self._include_functions = include_functions

    def visit_literal(self, literal: Literal) -> None:
        if literal.value != 0 or literal.kind is STRING:
            self.size += _LITERAL_WEIGHT

    def visit_identifier(self, identifier: Identifier) -> None:
        """Identifiers weigh nothing."""

    def visit_call(self, call: FunctionCall) -> None:
        self.size += _CALL_WEIGHT
        for argument in call.arguments:
            self.visit_expression(argument)

    def visit_if(self, statement: If) -> None:
        self.size += _IF_WEIGHT
        super().visit_if(statement)

    def visit_switch(self, switch: Switch) -> None:
        self.size += _SWITCH_WEIGHT + _CASE_WEIGHT * len(switch.cases)
        super().visit_switch(switch)

    def visit_case(self, case: Case) -> None:
        self.visit_block(case.body)  # labels weigh nothing

    def visit_for(self, loop: ForLoop) -> None:
        self.size += _FOR_WEIGHT
        super().visit_for(loop)

    def visit_jump(self, jump: Statement) -> None:
        assert isinstance(jump, (Break, Continue, Leave))
        self.size += _JUMP_WEIGHT

    def visit_function(self, function: FunctionDefinition) -> None:
        if self._include_functions:
            self.size += _FUNCTION_WEIGHT
            super().visit_function(function)


def code_size(block: Block) -> int:
    """The size of the code in a block; function definitions in it count nothing."""
    walker = _CodeSize(include_functions=False)
    walker.visit_block(block)
    return walker.size


def code_size_including_functions(block: Block) -> int:
    """The size of the code in a block with all functions."""
    walker = _CodeSize(include_functions=True)
    walker.visit_block(block)
    return walker.size


def code_cost(expression: Expression, dialect: Dialect) -> int:
    """How much it costs to compute an expression again, in the steps' own coarse units."""
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
