"""All function definitions in a piece of code."""

from __future__ import annotations

from yulopt.syntax.ast import Block, Expression, FunctionDefinition
from yulopt.syntax.visitor import Walker


class _FunctionCollector(Walker):
    def __init__(self) -> None:
        self.functions: list[FunctionDefinition] = []

    def visit_function(self, function: FunctionDefinition) -> None:
        self.functions.append(function)
        super().visit_function(function)

    def visit_expression(self, expression: Expression) -> None:
        """Expressions define nothing."""


def function_definitions(block: Block) -> list[FunctionDefinition]:
    """The definitions anywhere in the block, in the order of the text."""
    collector = _FunctionCollector()
    collector.visit_block(block)
    return collector.functions
