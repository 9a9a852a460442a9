"""Jump tables: which searches use one, with unchanged results."""

from __future__ import annotations

from random import Random

import pytest

from tests.assembly.beyond.searches import Search, outcomes, values_around
from tests.assembly.passes import context, run_pass
from tests.execution import first_difference
from tests.slices import seeds
from yulopt.assembly.beyond.driver import BEYOND_PASSES
from yulopt.assembly.beyond.jump_tables import JumpTables
from yulopt.assembly.items import Item, PlaceLabel, PushLabels
from yulopt.assembly.listing import ItemNames
from yulopt.assembly.optimizer import Context
from yulopt.assembly.text import items_text, read_items
from yulopt.dialect import DEFAULT_EVM_VERSION, dialect_for
from yulopt.driver.build import Front, generate_program
from yulopt.driver.options import NO_CODE, Options
from yulopt.errors import Source
from yulopt.frequency.call_profile import CallProfile

OFTEN = context(runs=10_000)
KEYS = (0x10, 0x20, 0x30, 0x40, 0x50, 0x60)
VALUE = "0 calldataload "
STORES = " ".join(f"l{key}: {key} 0 sstore stop" for key in KEYS)
REVERT = "0 dup1 revert "


def compared(keys: tuple[int, ...]) -> str:
    return "".join([f"dup1 {key} eq @l{key} jumpi " for key in keys])


def by_table(text: str, settings: Context = OFTEN) -> str:
    return run_pass(JumpTables(), text, settings)


def has_table(items: list[Item]) -> bool:
    return any(isinstance(item, PushLabels) for item in items)


def test_one_jump_finds_the_entry_and_the_value_is_compared_there() -> None:
    after = by_table(VALUE + compared(KEYS) + REVERT + STORES)
    default, *entries = [f"@part_{number}" for number in range(7, 14)]
    labels = ",".join([default, *entries, default])
    jump = "dup2 0x70 and shr 0xffff and jump"
    assert after.startswith(f"0 calldataload @{labels} {jump} {default}: 0 dup1 revert ")
    for key, entry in zip(KEYS, entries, strict=True):
        assert f"{entry}: {key:#x} eq @l{key} jumpi @{default} jump" in after


@pytest.mark.parametrize("condition", ["callvalue", "callvalue 5 calldatasize lt or"])
def test_a_guard_comes_after_the_table(condition: str) -> None:
    guarded = f"{condition} @other jumpi {compared(KEYS[1:])}{REVERT} other: 0 dup1 revert "
    after = by_table(VALUE + compared(KEYS[:1]) + guarded + STORES)
    assert has_table(read_items(after))
    assert after.count(f"{condition} @") == len(KEYS) - 1


@pytest.mark.parametrize("seed", seeds(25, at_length=1_000))
def test_searches_find_the_same(seed: int) -> None:
    random = Random(seed)
    search = Search(random)
    values = values_around(search.keys, random)
    before = outcomes(read_items(search.text), values)
    for kinds in ((JumpTables,), BEYOND_PASSES):
        items = read_items(search.text)
        for kind in kinds:
            kind().run(items, OFTEN)
        difference = first_difference(before, outcomes(items, values))
        assert difference is None, (seed, difference, search.text)


def test_most_of_these_searches_have_tables() -> None:
    count = 0
    for seed in range(25):
        items = read_items(Search(Random(seed)).text)
        JumpTables().run(items, OFTEN)
        count += has_table(items)
    assert count >= 20


def store(key: int, *, before: str = "") -> str:
    return f"l{key}: {before}{key} 0 sstore stop "


OTHERS = " ".join(store(key) for key in KEYS[1:])


@pytest.mark.parametrize(
    "text",
    [
        # The targets read the value, which has kept its slot.
        compared(KEYS) + REVERT + "l16: dup1 1 sstore stop " + OTHERS,
        # The value is removed by the last comparison, and what lies below is read.
        compared(KEYS[:5]) + "96 eq @l96 jumpi " + REVERT + STORES.replace("l96:", "l96: 1 sstore"),
        # All others continue without the value, with the slots below.
        compared(KEYS[:5]) + "96 eq @l96 jumpi 2 sstore stop " + STORES,
        # The first comparison with a key decides.
        compared((*KEYS, 0x10)).replace("@l16", "@again", 1) + REVERT + STORES + " again: stop",
        # Keys on the wrong side of a comparison by order are never found.
        f"64 dup2 lt @less jumpi {compared((0x20, *KEYS[3:5]))}{REVERT}"
        f"less: {compared((0x10, 0x30, 0x60))}{REVERT}{STORES}",
        # Not greater than 15 means less than 16.
        f"15 dup2 gt @more jumpi dup1 15 eq @l16 jumpi dup1 7 eq @l32 jumpi {REVERT}"
        f"more: {compared(KEYS)}{REVERT}{STORES}",
        # One of the comparisons is reached from elsewhere, with another value.
        f"callvalue @other jumpi {compared(KEYS[:1])} middle: {compared(KEYS[1:])}{REVERT}"
        f"other: 80 @middle jump {STORES}",
        # Shifted by all bits, nothing is left: all are less.
        f"dup1 256 shr iszero @less jumpi 1 1 sstore stop less: {compared(KEYS)}{REVERT}{STORES}",
        # Nothing is greater than the greatest.
        f"{2**256 - 1} dup2 gt @more jumpi {compared(KEYS)}{REVERT} more: 1 1 sstore stop "
        + STORES,
        # A condition that is compared is no condition.
        f"dup1 16 eq 1 eq @l16 jumpi {compared(KEYS[1:])}{REVERT}{STORES}",
    ],
)
def test_code_without_a_table_is_unchanged(text: str) -> None:
    text = "callvalue 4 calldataload " + text
    values = [*KEYS, 0, 7, 15, 0x11, 0x61, 0x70, 2**256 - 1, 2**255 + 0x10]
    before = outcomes(read_items(text), values)
    items = read_items(text)
    JumpTables().run(items, OFTEN)
    assert first_difference(before, outcomes(items, values)) is None
    assert has_table(items)


