"""Addresses as sums of values, and the disjointness of memory ranges.

An address is a constant plus some numbered values (see `yulopt.domains.facts`), each with known
bounds. Values that two addresses share cancel in their distance; so the ranges are disjoint if the
other values leave enough room. Distances are modulo 2**256, so sums may wrap around.

If the free memory pointer is known never to decrease, it orders the objects: those allocated before
it was loaded are below it.

Source: W. Landi and B. Ryder, "A safe approximate algorithm for interprocedural pointer aliasing",
PLDI 1992, for may-alias as the question; T. Reps, G. Balakrishnan and J. Lim, "Intermediate-
representation recovery from low-level code", PEPM 2006, for values as a base and an interval.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from yulopt.domains.facts import Facts, Operands
from yulopt.rules.arithmetic import signed

# No gas suffices for accesses from here on: the price grows with the square of the address.
OUT_OF_REACH: Final = 1 << 64
# Every call has the gas for memory below this: 14336.
AFFORDABLE: Final = 1 << 16
_WORD: Final = 1 << 256
# The fact that a pointer is not below another one.
FLOOR: Final = "floor"
# Sums of more values are treated as one.
_MAX_TERMS: Final = 8


class Sum(NamedTuple):
    """An address: a constant, which may be negative, and the numbers of values, in order."""

    constant: int
    terms: tuple[int, ...]


class Span(NamedTuple):
    """Memory from an address on; `length`: the maximum number of bytes."""

    start: Sum
    length: int


def as_sum(facts: Facts, number: int) -> Sum:
    """Expand a value into a sum of values that are not sums."""
    constant = 0
    terms: list[int] = []
    pending = [number]
    while pending:
        one = pending.pop()
        name, operands = facts.definition(one)
        if name == "literal":
            constant += signed(operands[0])
        elif name == "add" and len(terms) + len(pending) < _MAX_TERMS and _adds_up(facts, operands):
            pending += operands
        elif name == "sub" and facts.definition(operands[1])[0] == "literal":
            constant -= signed(facts.definition(operands[1])[1][0])
            pending.append(operands[0])
        else:
            known = facts.values_of(one).constant
            if known is None:
                terms.append(one)
            else:
                constant += signed(known)
    return Sum(signed(constant % _WORD), tuple(sorted(terms)))


def _adds_up(facts: Facts, operands: Operands) -> bool:
    """Whether a sum does not wrap, or has a constant or small operand.

    More may be known of another one than of its parts.
    """
    known = [facts.values_of(operand) for operand in operands]
    return known[0].most + known[1].most < _WORD or any(
        values.constant is not None or values.most < OUT_OF_REACH for values in known
    )


def bounds(facts: Facts, address: Sum) -> tuple[int, int]:
    """The integer bounds of the sum, before it wraps."""
    least = most = address.constant
    for term in address.terms:
        values = facts.values_of(term)
        least += values.least
        most += values.most
    return least, most


def is_apart(facts: Facts, one: Span, other: Span) -> bool:
    """Whether two ranges are certainly disjoint."""
    if not one.length or not other.length:
        return True
    least, most = distance(facts, one.start, other.start)
    # Somewhere after the other one, or somewhere before it.
    after = least >= other.length and most + one.length <= _WORD
    before = most <= -one.length and least >= other.length - _WORD
    return after or before


def is_after(facts: Facts, span: Span, pointer: Sum, floors: dict[int, int]) -> bool:
    """Whether memory starts at or after a pointer.

    `floors`: lower bounds of pointers by other pointers (see `floor_of`).
    """
    start = span.start
    least, most = bounds(facts, start)
    if least < 0 or most + span.length > _WORD:
        return False
    for term in start.terms:
        floor: int | None = term
        rest = _without(start, term)
        while floor is not None:
            below = as_sum(facts, floor)
            low, _ = distance(facts, _plus(below, rest), pointer)
            if low >= 0 and _fits(facts, below) and _fits(facts, pointer):
                return True
            floor = floor_of(facts, floors, floor)
    return False


def floor_of(facts: Facts, floors: dict[int, int], pointer: int) -> int | None:
    """The pointer in `floors` that this one is known not to be below at the current point."""
    floor = floors.get(pointer)
    return floor if floor is not None and facts.is_known_true(FLOOR, (pointer, floor)) else None


def end_of(span: Span) -> Sum:
    """The address after a range."""
    return Sum(span.start.constant + span.length, span.start.terms)


def _fits(facts: Facts, address: Sum) -> bool:
    """Whether a sum certainly does not wrap."""
    least, most = bounds(facts, address)
    return least >= 0 and most < _WORD


def distance(facts: Facts, one: Sum, other: Sum) -> tuple[int, int]:
    """The integer bounds of `one - other`, without the shared values."""
    least = most = one.constant - other.constant
    if one.terms == other.terms:
        return least, most
    mine, theirs = list(one.terms), list(other.terms)
    for term in one.terms:
        if term in theirs:
            mine.remove(term)
            theirs.remove(term)
    for term in mine:
        values = facts.values_of(term)
        least += values.least
        most += values.most
    for term in theirs:
        values = facts.values_of(term)
        least -= values.most
        most -= values.least
    return least, most


def _without(address: Sum, term: int) -> Sum:
    terms = list(address.terms)
    terms.remove(term)
    return Sum(address.constant, tuple(terms))


def _plus(one: Sum, other: Sum) -> Sum:
    return Sum(one.constant + other.constant, tuple(sorted(one.terms + other.terms)))
