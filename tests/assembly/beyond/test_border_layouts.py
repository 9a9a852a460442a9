"""At block boundaries, slots have an order that is cheap for all blocks."""

from __future__ import annotations

from random import Random

import pytest

from tests.assembly.beyond.programs import outcomes
from tests.assembly.passes import context, run_pass
from tests.execution import first_difference
from tests.slices import seeds
from yulopt.assembly.beyond.border_layouts import BorderLayouts
from yulopt.assembly.text import items_text, read_items

# After the first: where an exchange makes a block touch more slots than before.
SEEDS = [*seeds(6, 1000), 73, 145]

# Two slots that the first block here does not touch.
PASSES = "8 1 sstore callvalue @x jumpi 3 2 sstore x: swap1 0 0 log1 0 0 log1 stop"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        # The arguments of a function come in the order that suits it and its callers.
        (
            "@back 0 sload 1 sload @f jump[call] back: @again swap1 2 sload swap1 @f jump[call]"
            " again: 0 sstore stop f: swap1 sub swap1 jump[return]",
            "@back 1 sload 0 sload @f jump[call] back: @again swap1 2 sload @f jump[call]"
            " again: 0 sstore stop f: sub swap1 jump[return]",
        ),
        # So do the variables of a loop.
        (
            "0 sload 1 sload loop: dup2 dup2 sload add swap2 swap1 sub dup1 @loop jumpi pop pop"
            " stop",
            "1 sload 0 sload loop: dup1 dup3 sub swap2 sload add dup2 @loop jumpi stop",
        ),
        # Below the condition of a jump.
        (
            "0 sload 1 sload callvalue @one jumpi swap1 0 0 log1 0 0 log1 stop"
            " one: swap1 0 0 log2 stop",
            "1 sload 0 sload callvalue @one jumpi 0 0 log1 0 0 log1 stop one: 0 0 log2 stop",
        ),
        # At two borders, between which a block passes both slots on.
        (
            f"0 sload 1 sload callvalue @m jumpi 7 0 sstore m: {PASSES}",
            f"1 sload 0 sload callvalue @m jumpi 7 0 sstore m: {PASSES.replace('swap1 ', '')}",
        ),
    ],
)
def test_the_order_suits_all_blocks(before: str, after: str) -> None:
    assert run_pass(BorderLayouts(), before) == after


@pytest.mark.parametrize(
    "text",
    [
        # An order that suits one block costs another one as much.
        "0 sload 1 sload callvalue @one jumpi 0 0 log1 0 0 log1 stop one: swap1 0 0 log2 stop",
        # The predecessor is reached by an address on the stack.
        "@back 2 sload 1 sload @f jump[call] back: swap1 0 0 log1 0 0 log1 stop"
        " f: sstore 0 sload 1 sload dup3 jump[return]",
        # A block continues after an unknown instruction.
        "0 sload 1 sload callvalue @one jumpi pc one: swap1 0 0 log1 0 0 log1 stop",
        "0 sload 1 sload caller dup1 jumpi swap1 0 0 log1 0 0 log1 stop",
        # A block that keeps both slots is reached by an address on the stack,
        "0 sload 1 sload @m 5 @f jump[call] m: dup2 dup2 add 1 sstore callvalue @x jumpi 3 2 sstore"
        " x: swap1 0 0 log1 0 0 log1 stop f: caller sstore jump[return]",
        # or without these slots, and then does not lead to the blocks that read them.
        "4 calldataload @n jumpi 0 sload 1 sload n: 8 1 sstore callvalue @x jumpi 9 2 sstore"
        " calldatasize @w jumpi stop w: swap1 0 1 log1 0 1 log1 stop"
        " x: swap1 0 0 log1 0 0 log1 stop",
        # The predecessor is unknown.
        "start: swap1 0 0 log1 0 0 log1 0 sload 1 sload callvalue @start jumpi stop",
    ],
)
def test_the_order_stays(text: str) -> None:
    assert run_pass(BorderLayouts(), text) == "same"


def test_slots_missing_in_some_blocks_are_not_exchanged() -> None:
    """The last block is reached with an empty stack, too."""
    common = (
        "calldatasize @two jumpi address @three jumpi"
        " 0 sload 1 sload caller @end jumpi swap1 0 0 log1 0 0 log1 stop"
        " two: 0 sload 1 sload address @end jumpi swap1 0 0 log2 stop"
        " three: 2 sload 1 sload origin @end jumpi swap1 4 0 log2 stop end: 0 0 revert"
    )
    assert run_pass(BorderLayouts(), common) != "same"
    assert run_pass(BorderLayouts(), "callvalue @end jumpi " + common) == "same"


@pytest.mark.parametrize("seed", SEEDS)
def test_random_layouts_behave_the_same(seed: int) -> None:
    text = _layouts(Random(seed))
    items = read_items(text)
    before = outcomes(items)
    BorderLayouts().run(items, context())
    difference = first_difference(before, outcomes(items))
    assert difference is None, (seed, difference, text, items_text(items))


def test_random_layouts_are_changed() -> None:
    assert all(
        BorderLayouts().run(read_items(_layouts(Random(seed))), context()) for seed in (73, 145)
    )


def _layouts(random: Random) -> str:
    """Blocks that move some of six slots or pass them on, and ends that read all in some order."""
    blocks, ends = 8, 3
    words = [f"{number} calldataload" for number in range(6)]
    for number in range(blocks):
        words.append(f"b{number}: {random.choice(_PIECES)}")
        target = random.randrange(number + 1, blocks + ends)
        words.append(f"{random.choice(_CONDITIONS)} @b{target} jumpi")
    for number in range(blocks, blocks + ends):
        order = " ".join(f"swap{random.randrange(1, 6)}" for _ in range(random.randrange(5)))
        words.append(f"b{number}: {order} {'0 0 log1 ' * 6} stop")
    return " ".join(words)


_CONDITIONS = ("4 calldataload", "callvalue", "36 calldataload 1 and")
_PIECES = (
    "",
    "7 9 sstore",
    "1 add",
    "dup2 8 sstore",
    "swap1",
    "swap3",
    "swap5 1 add",
    "dup4 add",
    "dup1 9 sstore",
)
