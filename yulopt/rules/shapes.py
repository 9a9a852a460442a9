"""Finds the rules that may fit an operation by what it and its operands are at their top.

A shape has the name of the operation and, for each operand, the name of the operation that it is,
or ANY_NUMBER, or ANYTHING.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from yulopt.rules.rule import Rule
from yulopt.rules.terms import AnyVariable, Operation, Term

ANYTHING: Final = ""
ANY_NUMBER: Final = "0"

Shape = tuple[str, ...]


class RuleIndex:
    """The rules that `rules_for` gives for the name of an instruction, in this order."""

    def __init__(self, rules_for: Callable[[str], Sequence[Rule]]) -> None:
        self._rules_for = rules_for
        self._candidates: dict[Shape, list[Rule]] = {}

    def candidates(self, shape: Shape) -> list[Rule]:
        """The rules that may fit an operation of this shape, in order."""
        found = self._candidates.get(shape)
        if found is None:
            found = self._candidates[shape] = [
                rule for rule in self._rules_for(shape[0]) if _may_fit(rule.pattern, shape)
            ]
        return found


def _may_fit(pattern: Operation, shape: Shape) -> bool:
    for operand, given in zip(pattern.operands, shape[1:], strict=True):
        required = _shape_of_pattern(operand)
        if required not in (ANYTHING, given):
            return False
    return True


def _shape_of_pattern(term: Term) -> str:
    if isinstance(term, AnyVariable):
        return ANYTHING
    return term.name if isinstance(term, Operation) else ANY_NUMBER
