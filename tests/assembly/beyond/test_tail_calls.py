"""Functions that end with a call let the called one return to their caller."""

from __future__ import annotations

from random import Random

import pytest

from tests.assembly.beyond.programs import outcomes
from tests.assembly.passes import context, run_pass
from tests.execution import first_difference
from tests.slices import seeds
from yulopt.assembly.beyond.tail_calls import TailCaller
from yulopt.assembly.text import items_text, read_items

SEEDS = seeds(8, 400)
# Values below the first call, and all values that are there in the end.
BEFORE = "6 5 @back 7 @outer jump[call]"
REST = "back: @end 8 @inner jump[call] end: 0 sstore 1 sstore 2 sstore stop"
INNER = "inner: not swap1 jump[return]"
NESTED = (
    "inner: @more swap1 1 @two jump[call] more: @last swap1 2 @two jump[call]"
    " last: not swap1 jump[return] two: add swap1 jump[return]"
)
CALL = "outer: @after swap1 @inner jump[call]"
RETURN = "after: swap1 jump[return]"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            f"{BEFORE} {REST} {CALL} {RETURN} {INNER}",
            f"6 5 @back 7 @inner jump {REST} {INNER}",
        ),
        # Without results.
        (
            "@back 7 @outer jump[call] back: @end 8 @inner jump[call] end: stop"
            " outer: @after swap1 @inner jump[call] after: jump[return] inner: dup1 sstore"
            " jump[return]",
            "@back 7 @inner jump back: @end 8 @inner jump[call] end: stop inner: dup1 sstore"
            " jump[return]",
        ),
        # A value is dropped before the call.
        (
            f"{BEFORE} {REST} outer: @after dup2 @inner jump[call] after: swap1 pop swap1"
            f" jump[return] {INNER}",
            f"6 5 @back 7 @inner jump {REST} {INNER}",
        ),
        # The called function makes a call itself.
        (
            f"{BEFORE} {REST} {CALL} {RETURN} {NESTED}",
            f"6 5 @back 7 @inner jump {REST} {NESTED}",
        ),
    ],
)
def test_a_last_call_returns_to_the_caller(before: str, after: str) -> None:
    assert run_pass(TailCaller(), before) == after
    assert outcomes(read_items(before)) == outcomes(read_items(after))


@pytest.mark.parametrize(
    "text",
    [
        # The result is changed after the call.
        f"{BEFORE} {REST} {CALL} after: 1 add swap1 jump[return] {INNER}",
        # The return point does something else, too.
        f"{BEFORE} {REST} {CALL} after: 4 3 sstore swap1 jump[return] {INNER}",
        # The jump leads to a result.
        f"@back 7 {BEFORE} {REST} {CALL} {RETURN} inner: @back swap2 jump[return]",
        # The results change places.
        f"{BEFORE} back: @end 8 @inner jump[call] end: 0 sstore 1 sstore 2 sstore stop {CALL}"
        " after: swap2 jump[return] inner: caller swap2 jump[return]",
        # The called function reads below its return address, on one path only.
        f"{BEFORE} {REST} {CALL} {RETURN} inner: callvalue @one jumpi swap1 jump[return]"
        " one: dup4 add swap1 jump[return]",
        # It replaces what lies there.
        f"{BEFORE} {REST} {CALL} {RETURN} inner: swap1 swap2 pop callvalue dup2 jump[return]",
        # It computes with its return address.
        f"{BEFORE} {REST} {CALL} {RETURN} inner: dup2 eq swap1 jump[return]",
        # It returns the address.
        f"{BEFORE} {REST} {CALL} {RETURN} inner: pop dup1 jump[return]",
        # It has one result or two.
        f"{BEFORE} {REST} {CALL} {RETURN} inner: callvalue @one jumpi swap1 jump[return]"
        " one: caller swap2 jump[return]",
        # It goes anywhere.
        f"{BEFORE} {REST} {CALL} {RETURN} inner: dup1 @one jumpi swap1 jump[return]"
        " one: calldatasize jump",
        f"{BEFORE} {REST} {CALL} {RETURN} inner: caller calldatasize jumpi swap1 jump[return]",
        # The return address may be that of another return point.
        f"6 5 @back 7 callvalue @one jumpi @after @both jump one: @other"
        f" both: swap1 @inner jump[call] {RETURN} other: 1 add swap1 jump[return] {REST} {INNER}",
    ],
)
def test_other_calls_stay(text: str) -> None:
    assert run_pass(TailCaller(), text) == "same"


def test_recursion_ends() -> None:
    """A function that calls itself before it returns is not followed for ever."""
    inner = "inner: @again dup2 @inner jump[call] again: add swap1 jump[return]"
    assert run_pass(TailCaller(), f"{BEFORE} {REST} {CALL} {RETURN} {inner}") == "same"


@pytest.mark.parametrize("seed", SEEDS)
def test_random_calls_behave_the_same(seed: int) -> None:
    text = _calls(Random(seed))
    items = read_items(text)
    before = outcomes(items)
    TailCaller().run(items, context(runs=1 + seed % 2))
    difference = first_difference(before, outcomes(items))
    assert difference is None, (seed, difference, text, items_text(items))


def test_random_calls_are_changed() -> None:
    assert any(TailCaller().run(read_items(_calls(Random(seed))), context()) for seed in range(8))


def _calls(random: Random) -> str:
    """A chain of functions, each called twice, that call the next one more or less at their end."""
    last = 3
    words = ["4 calldataload 36 calldataload", "@b0 callvalue @f0 jump[call]"]
    for number in range(last + 1):
        following = f"@b{number + 1} dup2 @f{number} jump[call]" if number < last else "0 mstore"
        words.append(f"b{number}: {following}")
    words.append(f"b{last + 1}: 0 mstore 32 mstore 64 mstore 96 0 return")
    for number in range(last):
        words.append(f"f{number}: {random.choice(_PIECES)} @r{number} {random.choice(_ARGUMENTS)}")
        words.append(f"@f{number + 1} jump[call] r{number}: {random.choice(_RETURNS)} jump[return]")
    words.append(f"f{last}: {random.choice(_PIECES)} {random.choice(_BODIES)} swap1 jump[return]")
    words.append("other: 0 dup1 revert")
    return " ".join(words)


_PIECES = ("", "1 add", "callvalue @other jumpi", "dup1 sload add")
_ARGUMENTS = ("swap1", "dup2", "swap1 not", "dup1 pop dup2", "7")
_RETURNS = ("swap1", "swap1 pop swap1", "add swap1", "swap2 swap1 pop", "1 add swap1", "pop swap1")
_BODIES = ("not", "dup2 pop", "dup3 add", "dup4 add", "dup1 mul")
