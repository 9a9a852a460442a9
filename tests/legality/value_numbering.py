"""Conditions of ValueNumbering."""

from __future__ import annotations

from typing import Final

from tests.legality.passes import PassCase, PassRow

_OVERWRITTEN: Final = "7 0 mstore callvalue {} mstore {} 1 sstore stop"
_STORED: Final = "0 sload {} {} sstore {}add 1 sstore stop"
_UNUSED: Final = "0 callvalue eq 0 sstore {}{} 1 sstore stop"

VALUE_NUMBERING: Final = (
    PassRow(
        "disjoint stores",
        PassCase(_OVERWRITTEN.format("32", "0 mload 0 eq")),
        PassCase(_OVERWRITTEN.format("31", "0 mload 0 eq"), _OVERWRITTEN.format("31", "0")),
    ),
    PassRow(
        "disjoint stores",
        PassCase(_STORED.format("5", "1", "0 sload ")),
        PassCase(_STORED.format("5", "0", "0 sload "), _STORED.format("dup1 5", "0", "")),
    ),
    PassRow(
        "unobserved memory",
        PassCase(_UNUSED.format("0x400 mload pop ", "calldatasize")),
        PassCase(_UNUSED.format("0x400 mload pop ", "msize"), _UNUSED.format("", "msize")),
    ),
)
