"""Abstract words, facts about memory, and invariants of functions at all their calls."""

from __future__ import annotations

from collections.abc import Collection
from functools import reduce
from typing import Final, TypeAlias

import attr

from yulopt.prover.terms import Term, Terms
from yulopt.syntax.literals import WORD_MASK

# Addresses of memory, with the words there.
Words: TypeAlias = tuple[tuple[Term, Term], ...]


@attr.s(auto_attribs=True, frozen=True)
class Bounds:
    """The words from `least` to `most` whose set bits are in `ones`."""

    least: int = 0
    most: int = WORD_MASK
    ones: int = WORD_MASK

    @staticmethod
    def of(term: Term) -> Bounds:
        """The abstract word of a term."""
        return Bounds(term.least, term.most, term.ones)

    def join(self, other: Bounds) -> Bounds:
        """The join of both."""
        return Bounds(
            min(self.least, other.least), max(self.most, other.most), self.ones | other.ones
        )

    def meet(self, other: Bounds) -> Bounds:
        """The words that are in both."""
        return Bounds(
            max(self.least, other.least), min(self.most, other.most), self.ones & other.ones
        )

    def has(self, other: Bounds) -> bool:
        """Whether all words of the other ones are among these."""
        return self.join(other) == self

    def limit(self, term: Term) -> None:
        """Note that a term is such a word."""
        term.ones &= self.ones
        term.least = max(term.least, self.least)
        term.most = min(term.most, self.most, term.ones)

    def note(self, terms: Terms, term: Term) -> Term:
        """A fresh term for such a word, or a constant."""
        if self.least == self.most:
            return terms.constant(self.least)
        term.ones &= self.ones
        term.least, term.most = self.least, min(self.most, term.ones)
        return term


UNKNOWN: Final = Bounds()
# The address of the free memory pointer.
FREE_POINTER: Final = 64
# The largest address at which memory is accessed: the gas for more does not fit into 64 bits.
MAX_ADDRESS: Final = (1 << 64) - 1
# The free memory pointers after scratch space, the pointer and the zero slot. An object whose
# address and size have at most 64 bits ends at such an address.
HEAP: Final = Bounds(0x80, (1 << 65) - 1)


@attr.s(auto_attribs=True, frozen=True)
class KnownMemory:
    """Facts about memory: lower bounds of the free memory pointer, and some words.

    `least` is a number, and `floors` are words that the pointer is not less than. These, addresses
    and words are terms of the path to a loop that is being executed.
    """

    least: int = 0
    floors: tuple[Term, ...] = ()
    words: Words = ()

    def join(self, other: KnownMemory) -> KnownMemory:
        """The facts that hold for both."""
        floors = tuple(floor for floor in self.floors if floor in other.floors)
        words = tuple(word for word in self.words if word in other.words)
        return KnownMemory(min(self.least, other.least), floors, words)

    def older_than(self, first: int) -> KnownMemory:
        """The facts without the symbol of this serial number and newer ones."""
        floors = tuple(floor for floor in self.floors if floor.newest < first)
        words = tuple(pair for pair in self.words if max(term.newest for term in pair) < first)
        return KnownMemory(self.least, floors, words)

    def holding_in(self, other: KnownMemory) -> KnownMemory:
        """The facts that also hold in `other`. If some words do not, lower bounds of the pointer
        are not dropped yet: a wrong assumption about these words may be the cause."""
        joined = self.join(other)
        if joined.words != self.words:
            return KnownMemory(self.least, self.floors, joined.words)
        return KnownMemory(
            self.least if other.least >= self.least else 0, joined.floors, self.words
        )

    @staticmethod
    def of_all(memories: Collection[KnownMemory]) -> KnownMemory:
        """The facts that hold for all; none if there are no memories."""
        return reduce(KnownMemory.join, memories) if memories else NOTHING


NOTHING: Final = KnownMemory()


@attr.s(auto_attribs=True, frozen=True)
class Guarantee:
    """The effects of a call of a function if the free memory pointer is in `HEAP`, and the
    parameters `needs` are not less than it and at most `most`.

    With `keeps_heap`, the pointer is in `HEAP` again after the call, and not lower; with
    `keeps_pointer`, it is the same; with `keeps_objects`, the call does not change any word between
    scratch space and the pointer, the zero slot included. The results are within the bounds
    `results`, None if these are those of any call.
    """

    needs: frozenset[int] = frozenset()
    most: int = WORD_MASK
    keeps_heap: bool = False
    keeps_pointer: bool = False
    keeps_objects: bool = False
    results: list[Bounds] | None = None


NO_GUARANTEE: Final = Guarantee()


@attr.s(auto_attribs=True)
class Known:
    """The facts about a function: its parameters and its results at all calls.

    If the free memory pointer is in `HEAP` at all calls, `entry` has the parameters that are not
    less than it at all calls; otherwise it is None.
    """

    parameters: list[Bounds]
    results: list[Bounds]
    entry: frozenset[int] | None = None
    guarantee: Guarantee = NO_GUARANTEE

    def note_parameters(self, terms: Terms, parameters: list[Term]) -> list[Term]:
        """The parameters as fresh terms."""
        pairs = zip(self.parameters, parameters, strict=True)
        return [bounds.note(terms, parameter) for bounds, parameter in pairs]

    def join(self, other: Known) -> Known:
        """The facts that hold for both functions."""
        one, two = self.guarantee, other.guarantee
        results = None
        if one.results or two.results:
            results = _joined(one.results or self.results, two.results or other.results)
        return Known(
            _joined(self.parameters, other.parameters),
            _joined(self.results, other.results),
            joined_entries(self.entry, other.entry),
            Guarantee(
                one.needs | two.needs,
                min(one.most, two.most),
                one.keeps_heap and two.keeps_heap,
                one.keeps_pointer and two.keeps_pointer,
                one.keeps_objects and two.keeps_objects,
                results,
            ),
        )


@attr.s(auto_attribs=True, frozen=True)
class Entry:
    """The facts before a call: those about memory; the numbers of the arguments that are not less
    than the free memory pointer (see `Known.entry`); whether the guarantee of the function holds;
    and the lower bounds of the pointer that hold again after the call."""

    memory: Term
    above: frozenset[int] | None = None
    holds: bool = False
    kept: KnownMemory = NOTHING


def joined_entries(
    one: frozenset[int] | None, other: frozenset[int] | None
) -> frozenset[int] | None:
    """The parameters that are above the pointer at both calls; None unless both have a heap."""
    return None if one is None or other is None else one & other


def _joined(some: list[Bounds], others: list[Bounds]) -> list[Bounds]:
    return [one.join(other) for one, other in zip(some, others, strict=True)]
