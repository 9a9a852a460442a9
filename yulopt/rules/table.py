"""The rules of `table.txt`, read when they are first asked for, and those that may fit an operation
by what it and its operands are at their top.

A shape has the name of the operation and, for each operand, the name of the operation that it is,
or ANY_NUMBER, or ANYTHING.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from yulopt.dialect import EvmVersion
from yulopt.rules.reader import read_rules
from yulopt.rules.terms import AnyVariable, Operation, Rule, Term

ANYTHING: Final = ""
ANY_NUMBER: Final = "0"

Shape = tuple[str, ...]

_EVM_GROUP: Final = "EVM"


@functools.cache
def all_rules() -> tuple[Rule, ...]:
    """All rules, in the order of the table."""
    return tuple(read_rules(table_text()))


@functools.cache
def rules_for(instruction: str, version: EvmVersion) -> tuple[Rule, ...]:
    """The rules for calls of an instruction in an EVM version, in the order of attempt."""
    return tuple(
        rule for rule in all_rules() if rule.instruction == instruction and version >= rule.since
    )


@functools.cache
def assembly_rules_for(instruction: str) -> tuple[Rule, ...]:
    """The rules for an instruction that solc's optimiser of the assembly applies, in all versions.

    It has neither those that depend on the EVM version nor those that make instructions with three
    arguments, which its blocks cannot have.
    """
    return tuple(
        rule
        for rule in all_rules()
        if rule.instruction == instruction
        and rule.group != _EVM_GROUP
        and not (isinstance(rule.replacement, Operation) and len(rule.replacement.operands) > 2)
    )


def table_text() -> str:
    """The table as it is written, with its comments."""
    return Path(__file__).with_name("table.txt").read_text(encoding="utf-8")


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
