"""The frame rule for loops: a word of memory that no round accesses keeps its value, and has no
influence on the loop. A read does not count if its value is known from before the loop.

So the last write of such a word moves from before the loop to after it, where reads of other places
skip it. Otherwise, two loops would differ if only one of them follows a dead write, as that of the
free memory pointer often is.

Accesses are noted during the execution of a round, since path-sensitive facts bound their addresses
best there.

Source: O'Hearn, Reynolds, Yang, "Local reasoning about programs that alter data structures" (CSL
2001).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Final

from yulopt.prover.apart import Apart
from yulopt.prover.arrays import MAX_LINKS, WRITES, Arrays, Range
from yulopt.prover.builtins import State
from yulopt.prover.choices import Choices
from yulopt.prover.facts import Facts
from yulopt.prover.loops import Loops
from yulopt.prover.memory_facts import MEMORY
from yulopt.prover.rounds import Closed, Loop
from yulopt.prover.terms import Term, Terms

# More words are not worth the comparisons of their addresses with those of all accesses.
_MAX_WORDS: Final = 16
# Maximum nesting of choices between memories whose writes are found.
_MAX_CHOICES: Final = 4


class Frames:
    """Notes accesses to memory, for the rounds that are being executed, if they are followed."""

    def __init__(
        self,
        terms: Terms,
        arrays: Arrays,
        choices: Choices,
        facts: Facts,
        apart: Apart,
        *,
        is_followed: bool,
    ) -> None:
        self._terms = terms
        self._arrays = arrays
        self._choices = choices
        self._facts = facts
        self._apart = apart
        self._is_followed = is_followed
        # For each round, the innermost last, its first serial number, and the addresses that were
        # not accessed.
        self._rounds: list[tuple[int, dict[Term, None]]] = []

    @contextmanager
    def round(self, memory: Term | None, first: int) -> Iterator[dict[Term, None]]:
        """Note accesses in a round, whose symbols have serial numbers from `first` on.

        Yields the addresses of the words that were last written to `memory`, which is that before
        the loop, or None if the loop does not change it; those that the round accesses are removed.
        """
        found: dict[Term, None] = {}
        if self._is_followed and memory is not None:
            found = dict.fromkeys(self._last_words(memory))
        self._rounds.append((first, found))
        try:
            yield found
        finally:
            self._rounds.pop()

    @contextmanager
    def ignored(self) -> Iterator[None]:
        """Do not note the accesses of rounds that are executed only to find invariants."""
        rounds, self._rounds = self._rounds, []
        try:
            yield
        finally:
            self._rounds = rounds

    def access(self, start: Term, size: Term, read: Term | None) -> None:
        """Note that memory is accessed; `read` is the word if one is read."""
        accessed = Range(start, size)
        newest = None if read is None else self._facts.of(read).newest
        for first, words in self._rounds:
            if newest is not None and newest < first:
                continue
            for address in list(words):
                if not self._apart.are_apart(self._word(address), accessed):
                    del words[address]

    def access_all(self) -> None:
        """Note that all memory may be accessed."""
        for _, words in self._rounds:
            words.clear()

    def closed(self, loops: Loops, loop: Loop) -> Closed:
        """The whole loop, with the words that no round accesses written after it."""
        if not loop.untouched:
            return loops.close(loop)
        entry = memory = loop.entry[MEMORY]
        for address in loop.untouched:
            memory = self._without(memory, address)
        closed = loops.close(replace(loop, entry=loop.entry | {MEMORY: memory}))

        def restored(state: State) -> State:
            after = state[MEMORY]
            for address in loop.untouched:
                word = self._arrays.load_word(entry, address)
                after = self._arrays.store_word(after, address, word)
            return state | {MEMORY: after}

        return replace(
            closed,
            after=closed.after and restored(closed.after),
            leaving={leaf: restored(state) for leaf, state in closed.leaving.items()},
        )

    def _word(self, address: Term) -> Range:
        return Range(address, self._arrays.word_size)

    def _last_words(self, memory: Term, choices: int = _MAX_CHOICES) -> list[Term]:
        """The constant addresses of the last words that were written to memory, on any path."""
        found: dict[Term, None] = {}
        links = 0
        while memory.op in WRITES and links < MAX_LINKS and len(found) < _MAX_WORDS:
            links += 1
            if memory.op == "mstore" and memory.args[1].is_constant:
                found[memory.args[1]] = None
            memory = memory.args[0]
        if memory.op == "ite" and choices:
            for way in memory.args[1:]:
                found |= dict.fromkeys(self._last_words(way, choices - 1))
        return list(found)[:_MAX_WORDS]

    def _without(self, memory: Term, address: Term, choices: int = _MAX_CHOICES) -> Term:
        """Memory without the last write of a word on each path; the word then has another value."""
        above: list[Term] = []
        while memory.op in WRITES and len(above) < MAX_LINKS:
            if memory.op == "mstore" and memory.args[1] is address:
                return self._with(memory.args[0], above)
            above.append(memory)
            memory = memory.args[0]
        if memory.op == "ite" and choices:
            condition, *ways = memory.args
            one, other = (self._without(way, address, choices - 1) for way in ways)
            memory = self._choices.choose(condition, one, other)
        return self._with(memory, above)

    def _with(self, memory: Term, links: list[Term]) -> Term:
        """Memory with some writes, the last one first."""
        for link in reversed(links):
            memory = self._terms.make(link.op, link.data, (memory, *link.args[1:]))
        return memory
