"""Rules about effects: what was stored need not be loaded, and what was loaded not loaded again.

The chain of states stays whole: where an effect goes, what read its state reads the one before.

Source: chapter 09, sections 2.5 and 6.4.
"""

from __future__ import annotations

from collections.abc import Container

# The load, the store, and the positions of the address space among the states that the store gives.
_SPACES = (("sload", "sstore"), ("tload", "tstore"))


def state_rules(operations: Container[str]) -> str:
    """The rules as commands, for those operations that there are."""
    return ""
