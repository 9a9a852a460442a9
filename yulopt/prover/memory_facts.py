"""Facts about memory on each path: a lower bound of the free memory pointer, and words that loops
do not change.

Allocated objects are disjoint from scratch space if the word at 64 is large enough. The bound is
derived from the program, not assumed by convention: it must set the word, and never decrease it.

The length of an array is disjoint from its elements if their index is checked against that length,
and so stays what it is. Both facts are proven by induction over the rounds of a loop.
"""

from __future__ import annotations

from typing import Final

from yulopt.prover.apart import Apart
from yulopt.prover.arrays import MAX_LINKS, WRITES
from yulopt.prover.builtins import State
from yulopt.prover.facts import Facts
from yulopt.prover.known import NOTHING, KnownMemory, Words
from yulopt.prover.terms import Term, Terms
from yulopt.syntax.literals import WORD_MASK

MEMORY: Final = "#memory"
_POINTER: Final = 64
# More words are not worth their reads at each join.
_MAX_WORDS: Final = 16


class MemoryFacts:
    """Tracks the facts about memory, if they are followed.

    `words` are those that loops on the current path are assumed not to change.
    """

    def __init__(self, terms: Terms, facts: Facts, apart: Apart, *, is_followed: bool) -> None:
        self._pointer = terms.constant(_POINTER)
        self._facts = facts
        self._apart = apart
        self._is_followed = is_followed
        self.words: Words = ()

    def at(self, state: State) -> KnownMemory:
        """The facts in a state."""
        if not self._is_followed:
            return NOTHING
        load = self._apart.load_word
        words = tuple(pair for pair in self.words if load(state[MEMORY], pair[0]) is pair[1])
        return KnownMemory(self._facts.bounds(load(state[MEMORY], self._pointer))[0], words)

    def note(self, state: State, kept: KnownMemory) -> None:
        """Note facts in a state."""
        load = self._apart.load_word
        if kept.least:
            self._facts.limit(load(state[MEMORY], self._pointer), kept.least, WORD_MASK)
        for address, word in kept.words:
            self._facts.equate(load(state[MEMORY], address), word)

    def unwritten(self, entry: Term, after: Term, read: list[Term]) -> Words:
        """Candidates for words that a loop leaves unchanged: those assumed by outer loops, `read`
        in a round, or written shortly before the loop, unless the round certainly writes them.
        `entry` and `after` are memory before the loop and after a round."""
        load = self._apart.load_word
        addresses = dict.fromkeys([address for address, _ in self.words] + read + _written(entry))
        found = [
            (address, load(entry, address))
            for address in addresses
            if load(after, address).op in ("mload", "ite")
        ]
        return tuple(found[:_MAX_WORDS])


def _written(memory: Term) -> list[Term]:
    """The addresses of the last words that were written to memory."""
    found: list[Term] = []
    links = 0
    while memory.op in WRITES and links < MAX_LINKS and len(found) < _MAX_WORDS:
        links += 1
        if memory.op == "mstore":
            found.append(memory.args[1])
        memory = memory.args[0]
    return found
