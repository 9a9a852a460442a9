"""Slots of storage that differ by the assumption about hashes, and slots that may be equal."""

from __future__ import annotations

import pytest

from tests.prover.test_verdict import verdict
from tests.slices import every_nth
from yulopt.prover.verdict import Status

_KEY = " mstore(0, {}) mstore(32, {}) let {} := keccak256(0, {})"
_SMALL = "5"


def _hash(name: str, key: str, slot: int = 3, length: int = 64) -> str:
    return _KEY.format(key, slot, name, length)


APART = {
    "a small slot and a mapping": (_hash("a", "caller()"), _SMALL, "a"),
    "a mapping and a small slot": (_hash("a", "caller()"), "add(a, 7)", _SMALL),
    "an unknown slot that is small": (_hash("a", "caller()"), "a", "number()"),
    "a small index after a hash": (_hash("a", "caller()"), "add(a, shr(225, sload(9)))", _SMALL),
    "two mappings": (_hash("a", "caller()") + _hash("b", "origin()", 4), "a", "add(b, 1)"),
    "hashes of other lengths": (_hash("a", "caller()") + _hash("b", "origin()", 4, 32), "a", "b"),
    "a mapping of mappings": (
        _hash("a", "caller()") + _hash("b", "caller()", 4) + "mstore(32, a)"
        " let c := keccak256(0, 64) mstore(32, b) let d := keccak256(0, 64)",
        "c",
        "d",
    ),
    "a word after the elements of an array": (
        "let a := calldataload(0) let b := add(a, and(sload(8), 3))",
        "add(a, 4)",
        "b",
    ),
    "a word before the elements of an array": (
        "let a := calldataload(0) let b := add(a, and(sload(8), 3))",
        "a",
        "add(b, 1)",
    ),
    "two indices": (_hash("a", "caller()"), "add(a, and(sload(8), 3))", "add(a, 5)"),
}
MAY_BE_THE_SAME = {
    "the first element of an array": (
        "let a := calldataload(0) let b := add(a, and(sload(8), 3))",
        "a",
        "b",
    ),
    "the last element of an array": (
        "let a := calldataload(0) let b := add(a, and(sload(8), 3))",
        "add(a, 3)",
        "b",
    ),
    "an index that goes around": (
        "let a := calldataload(0) let b := add(a, calldataload(32))",
        "a",
        "add(b, 1)",
    ),
    "an index that goes around to the slot before it": (
        "let a := calldataload(0) let b := add(a, calldataload(32))",
        "add(b, 1)",
        "a",
    ),
    "indices whose difference may be nothing": (
        _hash("a", "caller()"),
        "add(a, and(sload(8), 3))",
        "add(a, and(sload(7), 1))",
    ),
    "keys that may be the same": (_hash("a", "caller()") + _hash("b", "origin()"), "a", "b"),
    "the same bytes in other pieces": (
        _hash("a", "caller()") + " mstore(0, origin()) mstore8(31, calldataload(0))"
        " let b := keccak256(0, 64)",
        "a",
        "b",
    ),
    "a hash and any number": (_hash("a", "caller()"), "a", "calldataload(0)"),
    "a large index after a hash": (
        _hash("a", "caller()"),
        "add(a, shr(192, calldataload(0)))",
        _SMALL,
    ),
    "an index before a hash": (_hash("a", "caller()"), "sub(a, shr(9, calldataload(0)))", _SMALL),
    "indices after two hashes that may make up for their distance": (
        _hash("a", "caller()") + _hash("b", "origin()", 4),
        "add(a, shr(224, calldataload(0)))",
        "sub(b, shr(224, calldataload(32)))",
    ),
    "two hashes": (
        _hash("a", "caller()") + _hash("b", "origin()", 4),
        "sub(a, b)",
        _SMALL,
    ),
    "a small number and a large one": (_hash("a", "caller()"), "a", "balance(5)"),
}


def _programs(setup: str, one: str, other: str) -> tuple[str, str]:
    """Both store 1 in a slot and 2 in another one; the first loads the first, the other takes 1."""
    stores = f"{{ {setup} let x := {one} let y := {other} sstore(x, 1) sstore(y, 2)"
    return f"{stores} sstore(1, add(sload(x), y)) }}", f"{stores} sstore(1, add(1, y)) }}"


@pytest.mark.parametrize("slots", APART.values(), ids=APART)
def test_slots_of_different_hashes_are_apart(slots: tuple[str, str, str]) -> None:
    setup, one, other = slots
    for pair in ((one, other), (other, one)):
        assert verdict(*_programs(setup, *pair)).status is Status.PROVEN


@pytest.mark.parametrize("slots", MAY_BE_THE_SAME.values(), ids=MAY_BE_THE_SAME)
def test_slots_that_may_be_the_same_are_not_apart(slots: tuple[str, str, str]) -> None:
    setup, one, other = slots
    for pair in every_nth(2, ((one, other), (other, one))):
        assert verdict(*_programs(setup, *pair)).status is not Status.PROVEN
