"""Equality of chains of writes up to the order of disjoint writes."""

from __future__ import annotations

from collections.abc import Callable

from yulopt.prover.arrays import LINKS, MAX_LINKS, Arrays, written_range
from yulopt.prover.terms import Term, Terms
from yulopt.prover.words import Words


class Chains:
    """Compares chains; `same` decides whether other terms are equal."""

    def __init__(
        self, terms: Terms, words: Words, arrays: Arrays, same: Callable[[Term, Term], bool]
    ) -> None:
        self._terms = terms
        self._words = words
        self._arrays = arrays
        self._same = same

    def without_last(self, one: Term, other: Term) -> Term | None:
        """The other chain without the last write of the first chain, if it has that write and the
        write commutes with all later ones; None otherwise."""
        above: list[Term] = []
        while other.op in LINKS and len(above) < MAX_LINKS:
            if (other.op, other.data) == (one.op, one.data) and all(
                map(self._same, one.args[1:], other.args[1:])
            ):
                rest = other.args[0]
                for link in reversed(above):
                    rest = self._terms.make(link.op, link.data, (rest, *link.args[1:]))
                return rest
            if not self._are_apart(one, other):
                return None
            above.append(other)
            other = other.args[0]
        return None

    def _are_apart(self, one: Term, other: Term) -> bool:
        """Whether writes are certainly disjoint."""
        if "sstore" in (one.op, other.op):
            distance = self._words.distance(one.args[1], other.args[1])
            return one.op == other.op and distance is not None and distance != 0
        return self._arrays.are_apart(
            written_range(one, self._terms), written_range(other, self._terms)
        )
