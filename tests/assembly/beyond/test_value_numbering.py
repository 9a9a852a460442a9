"""Blocks are computed anew where that is cheaper, in bytes and gas."""

from __future__ import annotations

import pytest

from tests.assembly.passes import context, run_pass
from yulopt.assembly.beyond.value_numbering import ValueNumbering
from yulopt.assembly.text import read_items

# The hash of a known word takes 32 bytes as a constant.
HASH = "8 0 mstore 0x20 0 keccak256 0 sstore"


def numbered(text: str, *, runs: int = 200) -> str:
    return run_pass(ValueNumbering(), text, context(runs=runs))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        # Values are computed once,
        (
            "caller calldataload caller calldataload add 0 sstore stop",
            "caller calldataload dup1 add 0 sstore stop",
        ),
        # and known words are not loaded.
        ("7 0 mstore 0 mload 0 eq 1 sstore stop", "7 0 swap1 dup2 mstore 1 sstore stop"),
        # Stack operations could cost more than that saves.
        ("caller calldataload 7 sstore caller calldataload 8 sstore stop", "same"),
        # The constants of both versions are priced by their cheapest code.
        (
            "0x4e487b71 0xe0 shl 0 mstore 4 4 eq 4 mstore stop",
            "0x4e487b71 0xe0 shl 0 mstore 1 4 mstore stop",
        ),
        # A known return address makes a jump.
        ("@f swap1 pop jump f: 1 0 sstore stop", "pop @f jump f: 1 0 sstore stop"),
        # Code that runs off its end has no graph.
        ("caller calldataload caller calldataload add 0 sstore", "same"),
    ],
)
def test_blocks(before: str, after: str) -> None:
    assert numbered(before) == after


def test_runs_weigh_the_bytes_of_a_known_hash() -> None:
    assert numbered(f"{HASH} stop", runs=1) == "same"
    often = numbered(f"{HASH} stop", runs=100_000)
    assert often != "same"
    assert "keccak256" not in often


def test_code_that_only_fails_is_priced_by_its_bytes() -> None:
    program = f"callvalue @f jumpi stop f: {HASH} 0 0 revert"
    assert numbered(program, runs=100_000) == "same"


def test_items_where_clones_join_stay() -> None:
    program = "caller calldataload caller calldataload add 0 sstore stop"
    assert numbered(program) != "same"
    items = read_items(program)
    items[2].joins = (0, 0)
    assert not ValueNumbering().run(items, context())
