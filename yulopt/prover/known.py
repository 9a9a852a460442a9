"""What is known of words and of functions wherever they are called."""

from __future__ import annotations

from typing import Final

import attr

from yulopt.prover.terms import Term, Terms
from yulopt.syntax.literals import WORD_MASK


@attr.s(auto_attribs=True, frozen=True)
class Bounds:
    """The words from `least` to `most`, no bit of which is set that is not in `ones`."""

    least: int = 0
    most: int = WORD_MASK
    ones: int = WORD_MASK

    @staticmethod
    def of(term: Term) -> Bounds:
        """What is known of a term."""
        return Bounds(term.least, term.most, term.ones)

    def join(self, other: Bounds) -> Bounds:
        """The words of both."""
        return Bounds(
            min(self.least, other.least), max(self.most, other.most), self.ones | other.ones
        )

    def note(self, terms: Terms, term: Term) -> Term:
        """A term that is such a word, which nothing is made of so far: that, or a constant."""
        if self.least == self.most:
            return terms.constant(self.least)
        term.ones &= self.ones
        term.least, term.most = self.least, min(self.most, term.ones)
        return term


UNKNOWN: Final = Bounds()


@attr.s(auto_attribs=True)
class Known:
    """What is known of a function: of its parameters at all calls, and of its results."""

    parameters: list[Bounds]
    results: list[Bounds]

    def note_parameters(self, terms: Terms, parameters: list[Term]) -> list[Term]:
        """The parameters as terms, which nothing is made of so far."""
        pairs = zip(self.parameters, parameters, strict=True)
        return [bounds.note(terms, parameter) for bounds, parameter in pairs]

    def note_results(self, terms: Terms, results: list[Term]) -> list[Term]:
        """The results of a call as terms, which nothing is made of so far."""
        pairs = zip(self.results, results, strict=True)
        return [bounds.note(terms, result) for bounds, result in pairs]

    def join(self, other: Known) -> Known:
        """What both functions have in common."""
        return Known(
            [one.join(two) for one, two in zip(self.parameters, other.parameters, strict=True)],
            [one.join(two) for one, two in zip(self.results, other.results, strict=True)],
        )
