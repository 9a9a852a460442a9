"""The SwitchSplitter (b): a binary search among the labels of a large switch."""

from __future__ import annotations

import random
from functools import cache

import pytest

import yulopt
from tests.slices import seeds
from tests.steps.check import check_step, check_unchanged, result
from yulopt.dialect import DEFAULT_EVM_VERSION, dialect_for
from yulopt.gas.model import BRANCH, COMPARISON, JUMP, NEGATION, GasModel
from yulopt.interpreter.run import run
from yulopt.syntax.ast import Identifier, Statement, Switch

WORD = 1 << 256
SELECTOR = 0xABCDEF12


def switch(labels: list[int], *, default: str = "", value: str = "calldataload(0)") -> str:
    """A program that stores the index of the label that the value has."""
    cases = " ".join(f"case {label} {{ sstore(0, {n + 1}) }}" for n, label in enumerate(labels))
    return f"{{ switch {value} {cases} {default} sstore(1, 1) }}"


def stored(program: str, word: int) -> dict[int, int]:
    """The storage after the program for this word of calldata."""
    outcome = run(program, calldata=word.to_bytes(32, "big"))
    return {slot: value for (_, slot), value in outcome.storage.items()}


def splits(text: str) -> int:
    return text.count("switch lt(")


def test_the_switch_behaves_the_same_for_every_value() -> None:
    for seed in seeds(3, 2000):
        rng = random.Random(seed)
        bits = rng.choice((4, 8, 32, 160, 256))
        labels = list({rng.getrandbits(bits) for _ in range(rng.randint(4, 30))})
        rng.shuffle(labels)
        default = rng.choice(("", "default { }", "default { sstore(0, 777) }"))
        before = switch(labels, default=default)
        after = result("b", before, runs=100_000)
        words = {0, WORD - 1, *labels}
        words |= {(label + offset) % WORD for label in labels for offset in (1, -1)}
        assert splits(after) or len(labels) < 6, f"seed {seed}"
        for word in words:
            assert stored(after, word) == stored(before, word), f"seed {seed}, word {word}"


def test_labels_are_unsigned() -> None:
    labels = [1, 2, 3, WORD - 3, WORD - 2, WORD - 1]
    after = result("b", switch(labels), runs=100_000)
    assert "switch lt(_1, 0x80" in after
    for index, label in enumerate(labels):
        assert stored(after, label)[0] == index + 1


def test_the_value_is_computed_once() -> None:
    check_step(
        "b",
        """{
            switch f()
            case 0 { } case 16 { } case 32 { } case 48 { } case 64 { } case 80 { }
            case 96 { } case 112 { }
            function f() -> r { r := sload(0) sstore(0, add(r, 1)) }
        }""",
        """{
            let _1 := f()
            switch lt(_1, 0x40)
            case 0 {
                switch _1
                case 64 { } case 80 { } case 96 { } case 112 { }
            }
            default {
                switch _1
                case 0 { } case 16 { } case 32 { } case 48 { }
            }
            function f() -> r { r := sload(0) sstore(0, add(r, 1)) }
        }""",
        runs=100,
    )


def test_a_variable_assigned_by_a_case_is_read_unchanged() -> None:
    before = """{
        let x := calldataload(0)
        switch x
        case 1 { x := 9 } case 2 { x := 1 } case 3 { x := 2 } case 4 { x := 3 }
        case 5 { x := 4 } case 6 { x := 5 } case 7 { x := 6 } case 8 { x := 7 }
        sstore(0, x)
    }"""
    after = result("b", before, runs=100_000)
    assert splits(after) >= 1
    assert "let _1" not in after
    for word in range(1, 10):
        assert stored(after, word) == stored(before, word)


def test_a_switch_inside_a_case_is_split_too() -> None:
    inner = switch(list(range(10, 20)))[2:-2]
    cases = " ".join(f"case {n} {{ {inner} }}" for n in range(8))
    after = result("b", f"{{ switch calldataload(0) {cases} }}", runs=100_000)
    assert splits(after) > 8


@pytest.mark.parametrize(
    "default", ["let x := 1 sstore(0, x)", "f() function f() { sstore(0, 1) }", "{ let y }"]
)
def test_a_default_that_declares_something_is_not_copied(default: str) -> None:
    check_unchanged("b", switch(list(range(12)), default=f"default {{ {default} }}"))


def test_a_large_default_is_in_the_cost() -> None:
    stores = " ".join(f"sstore({n}, calldataload({n}))" for n in range(200))
    check_unchanged("b", switch(list(range(12)), default=f"default {{ {stores} }}"))
    assert splits(result("b", switch(list(range(12)), default="default { }")))


def test_the_number_of_splits_is_optimal() -> None:
    labels = [SELECTOR + 77 * n for n in range(40)]
    numbers = [splits(result("b", switch(labels), runs=runs)) for runs in (0, 1, 10, 200, 10**6)]
    assert numbers == sorted(numbers)
    assert numbers[0] == 0
    assert numbers[1] < numbers[3] < len(labels) // 2


def test_few_or_no_cases() -> None:
    check_unchanged("b", "{ switch calldataload(0) default { sstore(0, 1) } }", switch([1, 2, 3]))


@pytest.mark.parametrize("number", [5, 12, 17, 40])
@pytest.mark.parametrize("runs", [1, 20, 200, 10_000])
def test_no_other_search_is_cheaper(number: int, runs: int) -> None:
    """All ways to split are searched here."""
    model = GasModel(dialect_for(DEFAULT_EVM_VERSION), runs)
    compare = model.push(SELECTOR) + model.code(COMPARISON) + model.code(BRANCH)
    split = compare + model.code(NEGATION)
    split.code += model.code(JUMP).code + model.byte_gas

    def one_by_one(cases: int) -> int:
        compared = number * cases * (cases + 1) // 2 + cases * cases
        return compared * runs * compare.run + number * cases * compare.code

    def halves(cases: int, lower: int, upper: int) -> int:
        passed = number * cases + cases
        return passed * runs * split.run + number * split.code + lower + upper

    @cache
    def cheapest(cases: int) -> int:
        parts = [
            halves(cases, cheapest(lower), cheapest(cases - lower)) for lower in range(1, cases)
        ]
        return min([one_by_one(cases), *parts])

    def gas_of(search: Statement) -> tuple[int, int]:
        """The gas of a search, and the number of its cases."""
        assert isinstance(search, Switch)
        if isinstance(search.expression, Identifier) or len(search.cases) > 2:
            return one_by_one(len(search.cases)), len(search.cases)
        (upper, count), (lower, others) = (gas_of(case.body.statements[0]) for case in search.cases)
        return halves(count + others, lower, upper), count + others

    text = result("b", switch([SELECTOR + n for n in range(number)]), runs=runs)
    search = next(x for x in yulopt.parse(text).code.statements if isinstance(x, Switch))
    assert gas_of(search) == (cheapest(number), number)


def test_many_cases_need_no_deep_recursion() -> None:
    text = result("b", switch(list(range(3000))), runs=10**6)
    assert splits(text) > 500
    assert yulopt.parse(text)
