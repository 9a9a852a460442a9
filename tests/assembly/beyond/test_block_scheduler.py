"""Scheduled blocks are cheaper, behave the same, and reach no deeper into the stack."""

from __future__ import annotations

from random import Random

import pytest

from tests.assembly.beyond.block_machine import SLOTS, BlockMachine
from tests.assembly.passes import context, run_pass
from tests.slices import seeds
from yulopt.assembly.beyond.block_graph import EVERYTHING
from yulopt.assembly.beyond.block_scheduler import SLACK, WINDOW, BlockScheduler, schedule
from yulopt.assembly.beyond.item_prices import ItemPrices
from yulopt.assembly.items import Item, PlaceLabel
from yulopt.assembly.text import items_text, read_items
from yulopt.interface import compile as compile_program
from yulopt.stack.slots import REACH

PRICES = ItemPrices(context())


def stack_before(random: Random) -> list[int]:
    """Numbers of which many are equal or close to each other, as addresses are."""
    small = [0, 1, 4, 16, 31, 32, 33, 64, 96]
    return [
        random.choice(small) if random.random() < 0.8 else random.getrandbits(256)
        for _ in range(SLOTS)
    ]


def check_same(before: list[Item], after: list[Item], wanted: int, random: Random) -> None:
    """Both do the same on some stacks, and the second one stays within the bounds."""
    text = f"{items_text(before)}\n  ->\n{items_text(after)}"
    moves = [word for word in items_text(after).split() if word.startswith(("dup", "swap"))]
    assert all(int(word.lstrip("dupswa")) <= REACH for word in moves), text
    for _ in range(4):
        stack = stack_before(random)
        one, other = BlockMachine(stack), BlockMachine(stack)
        one.run(before)
        other.run(after)
        needed = len(one.stack) - max(wanted, 0)
        assert other.lowest >= min(one.lowest, needed), text
        assert other.highest <= one.highest + SLACK, text
        assert one.state() == other.state(), text
        kept = len(one.stack) if wanted == EVERYTHING else wanted
        assert one.stack[len(one.stack) - kept :] == other.stack[len(other.stack) - kept :], text
        assert wanted != EVERYTHING or len(one.stack) == len(other.stack), text


def scheduled(text: str, wanted: int = EVERYTHING) -> str:
    """The schedule of a block, checked; the block itself if there is no better one."""
    block = read_items(text)
    found = schedule(block, wanted, PRICES, msize_matters="msize" in text)
    if found is None:
        return text
    assert PRICES.total(found) < PRICES.total(block)
    check_same(block, found, wanted, Random(text))
    return items_text(found)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("swap1 lt", "gt"),
        ("swap1 sgt", "slt"),
        ("swap1 add", "add"),
        ("swap1 mulmod", "mulmod"),
        ("dup2 dup2 add swap2 pop pop", "add"),
        ("swap2 swap1 swap2 swap1 swap2 swap1", ""),
        ("0 dup2 swap1 sstore pop", "0 sstore"),
        ("swap1 pop swap1 pop", "swap2 pop pop"),
        # Equal computations and loads are done once.
        ("dup2 dup2 add 0 mstore add", "add dup1 0 mstore"),
        ("0 sload 0 mstore 0 sload", "0 sload dup1 0 mstore"),
        ("0 mload 0x20 mstore 0 mload", "0 mload dup1 0x20 mstore"),
        # Cheap values are recomputed, not kept.
        ("caller dup1 0 sstore", "caller 0 sstore caller"),
        # A large constant is kept.
        ("0x1234567890 0 sstore 0x1234567890", "0x1234567890 dup1 0 sstore"),
        # A number that is computed in as many bytes.
        ("0x7f not 0x100 add", "0x80"),
        # An unused value.
        ("dup1 sload pop", ""),
        ("dup1 mload pop", ""),
        ("dup1 0 mstore 5 pop", "dup1 0 mstore"),
    ],
)
def test_blocks_become_cheaper(before: str, after: str) -> None:
    assert scheduled(before) == items_text(read_items(after))


