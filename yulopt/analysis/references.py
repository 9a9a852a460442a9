"""How often names are referenced and variables assigned.

Declarations are not references. Assignment targets are.

Source: chapter 02, section 2.4 of the specification.
"""

from __future__ import annotations

from yulopt.syntax.ast import (
    Assignment,
    Block,
    Expression,
    FunctionCall,
    Identifier,
    Literal,
)
from yulopt.syntax.visitor import Walker


class _ReferenceCounter(Walker):
    def __init__(self, counts: dict[str, int], count_calls: bool) -> None:
        self._counts = counts
        self._count_calls = count_calls

    def visit_identifier(self, identifier: Identifier) -> None:
        name = identifier.name
        self._counts[name] = self._counts.get(name, 0) + 1

    def visit_call(self, call: FunctionCall) -> None:
        if self._count_calls:
            self._counts[call.name] = self._counts.get(call.name, 0) + 1
        for argument in call.arguments:
            self.visit_expression(argument)


def count_references(code: Expression | Block) -> dict[str, int]:
    """Name to number of references: reads, assignment targets, and calls (builtins too)."""
    counts: dict[str, int] = {}
    counter = _ReferenceCounter(counts, True)
    if isinstance(code, Block):
        counter.visit_block(code)
    else:
        counter.visit_expression(code)
    return counts


def count_variable_references(block: Block) -> dict[str, int]:
    """Variable to number of references; calls do not count."""
    counts: dict[str, int] = {}
    _ReferenceCounter(counts, False).visit_block(block)
    return counts


def variables_in(expression: Expression) -> set[str]:
    """The variables an expression mentions."""
    counts: dict[str, int] = {}
    _ReferenceCounter(counts, False).visit_expression(expression)
    return set(counts)


class _AssignmentCounter(Walker):
    def __init__(self) -> None:
        self.counts: dict[str, int] = {}

    def visit_assignment(self, assignment: Assignment) -> None:
        for target in assignment.targets:
            self.counts[target.name] = self.counts.get(target.name, 0) + 1

    def visit_expression(self, expression: Expression) -> None:
        """Expressions assign nothing."""

    def visit_literal(self, literal: Literal) -> None:
        """Labels assign nothing."""


def count_assignments(block: Block) -> dict[str, int]:
    """Variable to number of assignments to it; a declaration with a value is none."""
    counter = _AssignmentCounter()
    counter.visit_block(block)
    return counter.counts
