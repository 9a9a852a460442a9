"""Words by the cases of an operand: few values, and tests of entries of a table."""

from __future__ import annotations

from random import Random

import pytest

from tests.slices import seeds
from yulopt.prover.case_analysis import as_membership, few_values
from yulopt.prover.terms import Term, Terms
from yulopt.prover.words import Words
from yulopt.prover.work_clock import WorkClock
from yulopt.rules.arithmetic import compute
from yulopt.syntax.literals import WORD_MASK

TERMS = Terms(WorkClock())
WORDS = Words(TERMS)
VALUE = TERMS.make("parameter", "value")
OTHER = TERMS.make("parameter", "other")


def constant(value: int) -> Term:
    return TERMS.constant(value)


def apply(name: str, *args: Term) -> Term:
    return WORDS.apply(name, args)


def looked_up(place: Term, entries: list[int]) -> Term:
    """The entry at a place below the number of entries."""
    result = constant(entries[-1])
    for index in reversed(range(len(entries) - 1)):
        is_here = WORDS.equal(place, constant(index))
        result = TERMS.make("ite", args=(is_here, constant(entries[index]), result))
    return result


def value_of(term: Term, value: int, other: int) -> int:
    if term.is_constant:
        return term.value
    if term.op == "parameter":
        return value if term is VALUE else other
    args = [value_of(arg, value, other) for arg in term.args]
    if term.op == "ite":
        return args[1] if args[0] else args[2]
    if term.op == "sum":
        assert isinstance(term.data, tuple)
        numbers = [int(number) for number in term.data]
        products = zip(numbers[1:], args, strict=True)
        return (numbers[0] + sum(one * word for one, word in products)) & WORD_MASK
    if term.op in ("and", "or", "xor", "mul") and len(args) > 2:
        result = args[0]
        for arg in args[1:]:
            result = compute(term.op, [result, arg])
        return result
    return compute(term.op, args)


@pytest.mark.parametrize("seed", seeds(60, at_length=2_000))
def test_tables_with_some_wrong_entries(seed: int) -> None:
    random = Random(seed)
    count = random.choice((3, 4, 7, 8, 16))
    by = random.choice((VALUE, VALUE, VALUE, apply("add", VALUE, constant(3)), OTHER))
    place = apply("mod", by, constant(count))
    entries = [
        random.randrange(3) * count + random.choice((index, index, 1)) for index in range(count)
    ]
    entry = looked_up(place, entries)
    condition = apply(random.choice(("sub", "xor", "eq")), entry, VALUE)
    found = as_membership(WORDS, condition)
    assert (found is condition) == (by is OTHER), seed
    for value in range(4 * count):
        for other in range(count):
            expected = bool(value_of(condition, value, other))
            assert bool(value_of(found, value, other)) == expected, (seed, value, entries)


def test_entries_that_are_computed_stay() -> None:
    place = apply("mod", VALUE, constant(3))
    entry = TERMS.make("ite", args=(WORDS.equal(place, constant(0)), OTHER, constant(5)))
    condition = apply("sub", entry, VALUE)
    assert as_membership(WORDS, condition) is condition


def test_other_conditions_stay() -> None:
    condition = WORDS.less(VALUE, constant(7))
    assert as_membership(WORDS, condition) is condition


def test_an_operand_with_few_values() -> None:
    place = apply("mod", VALUE, constant(5))
    found = few_values(WORDS, apply("add", constant(100), apply("mul", constant(6), place)))
    assert found is not None
    assert found[0] is place
    assert [(value, word.value) for value, word in found[1]] == [
        (value, 100 + 6 * value) for value in range(5)
    ]


def test_many_values_are_not_tried() -> None:
    assert few_values(WORDS, apply("mod", VALUE, constant(1_000))) is None
    assert few_values(WORDS, apply("and", VALUE, constant(0x1FF))) is None
    assert few_values(WORDS, apply("and", VALUE, constant(0xFF))) is not None


def test_words_with_many_paths_to_their_operands_take_little_time() -> None:
    word = apply("mod", VALUE, constant(3))
    for _ in range(60):
        word = apply("xor", apply("mul", word, word), apply("div", word, VALUE))
    condition = apply("sub", word, VALUE)
    assert as_membership(WORDS, condition) is condition
    assert few_values(WORDS, condition) is None