@pytest.mark.parametrize(
    ("before", "wanted", "after"),
    [
        ("pop pop 0 0", 2, "0 0"),
        ("swap1 pop 0 mstore 0x20 0", 2, "0 mstore 0x20 0"),
        ("swap3 pop pop 0", 2, "dup3 0"),
        # The last value is consumed where it lies.
        ("dup1 swap2 pop pop 0", 2, "0"),
        ("pop pop pop", 0, ""),
        # The second argument comes from below the block.
        (
            "0x40 mload 1 1 0xa0 shl sub swap1 swap2 and dup2 mstore",
            2,
            "0x40 mload swap1 1 dup1 0xa0 shl sub and dup2 mstore",
        ),
    ],
)
def test_slots_left_at_the_end_of_execution_do_not_matter(
    before: str, wanted: int, after: str
) -> None:
    assert scheduled(before, wanted) == items_text(read_items(after))


@pytest.mark.parametrize(
    "text",
    [
        # Effects that may touch the same place, or whose order others see.
        "0 dup3 mstore 1 dup4 mstore dup2 dup1 sload swap1 pop",
        "dup2 dup2 sstore dup1 sload dup3 dup3 sstore dup1 sload",
        "dup1 mload dup2 dup4 mstore dup2 mload",
        "dup1 mload 0 not dup3 0x1f add mstore dup2 mload",
        "dup1 0x1f add mload 0 not dup3 mstore dup2 0x1f add mload",
        "dup1 mload 1 dup3 0x20 add mstore8 dup2 mload",
        "0x40 dup3 keccak256 1 dup4 0x3f add mstore 0x40 dup4 keccak256",
        "dup1 tload dup2 dup4 tstore dup2 tload",
        "0 0 log0 0x20 0 log0 0x40 0 log0",
        "0 0 0 0 0 dup6 gas call 0 sload 0 0 0 0 dup7 gas staticcall 0 sload",
        "returndatasize 0 0 0 0 dup6 gas staticcall returndatasize",
        "0 sload 0 0 0 0 0 dup7 gas call pop 0 sload",
        "0x20 0 log0 0 0 0 0 0 dup6 gas call 0x20 0 log0 pop",
        "gas 1 0 sstore gas 2 1 sstore gas",
        "msize dup2 mload pop msize 0 dup4 mstore msize",
        "dup1 balance 0 0 0 0 0 dup7 gas call dup2 balance",
        "0 dup2 0x20 mcopy 0 mload 0 dup3 0x20 mcopy 0x20 0 dup4 calldatacopy 0x20 mload",
    ],
)
def test_effects_keep_their_order(text: str) -> None:
    """With some moving of slots before and after them that is of no use."""
    block = read_items(f"swap2 swap1 swap2 swap1 {text} dup1 dup1 pop swap1 swap1 pop dup2 pop")
    found = schedule(block, EVERYTHING, PRICES, msize_matters="msize" in text)
    assert found is not None
    check_same(block, found, EVERYTHING, Random(text))


def test_slots_at_the_limit_of_reach() -> None:
    deep = "dup16 " * 3 + "swap16 swap16 pop pop pop"
    assert scheduled(deep) == ""
    assert scheduled("swap16 swap1 swap1") == "swap16"
    # An exchange with the 17th slot below the top would be cheaper.
    best = "swap16 pop 0 sload swap16 1 sload"
    assert scheduled(best + " swap1 swap1") == best


def test_a_value_is_copied_before_it_gets_out_of_reach() -> None:
    pushes = " ".join(f"{slot} sload swap1" for slot in range(16))
    found = scheduled(f"dup1 {pushes}")
    assert found.count("swap") < 16


def test_subtracted_distances() -> None:
    same = "0x10 dup2 sub mload 0xf not dup3 add dup3 swap1 mstore 0x10 dup3 sub mload"
    assert scheduled(same).count("mload") == 2
    apart = "0x10 dup2 sub mload 0x10 dup3 add dup3 swap1 mstore 0x10 dup3 sub mload"
    assert scheduled(apart).count("mload") == 1


def test_only_cheaper_schedules_are_taken() -> None:
    assert schedule(read_items("add 0 sstore"), EVERYTHING, PRICES, msize_matters=False) is None
    assert schedule(read_items("dup1 mstore"), EVERYTHING, PRICES, msize_matters=False) is None


def test_equal_blocks_with_different_ends() -> None:
    text = "swap1 pop 0 mstore stop other: swap1 pop 0 mstore third: @other jump"
    assert run_pass(BlockScheduler(), text) == (
        "0 mstore stop other: 0 mstore pop third: @other jump"
    )


