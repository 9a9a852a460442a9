"""Runs passes over items that are written in the short notation."""

from __future__ import annotations

from yulopt.assembly.optimizer import AssemblyPass, Context
from yulopt.assembly.text import items_text, read_items
from yulopt.dialect import DEFAULT_EVM_VERSION, dialect_for, parse_evm_version


def context(
    *, evm_version: str = DEFAULT_EVM_VERSION.text, runs: int = 200, is_creation: bool = False
) -> Context:
    """The context of deployed code by default."""
    return Context(dialect_for(parse_evm_version(evm_version)), runs, is_creation=is_creation)


def run_pass(used: AssemblyPass, text: str, settings: Context | None = None) -> str:
    """The items after the pass, in one line; `same` if it reports no change."""
    items = read_items(text)
    before = items_text(items)
    changed = used.run(items, settings or context())
    after = items_text(items)
    assert changed == (before != after)
    return " ".join(after.split()) if changed else "same"
