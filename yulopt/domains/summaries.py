"""Function summaries: writes to memory, and results.

Both are relative to its arguments, or to the free memory pointer at the call, and so
context-sensitive.

Source: K. Cooper and K. Kennedy, "Interprocedural side-effect analysis in linear time", PLDI 1988.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from yulopt.domains.addresses import (
    OUT_OF_REACH,
    Span,
    Sum,
    as_sum,
    bounds,
    distance,
    is_after,
)
from yulopt.domains.facts import Facts
from yulopt.memory.layout import FREE_POINTER, FREE_POINTER_END
from yulopt.syntax.literals import WORD_BYTES

# The bases of addresses that are not relative to a parameter.
ANYWHERE: Final = -1
FREE_MEMORY: Final = -2
NO_BASE: Final = -3
# Addresses with a smaller known bound are computed; loaded references have no such bound.
NOT_SMALL: Final = 1 << 32
# If a function has more writes, those with one base are summarised.
_MAX_WRITES: Final = 16


class Written(NamedTuple):
    """A write of a function: `length` bytes from an address between `least` and `most` on.

    `base`: the number of a parameter that these are relative to, or one of the constants above.
    """

    base: int
    least: int
    most: int
    length: int


class Returned(NamedTuple):
    """A result of a function: the parameter of number `base`, or the free memory pointer at the
    call, plus between `least` and `most`."""

    base: int
    least: int
    most: int


EVERYWHERE: Final = Written(ANYWHERE, 0, 0, 0)
MOVES_POINTER: Final = Written(NO_BASE, FREE_POINTER, FREE_POINTER, WORD_BYTES)


def note_write(writes: set[Written], written: Written) -> None:
    """Add to the writes of a function."""
    if written in writes:
        return
    writes.add(written)
    if len(writes) > _MAX_WRITES:
        groups: dict[tuple[int, bool], list[Written]] = {}
        for one in writes:
            # One that is small can be the free memory pointer, which others are trusted not to be.
            groups.setdefault((one.base, one.most < NOT_SMALL), []).append(one)
        writes.clear()
        writes.update(map(_hull, groups.values()))


def writes_pointer(writes: Iterable[Written]) -> bool:
    """Whether a function may write to the free memory pointer, as far as that is not trusted."""
    return any(
        base == NO_BASE
        and most < NOT_SMALL
        and least < FREE_POINTER_END
        and most + length > FREE_POINTER
        for base, least, most, length in writes
    )


def _hull(writes: list[Written]) -> Written:
    """A write that covers others with the same base."""
    length = max(one.length for one in writes)
    end = max(one.most + one.length for one in writes)
    return Written(writes[0].base, min(one.least for one in writes), end - length, length)


def written_as(
    facts: Facts, span: Span, pointer: int, parameters: list[int], floors: dict[int, int]
) -> Written:
    """A write in terms of the function's pointer and parameters, for its callers."""
    start, length = span
    if is_after(facts, span, as_sum(facts, pointer), floors):
        return Written(FREE_MEMORY, 0, 0, length)
    for index, parameter in enumerate(parameters):
        if parameter in start.terms:
            terms = list(start.terms)
            terms.remove(parameter)
            least, most = bounds(facts, Sum(start.constant, tuple(terms)))
            if least >= 0 and most < OUT_OF_REACH:
                return Written(index, least, most, length)
    least, most = bounds(facts, start)
    if least < 0 or most >= facts.words.limit:
        return EVERYWHERE
    return Written(NO_BASE, least, most, length)


def returned_as(facts: Facts, number: int, pointer: int, parameters: list[int]) -> Returned | None:
    """A returned value in terms of the function's pointer and parameters."""
    address = as_sum(facts, number)
    for index, base in ((FREE_MEMORY, pointer), *enumerate(parameters)):
        start = as_sum(facts, base)
        if start.terms and set(start.terms) <= set(address.terms):
            least, most = distance(facts, address, start)
            if least >= 0 and most < OUT_OF_REACH:
                return Returned(index, least, most)
    return None


def either(one: Returned | None, other: Returned | None) -> Returned | None:
    """The join of two results."""
    if one is None or other is None or one.base != other.base:
        return None
    return Returned(one.base, min(one.least, other.least), max(one.most, other.most))
