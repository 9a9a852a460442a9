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
from yulopt.prover.known import FREE_POINTER, HEAP, NOTHING, Bounds, Known, KnownMemory, Words
from yulopt.prover.terms import Term, Terms
from yulopt.syntax.literals import WORD_BYTES, WORD_MASK

MEMORY: Final = "#memory"
# More words are not worth their reads at each join.
_MAX_WORDS: Final = 16
_MAX_FLOORS: Final = 8


class MemoryFacts:
    """Tracks the facts about memory, if they are followed.

    `words` are those that loops on the current path are assumed not to change; `floors` are words
    that the free memory pointer is not less than, on some paths.
    """

    def __init__(self, terms: Terms, facts: Facts, apart: Apart, *, is_followed: bool) -> None:
        self._terms = terms
        self._pointer = terms.constant(FREE_POINTER)
        self._facts = facts
        self._apart = apart
        self._is_followed = is_followed
        self.words: Words = ()
        self.floors: tuple[Term, ...] = ()

    def at(self, state: State) -> KnownMemory:
        """The facts in a state."""
        if not self._is_followed:
            return NOTHING
        load = self._apart.load_word
        pointer = self._apart.free_pointer(state[MEMORY])
        least, most = self._facts.bounds(pointer)
        floors: list[Term] = []
        for floor in reversed(self.floors) if most <= HEAP.most else ():
            if any(self._facts.is_at_least(word, floor) for word in (pointer, *floors)):
                floors.append(floor)
                least = max(least, self._facts.bounds(floor)[0])
        words = tuple(pair for pair in self.words if load(state[MEMORY], pair[0]) is pair[1])
        return KnownMemory(least, tuple(reversed(floors)), words)

    def enter_heap(self, state: State, *, with_object: bool) -> None:
        """Assume that the free memory pointer is in `HEAP` when a function is called; with an
        object, any word of the heap before it is followed."""
        pointer = self._apart.free_pointer(state[MEMORY])
        HEAP.limit(pointer)
        self.floors = (pointer,)
        if with_object:
            address = self._terms.unknown_word("#object")
            # So that the pointer can still be at the start of the heap.
            Bounds(HEAP.least - WORD_BYTES, HEAP.most - WORD_BYTES).limit(address)
            end = self._apart.end_of_word(address)
            self._facts.limit_difference(pointer, end, HEAP.most)
            self.floors = (end, pointer)
            self.words = ((address, self._apart.load_word(state[MEMORY], address)),)

    def after_call(self, known: Known, before: Term, state: State, kept: KnownMemory) -> None:
        """Note facts about a state after a call that changed memory from `before`; `kept` are lower
        bounds of the pointer that hold again."""
        if known.keeps_objects and state[MEMORY] is not before:
            self._apart.before_calls[state[MEMORY]] = before
        self.note(state, kept)
        self.follow(kept)

    def note_read(self, address: Term) -> None:
        """Note that code reads a word."""
        self._apart.needs_heap |= address is self._pointer

    @property
    def needs_heap(self) -> bool:
        """Whether facts may depend on the free memory pointer being in `HEAP` at the call."""
        return self._apart.needs_heap

    def note_results(self, known: Known, results: list[Term], *, in_heap: bool) -> None:
        """Note the bounds of the results of a call."""
        for result, bounds in zip(results, known.results, strict=True):
            bounds.limit(result)
        if in_heap and known.of_heap:
            self._apart.needs_heap = True
            self._facts.limit_all(results, known.of_heap)

    def is_in_heap(self, state: State) -> bool:
        """Whether the free memory pointer is certainly in `HEAP`."""
        return self._apart.is_in_heap(state[MEMORY])

    def in_round(self, state: State, kept: KnownMemory) -> None:
        """Assume facts about memory at the start of a round."""
        self.note(state, kept)
        self.words = tuple(dict.fromkeys(self.words + kept.words))
        # What is not less than the pointer now is not less than its lower bounds.
        pointer = self._apart.free_pointer(state[MEMORY])
        self.floors = (*kept.floors, pointer) if kept.floors else ()

    def follow(self, kept: KnownMemory) -> None:
        """Follow facts from now on."""
        self.floors = tuple(dict.fromkeys(self.floors + kept.floors))[:_MAX_FLOORS]
        self.words = tuple(dict.fromkeys(self.words + kept.words))[:_MAX_WORDS]

    def before(self, state: State) -> KnownMemory:
        """The lower bounds of the free memory pointer in a state: those followed, and the pointer
        itself if it is not too large."""
        found = self.at(state)
        pointer = self._apart.free_pointer(state[MEMORY])
        if self._facts.bounds(pointer)[1] > HEAP.most:
            return KnownMemory(found.least, found.floors)
        floors = dict.fromkeys((*found.floors, pointer))
        return KnownMemory(found.least, tuple(floors)[:_MAX_FLOORS])

    def note(self, state: State, kept: KnownMemory) -> None:
        """Note facts in a state."""
        load = self._apart.load_word
        if kept.least or kept.floors:
            pointer = self._apart.free_pointer(state[MEMORY])
            most = HEAP.most if kept.floors else WORD_MASK
            self._facts.limit(pointer, kept.least, most)
            for floor in kept.floors:
                self._facts.limit_difference(pointer, floor, most)
        for address, word in kept.words:
            self._facts.equate(load(state[MEMORY], address), word)

    def unwritten(self, entry: Term, after: Term, read: list[Term]) -> Words:
        """Candidates for words that a loop leaves unchanged: those assumed by outer loops, `read`
        in a round, or written shortly before the loop, unless the round certainly writes them.
        `entry` and `after` are memory before the loop and after a round."""
        load = self._apart.load_word
        addresses = dict.fromkeys(
            [address for address, _ in self.words] + read + self._written(entry)
        )
        found = [
            (address, load(entry, address))
            for address in addresses
            if load(after, address).op in ("mload", "ite")
        ]
        return tuple(found[:_MAX_WORDS])

    def _written(self, memory: Term) -> list[Term]:
        """The addresses of the last words that were written to memory."""
        found: list[Term] = []
        links = 0
        while links < MAX_LINKS and len(found) < _MAX_WORDS:
            links += 1
            if memory.op == "mstore":
                found.append(memory.args[1])
            if memory.op in WRITES:
                memory = memory.args[0]
            elif memory in self._apart.before_calls:
                memory = self._apart.before_calls[memory]
            else:
                break
        return found
