"""Transfer functions of the EVM's pure instructions on abstract words (see `yulopt.domains.words`).

One sound function per instruction: its result covers every word that the instruction computes from
words of its operands. Operands are in Yul's order. `carry`, which is not an instruction, is whether
a sum overflows.

Sources: H. Warren, "Hacker's delight" (2nd edition, 2012), chapter 4 (bounds); LLVM's `KnownBits`
(bits of sums).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from yulopt.domains.words import AbstractWord, WordDomain

# The maximum number of bits of a power computed for a bound.
_LARGEST_EXPONENT: Final = 256

Unary = Callable[[WordDomain, AbstractWord], AbstractWord]
Binary = Callable[[WordDomain, AbstractWord, AbstractWord], AbstractWord]
Ternary = Callable[[WordDomain, AbstractWord, AbstractWord, AbstractWord], AbstractWord]


def transfer(words: WordDomain, name: str, operands: Sequence[AbstractWord]) -> AbstractWord:
    """The result of an instruction; any word if it is not in the tables."""
    if len(operands) == 2:
        binary = BINARY.get(name)
        return words.any if binary is None else binary(words, operands[0], operands[1])
    if len(operands) == 1:
        unary = UNARY.get(name)
        return words.any if unary is None else unary(words, operands[0])
    if len(operands) == 3:
        ternary = TERNARY.get(name)
        if ternary is not None:
            return ternary(words, operands[0], operands[1], operands[2])
    return words.any


# Sums


def add(words: WordDomain, one: AbstractWord, other: AbstractWord) -> AbstractWord:
    """Sums wrap around at both kinds of bounds, or at neither."""
    return _sum(
        words,
        (one.least + other.least, one.most + other.most),
        (one.low + other.low, one.high + other.high),
        _bits_of_sum(words, one.ones, one.possible, other.ones, other.possible, 0),
    )


def sub(words: WordDomain, one: AbstractWord, other: AbstractWord) -> AbstractWord:
    """A difference is the sum with the complement, and 1."""
    inverted_ones = words.mask ^ other.possible
    inverted_possible = words.mask ^ other.ones
    return _sum(
        words,
        (one.least - other.most, one.most - other.least),
        (one.low - other.high, one.high - other.low),
        _bits_of_sum(words, one.ones, one.possible, inverted_ones, inverted_possible, 1),
    )


def _sum(
    words: WordDomain,
    bounds: tuple[int, int],
    signed_bounds: tuple[int, int],
    bits: tuple[int, int],
) -> AbstractWord:
    least, most = bounds
    # The number of times the bounds have wrapped around.
    turns = least >> words.bits
    if turns == most >> words.bits:
        least -= turns << words.bits
        most -= turns << words.bits
    else:
        least, most = 0, words.mask
    low, high = signed_bounds
    turns = (low + words.half) >> words.bits
    if turns == (high + words.half) >> words.bits:
        low -= turns << words.bits
        high -= turns << words.bits
    else:
        low, high = -words.half, words.half - 1
    return _made(words, words.reduced(least, most, *bits, low, high))


def _bits_of_sum(
    words: WordDomain, ones: int, possible: int, other_ones: int, other_possible: int, carry: int
) -> tuple[int, int]:
    """The bits of a sum are known where those of both operands are, and the carry is."""
    highest = possible + other_possible + carry & words.mask
    lowest = ones + other_ones + carry & words.mask
    no_carry = ~(highest ^ possible ^ other_possible)
    with_carry = lowest ^ ones ^ other_ones
    known = ~(possible ^ ones) & ~(other_possible ^ other_ones) & (no_carry | with_carry)
    return lowest & known & words.mask, (highest | ~known) & words.mask


def carry(words: WordDomain, one: AbstractWord, other: AbstractWord) -> AbstractWord:
    """Whether a sum is too large for a word."""
    if one.most + other.most <= words.mask:
        return words.constant(0)
    return words.constant(1) if one.least + other.least > words.mask else words.boolean


# Products and quotients


def mul(words: WordDomain, one: AbstractWord, other: AbstractWord) -> AbstractWord:
    """A product has the zeros of both operands at its low end."""
    zeros = _trailing_zeros(words, one) + _trailing_zeros(words, other)
    possible = (words.mask >> zeros << zeros) if zeros < words.bits else 0
    least, most = one.least * other.least, one.most * other.most
    if most > words.mask:
        least, most = 0, words.mask
    products = [
        one.low * other.low,
        one.low * other.high,
        one.high * other.low,
        one.high * other.high,
    ]
    low, high = min(products), max(products)
    if low < -words.half or high >= words.half:
        low, high = -words.half, words.half - 1
    return _made(words, words.reduced(least, most, 0, possible, low, high))


def _trailing_zeros(words: WordDomain, values: AbstractWord) -> int:
    """The number of low bits that are certainly zero."""
    possible = values.possible
    return (possible & -possible).bit_length() - 1 if possible else words.bits


def div(words: WordDomain, dividend: AbstractWord, divisor: AbstractWord) -> AbstractWord:
    """Division by zero gives zero."""
    if divisor.most == 0:
        return words.constant(0)
    least = dividend.least // divisor.most if divisor.least else 0
    return words.interval(least, dividend.most // max(divisor.least, 1))


def mod(words: WordDomain, dividend: AbstractWord, divisor: AbstractWord) -> AbstractWord:
    """A remainder is smaller than the divisor; smaller dividends are unchanged."""
    if divisor.most == 0:
        return words.constant(0)
    if dividend.most < divisor.least:
        return dividend
    low_bits = words.interval(0, min(dividend.most, divisor.most - 1))
    modulus = divisor.constant
    if modulus is not None and modulus & (modulus - 1) == 0:
        return bit_and(words, dividend, words.constant(modulus - 1))
    return low_bits


def sdiv(words: WordDomain, dividend: AbstractWord, divisor: AbstractWord) -> AbstractWord:
    """As unsigned if nothing is negative; otherwise only for positive divisors."""
    if dividend.low >= 0 and divisor.low >= 0:
        return div(words, dividend, divisor)
    if divisor.low <= 0:
        return words.any
    quotients = [
        _truncated(dividend.low, divisor.low),
        _truncated(dividend.low, divisor.high),
        _truncated(dividend.high, divisor.low),
        _truncated(dividend.high, divisor.high),
    ]
    return words.signed_interval(min(quotients), max(quotients))


def _truncated(dividend: int, divisor: int) -> int:
    """The quotient by a positive number, rounded towards zero."""
    return dividend // divisor if dividend >= 0 else -(-dividend // divisor)


def smod(words: WordDomain, dividend: AbstractWord, divisor: AbstractWord) -> AbstractWord:
    """A remainder has the sign of the dividend, and is not farther from zero."""
    if dividend.low >= 0 and divisor.low >= 0:
        return mod(words, dividend, divisor)
    return words.signed_interval(min(dividend.low, 0), max(dividend.high, 0))


def addmod(
    words: WordDomain, one: AbstractWord, other: AbstractWord, modulus: AbstractWord
) -> AbstractWord:
    """A sum smaller than the modulus is unchanged."""
    if one.most + other.most < modulus.least:
        return add(words, one, other)
    return words.interval(0, max(modulus.most - 1, 0))


def mulmod(
    words: WordDomain, one: AbstractWord, other: AbstractWord, modulus: AbstractWord
) -> AbstractWord:
    """A product smaller than the modulus is unchanged."""
    if one.most * other.most < modulus.least:
        return mul(words, one, other)
    return words.interval(0, max(modulus.most - 1, 0))


def exp(words: WordDomain, base: AbstractWord, exponent: AbstractWord) -> AbstractWord:
    """A power grows with both, unless the base is zero; anything to the power of zero is 1."""
    if exponent.most > _LARGEST_EXPONENT or base.most.bit_length() * exponent.most > 2 * words.bits:
        return words.any
    most = max(base.most**exponent.most, 1)
    if most > words.mask:
        return words.any
    least = base.least**exponent.least if base.least else int(exponent.most == 0)
    return words.interval(least, most)


# Bits


def bit_not(words: WordDomain, values: AbstractWord) -> AbstractWord:
    """The complement exchanges all bounds."""
    mask = words.mask
    return AbstractWord(
        mask - values.most,
        mask - values.least,
        mask ^ values.possible,
        mask ^ values.ones,
        -1 - values.high,
        -1 - values.low,
    )


def bit_and(words: WordDomain, one: AbstractWord, other: AbstractWord) -> AbstractWord:
    """No more than either operand."""
    return _unsigned(
        words,
        0,
        min(one.most, other.most),
        one.ones & other.ones,
        one.possible & other.possible,
    )


def bit_or(words: WordDomain, one: AbstractWord, other: AbstractWord) -> AbstractWord:
    """No less than either operand."""
    return _unsigned(
        words,
        max(one.least, other.least),
        words.mask,
        one.ones | other.ones,
        one.possible | other.possible,
    )


def bit_xor(words: WordDomain, one: AbstractWord, other: AbstractWord) -> AbstractWord:
    """Bits that are known on both sides."""
    mask = words.mask
    same = (one.ones & other.ones) | (mask ^ (one.possible | other.possible))
    ones = (one.ones & (mask ^ other.possible)) | (other.ones & (mask ^ one.possible))
    return _unsigned(words, 0, mask, ones, mask ^ same)


def shl(words: WordDomain, amount: AbstractWord, values: AbstractWord) -> AbstractWord:
    """Zeros are shifted in; a product if no bits are shifted out."""
    shift = amount.constant
    if amount.least >= words.bits:
        return words.constant(0)
    if shift is None:
        zeros = min(_trailing_zeros(words, values) + amount.least, words.bits)
        ones, possible = 0, words.mask >> zeros << zeros
    else:
        ones, possible = values.ones << shift & words.mask, values.possible << shift & words.mask
    least, most = 0, words.mask
    if amount.most < words.bits and values.most << amount.most <= words.mask:
        least, most = values.least << amount.least, values.most << amount.most
    low, high = -words.half, words.half - 1
    if shift is not None and (
        values.low << shift >= -words.half and values.high << shift < words.half
    ):
        low, high = values.low << shift, values.high << shift
    return _made(words, words.reduced(least, most, ones, possible, low, high))


def shr(words: WordDomain, amount: AbstractWord, values: AbstractWord) -> AbstractWord:
    """Less the farther it is shifted."""
    shift = amount.constant
    least = values.least >> min(amount.most, words.bits)
    most = values.most >> min(amount.least, words.bits)
    if shift is None or shift >= words.bits:
        return words.interval(least, most)
    return _unsigned(words, least, most, values.ones >> shift, values.possible >> shift)


def sar(words: WordDomain, amount: AbstractWord, values: AbstractWord) -> AbstractWord:
    """Closer to zero, or to -1, the farther it is shifted."""
    if values.low >= 0:
        return shr(words, amount, values)
    near, far = min(amount.least, words.bits), min(amount.most, words.bits)
    low = values.low >> near
    high = values.high >> (near if values.high >= 0 else far)
    return words.signed_interval(low, high)


def byte(words: WordDomain, index: AbstractWord, values: AbstractWord) -> AbstractWord:
    """Bytes are counted from the highest; outside the word they are zero."""
    count = words.bits // words.byte_bits
    position = index.constant
    if index.least >= count:
        return words.constant(0)
    highest = (1 << words.byte_bits) - 1
    if position is None:
        return words.interval(0, highest)
    shift = words.constant((count - 1 - position) * words.byte_bits)
    return bit_and(words, shr(words, shift, values), words.constant(highest))


def signextend(words: WordDomain, index: AbstractWord, values: AbstractWord) -> AbstractWord:
    """The bits above the sign equal it."""
    position = index.constant
    count = words.bits // words.byte_bits
    if index.least >= count - 1:
        return values
    if position is None:
        return words.any
    sign = 1 << (position * words.byte_bits + words.byte_bits - 1)
    if -sign <= values.low and values.high < sign:
        return values
    ones, possible = values.ones & (sign - 1), values.possible & (sign - 1)
    above = words.mask ^ (sign - 1)
    if values.ones & sign:
        ones |= above
    if values.possible & sign:
        possible |= above
    return _made(words, words.reduced(0, words.mask, ones, possible, -sign, sign - 1))


def clz(words: WordDomain, values: AbstractWord) -> AbstractWord:
    """Fewer the larger the word is."""
    bits = words.bits
    return words.interval(bits - values.most.bit_length(), bits - values.least.bit_length())


# Comparisons


def lt(words: WordDomain, one: AbstractWord, other: AbstractWord) -> AbstractWord:
    """Decided by unsigned bounds."""
    if one.most < other.least:
        return words.constant(1)
    return words.constant(0) if one.least >= other.most else words.boolean


def gt(words: WordDomain, one: AbstractWord, other: AbstractWord) -> AbstractWord:
    """The same the other way round."""
    return lt(words, other, one)


def slt(words: WordDomain, one: AbstractWord, other: AbstractWord) -> AbstractWord:
    """Decided by signed bounds."""
    if one.high < other.low:
        return words.constant(1)
    return words.constant(0) if one.low >= other.high else words.boolean


def sgt(words: WordDomain, one: AbstractWord, other: AbstractWord) -> AbstractWord:
    """The same the other way round."""
    return slt(words, other, one)


def eq(words: WordDomain, one: AbstractWord, other: AbstractWord) -> AbstractWord:
    """Constants are compared; other words differ if their sets are disjoint."""
    if one.constant is not None and one.constant == other.constant:
        return words.constant(1)
    return words.constant(0) if words.meet(one, other) is None else words.boolean


def iszero(words: WordDomain, values: AbstractWord) -> AbstractWord:
    """Decided by unsigned bounds."""
    if values.most == 0:
        return words.constant(1)
    return words.constant(0) if values.least > 0 else words.boolean


def _unsigned(words: WordDomain, least: int, most: int, ones: int, possible: int) -> AbstractWord:
    made = words.reduced(least, most, ones, possible, -words.half, words.half - 1)
    return _made(words, made)


def _made(words: WordDomain, values: AbstractWord | None) -> AbstractWord:
    """The values; any result is sound if there are none, since then an operand has none either."""
    return words.any if values is None else values


UNARY: Final[dict[str, Unary]] = {"clz": clz, "iszero": iszero, "not": bit_not}
BINARY: Final[dict[str, Binary]] = {
    "add": add,
    "and": bit_and,
    "byte": byte,
    "carry": carry,
    "div": div,
    "eq": eq,
    "exp": exp,
    "gt": gt,
    "lt": lt,
    "mod": mod,
    "mul": mul,
    "or": bit_or,
    "sar": sar,
    "sdiv": sdiv,
    "sgt": sgt,
    "shl": shl,
    "shr": shr,
    "signextend": signextend,
    "slt": slt,
    "smod": smod,
    "sub": sub,
    "xor": bit_xor,
}
TERNARY: Final[dict[str, Ternary]] = {"addmod": addmod, "mulmod": mulmod}
