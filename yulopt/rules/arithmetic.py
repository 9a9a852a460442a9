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


def _sdiv(dividend: int, divisor: int) -> int:
    """The signed quotient, rounded towards 0; 0 for a division by 0."""
    if divisor == 0:
        return 0
    quotient = abs(signed(dividend)) // abs(signed(divisor))
    negative = (dividend ^ divisor) & _SIGN_BIT
    return (-quotient if negative else quotient) & WORD_MASK


def _smod(dividend: int, divisor: int) -> int:
    """The signed remainder, with the sign of the dividend; 0 for a division by 0."""
    if divisor == 0:
        return 0
    remainder = abs(signed(dividend)) % abs(signed(divisor))
    return (-remainder if dividend & _SIGN_BIT else remainder) & WORD_MASK


def _signextend(index: int, word: int) -> int:
    """The word with the sign of its byte `index` (0 is the lowest) copied to all higher bits."""
    if index >= WORD_BYTES - 1:
        return word
    sign_bit = 1 << (8 * index + 7)
    low_bits = word & (2 * sign_bit - 1)
    return (low_bits ^ sign_bit) - sign_bit & WORD_MASK


# The instructions by name, with those of `HELPERS` that only rules use. Divisions by 0 give 0.
UNARY: Final[dict[str, Callable[[int], int]]] = {
    "not": lambda word: word ^ WORD_MASK,
    "iszero": lambda word: int(word == 0),
    # The number of zero bits before the first set bit.
    "clz": lambda word: WORD_BITS - word.bit_length(),
    # The position of the highest set bit; MAX for 0, like `sub(255, clz(0))`.
    "log2": lambda word: word.bit_length() - 1 & WORD_MASK,
    # Whether exactly one bit is set.
    "power_of_two": lambda word: int(word.bit_count() == 1),
}
BINARY: Final[dict[str, Callable[[int, int], int]]] = {
    "add": lambda one, other: (one + other) & WORD_MASK,
    "sub": lambda minuend, subtrahend: (minuend - subtrahend) & WORD_MASK,
    "mul": lambda one, other: (one * other) & WORD_MASK,
    "div": lambda dividend, divisor: dividend // divisor if divisor else 0,
    "mod": lambda dividend, divisor: dividend % divisor if divisor else 0,
    "sdiv": _sdiv,
    "smod": _smod,
    # Anything to the power of 0 is 1.
    "exp": lambda base, exponent: pow(base, exponent, WORD_LIMIT),
    "lt": lambda one, other: int(one < other),
    "gt": lambda one, other: int(one > other),
    "slt": lambda one, other: int(signed(one) < signed(other)),
    "sgt": lambda one, other: int(signed(one) > signed(other)),
    "eq": lambda one, other: int(one == other),
    "and": lambda one, other: one & other,
    "or": lambda one, other: one | other,
    "xor": lambda one, other: one ^ other,
    # One byte of a word, counted from the most significant; 0 outside the word.
    "byte": lambda index, word: (
        word >> 8 * (WORD_BYTES - 1 - index) & 0xFF if index < WORD_BYTES else 0
    ),
    "shl": lambda amount, word: word << amount & WORD_MASK if amount < WORD_BITS else 0,
    "shr": lambda amount, word: word >> amount if amount < WORD_BITS else 0,
    # Filled with the sign bit.
    "sar": lambda amount, word: signed(word) >> min(amount, WORD_BITS) & WORD_MASK,
    "signextend": _signextend,
    "min": lambda one, other: min(one, other),
}
# Remainders of the full sum or product.
TERNARY: Final[dict[str, Callable[[int, int, int], int]]] = {
    "addmod": lambda one, other, modulus: (one + other) % modulus if modulus else 0,
    "mulmod": lambda one, other, modulus: one * other % modulus if modulus else 0,
}

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
