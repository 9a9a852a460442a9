"""Tables of selectors after the code."""

from __future__ import annotations

from functools import cache
from typing import Final

import attr
import pytest

from tests.assembly.beyond.test_key_tables import contract
from tests.checker.builds import Build
from tests.checker.test_proofs import open_functions
from yulopt.checker.decoding import Code
from yulopt.checker.flow import Mark
from yulopt.checker.witness import Witness
from yulopt.code_proofs.dispatcher import mark_of

_COUNT: Final = 26


@cache
def built() -> Build:
    return Build(contract(_COUNT), pipeline="size")


def witness() -> Witness:
    return built().witnesses[built().inner]


def table_in(content: bytes) -> int:
    """Where the table starts."""
    keys = [0x12345678 + 0x01020304 * number for number in range(_COUNT)]
    return min(content.rindex(key.to_bytes(4, "big")) for key in keys)


def proven_with(offset: int, change: int) -> bool:
    content = bytearray(witness().content)
    content[offset] ^= change
    changed = attr.evolve(witness(), content=bytes(content))
    return built().prove_inner(changed, seconds=1.0).is_proven


def test_a_table_of_selectors_is_followed() -> None:
    assert open_functions(built().prove_inner(witness())) == {}


def test_other_entries_are_not_proven() -> None:
    start = table_in(witness().content)
    for entry in range(0, _COUNT, 5):
        for place, change in ((0, 0x80), (3, 1), (5, 1)):
            assert not proven_with(start + 6 * entry + place, change), (entry, place)


def test_other_ways_to_an_entry_are_not_proven() -> None:
    content = witness().content
    start = content.index(b"\x39")
    # The pushes before and after the copy of an entry.
    changed = [
        offset for offset in range(start - 24, start + 28) if 0x60 <= content[offset] <= 0x61
    ]
    assert len(changed) > 5
    for offset in changed:
        assert not proven_with(offset + 1, 1), offset


def test_without_the_label_a_table_is_not_followed() -> None:
    content, right = witness().content, witness()
    start = (table_in(content) - 26).to_bytes(2, "big")
    offset = content.index(b"\x61" + start)
    assert not built().prove_inner(attr.evolve(right, labels=right.labels - {offset})).is_proven


@pytest.mark.parametrize(("entries", "mark"), [(4, (4, 4, 4, 4)), (2, 4)])
def test_the_word_before_the_first_entry_may_begin_at_a_label(entries: int, mark: Mark) -> None:
    code = bytes.fromhex("610004005b").ljust(30, b"\0") + bytes.fromhex("000000010004") * entries
    changed = attr.evolve(
        witness(), content=code, labels=frozenset([0]), immutables={}, libraries={}
    )
    read = Code(changed, built().dialect)
    assert mark_of(read, changed.labels, read.at(0)) == mark
