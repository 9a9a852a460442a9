"""Removes given statements, wherever they are.

Source: chapter 05, section 0.5 of the specification.
"""

from __future__ import annotations

from yulopt.syntax.ast import Block, Expression, Statement
from yulopt.syntax.visitor import Transformer


def remove_statements(block: Block, statements: set[Statement]) -> None:
    """Remove the statements in the set (these very nodes) from the statement lists in the block.

    A body that becomes empty stays.
    """
    if statements:
        _Remover(statements).visit_block(block)


class _Remover(Transformer):
    def __init__(self, statements: set[Statement]) -> None:
        self._statements = statements

    def visit_expression(self, expression: Expression) -> Expression:
        return expression

    def visit_statement(self, statement: Statement) -> list[Statement] | None:
        return [] if statement in self._statements else super().visit_statement(statement)
