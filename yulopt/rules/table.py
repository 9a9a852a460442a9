"""The rules of `table.txt`, read when they are first asked for."""

from __future__ import annotations

import functools
from importlib import resources

from yulopt.dialect import EvmVersion
from yulopt.rules.reader import read_rules
from yulopt.rules.rule import Rule


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


def table_text() -> str:
    """The table as it is written, with its comments."""
    return resources.files("yulopt.rules").joinpath("table.txt").read_text(encoding="utf-8")
