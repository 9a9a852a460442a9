"""At block boundaries, slots have an order that is cheap for all blocks."""

from __future__ import annotations

import pytest

from tests.assembly.passes import run_pass
from yulopt.assembly.beyond.border_layouts import BorderLayouts


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
