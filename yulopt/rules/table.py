"""The rules of `table.txt`, read when they are first asked for."""

from __future__ import annotations

import functools
from importlib import resources
from typing import Final

from yulopt.dialect import EvmVersion
from yulopt.rules.reader import read_rules
from yulopt.rules.rule import Rule
from yulopt.rules.terms import Operation

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
    return resources.files("yulopt.rules").joinpath("table.txt").read_text(encoding="utf-8")
