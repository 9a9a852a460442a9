"""Blocks are placed to save jumps, with frequent jump targets near the start."""

from __future__ import annotations

import pytest

from tests.assembly.beyond.programs import bytes_of, outcomes
from tests.assembly.passes import context
from yulopt.assembly.beyond.block_placement import BlockPlacer
from yulopt.assembly.beyond.blocks import build_graph, write_items
from yulopt.assembly.beyond.frequencies import Frequencies
from yulopt.assembly.items import PlaceLabel
from yulopt.assembly.text import items_text, read_items
from yulopt.gas.model import LOOP_WEIGHT, WEIGHT_ONE


@pytest.mark.parametrize(
    ("before", "after"),
    [
        # A block with one predecessor follows it, without a label.
        ("@a jump b: stop a: 1 @b jump", "1 stop"),
        # The taken target follows if the condition is negated, in the cheapest way.
        (
            "callvalue iszero @a jumpi @b jump a: 1 pop @b jump b: stop",
            "callvalue @b jumpi 1 pop b: stop",
        ),
        (
            "callvalue 7 eq @a jumpi @b jump a: 1 pop @b jump b: stop",
            "callvalue 7 sub @b jumpi 1 pop b: stop",
        ),
        (
            "callvalue 7 sub @a jumpi @b jump a: 1 pop @b jump b: stop",
            "callvalue 7 eq @b jumpi 1 pop b: stop",
        ),
        # Both edges lead to the same block.
        ("callvalue @a jumpi a: stop", "callvalue pop stop"),
        # Of two blocks that lead to the same end, the one that is jumped to falls into it.
        (
            "callvalue @x jumpi 1 @b jump x: caller @a jumpi stop a: 2 @b jump b: 0 0 revert",
            "callvalue @x jumpi 1 @b jump x: caller @a jumpi stop a: 2 b: 0 0 revert",
        ),
        # Blocks in a circle, of which none can be left out.
        ("@a jump a: 1 pop @b jump b: 2 pop @a jump", "a: 1 pop 2 pop @a jump"),
        # The entry is jumped to, and stays the entry.
        ("a: callvalue @a jumpi @b jump b: 1 pop @a jump", "a: callvalue @a jumpi 1 pop @a jump"),
        ("e: callvalue @x jumpi stop x: 1 pop @e jump", "same"),
        # Unreachable blocks are removed, those whose label is pushed stay.
        ("@a callvalue jump a: stop b: 1 2 revert", "@a callvalue jump a: stop"),
        # The end of the code can be reached.
        ("@a jump b: stop a: 1", "same"),
        # A jump whose label was pushed earlier has no known target.
        (
            "@a callvalue swap1 jumpi @b jump a: stop b: invalid",
            "@a callvalue swap1 jumpi invalid a: stop",
        ),
    ],
)
def test_placement(before: str, after: str) -> None:
    graph = build_graph(read_items(before))
    if graph is None:
        assert after == "same"
        return
    is_changed = BlockPlacer().change(graph, context())
    text = " ".join(items_text(write_items(graph)).split())
    assert text == (after if after != "same" else before)
    # Blocks that keep their order may still be written with fewer jumps.
    assert not is_changed or text != before


def test_a_condition_of_another_block_is_not_negated() -> None:
    # The block with the jump is only that; its condition comes from two others.
    text = (
        "calldatasize @x jumpi callvalue iszero @j jump x: caller iszero"
        " j: @a jumpi @b jump a: 1 2 mstore @b jump b: 3 4 mstore 0 64 return"
    )
    items = read_items(text)
    before = outcomes(read_items(text))
    BlockPlacer().run(items, context())
    assert outcomes(items) == before


def far_program(uses: int) -> str:
    """Many conditional jumps to a block at the far end, and some long blocks."""
    checks = " ".join(f"{index} calldataload @fail jumpi {index} 1 sstore" for index in range(uses))
    others = " ".join(f"caller {index} eq @x{index} jumpi" for index in range(5))
    ends = " ".join(f"x{index}: {' '.join(['dup1 pop'] * 60)} stop" for index in range(5))
    ends += " fail: 7 8 mstore 1 2 revert"
    return f"calldatasize @more jumpi {checks} {others} stop more: 2 stop {ends}"


def test_frequent_jump_targets_are_near_the_start() -> None:
    items = read_items(far_program(40))
    before = outcomes(read_items(far_program(40)))
    size = len(bytes_of(items))
    BlockPlacer().run(items, context())
    labels = [item.label.name for item in items if isinstance(item, PlaceLabel)]
    assert labels[0] == "fail"
    assert len(bytes_of(items)) <= size - 30
    assert outcomes(items) == before


def test_one_jump_does_not_move_a_block() -> None:
    items = read_items(far_program(1))
    BlockPlacer().run(items, context())
    labels = [item.label.name for item in items if isinstance(item, PlaceLabel)]
    assert labels[0] != "fail"


def test_frequencies() -> None:
    text = (
        "calldatasize @loop jumpi callvalue @cold jumpi @r @f jump r: @s @f jump s: stop"
        " loop: caller @loop jumpi stop cold: 1 2 revert f: jump"
    )
    graph = build_graph(read_items(text))
    assert graph is not None
    frequencies = Frequencies(graph)
    found = {block.label.name: frequencies[block] for block in graph.blocks}
    half = WEIGHT_ONE // 2
    assert found["cold"] == 0
    assert found["loop"] == half * LOOP_WEIGHT
    assert found["r"] == found["s"] == half
    assert found["f"] == 2 * half


def test_blocks_that_are_written_unchanged_stay() -> None:
    text = "calldatasize @a jumpi 1 pop b: callvalue @b jumpi stop a: 1 2 revert"
    graph = build_graph(read_items(text))
    assert graph is not None
    assert " ".join(items_text(write_items(graph)).split()) == text
