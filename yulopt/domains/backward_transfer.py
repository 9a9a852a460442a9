"""Backward transfer functions: from results to operands (see `yulopt.domains.words`).

One function per instruction: given the abstract operands and the abstract result, it returns the
abstract word of one operand that this implies, or None for no information.

Source: P. Cousot and R. Cousot, "Abstract interpretation and application to logic programs",
Journal of Logic Programming 13 (1992), section 6 (forward and backward analyses combined).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from yulopt.domains.transfer import add, bit_not, bit_xor, sub
from yulopt.domains.words import AbstractWord, WordDomain

# From the lattice, the abstract operands and result, and the index of an operand.
Rule = Callable[[WordDomain, Sequence[AbstractWord], AbstractWord, int], AbstractWord | None]


def required(
    words: WordDomain, name: str, operands: Sequence[AbstractWord], result: AbstractWord, index: int
) -> AbstractWord | None:
    """The implied abstract word of the operand with this index; None if nothing is gained."""
    rule = RULES.get(name)
    return None if rule is None else rule(words, operands, result, index)


def _iszero(
    words: WordDomain, operands: Sequence[AbstractWord], result: AbstractWord, index: int
) -> AbstractWord | None:
    if result.constant is None:
        return None
    return words.constant(0) if result.constant else words.not_zero


def _eq(
    words: WordDomain, operands: Sequence[AbstractWord], result: AbstractWord, index: int
) -> AbstractWord | None:
    other = operands[1 - index]
    if result.constant == 1:
        return other
    word = other.constant
    if result.constant != 0 or word is None:
        return None
    # Only a word at a bound can be excluded.
    one = operands[index]
    least, most = one.least + (one.least == word), one.most - (one.most == word)
    return words.interval(least, most) if least <= most else None


def _lt(
    words: WordDomain, operands: Sequence[AbstractWord], result: AbstractWord, index: int
) -> AbstractWord | None:
    one, other = operands
    if result.constant == 1:
        if index == 0:
            return words.interval(0, other.most - 1) if other.most else None
        return words.interval(one.least + 1, words.mask) if one.least < words.mask else None
    if result.constant == 0:
        return (
            words.interval(other.least, words.mask) if index == 0 else words.interval(0, one.most)
        )
    return None


def _slt(
    words: WordDomain, operands: Sequence[AbstractWord], result: AbstractWord, index: int
) -> AbstractWord | None:
    one, other = operands
    lowest, highest = -words.half, words.half - 1
    if result.constant == 1:
        if index == 0:
            return words.signed_interval(lowest, other.high - 1) if other.high > lowest else None
        return words.signed_interval(one.low + 1, highest) if one.low < highest else None
    if result.constant == 0:
        if index == 0:
            return words.signed_interval(other.low, highest)
        return words.signed_interval(lowest, one.high)
    return None


def _carry(
    words: WordDomain, operands: Sequence[AbstractWord], result: AbstractWord, index: int
) -> AbstractWord | None:
    other = operands[1 - index]
    if result.constant == 0:
        return words.interval(0, words.mask - other.least)
    if result.constant == 1 and other.most:
        return words.interval(words.limit - other.most, words.mask)
    return None


def _and(
    words: WordDomain, operands: Sequence[AbstractWord], result: AbstractWord, index: int
) -> AbstractWord | None:
    # A bit that is set in the other operand equals that of the result.
    cleared = operands[1 - index].ones & ~result.possible
    low, high = -words.half, words.half - 1
    return words.reduced(result.least, words.mask, result.ones, words.mask & ~cleared, low, high)


def _or(
    words: WordDomain, operands: Sequence[AbstractWord], result: AbstractWord, index: int
) -> AbstractWord | None:
    # A bit that is clear in the other operand equals that of the result.
    ones = result.ones & ~operands[1 - index].possible
    return words.reduced(0, result.most, ones, result.possible, -words.half, words.half - 1)


def _xor(
    words: WordDomain, operands: Sequence[AbstractWord], result: AbstractWord, index: int
) -> AbstractWord | None:
    return bit_xor(words, operands[1 - index], result)


def _not(
    words: WordDomain, operands: Sequence[AbstractWord], result: AbstractWord, index: int
) -> AbstractWord | None:
    return bit_not(words, result)


def _add(
    words: WordDomain, operands: Sequence[AbstractWord], result: AbstractWord, index: int
) -> AbstractWord | None:
    return sub(words, result, operands[1 - index])


def _sub(
    words: WordDomain, operands: Sequence[AbstractWord], result: AbstractWord, index: int
) -> AbstractWord | None:
    one, other = operands
    return add(words, result, other) if index == 0 else sub(words, one, result)


def _shl(
    words: WordDomain, operands: Sequence[AbstractWord], result: AbstractWord, index: int
) -> AbstractWord | None:
    shift = operands[0].constant
    if index == 0 or shift is None or shift >= words.bits:
        return None
    # The bits shifted out can be anything.
    possible = result.possible >> shift | words.mask & ~(words.mask >> shift)
    ones = result.ones >> shift
    return words.with_bits(ones, possible) if ones & ~possible == 0 else None


def _shr(
    words: WordDomain, operands: Sequence[AbstractWord], result: AbstractWord, index: int
) -> AbstractWord | None:
    shift = operands[0].constant
    if index == 0 or shift is None or shift >= words.bits:
        return None
    low_bits = (1 << shift) - 1
    least = result.least << shift
    if least > words.mask:
        return None
    most = min(result.most << shift | low_bits, words.mask)
    ones = result.ones << shift & words.mask
    possible = (result.possible << shift | low_bits) & words.mask
    return words.reduced(least, most, ones, possible, -words.half, words.half - 1)


def _div(
    words: WordDomain, operands: Sequence[AbstractWord], result: AbstractWord, index: int
) -> AbstractWord | None:
    divisor = operands[1]
    if index == 1 or divisor.least == 0:
        return None
    least = result.least * divisor.least
    most = min((result.most + 1) * divisor.most - 1, words.mask)
    return words.interval(least, most) if least <= most else None


RULES: Final[dict[str, Rule]] = {
    "add": _add,
    "and": _and,
    "carry": _carry,
    "div": _div,
    "eq": _eq,
    "iszero": _iszero,
    "lt": _lt,
    "not": _not,
    "or": _or,
    "shl": _shl,
    "shr": _shr,
    "slt": _slt,
    "sub": _sub,
    "xor": _xor,
}
