"""Facts about memory on each path: a lower bound of the free memory pointer, and words that loops
do not change.

Allocated objects are disjoint from scratch space if the word at 64 is large enough. The bound is
derived from the program, not assumed by convention: it must set the word, and never decrease it.

The length of an array is disjoint from its elements if their index is checked against that length,
and so stays what it is. Both facts are proven by induction over the rounds of a loop.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from yulopt.prover.apart import Apart
from yulopt.prover.arrays import MAX_LINKS, WRITES, Range
from yulopt.prover.builtins import State
from yulopt.prover.facts import Facts
from yulopt.prover.known import (
    FREE_POINTER,
    HEAP,
    NO_GUARANTEE,
    NOTHING,
    Bounds,
    Entry,
    Guarantee,
    Known,
    KnownMemory,
    Words,
)
from yulopt.prover.terms import Term, Terms
from yulopt.syntax.literals import WORD_BYTES, WORD_MASK

MEMORY: Final = "#memory"
# More words are not worth their reads at each join.
_MAX_WORDS: Final = 16
_MAX_FLOORS: Final = 8

# The numbers of the arguments at which builtins write, and that are the size.
_WRITTEN: Final = {
    "calldatacopy": (0, 2),
    "codecopy": (0, 2),
    "returndatacopy": (0, 2),
    "mcopy": (0, 2),
    "extcodecopy": (1, 3),
    "call": (5, 6),
    "callcode": (5, 6),
    "delegatecall": (4, 5),
    "staticcall": (4, 5),
}
_WRITTEN_BYTES: Final = {"mstore": WORD_BYTES, "mstore8": 1}


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
        self._at_entry = NOTHING
        self._written_at: dict[Term, None] = {}

    def at(self, state: State) -> KnownMemory:
        """The facts in a state."""
        if not self._is_followed:
            return NOTHING
        load = self._apart.load_word
        pointer = self.pointer(state)
        least, most = self._facts.bounds(pointer)
        floors: list[Term] = []
        for floor in reversed(self.floors) if most <= HEAP.most else ():
            if any(self._facts.is_at_least(word, floor) for word in (pointer, *floors)):
                floors.append(floor)
                least = max(least, self._facts.bounds(floor)[0])
        words = tuple(pair for pair in self.words if load(state[MEMORY], pair[0]) is pair[1])
        return KnownMemory(least, tuple(reversed(floors)), words)

    def enter_heap(self, state: State, above: Sequence[Term], *, with_object: bool) -> None:
        """Assume that the free memory pointer is in `HEAP` when a function is called, and that the
        parameters `above` are not less than it; with an object, any word of the heap before it is
        followed."""
        pointer = self.pointer(state)
        HEAP.limit(pointer)
        self.floors = (pointer,)
        if with_object:
            address = self._terms.unknown_word("#object")
            # So that the pointer can still be at the start of the heap.
            Bounds(HEAP.least - WORD_BYTES, HEAP.most - WORD_BYTES).limit(address)
            end = self._apart.end_of_word(address)
            self._facts.limit_difference(pointer, end, HEAP.most)
            self.floors = (end, pointer)
            word = self._apart.load_word(state[MEMORY], address)
            self.words = ((address, word), (self._pointer, pointer))
        for parameter in above:
            most = self._facts.bounds(parameter)[1]
            for floor in self.floors:
                self._facts.limit_difference(parameter, floor, most)
        self._at_entry = KnownMemory(HEAP.least, self.floors, self.words)

    def guarantee(self, kept: KnownMemory, needs: frozenset[int]) -> Guarantee:
        """The effects of calls of the function that was entered with such parameters in the heap
        and with an object, by the facts at its end; nothing if it was not."""
        if not self._at_entry.words:
            return NO_GUARANTEE
        word, pointer = self._at_entry.words
        return Guarantee(
            needs,
            keeps_heap=set(self._at_entry.floors) <= set(kept.floors),
            keeps_pointer=pointer in kept.words,
            keeps_objects=word in kept.words,
        )

    def entry(self, known: Known | None, state: State, args: Sequence[Term]) -> Entry:
        """The facts before a call of a function with these invariants."""
        memory = state[MEMORY]
        if known is None:
            return Entry(memory)
        for number in known.guarantee.needs:
            self._written_at[args[number]] = None
        if not self._apart.is_in_heap(memory):
            return Entry(memory)
        pointer = self._apart.free_pointer(memory)
        bounds, is_at_least = self._facts.bounds, self._facts.is_at_least
        above = frozenset(number for number, arg in enumerate(args) if is_at_least(arg, pointer))
        guarantee = known.guarantee
        holds = guarantee.needs <= above and all(
            bounds(args[number])[1] <= guarantee.most for number in guarantee.needs
        )
        kept = self.before(state) if holds and guarantee.keeps_heap else NOTHING
        return Entry(memory, above, holds, kept)

    def after_call(self, known: Known, entry: Entry, state: State, results: Sequence[Term]) -> None:
        """Note facts about a state after a call, and about its results."""
        found, memory = known.guarantee, state[MEMORY]
        if memory is not entry.memory:
            pointer = self._apart.free_pointer(entry.memory)
            if found.keeps_objects and not found.needs:
                # Each read checks whether there was a heap, so this may be used on other paths.
                self._apart.before_calls[memory] = entry.memory
            elif found.keeps_objects and entry.holds:
                self._facts.note_call(memory, entry.memory)
            self._apart.note_fixed_words(entry.memory, {self._pointer: pointer})
            if found.keeps_pointer and entry.holds:
                self._apart.note_fixed_words(memory, {self._pointer: pointer})
        self.note(state, entry.kept)
        self.follow(entry.kept)
        for result, bounds in zip(results, known.results, strict=True):
            bounds.limit(result)
        if entry.holds and found.results:
            self._facts.limit_all(results, found.results)

    def after_write(self, before: Term, state: State, builtin: str, args: Sequence[Term]) -> None:
        """Note that a builtin changed memory from `before`; or that it did not, if it wrote a word
        that was there."""
        word = None
        if builtin in _WRITTEN_BYTES:
            written = Range(args[0], self._terms.constant(_WRITTEN_BYTES[builtin]))
            word = args[1] if builtin == "mstore" else None
        elif builtin in _WRITTEN:
            start, size = _WRITTEN[builtin]
            written = Range(args[start], args[size])
        else:
            return
        self._written_at[written.start] = None
        if word is not None and self._apart.is_fixed_word(before, args[0], word):
            state[MEMORY] = before
        else:
            self._apart.follow_write(before, state[MEMORY], written)

    def written_at(self, parameters: Sequence[Term]) -> frozenset[int]:
        """The numbers of the parameters at which code writes, or at a distance from them."""
        found: set[Term] = set()
        for address in self._written_at:
            found |= {address, *(address.args if address.op == "sum" else ())}
        return frozenset(number for number, one in enumerate(parameters) if one in found)

    def in_round(self, state: State, kept: KnownMemory) -> None:
        """Assume facts about memory at the start of a round."""
        self.note(state, kept)
        self.words = tuple(dict.fromkeys(self.words + kept.words))
        # Words that are not less than the pointer now are not less than its lower bounds.
        pointer = self.pointer(state)
        self.floors = (*kept.floors, pointer) if kept.floors else ()

    def follow(self, kept: KnownMemory) -> None:
        """Follow facts from now on."""
        self.floors = tuple(dict.fromkeys(self.floors + kept.floors))[:_MAX_FLOORS]
        self.words = tuple(dict.fromkeys(self.words + kept.words))[:_MAX_WORDS]

    def note(self, state: State, kept: KnownMemory) -> None:
        """Note facts in a state."""
        load = self._apart.load_word
        if kept.least or kept.floors:
            pointer = self.pointer(state)
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
            [address for address, _ in self.words] + read + self._last_written(entry)
        )
        found = [
            (address, load(entry, address))
            for address in addresses
            if load(after, address).op in ("mload", "ite")
        ]
        return tuple(found[:_MAX_WORDS])

    def pointer(self, state: State) -> Term:
        """The free memory pointer."""
        return self._apart.free_pointer(state[MEMORY])

    def fixed_words(self, state: State) -> dict[Term, Term]:
        """The words of scratch space, and the pointer; none if they are not followed."""
        return self._apart.fixed_words(state[MEMORY]) if self._is_followed else {}

    def note_fixed(self, state: State, words: Mapping[Term, Term]) -> None:
        """Note the values of these words in a state."""
        self._apart.note_fixed_words(state[MEMORY], words)

    def before(self, state: State) -> KnownMemory:
        """The lower bounds of the free memory pointer in a state: those followed, and the pointer
        itself if it is not too large."""
        found = self.at(state)
        pointer = self.pointer(state)
        if self._facts.bounds(pointer)[1] > HEAP.most:
            return KnownMemory(found.least, found.floors)
        floors = dict.fromkeys((*found.floors, pointer))
        return KnownMemory(found.least, tuple(floors)[:_MAX_FLOORS])

    def _last_written(self, memory: Term) -> list[Term]:
        """The addresses of the last words that were written to memory."""
        found: list[Term] = []
        links = 0
        while links < MAX_LINKS and len(found) < _MAX_WORDS:
            links += 1
            if memory.op == "mstore":
                found.append(memory.args[1])
            if memory.op in WRITES:
                memory = memory.args[0]
            else:
                before = self._apart.before_call(memory)
                if before is None:
                    break
                memory = before
        return found
