"""The arithmetic instructions of the EVM on words of 256 bits.

Words are integers from 0 to 2**256 - 1. Arguments are in Yul's order, as on the stack: the shift
amount of `shl` comes first. Signed instructions read words as two's complement.

Source: chapter 06, section 4 of the specification.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from yulopt.syntax.literals import WORD_BYTES, WORD_LIMIT, WORD_MASK

WORD_BITS: Final = 256
_SIGN_BIT: Final = 1 << (WORD_BITS - 1)


def signed(word: int) -> int:
    """The two's-complement value of a word."""
    return word - WORD_LIMIT if word & _SIGN_BIT else word


def add(one: int, other: int) -> int:
    """The sum."""
    return (one + other) & WORD_MASK


def sub(minuend: int, subtrahend: int) -> int:
    """The difference."""
    return (minuend - subtrahend) & WORD_MASK


def mul(one: int, other: int) -> int:
    """The product."""
    return (one * other) & WORD_MASK


def div(dividend: int, divisor: int) -> int:
    """The quotient, rounded down; 0 for a division by 0."""
    return dividend // divisor if divisor else 0


def mod(dividend: int, divisor: int) -> int:
    """The remainder; 0 for a division by 0."""
    return dividend % divisor if divisor else 0


def sdiv(dividend: int, divisor: int) -> int:
    """The signed quotient, rounded towards 0; 0 for a division by 0."""
    if divisor == 0:
        return 0
    quotient = abs(signed(dividend)) // abs(signed(divisor))
    negative = (dividend ^ divisor) & _SIGN_BIT
    return (-quotient if negative else quotient) & WORD_MASK


def smod(dividend: int, divisor: int) -> int:
    """The signed remainder, with the sign of the dividend; 0 for a division by 0."""
    if divisor == 0:
        return 0
    remainder = abs(signed(dividend)) % abs(signed(divisor))
    return (-remainder if dividend & _SIGN_BIT else remainder) & WORD_MASK


def addmod(one: int, other: int, modulus: int) -> int:
    """The remainder of the full sum; 0 for a modulus of 0."""
    return (one + other) % modulus if modulus else 0


def mulmod(one: int, other: int, modulus: int) -> int:
    """The remainder of the full product; 0 for a modulus of 0."""
    return one * other % modulus if modulus else 0


def exp(base: int, exponent: int) -> int:
    """The power; anything to the power of 0 is 1."""
    return pow(base, exponent, WORD_LIMIT)


def lt(one: int, other: int) -> int:
    """1 if the first is smaller, else 0."""
    return int(one < other)


def gt(one: int, other: int) -> int:
    """1 if the first is greater, else 0."""
    return int(one > other)


def slt(one: int, other: int) -> int:
    """1 if the first is smaller as a signed number, else 0."""
    return int(signed(one) < signed(other))


def sgt(one: int, other: int) -> int:
    """1 if the first is greater as a signed number, else 0."""
    return int(signed(one) > signed(other))


def eq(one: int, other: int) -> int:
    """1 if both are the same, else 0."""
    return int(one == other)


def iszero(word: int) -> int:
    """1 for 0, else 0."""
    return int(word == 0)


def bit_not(word: int) -> int:
    """All bits inverted."""
    return word ^ WORD_MASK


def bit_and(one: int, other: int) -> int:
    """The bits set in both."""
    return one & other


def bit_or(one: int, other: int) -> int:
    """The bits set in one or both."""
    return one | other


def bit_xor(one: int, other: int) -> int:
    """The bits set in exactly one."""
    return one ^ other


def byte(index: int, word: int) -> int:
    """One byte of a word, counted from the most significant; 0 outside the word."""
    return word >> 8 * (WORD_BYTES - 1 - index) & 0xFF if index < WORD_BYTES else 0


def shl(amount: int, word: int) -> int:
    """The word shifted left."""
    return word << amount & WORD_MASK if amount < WORD_BITS else 0


def shr(amount: int, word: int) -> int:
    """The word shifted right, filled with zeros."""
    return word >> amount if amount < WORD_BITS else 0


def sar(amount: int, word: int) -> int:
    """The word shifted right, filled with the sign bit."""
    return signed(word) >> min(amount, WORD_BITS) & WORD_MASK


def signextend(index: int, word: int) -> int:
    """The word with the sign of its byte `index` (0 is the lowest) copied to all higher bits."""
    if index >= WORD_BYTES - 1:
        return word
    sign_bit = 1 << (8 * index + 7)
    low_bits = word & (2 * sign_bit - 1)
    return (low_bits ^ sign_bit) - sign_bit & WORD_MASK


def clz(word: int) -> int:
    """The number of zero bits before the first set bit."""
    return WORD_BITS - word.bit_length()


def log2(word: int) -> int:
    """The position of the highest set bit; MAX for 0, like `sub(255, clz(0))`."""
    return word.bit_length() - 1 & WORD_MASK


def power_of_two(word: int) -> int:
    """1 if exactly one bit is set, else 0."""
    return int(word.bit_count() == 1)


def minimum(one: int, other: int) -> int:
    """The smaller one."""
    return min(one, other)


# The instructions by name, with those of `HELPERS` that only rules use.
UNARY: Final[dict[str, Callable[[int], int]]] = {
    "not": bit_not,
    "iszero": iszero,
    "clz": clz,
    "log2": log2,
    "power_of_two": power_of_two,
}
BINARY: Final[dict[str, Callable[[int, int], int]]] = {
    "add": add,
    "sub": sub,
    "mul": mul,
    "div": div,
    "mod": mod,
    "sdiv": sdiv,
    "smod": smod,
    "exp": exp,
    "lt": lt,
    "gt": gt,
    "slt": slt,
    "sgt": sgt,
    "eq": eq,
    "and": bit_and,
    "or": bit_or,
    "xor": bit_xor,
    "byte": byte,
    "shl": shl,
    "shr": shr,
    "sar": sar,
    "signextend": signextend,
    "min": minimum,
}
TERNARY: Final[dict[str, Callable[[int, int, int], int]]] = {"addmod": addmod, "mulmod": mulmod}

HELPERS: Final = frozenset({"log2", "min", "power_of_two"})
COMPUTABLE: Final = frozenset((*UNARY, *BINARY, *TERNARY))
# Without the helpers: the instruction `log2` is something else.
ARITHMETIC: Final = COMPUTABLE - HELPERS


def compute(name: str, operands: Sequence[int]) -> int:
    """The result of the instruction or helper `name` (one of `COMPUTABLE`) for these words."""
    if len(operands) == 1:
        return UNARY[name](operands[0])
    if len(operands) == 2:
        return BINARY[name](operands[0], operands[1])
    return TERNARY[name](operands[0], operands[1], operands[2])
