"""Memory and storage as terms: chains of writes, and reads through them.

A read goes down the chain past disjoint writes, and ends at the value that was written there, if
that is decidable. A write removes the writes that it covers from the chain, and is dropped itself
if it would write the value that is already there. Ranges are comparable if their addresses differ
by a constant; and no access extends past the end of the address space, since no gas suffices for
that.

Source: the theory of arrays, McCarthy 1962; chapter 04, section 5 of the specification for what
solc knows about addresses.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple, TypeAlias

from yulopt.dialect.keccak import keccak256
from yulopt.prover.binders import writes_of_loop
from yulopt.prover.slots import is_nonzero, slots_differ
from yulopt.prover.terms import Term, Terms
from yulopt.prover.words import Words
from yulopt.syntax.literals import WORD_BYTES, WORD_LIMIT

# Maximum number of links, and of joins, that reads and writes pass in a chain.
MAX_LINKS: Final = 400
# The maximum depth of choices between words that are written back.
MAX_RESTORED: Final = 8
# The longest pieces of memory that are split into words.
MAX_BYTES: Final = 4096
_HALF: Final = WORD_LIMIT >> 1
# Links of a chain of memory, whose operands are the memory before, an address, and more.
WRITES: Final = frozenset({"mstore", "mstore8", "copy", "call copy"})
LINKS: Final = WRITES | {"sstore"}


class Range(NamedTuple):
    """Bytes from `start`; `length` is None if it is not a known number."""

    start: Term
    size: Term

    @property
    def length(self) -> int | None:
        """The number of bytes, if it is known."""
        return self.size.value if self.size.is_constant else None


EndsBefore: TypeAlias = Callable[[Range, Range], bool]
"""Whether a range certainly ends before another one starts, by the facts on a path."""


class Arrays:
    """Builds states of memory and storage, and reads from them, in normal form."""

    def __init__(self, terms: Terms, words: Words) -> None:
        self._terms = terms
        self._words = words
        self.word_size = terms.constant(WORD_BYTES)
        self.empty = terms.make("bytes", ())
        self._slots: dict[tuple[Term, Term], Term] = {}
        self._words_at: dict[tuple[Term, Term], Term] = {}
        self._slices: dict[tuple[Term, Term, Term], Term] = {}
        self._without: dict[tuple[Term, Term, Term], Term] = {}
        self._writes_of_loops: dict[Term, tuple[Term, list[Term]] | None] = {}
        words.choices.load = self.load

    # Storage

    def load(self, storage: Term, slot: Term) -> Term:
        """The word in a slot of storage."""
        links = 0
        start = storage
        found = self._slots.get((start, slot))
        if found is not None:
            return found
        while storage.op == "sstore" and links < MAX_LINKS:
            links += 1
            if slot is storage.args[1]:
                found = storage.args[2]
                break
            if not self.are_different_slots(slot, storage.args[1]):
                break
            storage = storage.args[0]
        if found is None and storage.op == "ite":
            condition, one, other = storage.args
            found = self._words.choices.choose(
                condition, self.load(one, slot), self.load(other, slot)
            )
        if found is None:
            before = self._before_loop(storage, slot) if storage.op == "out" else None
            found = (
                self._terms.make("sload", args=(storage, slot))
                if before is None
                else self.load(before, slot)
            )
        self._slots[start, slot] = found
        return found

    def _before_loop(self, storage: Term, slot: Term) -> Term | None:
        """Storage before a loop, None if the loop may write to a slot."""
        if storage not in self._writes_of_loops:
            self._writes_of_loops[storage] = writes_of_loop(storage)
        found = self._writes_of_loops[storage]
        if found is None:
            return None
        before, writes = found
        differ = all(self.are_different_slots(slot, write.args[1]) for write in writes)
        return before if differ else None

    def are_different_slots(self, one: Term, other: Term) -> bool:
        """Whether slots certainly differ by their structure."""
        distance = self._words.distance(one, other)
        if distance is not None:
            return distance != 0
        return is_nonzero(self._words.subtract(one, other)) or slots_differ(one, other)

    def store(self, storage: Term, slot: Term, word: Term) -> Term:
        """Storage after a write to a slot."""
        if self.load(storage, slot) is word:
            return storage
        return self._written(
            self._terms.make("sstore", args=(self.without_slot(storage, slot), slot, word))
        )

    def without_slot(self, storage: Term, slot: Term) -> Term:
        """Storage without the writes to a slot that are found."""
        key = (storage, slot, slot)
        found = self._without.get(key)
        if found is not None:
            return found
        above: list[Term] = []
        below = storage
        while below.op == "sstore" and len(above) < MAX_LINKS:
            if below.args[1] is slot:
                break
            above.append(below)
            below = below.args[0]
        if below.op == "sstore" and below.args[1] is slot:
            result = below.args[0]
        elif below.op == "ite":
            condition, one, other = below.args
            result = self._words.choices.choose(
                condition, self.without_slot(one, slot), self.without_slot(other, slot)
            )
        else:
            result = below
        found = self._rebuilt(storage, below, result, above)
        self._without[key] = found
        return found

    def _rebuilt(self, whole: Term, below: Term, result: Term, above: list[Term]) -> Term:
        """A chain with its lower part replaced, in the normal form again."""
        if result is below:
            return whole
        for link in reversed(above):
            result = self._written(self._terms.make(link.op, link.data, (result, *link.args[1:])))
        return result

    # Memory

    def load_word(self, memory: Term, start: Term) -> Term:
        """The word in memory at an address."""
        key = (memory, start)
        found = self._words_at.get(key)
        if found is not None:
            return found
        wanted = Range(start, self.word_size)
        below = memory
        links = 0
        while links < MAX_LINKS and below.op in WRITES:
            links += 1
            if below.op == "mstore" and below.args[1] is start:
                found = below.args[2]
                break
            written = written_range(below, self._terms)
            if not self.are_apart(wanted, written):
                found = self._copied_word(below, start)
                break
            below = below.args[0]
        if found is None and below.op == "ite":
            condition, one, other = below.args
            found = self._words.choices.choose(
                condition, self.load_word(one, start), self.load_word(other, start)
            )
        if found is None:
            found = (
                self._terms.zero
                if below.op == "no memory"
                else self._terms.make("mload", args=(self._relevant(below, wanted), start))
            )
        self._words_at[key] = found
        return found

    def _copied_word(self, link: Term, start: Term) -> Term | None:
        """The word at an address whose bytes were all copied from calldata.

        Offsets of copies do not wrap around.
        """
        if link.op != "copy":
            return None
        source, length = link.args[3], link.args[2]
        distance = self._words.distance(start, link.args[1])
        if source.op != "calldata" or distance is None or not length.is_constant:
            return None
        if distance + WORD_BYTES > length.value:
            return None
        if source.args[0].ones + distance >= WORD_LIMIT:
            return None
        offset = self._words.add_number(source.args[0], distance)
        return self._terms.make("calldataload", args=(offset,))

    def without_word(self, memory: Term, start: Term) -> Term:
        """Memory without the writes inside a word that are found."""
        return self.without(memory, Range(start, self.word_size))

    def store_word(
        self, memory: Term, start: Term, word: Term, *, ends_before: EndsBefore | None = None
    ) -> Term:
        """Memory after a word was written."""
        if self.load_word(memory, start) is word:
            return memory
        below = self.without_word(memory, start)
        if below is not memory and self.load_word(below, start) is word:
            return below
        restored = self._restored(below, start, word, MAX_RESTORED)
        if restored is not None:
            return restored
        return self._written(self._terms.make("mstore", args=(below, start, word)), ends_before)

    def _restored(self, below: Term, start: Term, word: Term, depth: int) -> Term | None:
        """The memory that a word was saved from, if it is `below` apart from that word, in some
        case of a choice."""
        is_saved = word.op == "mload" and word.args[1] is start
        if is_saved and self.without_word(word.args[0], start) is below:
            return word.args[0]
        if is_saved and word.args[0].op == "call copy":
            # The loaded memory lacks the writes that are disjoint from the word.
            whole = self._terms.make("call copy", args=(below, *word.args[0].args[1:]))
            if self.load_word(whole, start) is word and self.without_word(whole, start) is below:
                return whole
        choice = below if is_saved else word
        if choice.op != "ite" or not depth:
            return None
        choices = self._words.choices
        condition = choice.args[0]
        one = choices.given(word, condition, holds=True)
        other = choices.given(word, condition, holds=False)
        if_holds = choices.given(below, condition, holds=True)
        if_fails = choices.given(below, condition, holds=False)
        restored = self._restored(if_holds, start, one, depth - 1)
        restored_other = self._restored(if_fails, start, other, depth - 1)
        if restored is None and restored_other is None:
            return None
        return choices.choose(
            condition,
            restored or self.store_word(if_holds, start, one),
            restored_other or self.store_word(if_fails, start, other),
        )

    def store_byte(self, memory: Term, start: Term, word: Term) -> Term:
        """Memory after the lowest byte of a word was written."""
        below = self.without(memory, Range(start, self._terms.one))
        byte = self._words.masked(word, 0xFF)
        return self._written(self._terms.make("mstore8", args=(below, start, byte)))

    def copy(self, memory: Term, start: Term, size: Term, content: Term) -> Term:
        """Memory after `size` bytes of some content were written."""
        if size is self._terms.zero:
            return memory
        word = self._word_of(content, size)
        if word is not None:
            return self.store_word(memory, start, word)
        below = self.without(memory, Range(start, size))
        return self._written(self._terms.make("copy", args=(below, start, size, content)))

    def _written(self, link: Term, ends_before: EndsBefore | None = None) -> Term:
        """Memory or storage after a write, sorted before disjoint writes to addresses or slots that
        are larger by a known number; one to a constant address also before writes to addresses
        that are larger by the facts on the path."""
        if link.op == "sstore":
            slot = link.args[1]
            return self._sorted(link, lambda other: self._is_after(other.args[1], slot))
        written = written_range(link, self._terms)

        def is_later(other: Term) -> bool:
            place = written_range(other, self._terms)
            if ends_before and written.start.is_constant and not place.start.is_constant:
                return ends_before(written, place)
            return self._is_after(place.start, written.start) and self.are_apart(written, place)

        return self._sorted(link, is_later)

    def _is_after(self, one: Term, other: Term) -> bool:
        """Whether an address or a slot is larger than another one by a known number."""
        distance = self._words.distance(one, other)
        return distance is not None and 0 < distance < _HALF

    def _sorted(self, link: Term, is_later: Callable[[Term], bool]) -> Term:
        """A chain with its last write moved before those that come later in the normal form."""
        above: list[Term] = []
        below = link.args[0]
        while below.op in LINKS and len(above) < MAX_LINKS and is_later(below):
            above.append(below)
            below = below.args[0]
        if not above:
            return link
        for other in (link, *reversed(above)):
            below = self._terms.make(other.op, other.data, (below, *other.args[1:]))
        return below

    def _word_of(self, content: Term, size: Term) -> Term | None:
        """Content as a word, if it is one."""
        if content.op == "bytes" and content.data == (WORD_BYTES,):
            return content.args[0]
        if content.op == "calldata" and size is self.word_size:
            return self._terms.make("calldataload", args=(content.args[0],))
        return None

    def copy_result(self, memory: Term, start: Term, size: Term, call: Term) -> Term:
        """Memory after at most `size` bytes of the returned data of a call were written."""
        if size is self._terms.zero:
            return memory
        return self._terms.make("call copy", args=(memory, start, size, call))

    def without(self, memory: Term, written: Range) -> Term:
        """Memory without the writes inside a range that are found; other bytes are the same."""
        key = (memory, written.start, written.size)
        found = self._without.get(key)
        if found is not None:
            return found
        above: list[Term] = []
        below = memory
        while len(above) < MAX_LINKS and below.op in WRITES:
            if self._covers(written, written_range(below, self._terms)):
                # The links above it now rest on those below it.
                rest = self.without(below.args[0], written)
                found = self._without[key] = self._rebuilt(memory, memory, rest, above)
                return found
            above.append(below)
            below = below.args[0]
        result = below
        if below.op == "ite":
            condition, one, other = below.args
            result = self._words.choices.choose(
                condition, self.without(one, written), self.without(other, written)
            )
        found = self._rebuilt(memory, below, result, above)
        self._without[key] = found
        return found

    def _covers(self, one: Range, other: Range) -> bool:
        if one.start is other.start and one.size is other.size:
            return True
        if one.length is None or other.length is None:
            return False
        distance = self._words.distance(other.start, one.start)
        return distance is not None and distance + other.length <= one.length

    def are_apart(self, one: Range, other: Range) -> bool:
        """Whether ranges are certainly disjoint."""
        distance = self._words.distance(other.start, one.start)
        if distance is None or distance == 0:
            return one.length == 0 or other.length == 0
        if distance < _HALF:
            return one.length is not None and one.length <= distance
        return other.length is not None and other.length <= WORD_LIMIT - distance

    # Pieces of memory

    def slice(self, memory: Term, start: Term, size: Term) -> Term:
        """A slice of memory: as words, if they are known."""
        if size is self._terms.zero:
            return self.empty
        key = (memory, start, size)
        found = self._slices.get(key)
        if found is None:
            found = self._slices[key] = self._slice(memory, start, size)
        return found

    def _slice(self, memory: Term, start: Term, size: Term) -> Term:
        wanted = Range(start, size)
        below = memory
        links = 0
        while links < MAX_LINKS and below.op in WRITES:
            links += 1
            if not self.are_apart(wanted, written_range(below, self._terms)):
                break
            below = below.args[0]
        if below.op == "ite":
            condition, one, other = below.args
            return self._words.choices.choose(
                condition, self.slice(one, start, size), self.slice(other, start, size)
            )
        if below.op == "copy" and below.args[1] is start and below.args[2] is size:
            return below.args[3]
        if size.is_constant and size.value <= MAX_BYTES:
            pieces = self._pieces(below, start, size.value)
            if pieces is not None:
                return self.join(pieces)
        return self._terms.make("slice", args=(self._relevant(below, wanted), start, size))

    def _pieces(self, memory: Term, start: Term, length: int) -> list[tuple[int, Term]] | None:
        """The bytes of a range as numbers of bytes and words, None if not all are known."""
        owners: list[tuple[Term, int] | None] = [None] * length
        missing = length
        below = memory
        links = 0
        wanted = Range(start, self._terms.constant(length))
        while missing and links < MAX_LINKS:
            links += 1
            if below.op == "no memory":
                for place in range(length):
                    owners[place] = owners[place] or (self._terms.zero, 0)
                break
            if below.op not in WRITES:
                return None
            written = written_range(below, self._terms)
            if not self.are_apart(wanted, written):
                distance = self._words.distance(below.args[1], start)
                if below.op not in ("mstore", "mstore8") or distance is None:
                    return None
                first = distance if distance < _HALF else distance - WORD_LIMIT
                bytes_of_word = range(WORD_BYTES) if below.op == "mstore" else (WORD_BYTES - 1,)
                for place, index in enumerate(bytes_of_word, first):
                    if 0 <= place < length and owners[place] is None:
                        owners[place] = (below.args[2], index)
                        missing -= 1
            below = below.args[0]
        if any(owner is None for owner in owners):
            return None
        return self._runs([owner for owner in owners if owner is not None])

    def _runs(self, owners: list[tuple[Term, int]]) -> list[tuple[int, Term]]:
        """Consecutive bytes of a word as one number."""
        runs: list[tuple[int, Term]] = []
        first = 0
        for place in range(1, len(owners) + 1):
            word, index = owners[first]
            count = place - first
            if place < len(owners) and owners[place] == (word, index + count):
                continue
            moved = self._words.apply(
                "shr", (self._terms.constant(8 * (WORD_BYTES - index - count)), word)
            )
            runs.append((count, self._words.masked(moved, (1 << 8 * count) - 1)))
            first = place
        return runs

    def join(self, pieces: list[tuple[int, Term]]) -> Term:
        """Bytes made of words, each with a number of bytes; consecutive constants are merged."""
        lengths: list[int] = []
        words: list[Term] = []
        for count, word in pieces:
            if lengths and word.is_constant and words[-1].is_constant:
                total = lengths[-1] + count
                if total <= WORD_BYTES:
                    lengths[-1] = total
                    words[-1] = self._terms.constant(words[-1].value << 8 * count | word.value)
                    continue
            lengths.append(count)
            words.append(word)
        return self._terms.make("bytes", tuple(lengths), tuple(words))

    def hash(self, content: Term, size: Term) -> Term:
        """The Keccak-256 hash of some bytes."""
        if content.op == "bytes" and all(word.is_constant for word in content.args):
            assert isinstance(content.data, tuple)
            pieces = zip(map(int, content.data), content.args, strict=True)
            joined = b"".join(word.value.to_bytes(count, "big") for count, word in pieces)
            return self._terms.constant(int.from_bytes(keccak256(joined), "big"))
        return self._terms.make("keccak256", args=(content, size))

    def _relevant(self, memory: Term, wanted: Range) -> Term:
        """Memory without the last writes that are disjoint from a range."""
        kept: list[Term] = []
        below = memory
        links = 0
        changed = False
        while links < MAX_LINKS and below.op in WRITES:
            links += 1
            if self.are_apart(wanted, written_range(below, self._terms)):
                changed = True
            else:
                kept.append(below)
            below = below.args[0]
        if not changed:
            return memory
        for link in reversed(kept):
            below = self._terms.make(link.op, link.data, (below, *link.args[1:]))
        return below


def written_range(link: Term, terms: Terms) -> Range:
    """The bytes that a write may change."""
    if link.op == "mstore":
        return Range(link.args[1], terms.constant(WORD_BYTES))
    if link.op == "mstore8":
        return Range(link.args[1], terms.one)
    return Range(link.args[1], link.args[2])
