"""A lower bound of the free memory pointer, on each path.

Allocated objects are disjoint from scratch space if the word at 64 is large enough. The bound is
derived from the program, not assumed by convention: it must set the word, and never decrease it. In
loops, the bound is proven by induction over the rounds.
"""

from __future__ import annotations

from typing import Final

from yulopt.prover.apart import Apart
from yulopt.prover.builtins import State
from yulopt.prover.facts import Facts
from yulopt.prover.terms import Term, Terms
from yulopt.syntax.literals import WORD_MASK

_ADDRESS: Final = 64


class FreePointer:
    """The least number that the free memory pointer can be; 0 unless it is followed."""

    def __init__(self, terms: Terms, facts: Facts, apart: Apart, *, is_followed: bool) -> None:
        self._address = terms.constant(_ADDRESS)
        self._facts = facts
        self._apart = apart
        self._is_followed = is_followed

    def least(self, state: State) -> int:
        """The least number that it can be in a state."""
        return self._facts.bounds(self._word(state))[0] if self._is_followed else 0

    def limit(self, state: State, least: int) -> None:
        """Note that it is at least a number in a state."""
        if least:
            self._facts.limit(self._word(state), least, WORD_MASK)

    def _word(self, state: State) -> Term:
        return self._apart.load_word(state["#memory"], self._address)
