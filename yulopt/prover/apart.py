"""Reads past disjoint writes, by path-sensitive facts about addresses.

The free memory pointer is read after an array was decoded to free memory: after a check of the
length of the array, a write to its end cannot alias the pointer. In storage, a checked index does
not lead from the elements of an array to slot 0. Without such facts, only addresses that differ by
a constant are disjoint (`arrays`). No access extends past the end of memory.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from yulopt.prover.arrays import MAX_LINKS, WRITES, Arrays, Range, written_range
from yulopt.prover.facts import Facts
from yulopt.prover.known import FREE_POINTER, HEAP
from yulopt.prover.terms import Term, Terms
from yulopt.prover.words import Words
from yulopt.syntax.literals import WORD_BYTES, WORD_LIMIT

# Maximum nesting of choices both sides of which are read.
_MAX_CHOICES: Final = 3


class Apart:
    """Reads memory and storage; `here` gives the value of a term in the current case."""

    def __init__(
        self,
        terms: Terms,
        arrays: Arrays,
        words: Words,
        facts: Facts,
        here: Callable[[Term], Term] = lambda term: term,
        *,
        follows_words: bool = False,
    ) -> None:
        self._terms = terms
        self._pointer = terms.constant(FREE_POINTER)
        self._fixed = (terms.zero, terms.constant(WORD_BYTES), self._pointer)
        self._arrays = arrays
        self._words = words
        self._choices = words.choices
        self._facts = facts
        self._here = here
        self._follows_words = follows_words
        self._scratch = Range(terms.zero, self._pointer)
        # Memory before calls, by memory after them. They do not change words between scratch space
        # and the free memory pointer, provided that the pointer is in the heap.
        self.before_calls: dict[Term, Term] = {}

    def load_word(self, memory: Term, start: Term, choices: int = _MAX_CHOICES) -> Term:
        """The word in memory at an address."""
        known = self._facts.word_at(memory, start)
        if known is not None:
            return known
        memory = self._before_writes(memory, Range(start, self._arrays.word_size))
        if memory.op == "ite" and choices:
            condition, *cases = memory.args
            one, other = (self.load_word(case, start, choices - 1) for case in cases)
            return self._facts.of(self._choices.choose(condition, one, other))
        memory = self._without_scratch(memory, start)
        found = self._arrays.load_word(memory, start)
        if found.op == "mload" and found.args[0].op in WRITES:
            # The word that was written may have been loaded from another address.
            before, address = found.args
            relevant = self._relevant(before, Range(address, self._arrays.word_size))
            found = self._arrays.load_word(relevant, address)
        return self._facts.of(found)

    def load(self, storage: Term, slot: Term, choices: int = _MAX_CHOICES) -> Term:
        """The word in a slot of storage."""
        links = 0
        storage = self._here(storage)
        while links < MAX_LINKS and storage.op == "sstore":
            links += 1
            if not self._differ(slot, storage.args[1]):
                break
            storage = self._here(storage.args[0])
        if storage.op == "ite" and choices:
            condition, *cases = storage.args
            one, other = (self.load(case, slot, choices - 1) for case in cases)
            return self._choices.choose(condition, one, other)
        return self._arrays.load(storage, slot)

    def _differ(self, one: Term, other: Term) -> bool:
        """Whether slots are certainly different."""
        if self._arrays.are_different_slots(one, other):
            return True
        (least, most), (other_least, other_most) = map(self._facts.bounds, (one, other))
        return most < other_least or other_most < least

    def slice(self, memory: Term, start: Term, size: Term) -> Term:
        """Some bytes of memory."""
        wanted = Range(start, size)
        memory = self._relevant(self._with_fixed_words(memory, wanted), wanted)
        return self._arrays.slice(self._without_scratch(memory, start), start, size)

    def _relevant(self, memory: Term, wanted: Range) -> Term:
        """Memory without the last writes that are disjoint from a range."""
        kept: list[Term] = []
        below = memory
        links = 0
        while links < MAX_LINKS and below.op in WRITES:
            links += 1
            if not self.are_apart(wanted, written_range(below, self._terms)):
                kept.append(below)
            below = below.args[0]
        if len(kept) == links:
            return memory
        for link in reversed(kept):
            below = self._terms.make(link.op, link.data, (below, *link.args[1:]))
        return below

    def _without_scratch(self, memory: Term, start: Term) -> Term:
        """Memory for a read from an address; after scratch space, without the writes there."""
        if not self._follows_words or self._facts.bounds(start)[0] < FREE_POINTER:
            return memory
        return self._arrays.without(memory, self._scratch)

    def _with_fixed_words(self, memory: Term, wanted: Range) -> Term:
        """Memory as a chain of writes that ends with those fixed words that may be in a range."""
        if not (wanted.start.is_constant and wanted.size.is_constant):
            return memory
        chain = memory
        for start in self._fixed:
            word = self._facts.word_at(memory, start)
            place = Range(start, self._arrays.word_size)
            if word is not None and not self._arrays.are_apart(place, wanted):
                chain = self._arrays.store_word(chain, start, word)
        return chain

    def _before_writes(self, memory: Term, wanted: Range) -> Term:
        """Memory before the last writes that are disjoint from a range."""
        links = 0
        memory = self._here(memory)
        while links < MAX_LINKS:
            links += 1
            if memory.op in WRITES:
                if not self.are_apart(wanted, written_range(memory, self._terms)):
                    break
                memory = self._here(memory.args[0])
            else:
                before = self.before_call(memory)
                if before is None or not self._is_object(before, wanted.start):
                    break
                memory = before
        return memory

    def before_call(self, memory: Term) -> Term | None:
        """Memory before a call that changes no object; None unless `memory` is after one."""
        return self.before_calls.get(memory) or self._facts.before_call(memory)

    def _is_object(self, before: Term, address: Term) -> bool:
        """Whether a word was between scratch space and the free memory pointer, before a call."""
        least, most = self._facts.bounds(address)
        if least < HEAP.least - WORD_BYTES or most > HEAP.most:
            return False
        pointer = self.free_pointer(before)
        return self._is_in_heap(pointer) and self._facts.is_at_least(
            pointer, self.end_of_word(address)
        )

    def free_pointer(self, memory: Term) -> Term:
        """The free memory pointer."""
        return self.load_word(memory, self._pointer)

    # Scratch space and the free memory pointer. Where paths meet, the facts that hold on one of
    # them are forgotten, so the values of these words are noted as facts.

    def fixed_words(self, memory: Term) -> dict[Term, Term]:
        """The words of scratch space, and the free memory pointer."""
        return {start: self.load_word(memory, start) for start in self._fixed}

    def note_fixed_words(self, memory: Term, words: Mapping[Term, Term]) -> None:
        """Note the values of these words here."""
        for start, word in words.items():
            self._facts.note_word(memory, start, word)

    def is_fixed_word(self, memory: Term, start: Term, word: Term) -> bool:
        """Whether this is the word in memory at an address in scratch space, or the pointer."""
        return start in self._fixed and self.load_word(memory, start) is word

    def follow_write(self, before: Term, after: Term, written: Range) -> None:
        """Note the values of these words after a write to a range."""
        for start in self._fixed:
            word = self._facts.word_at(before, start)
            place = Range(start, self._arrays.word_size)
            if word is not None and self.are_apart(place, written):
                self._facts.note_word(after, start, word)

    def is_in_heap(self, memory: Term) -> bool:
        """Whether the free memory pointer is certainly in `HEAP`."""
        return self._is_in_heap(self.free_pointer(memory))

    def _is_in_heap(self, pointer: Term) -> bool:
        least, most = self._facts.bounds(pointer)
        return HEAP.least <= least and most <= HEAP.most

    def end_of_word(self, address: Term) -> Term:
        """The end of the word at an address."""
        return self._words.add_number(address, WORD_BYTES)

    def are_apart(self, one: Range, other: Range) -> bool:
        """Whether ranges are disjoint, by their structure or by bounds."""
        if one.start is other.start:
            return False
        return (
            self._arrays.are_apart(one, other)
            or self.ends_before(one, other)
            or self.ends_before(other, one)
            or self._are_apart_by_distance(one, other)
            or self._are_apart_by_distance(other, one)
        )

    def ends_before(self, one: Range, other: Range) -> bool:
        """Whether the first range certainly ends before the second one starts."""
        bounds = self._facts.bounds
        return bounds(one.start)[1] + bounds(one.size)[1] <= bounds(other.start)[0]

    def _are_apart_by_distance(self, one: Range, other: Range) -> bool:
        """Whether the second range starts after the end of the first one, and ends before its start
        on the way around the address space."""
        least, most = self._facts.bounds(self._words.subtract(other.start, one.start))
        sizes = [self._facts.bounds(size)[1] for size in (one.size, other.size)]
        return sizes[0] <= least and most + sizes[1] <= WORD_LIMIT
