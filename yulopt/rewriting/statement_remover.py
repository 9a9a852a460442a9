"""Removes given statements.

Source: chapter 05, section 0.5 of the specification.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from yulopt.ast import Block, Expression, Statement
from yulopt.visitor import Transformer


def remove_statements(block: Block, statements: AbstractSet[Statement]) -> None:
    """Remove these very statements (by identity) wherever they stand; emptied blocks stay."""
    if statements:
        _StatementRemover(statements).visit_block(block)


class _StatementRemover(Transformer):
    def __init__(self, statements: AbstractSet[Statement]) -> None:
        self._statements = statements

    def visit_statement(self, statement: Statement) -> list[Statement] | None:
        if statement in self._statements:
            return []
        return super().visit_statement(statement)

    def visit_expression(self, expression: Expression) -> Expression:
        return expression
