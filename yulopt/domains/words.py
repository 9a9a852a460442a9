"""Abstract words: known bits, an unsigned and a signed interval.

An abstract word represents all words with certain bits set or clear, and within bounds as an
unsigned and as a signed number. This is the reduced product of three abstract domains, which refine
each other.

Sources: P. Cousot and R. Cousot, "Abstract interpretation", POPL 1977, and "Systematic design of
program analysis frameworks", POPL 1979 (reduced products, widening); LLVM's `KnownBits` and
`ConstantRange`.
"""

from __future__ import annotations

from typing import Final, final

# Affordable lengths and addresses are below 2**64, and so are counters of them.
_LONGEST: Final = (1 << 64) - 1


@final
class AbstractWord:
    """All words with the bits `ones`, and none but `possible`; unsigned they are `least` to `most`,
    signed `low` to `high`.
    """

    __slots__ = ("high", "least", "low", "most", "ones", "possible")

    def __init__(
        self, least: int, most: int, ones: int, possible: int, low: int, high: int
    ) -> None:
        self.least = least
        self.most = most
        self.ones = ones
        self.possible = possible
        self.low = low
        self.high = high

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, AbstractWord)
            and self.least == other.least
            and self.most == other.most
            and self.ones == other.ones
            and self.possible == other.possible
            and self.low == other.low
            and self.high == other.high
        )

    def __hash__(self) -> int:
        return hash((self.least, self.most, self.ones, self.possible, self.low, self.high))

    def __repr__(self) -> str:
        bits = f"{self.ones:#x} to {self.possible:#x}"
        return f"<{self.least:#x}..{self.most:#x}, {self.low:#x}..{self.high:#x}, bits {bits}>"

    @property
    def constant(self) -> int | None:
        """The only word in it; None if there are more."""
        return self.least if self.least == self.most else None

    @property
    def is_boolean(self) -> bool:
        """Whether it is 0 or 1."""
        return self.most <= 1


@final
class WordDomain:
    """The lattice of abstract words: `bits` to a word, `byte` bits to a byte.

    The number of bits is a parameter, so that tests can be exhaustive for a few bits.
    """

    def __init__(self, bits: int = 256, byte_bits: int = 8) -> None:
        self.bits = bits
        self.byte_bits = byte_bits
        self.limit = 1 << bits
        self.mask = self.limit - 1
        # The first word that is negative as a signed number.
        self.half = 1 << (bits - 1)
        self.any = AbstractWord(0, self.mask, 0, self.mask, -self.half, self.half - 1)
        self.boolean = AbstractWord(0, 1, 0, 1, 0, 1)
        self.not_zero = AbstractWord(1, self.mask, 0, self.mask, -self.half, self.half - 1)
        self._constants: dict[int, AbstractWord] = {}
        self._intervals: dict[tuple[int, int], AbstractWord] = {}

    def constant(self, word: int) -> AbstractWord:
        """One word."""
        found = self._constants.get(word)
        if found is None:
            signed = self.signed(word)
            found = self._constants[word] = AbstractWord(word, word, word, word, signed, signed)
        return found

    def signed(self, word: int) -> int:
        """The signed number of a word."""
        return word - self.limit if word >= self.half else word

    def interval(self, least: int, most: int) -> AbstractWord:
        """The words between two, these included."""
        made = self._intervals.get((least, most))
        if made is None:
            made = self.reduced(least, most, 0, self.mask, -self.half, self.half - 1)
            assert made is not None, "the bounds are in the wrong order"
            self._intervals[least, most] = made
        return made

    def signed_interval(self, low: int, high: int) -> AbstractWord:
        """The signed numbers between two, these included."""
        made = self.reduced(0, self.mask, 0, self.mask, low, high)
        assert made is not None, "the bounds are in the wrong order"
        return made

    def with_bits(self, ones: int, possible: int) -> AbstractWord:
        """The words that have the bits `ones`, and none but `possible`."""
        made = self.reduced(0, self.mask, ones, possible, -self.half, self.half - 1)
        assert made is not None, "bits that are set are not possible"
        return made

    def reduced(
        self, least: int, most: int, ones: int, possible: int, low: int, high: int
    ) -> AbstractWord | None:
        """The reduced product; None if there is no such word.

        Twice suffices mostly: bits refine bounds, unsigned and signed bounds refine each other, and
        common high bits of bounds refine bits again.
        """
        for _ in range(2):
            least = max(least, ones)
            most = min(most, possible)
            if low >= 0:
                least = max(least, low)
                most = min(most, high)
            elif high < 0:
                least = max(least, low + self.limit)
                most = min(most, high + self.limit)
            if least > most:
                return None
            if most < self.half:
                low = max(low, least)
                high = min(high, most)
            elif least >= self.half:
                low = max(low, least - self.limit)
                high = min(high, most - self.limit)
            if low > high:
                return None
            free = (1 << (least ^ most).bit_length()) - 1
            ones |= least & ~free
            possible &= least | free
            if ones & ~possible:
                return None
        least = max(least, ones)
        most = min(most, possible)
        return None if least > most else AbstractWord(least, most, ones, possible, low, high)

    def join(self, one: AbstractWord, other: AbstractWord) -> AbstractWord:
        """The join: the words of either."""
        if one is other:
            return one
        return AbstractWord(
            min(one.least, other.least),
            max(one.most, other.most),
            one.ones & other.ones,
            one.possible | other.possible,
            min(one.low, other.low),
            max(one.high, other.high),
        )

    def meet(self, one: AbstractWord, other: AbstractWord) -> AbstractWord | None:
        """The meet: the words of both; None if there are none."""
        if one is other or other is self.any:
            return one
        if one is self.any:
            return other
        return self.reduced(
            max(one.least, other.least),
            min(one.most, other.most),
            one.ones | other.ones,
            one.possible & other.possible,
            max(one.low, other.low),
            min(one.high, other.high),
        )

    def widen(self, before: AbstractWord, after: AbstractWord) -> AbstractWord:
        """Widening: an upper bound of both for which ascending chains are short.

        Unstable bounds become extreme, an upper one first the limit of affordable lengths and
        addresses; known bits remain below the lowest one that became unknown.
        """
        joined = self.join(before, after)
        if joined == before:
            return before
        lost = (before.ones & ~joined.ones) | (joined.possible & ~before.possible)
        kept = (lost & -lost) - 1 if lost else self.mask
        made = self.reduced(
            joined.least if joined.least == before.least else 0,
            joined.most if joined.most == before.most else self._ceiling(joined.most),
            joined.ones & kept,
            joined.possible | (self.mask & ~kept),
            joined.low if joined.low == before.low else -self.half,
            joined.high if joined.high == before.high else self.half - 1,
        )
        return self.any if made is None else made

    def _ceiling(self, most: int) -> int:
        return min(_LONGEST, self.mask) if most <= _LONGEST else self.mask

    def contains(self, larger: AbstractWord, smaller: AbstractWord) -> bool:
        """Whether `larger` includes all words of `smaller`."""
        return (
            larger.least <= smaller.least
            and larger.most >= smaller.most
            and larger.ones & ~smaller.ones == 0
            and smaller.possible & ~larger.possible == 0
            and larger.low <= smaller.low
            and larger.high >= smaller.high
        )
