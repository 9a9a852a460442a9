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


@attr.s(auto_attribs=True, frozen=True)
class KnownMemory:
    """Facts about memory: a lower bound of the free memory pointer, and some words.

    Addresses and words are terms of the path to a loop that is being executed.
    """

    least: int = 0
    words: Words = ()

    def join(self, other: KnownMemory) -> KnownMemory:
        """The facts that hold for both."""
        words = tuple(word for word in self.words if word in other.words)
        return KnownMemory(min(self.least, other.least), words)

    @staticmethod
    def of_all(memories: Collection[KnownMemory]) -> KnownMemory:
        """The facts that hold for all; none if there are no memories."""
        return reduce(KnownMemory.join, memories) if memories else NOTHING


NOTHING: Final = KnownMemory()


@attr.s(auto_attribs=True)
class Known:
    """The facts about a function: its parameters at all calls, and its results."""

    parameters: list[Bounds]
    results: list[Bounds]

    def note_parameters(self, terms: Terms, parameters: list[Term]) -> list[Term]:
        """The parameters as fresh terms."""
        pairs = zip(self.parameters, parameters, strict=True)
        return [bounds.note(terms, parameter) for bounds, parameter in pairs]

    def note_results(self, terms: Terms, results: list[Term]) -> list[Term]:
        """The results of a call as fresh terms."""
        pairs = zip(self.results, results, strict=True)
        return [bounds.note(terms, result) for bounds, result in pairs]

    def join(self, other: Known) -> Known:
        """The facts that hold for both functions."""
        return Known(
            [one.join(two) for one, two in zip(self.parameters, other.parameters, strict=True)],
            [one.join(two) for one, two in zip(self.results, other.results, strict=True)],
        )
