"""Source positions of merged and duplicated code.

A position of -1 means code without a source. Readers of source maps then use the last preceding
instruction with one, such as a call or a branch.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from yulopt.syntax.ast import (
    Block,
    Expression,
    FunctionDefinition,
    Identifier,
    Literal,
    Statement,
    VariableDeclaration,
)
from yulopt.syntax.visitor import Walker

FROM_NOWHERE: Final = -1


def forget_positions(function: FunctionDefinition) -> None:
    """Clear the positions of a function that replaces several ones."""
    _Mover(lambda _: FROM_NOWHERE).visit_statement(function)


def adopt_position(statements: Iterable[Statement], position: int) -> None:
    """Set missing positions to that of the replaced call."""
    mover = _Mover(lambda old: position if old == FROM_NOWHERE else old)
    for statement in statements:
        mover.visit_statement(statement)


def set_position(expression: Expression, position: int) -> None:
    """Give each node of an expression the same position."""
    _Mover(lambda _: position).visit_expression(expression)


def move_positions(block: Block, new_position: Callable[[int], int]) -> None:
    """Replace the position of each node of some code."""
    _Mover(new_position).visit_block(block)


class _Mover(Walker):
    def __init__(self, new_position: Callable[[int], int]) -> None:
        self._new_position = new_position

    def visit_expression(self, expression: Expression) -> None:
        if not isinstance(expression, (Identifier, Literal)):
            expression.position = self._new_position(expression.position)
        super().visit_expression(expression)

    def visit_identifier(self, identifier: Identifier) -> None:
        identifier.position = self._new_position(identifier.position)

    def visit_literal(self, literal: Literal) -> None:
        literal.position = self._new_position(literal.position)

    def visit_statement(self, statement: Statement) -> None:
        if not isinstance(statement, Block):
            statement.position = self._new_position(statement.position)
        if isinstance(statement, VariableDeclaration):
            statement.names_position = self._new_position(statement.names_position)
        super().visit_statement(statement)

    def visit_block(self, block: Block) -> None:
        block.position = self._new_position(block.position)
        super().visit_block(block)
