"""Code that is outlined, and code that must not be."""

from __future__ import annotations

import pytest

from tests.assembly.beyond.programs import outcomes
from tests.assembly.passes import context, run_pass
from yulopt.assembly.beyond.outlining import Outliner
from yulopt.assembly.items import AssignImmutable, Instruction, Item, Verbatim
from yulopt.assembly.text import items_text, read_items

WORD = "0x" + "11223344556677889900aabbccddeeff" * 2
LONG = f"{WORD} 0 mstore 7 32 mstore"


def twice(code: str, *, before: str = "1 2 3 4", end: str = "160 0 revert") -> str:
    """The code on two paths that have nothing else in common."""
    return (
        f"{before} callvalue @other jumpi 1 pop {code} 96 mstore 5 6 mstore {end}"
        f" other: 2 pop {code} 64 mstore 8 9 mstore 3 mstore {end}"
    )


@pytest.mark.parametrize(
    "code",
    [
        WORD,
        LONG,
        # It copies what lies further down, and its own values.
        f"{WORD} dup1 dup4 add dup2 mstore pop",
        f"dup3 {WORD} mul dup4 add",
        # It takes values from the stack.
        f"{WORD} add",
        f"{WORD} mstore",
        f"{WORD} mul add",
        f"swap1 {WORD} mul sub",
        f"dup2 mstore {WORD} swap1 dup3 xor mul",
        f"pop pop {WORD} 0 mstore",
    ],
)
def test_outlined_functions_behave_as_the_code(code: str) -> None:
    text = twice(code)
    items = read_items(text)
    assert Outliner().run(items, context(runs=1)), text
    assert items_text(items).count(WORD) == 1
    assert outcomes(items) == outcomes(read_items(text))


@pytest.mark.parametrize(
    "code",
    [
        # It takes three values, or leaves two.
        f"mul add {WORD[:30]} xor 0 mstore add",
        f"{WORD[:22]} dup1 0 not dup2",
        # Short enough to stay.
        "1 2 mstore 3 4 mstore",
    ],
)
def test_other_code_stays(code: str) -> None:
    text = f"1 2 3 4 5 callvalue @o jumpi 1 {code} 1 revert o: 2 {code} 2 3 revert"
    after = run_pass(Outliner(), text, context(runs=1))
    assert after == "same" or code not in after.partition("jump[return]")[0].rpartition("part")[2]


def test_the_deepest_slot_would_be_out_of_reach() -> None:
    before = " ".join(str(number) for number in range(20))
    for slot, function in ((15, f"dup16 {WORD} mul swap1 jump"), (16, f"{WORD} swap1 jump")):
        text = twice(f"dup{slot} {WORD} mul", before=before)
        items = read_items(text)
        assert Outliner().run(items, context(runs=1))
        assert function in items_text(items).replace("[return]", "")
        assert outcomes(items) == outcomes(read_items(text))


@pytest.mark.parametrize("name", ["gas", "pc"])
def test_position_dependent_code_stays(name: str) -> None:
    items = read_items(twice(f"{name} {WORD} mul"))
    Outliner().run(items, context(runs=1))
    assert items_text(items).count(f"{name} ") >= 2


@pytest.mark.parametrize("item", [AssignImmutable("x"), Verbatim(bytes(40))])
def test_assigned_immutables_and_verbatim_bytes_stay(item: Item) -> None:
    items: list[Item] = []
    for word in read_items(
        f"callvalue @o jumpi 1 {WORD} caller 1 revert o: 1 2 {WORD} caller stop"
    ):
        items.append(item if isinstance(word, Instruction) and word.name == "caller" else word)
    Outliner().run(items, context(runs=1))
    assert sum(one is item for one in items) == 2


def test_gas_counts_where_code_runs_often() -> None:
    text = twice(f"{WORD} 0 sstore 7", end="64 0 return")
    assert run_pass(Outliner(), text, context(runs=10_000)) == "same"
    assert "jump[call]" in run_pass(Outliner(), text, context(runs=1))
    assert "jump[call]" in run_pass(Outliner(), twice(LONG + " 8"), context(runs=10_000))


def test_occurrences_that_overlap_count_once() -> None:
    piece = f"{WORD} 0 mstore"
    text = f"callvalue @o jumpi {' '.join([piece] * 5)} 1 2 revert o: stop"
    items = read_items(text)
    assert Outliner().run(items, context(runs=1))
    assert outcomes(items) == outcomes(read_items(text))


def test_a_loop_of_one_among_many_functions_is_left_alone() -> None:
    stores = " ".join(f"{WORD} {number} mstore" for number in (0, 32, 64))
    others = " ".join("callvalue @other jumpi" for _ in range(10))
    loop = f"loop: caller @end jumpi {stores} @loop jump end: stop"
    assert run_pass(Outliner(), f"{others} {loop} other: stop", context(runs=1000)) == "same"
    once = f"{others} {stores} stop other: stop"
    assert run_pass(Outliner(), once, context(runs=1000)).count(WORD) == 1