def test_slots_below_the_reach_of_the_block_are_not_searched() -> None:
    """Where the stack was made may be unknown, so a block must not touch more of it."""
    assert scheduled("swap2 pop swap1") == "swap2 pop swap1"


def test_unused_reads_of_memory_stay_with_msize() -> None:
    text = "dup1 mload pop dup1 sload pop stop"
    assert run_pass(BlockScheduler(), text) == "stop"
    with_size = "msize 0 sstore stop other: " + text
    assert run_pass(BlockScheduler(), with_size) == "msize 0 sstore stop other: mload pop stop"


@pytest.mark.parametrize("pipeline", ["size", "gas"])
def test_unused_reads_of_memory_stay_with_verbatim_code(pipeline: str) -> None:
    """Which may ask for the size of memory."""
    source = '{ { pop(mload(0x1000)) sstore(0, verbatim_0i_1o(hex"59")) } }'
    made = compile_program(source, pipeline=pipeline)
    assert "MLOAD" in made.bytecode.opcodes


def test_equal_blocks_keep_their_positions() -> None:
    block = "swap1 swap1 dup1 mload 0 sstore stop"
    items = read_items(f"{block} other: {block}")
    label = items.index(next(item for item in items if isinstance(item, PlaceLabel)))
    for index, item in enumerate(items):
        item.position = 10 if index < label else 20
    BlockScheduler().run(items, context(runs=200))
    assert items_text(items).split() == "mload 0 sstore stop other: mload 0 sstore stop".split()
    assert [item.position for item in items] == [10] * 4 + [20] * 5


def test_blocks_end_at_unknown_instructions() -> None:
    text = "swap1 swap1 pc swap1 swap1 label: swap1 swap1 @label jumpi swap1 swap1 @label jump"
    assert run_pass(BlockScheduler(), text) == "pc label: @label jumpi @label jump"


def test_long_blocks_are_cut() -> None:
    block = "swap1 swap1 dup1 sload dup2 sstore " * WINDOW + "stop"
    found = run_pass(BlockScheduler(), block)
    assert "swap1 swap1" not in found
    check_same(read_items(block)[:-1], read_items(found)[:-1], 0, Random(0))


def test_the_price_of_bytes_decides_for_creation_code() -> None:
    text = "0x1234567890 0 sstore caller 1 sstore 0x1234567890 2 sstore stop"
    settings = context(is_creation=True)
    assert run_pass(BlockScheduler(), text, settings).count("0x1234567890") == 1


# Random blocks

PURE = "add sub mul and or xor eq lt gt slt sgt iszero not shl shr addmod".split()
READS = "mload sload tload keccak256 returndatasize balance caller calldataload".split()
WRITES = (
    "mstore mstore mstore8 sstore tstore log0 log1 mcopy returndatacopy call staticcall".split()
)


def random_block(random: Random, length: int) -> str:
    """Instructions on addresses that are likely to be equal or to overlap."""
    words: list[str] = []
    for _ in range(length):
        kind = random.random()
        if kind < 0.25:
            words.append(f"dup{random.randint(1, 16 if kind < 0.05 else 5)}")
        elif kind < 0.45:
            words.append(f"swap{random.randint(1, 16 if kind < 0.3 else 5)}")
        elif kind < 0.5:
            words.append("pop")
        elif kind < 0.65:
            words.append(str(random.choice([0, 1, 4, 31, 32, 64, 0x1234567890])))
        elif kind < 0.82:
            words.append(random.choice(PURE))
        elif kind < 0.91:
            words.append(random.choice(READS))
        elif kind < 0.98:
            words.append(random.choice(WRITES))
        else:
            words.append(random.choice(["gas", "msize"]))
    return " ".join(words)


def takes_too_much(text: str, random: Random) -> bool:
    """Whether a block takes more from the stack than the tests put there."""
    try:
        BlockMachine(stack_before(random)).run(read_items(text))
    except IndexError:
        return True
    return False


@pytest.mark.parametrize("seed", seeds(60, 3000))
def test_random_blocks_behave_the_same(seed: int) -> None:
    random = Random(seed)
    length = random.choice([5, 10, 20, 40, 80])
    text = random_block(random, length)
    while takes_too_much(text, random):
        text = random_block(random, length)
    block = read_items(text)
    wanted = random.choice([EVERYTHING, EVERYTHING, 0, 2])
    found = schedule(block, wanted, PRICES, msize_matters="msize" in text)
    if found is not None:
        check_same(block, found, wanted, random)
