"""Addresses as sums of values, and the disjointness of memory ranges."""

from __future__ import annotations

import itertools
from typing import Final

from yulopt.domains.addresses import FLOOR, Span, Sum, as_sum, is_after, is_apart
from yulopt.domains.facts import Facts
from yulopt.domains.words import WordDomain

_WORD: Final = 1 << 256


def facts_with(*bounds: tuple[int, int]) -> tuple[Facts, list[int]]:
    """Facts, and the numbers of values between such bounds."""
    words = WordDomain()
    facts = Facts(words)
    return facts, [facts.fresh(words.interval(*bound)) for bound in bounds]


def touch(one: int, length: int, other: int, other_length: int) -> bool:
    """Whether two ranges have a byte in common, modulo 2**256."""
    behind = (one - other) % _WORD
    return behind < other_length or (other - one) % _WORD < length


def test_constants_are_apart_exactly_if_they_have_no_byte_in_common() -> None:
    facts, _ = facts_with()
    for start, length, other_length in itertools.product(range(-70, 70), (1, 32), (1, 32, 64)):
        one, other = Span(Sum(start, ()), length), Span(Sum(0, ()), other_length)
        expected = not touch(start % _WORD, length, 0, other_length)
        assert is_apart(facts, one, other) is expected, start


def test_a_common_unknown_value_does_not_matter() -> None:
    facts, (base,) = facts_with((0, _WORD - 1))
    one, other = Span(Sum(32, (base,)), 32), Span(Sum(0, (base,)), 32)
    assert is_apart(facts, one, other)
    assert not is_apart(facts, Span(Sum(31, (base,)), 32), other)
    assert not is_apart(facts, one, Span(Sum(0, ()), 32))


def test_distances_may_wrap_around() -> None:
    facts, (base, far) = facts_with((0, _WORD - 1), (32, _WORD - 32))
    one, other = Span(Sum(0, (base, far)), 32), Span(Sum(0, (base,)), 32)
    assert is_apart(facts, one, other)
    assert is_apart(facts, other, one)
    assert not is_apart(facts, Span(Sum(1, (base, far)), 32), other)
    assert not is_apart(facts, other, Span(Sum(1, (base, far)), 32))


def test_unknown_values_on_both_sides() -> None:
    # Values between few bounds, which are tried.
    bounds = [(0, 3), (5, 6), (30, 50), (64, 70)]
    for low, high in itertools.product(bounds, repeat=2):
        facts, (one, other) = facts_with(low, high)
        span, its_span = Span(Sum(0, (one,)), 32), Span(Sum(1, (other,)), 32)
        values = itertools.product(range(low[0], low[1] + 1), range(high[0], high[1] + 1))
        expected = not any(touch(a, 32, b + 1, 32) for a, b in values)
        assert is_apart(facts, span, its_span) is expected, (low, high)
        assert is_apart(facts, its_span, span) is expected, (low, high)


def test_a_range_is_after_a_pointer_or_an_earlier_one() -> None:
    facts, (early, late, more) = facts_with((128, 1000), (128, 1000), (0, 500))
    span = Span(Sum(0, tuple(sorted((late, more)))), 32)
    assert is_after(facts, span, Sum(0, (late,)), {})
    assert not is_after(facts, span, Sum(0, (early,)), {})
    assert not is_after(facts, span, Sum(0, (early,)), {late: early}), "known elsewhere only"
    facts.require(facts.node(FLOOR, (late, early)), facts.words.constant(1))
    assert is_after(facts, span, Sum(0, (early,)), {late: early})
    assert not is_after(facts, span, Sum(1, (early,)), {late: early})
    assert not is_after(facts, Span(Sum(-1, (late,)), 32), Sum(0, (early,)), {late: early})


def test_sums_are_decomposed() -> None:
    facts, (value, small) = facts_with((0, _WORD - 1), (0, 255))
    number = facts.node("sub", (facts.node("add", (value, small)), facts.constant(32)))
    assert as_sum(facts, number) == Sum(-32, (value, small))
    assert as_sum(facts, facts.constant(_WORD - 1)) == Sum(-1, ())


def test_a_sum_of_a_pointer_and_anything_is_one_value() -> None:
    facts, (pointer, anything) = facts_with((1 << 65, 1 << 66), (0, _WORD - 1))
    number = facts.node("add", (pointer, anything))
    assert as_sum(facts, number) == Sum(0, (number,))