@pytest.mark.parametrize(
    "text",
    [
        # Too few.
        compared(KEYS[:2]) + REVERT + STORES,
        # Values without a key lead to several places.
        f"64 dup2 lt @less jumpi {compared(KEYS[3:5])} 96 eq @l96 jumpi {REVERT} less: "
        f"{compared(KEYS[:2])} 48 eq @l48 jumpi 1 dup1 revert {STORES}",
        # The same, but where it ends differs by what lies on the stack.
        f"64 dup2 lt @less jumpi {compared(KEYS[3:5])} 96 eq @l96 jumpi 0 mstore 32 0 revert less: "
        f"{compared(KEYS[:2])} 48 eq dup1 @l48 jumpi 0 mstore 32 0 revert {STORES}",
        # Different values are compared.
        "dup1 16 eq @l16 jumpi dup2 32 eq @l32 jumpi dup1 48 eq @l48 jumpi " + REVERT + STORES,
        # Storage is asked between two comparisons.
        f"{compared(KEYS[:2])} 0 sload @no jumpi {compared(KEYS[2:4])} no: {REVERT} {STORES}",
    ],
)
def test_searches_without_a_table(text: str) -> None:
    assert by_table("callvalue " + VALUE + text) == "same"


SEARCH = VALUE + compared(KEYS) + REVERT + STORES


def test_a_target_may_be_another_search() -> None:
    ether = range(6)
    inner = "".join(f"dup1 {key} eq @m{key} jumpi " for key in ether) + REVERT
    stores = " ".join(f"m{key}: {key} 1 sstore stop" for key in ether)
    found = STORES.replace("l16: 16 0 sstore stop", f"l16: pop callvalue {inner} {stores}")
    text = VALUE.replace("0", "4", 1) + compared(KEYS) + REVERT + found
    items = read_items(text)
    JumpTables().run(items, OFTEN)
    assert sum(isinstance(item, PushLabels) for item in items) == 2
    values = [*KEYS, 0]
    before = outcomes(read_items(text), values)
    assert first_difference(before, outcomes(items, values)) is None


def test_the_price_decides() -> None:
    assert by_table(SEARCH, context(runs=1)) == "same"
    assert by_table(SEARCH, context(runs=10_000, is_creation=True)) == "same"
    # Code that only leads to a failure hardly ever runs.
    failing = SEARCH.replace("sstore stop", "0 revert")
    assert by_table(failing) == "same"


def test_without_shifts_there_are_no_tables() -> None:
    assert by_table(SEARCH, context(runs=10_000, evm_version="byzantium")) == "same"
    assert by_table(SEARCH, context(runs=10_000, evm_version="constantinople")) != "same"


def test_labels_of_large_code_may_need_three_bytes() -> None:
    filling = " ".join([f"{2**256 - 1} pop"] * 990)
    search = f"callvalue @end jumpi {SEARCH} end:"
    assert by_table(f"{search} {filling} stop") == "same"
    assert by_table(f"{search} {filling[: len(filling) // 2]} stop") != "same"


def test_known_calls_decide_the_first_comparisons() -> None:
    often = Context(
        OFTEN.dialect, 10_000, is_creation=False, calls=CallProfile({0x10: 1_000, 0x20: 1})
    )
    after = by_table(SEARCH, often)
    first, table = after.index("dup1 0x10 eq @l16 jumpi"), after.index(",")
    assert first < table
    # Calls of functions that are not there say nothing.
    other = Context(OFTEN.dialect, 10_000, is_creation=False, calls=CallProfile({0x99: 1_000}))
    assert by_table(SEARCH, other) == by_table(SEARCH)


def test_large_searches_are_divided() -> None:
    keys = tuple(range(0, 2_100, 7))
    stores = " ".join(f"l{key}: {key} 0 sstore stop" for key in keys)
    text = "callvalue 4 calldataload " + compared(keys) + REVERT + stores
    items = read_items(text)
    JumpTables().run(items, OFTEN)
    tables = [item for item in items if isinstance(item, PushLabels)]
    assert len(tables) > 2
    values = [0, 7, 8, 2_093, 2_090, 2_100, 1_050]
    before = outcomes(read_items(text), values)
    assert first_difference(before, outcomes(items, values)) is None


def test_the_notation_has_tables() -> None:
    text = "@one,two,one 1 pop"
    assert items_text(read_items(text + " one: stop two: stop")).startswith(text)


def test_listings_name_the_labels_of_a_table() -> None:
    dialect = dialect_for(DEFAULT_EVM_VERSION)
    names = ItemNames(
        generate_program(
            Front(Source("{ }"), Options(evm_version=dialect.version.text, optimized=NO_CODE))
        ),
        dialect,
    )
    items = read_items("@one,two,one jump one: stop two: stop")
    labels = [item.label for item in items if isinstance(item, PlaceLabel)]
    for number, label in enumerate(labels, start=5):
        label.number = number
    assert names.listed(items[0]) == ("tags(tag_5, tag_6, tag_5)", "PUSH [tags]", "5 6 5")
    assert [names.listed(items[place]).text for place in (2, 4)] == ["tag_5:", "tag_6:"]
