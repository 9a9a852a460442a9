"""The rules of `table.txt`, read on first use, and indexed by the outermost operation and the
shapes of its operands.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from yulopt.dialect import EvmVersion
from yulopt.rules.reader import read_rules
from yulopt.rules.terms import Number, NumberVariable, Operation, Rule

# Two shapes of an operand: none that a rule mentions, and a number that no rule mentions. The
# numbers and operations in rules of an instruction have further shapes (`InstructionRules`).
ANYTHING: Final = 0
ANY_NUMBER: Final = 1
# An upper bound of the shapes of an operand: the base of numbers with the operands' shapes as
# digits.
SHAPES: Final = 64

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
    """The rules for an instruction that solc's assembly optimiser applies, in all versions.

    They exclude those that depend on the EVM version, and those that create instructions with three
    arguments, which its blocks cannot contain.
    """
    return tuple(
        rule
        for rule in all_rules()
        if rule.instruction == instruction
        and rule.group != _EVM_GROUP
        and not (isinstance(rule.replacement, Operation) and len(rule.replacement.operands) > 2)
    )


def table_text() -> str:
    """The text of the table, with its comments."""
    return Path(__file__).with_name("table.txt").read_text(encoding="utf-8")


class InstructionRules:
    """The rules for one instruction, in the order of attempt."""

    def __init__(self, rules: Sequence[Rule]) -> None:
        self.rules: Final = rules
        self._shapes_of_numbers: dict[int, int] = {}
        self._shapes_of_operations: dict[str, int] = {}
        self._candidates: dict[int, list[Rule]] = {}
        for rule in rules:
            for operand in rule.pattern.operands:
                new_shape = 2 + len(self._shapes_of_numbers) + len(self._shapes_of_operations)
                if isinstance(operand, Number):
                    self._shapes_of_numbers.setdefault(operand.value, new_shape)
                elif isinstance(operand, Operation):
                    self._shapes_of_operations.setdefault(operand.name, new_shape)

    def shape_of_number(self, value: int) -> int:
        """The shape of a number."""
        return self._shapes_of_numbers.get(value, ANY_NUMBER)

    def shape_of_operation(self, name: str) -> int:
        """The shape of an operation."""
        return self._shapes_of_operations.get(name, ANYTHING)

    def candidates(self, shape: int) -> list[Rule]:
        """The rules that may match operands of these shapes, the digits of the number `shape`,
        first operand first."""
        found = self._candidates.get(shape)
        if found is None:
            found = [rule for rule in self.rules if self._may_fit(rule.pattern, shape)]
            self._candidates[shape] = found
        return found

    def _may_fit(self, pattern: Operation, shape: int) -> bool:
        for operand in reversed(pattern.operands):
            given = shape % SHAPES
            shape //= SHAPES
            if isinstance(operand, Number):
                if given != self._shapes_of_numbers[operand.value]:
                    return False
            elif isinstance(operand, Operation):
                if given != self._shapes_of_operations[operand.name]:
                    return False
            elif isinstance(operand, NumberVariable) and not self._is_number(given):
                return False
        return True

    def _is_number(self, shape: int) -> bool:
        return shape == ANY_NUMBER or shape in self._shapes_of_numbers.values()


class RuleIndex:
    """Caches `rules_for` by the name of an instruction."""

    def __init__(self, rules_for: Callable[[str], Sequence[Rule]]) -> None:
        self._rules_for = rules_for
        self._instructions: dict[str, InstructionRules] = {}

    def rules(self, instruction: str) -> InstructionRules:
        """The rules for an instruction."""
        found = self._instructions.get(instruction)
        if found is None:
            found = InstructionRules(self._rules_for(instruction))
            self._instructions[instruction] = found
        return found
