"""Shared and unshared ends of blocks."""

from __future__ import annotations

import pytest

from tests.assembly.beyond.programs import outcomes
from tests.assembly.passes import context, run_pass
from yulopt.assembly.beyond.cross_jumping import CrossJumper
from yulopt.assembly.items import (
    NO_POSITION,
    Push,
    PushDataOffset,
    instruction,
)
from yulopt.assembly.text import read_items
from yulopt.syntax.objects import Data

REVERT = "1 2 mstore 3 4 mstore 5 6 mstore 7 8 revert"
STORE = "1 2 mstore 3 4 mstore 5 6 mstore stop"


def branches(one: str, other: str, settings: str = "calldatasize") -> str:
    return f"{settings} @other jumpi {one} other: {other}"


def shared(text: str, *, runs: int = 1) -> str:
    return run_pass(CrossJumper(), text, context(runs=runs))


def test_whole_blocks_are_shared_without_a_jump() -> None:
    text = f"calldatasize @a jumpi callvalue @b jumpi stop a: {REVERT} b: {REVERT}"
    assert shared(text) == f"calldatasize @a jumpi callvalue @a jumpi stop a: {REVERT}"


def test_parts_are_shared() -> None:
    after = shared(branches(f"9 {REVERT}", f"10 {REVERT}"))
    assert (
        after
        == f"calldatasize @other jumpi 9 @@part_3 jump other: 0x0a @part_3: {REVERT}".replace(
            "0x0a", "0xa"
        )
    )


def test_longer_ends_come_first_and_shorter_ones_are_shared_with_more_blocks() -> None:
    text = (
        f"calldatasize @b jumpi callvalue @c jumpi 9 caller pop 20 30 mstore {REVERT}"
        f" b: 10 caller pop 20 30 mstore {REVERT} c: 11 {REVERT}"
    )
    after = shared(text)
    assert after.count("7 8 revert") == 1
    assert after.count("0x14 0x1e mstore") == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        # A jump takes as many bytes as the shared code.
        ("9 0 dup1 revert", "10 0 dup1 revert"),
        # Ends that push different labels, which are return addresses of different callers.
        ("9 1 2 3 4 5 @l @f jump l: stop f: jump", "10 1 2 3 4 5 @m @f jump m: invalid"),
        # They lead to different blocks.
        (
            f"caller @l jumpi caller @m jumpi {STORE[:-5]} @l jump l: 7 8 revert",
            f"9 {STORE[:-5]} @m jump m: invalid",
        ),
        # Nothing may follow the code: its end can be reached.
        (REVERT, f"@more jumpi {REVERT} more: 1 2 add"),
    ],
)
def test_others_are_not_shared(one: str, other: str) -> None:
    assert shared(branches(one, other)) == "same"


def test_gas_counts_where_code_runs_often() -> None:
    returning = branches("9 1 2 mstore 3 4 mstore stop", "10 1 2 mstore 3 4 mstore stop")
    assert shared(returning, runs=1).count("3 4 mstore") == 1
    assert shared(returning, runs=10_000) == "same"
    # Code that only reverts is shared nevertheless.
    reverting = branches(f"9 {REVERT}", f"10 {REVERT}")
    assert shared(reverting, runs=10_000).count("7 8 revert") == 1


def test_predecessors_of_shared_blocks_become_equal() -> None:
    text = (
        f"calldatasize @b jumpi 9 callvalue @r jumpi 1 2 mstore stop"
        f" b: 9 callvalue @s jumpi 1 2 mstore stop r: {REVERT} s: {REVERT}"
    )
    after = shared(text)
    assert after.count("callvalue") == 1
    assert after.count("7 8 revert") == 1


def test_shared_code_has_only_the_positions_that_all_agree_on() -> None:
    end = "1 2 mstore 3 4 mstore callvalue @fails jumpi 5 6 sstore stop"
    items = read_items(f"calldatasize @b jumpi 9 {end} b: 10 {end} fails: {REVERT}")
    (second,) = (index for index, item in enumerate(items) if item.key == Push(10).key)
    for index, item in enumerate(items):
        item.position = 1 if index < second else 2
        if item.key == instruction("mstore").key:
            item.position = 3
    assert CrossJumper().run(items, context(runs=1))
    found = [(item.key, item.position) for item in items]
    places = [position for key, position in found if key == instruction("jumpi").key]
    assert places == [1, NO_POSITION]
    assert (instruction("callvalue").key, NO_POSITION) in found
    assert (instruction("mstore").key, 3) in found
    # The jump to it comes from where the branch was.
    assert (instruction("jump").key, 1) in found


def test_the_entry_stays_the_entry() -> None:
    text = f"e: {STORE[:-5]} calldatasize @m jumpi stop m: {STORE[:-5]} calldatasize @m jumpi stop"
    items = read_items(text)
    CrossJumper().run(items, context(runs=1))
    assert outcomes(items) == outcomes(read_items(text))


def test_empty_loops_stay() -> None:
    text = "calldatasize @l jumpi stop l: @m jump m: @l jump"
    after = run_pass(CrossJumper(), text)
    assert after == "same"


def test_offsets_of_different_data_differ() -> None:
    def ends(one: str, other: str) -> bool:
        items = read_items(branches("9 32", "10 32"))
        tail = read_items("0 codecopy 1 2 mstore 3 4 mstore 5 6 mstore 7 8 revert")
        items = [*items[:5], PushDataOffset("d", Data("d", one)), *tail, *items[5:]]
        items += [PushDataOffset("e", Data("e", other)), *tail]
        before = [item.key for item in items]
        changed = CrossJumper().run(items, context(runs=1))
        assert changed or before == [item.key for item in items]
        return sum(isinstance(item, PushDataOffset) for item in items) == 1

    assert ends("same content", "same content")
    assert not ends("content", "another content")


def test_a_return_address_does_not_join_blocks() -> None:
    # The block at the return address follows the call only, but it is a jump destination.
    text = "@r @f jump[call] f: 1 2 mstore jump[return] r: 3 4 mstore stop"
    items = read_items(text)
    before = outcomes(read_items(text))
    CrossJumper().run(items, context())
    assert outcomes(items) == before
