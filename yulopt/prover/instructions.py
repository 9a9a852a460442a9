"""The semantics of EVM instructions as bit-vector terms, for words of any width.

The width is that of the operands. A word has `width` bits and `width / 8` bytes, in place of the
EVM's 256 bits and 32 bytes. Operands are in Yul's order.

The helpers of rule tables are included: `min`, `log2`, `power_of_two`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import z3
from z3 import BitVecRef, BoolRef


def number(value: int, like: BitVecRef) -> BitVecRef:
    """A number as a word of the width of another one."""
    return z3.BitVecVal(value, like.size())


def truth(condition: BoolRef, like: BitVecRef) -> BitVecRef:
    """1 or 0."""
    return z3.If(condition, number(1, like), number(0, like))


def unless_zero(divisor: BitVecRef, quotient: BitVecRef) -> BitVecRef:
    """The EVM's division by 0 gives 0."""
    return z3.If(divisor == 0, number(0, divisor), quotient)


def addmod(one: BitVecRef, other: BitVecRef, modulus: BitVecRef) -> BitVecRef:
    """The sum may have one bit more than a word."""
    wide = [z3.ZeroExt(1, word) for word in (one, other, modulus)]
    remainder = z3.URem(wide[0] + wide[1], wide[2])
    return unless_zero(modulus, z3.Extract(one.size() - 1, 0, remainder))


def mulmod(one: BitVecRef, other: BitVecRef, modulus: BitVecRef) -> BitVecRef:
    """The product has up to twice as many bits."""
    wide = [z3.ZeroExt(one.size(), word) for word in (one, other, modulus)]
    remainder = z3.URem(wide[0] * wide[1], wide[2])
    return unless_zero(modulus, z3.Extract(one.size() - 1, 0, remainder))


def exp(base: BitVecRef, exponent: BitVecRef) -> BitVecRef:
    """Square and multiply: the product of base**(2**bit) over the bits set in the exponent."""
    power = number(1, base)
    square = base
    for bit in range(base.size()):
        if bit:
            square = z3.simplify(square * square) if z3.is_bv_value(base) else square * square
        power = power * z3.If(_bit(exponent, bit), square, number(1, base))
    return power


def shl(amount: BitVecRef, word: BitVecRef) -> BitVecRef:
    """0 when the amount is the width or more, as with bit vectors; explicit, to help proofs."""
    return z3.If(z3.ULT(amount, word.size()), word << amount, number(0, word))


def shr(amount: BitVecRef, word: BitVecRef) -> BitVecRef:
    """The same to the right."""
    return z3.If(z3.ULT(amount, word.size()), z3.LShR(word, amount), number(0, word))


def byte(index: BitVecRef, word: BitVecRef) -> BitVecRef:
    """Counted from the most significant byte; 0 outside the word."""
    size = word.size() // 8
    found = z3.LShR(word, 8 * (size - 1 - index)) & 0xFF
    return z3.If(z3.ULT(index, size), found, number(0, word))


def signextend(index: BitVecRef, word: BitVecRef) -> BitVecRef:
    """Shift the byte `index`, counted from the least significant, to the top and back."""
    size = word.size() // 8
    amount = 8 * (size - 1 - index)
    return z3.If(z3.ULT(index, size - 1), (word << amount) >> amount, word)


def highest_bit(word: BitVecRef) -> BitVecRef:
    """The position of the highest bit that is set; of 0 it is -1."""
    position = number(-1, word)
    for bit in range(word.size()):
        position = z3.If(_bit(word, bit), number(bit, word), position)
    return position


def power_of_two(word: BitVecRef) -> BitVecRef:
    """Whether exactly one bit is set."""
    return truth(z3.And(word != 0, word & (word - 1) == 0), word)


def _bit(word: BitVecRef, position: int) -> BoolRef:
    return z3.Extract(position, position, word) == 1


_UNARY: Final[dict[str, Callable[[BitVecRef], BitVecRef]]] = {
    "not": lambda x: ~x,
    "iszero": lambda x: truth(x == 0, x),
    "clz": lambda x: x.size() - 1 - highest_bit(x),
    "log2": highest_bit,
    "power_of_two": power_of_two,
}
_BINARY: Final[dict[str, Callable[[BitVecRef, BitVecRef], BitVecRef]]] = {
    "add": lambda x, y: x + y,
    "sub": lambda x, y: x - y,
    "mul": lambda x, y: x * y,
    "div": lambda x, y: unless_zero(y, z3.UDiv(x, y)),
    "mod": lambda x, y: unless_zero(y, z3.URem(x, y)),
    "sdiv": lambda x, y: unless_zero(y, x / y),
    "smod": lambda x, y: unless_zero(y, z3.SRem(x, y)),
    "exp": exp,
    "lt": lambda x, y: truth(z3.ULT(x, y), x),
    "gt": lambda x, y: truth(z3.UGT(x, y), x),
    "slt": lambda x, y: truth(x < y, x),
    "sgt": lambda x, y: truth(x > y, x),
    "eq": lambda x, y: truth(x == y, x),
    "and": lambda x, y: x & y,
    "or": lambda x, y: x | y,
    "xor": lambda x, y: x ^ y,
    "byte": byte,
    "shl": shl,
    "shr": shr,
    "sar": lambda amount, word: word >> amount,
    "signextend": signextend,
    "min": lambda x, y: z3.If(z3.ULT(x, y), x, y),
}
_TERNARY: Final[dict[str, Callable[[BitVecRef, BitVecRef, BitVecRef], BitVecRef]]] = {
    "addmod": addmod,
    "mulmod": mulmod,
}

COMPUTABLE: Final = frozenset((*_UNARY, *_BINARY, *_TERNARY))


def compute(name: str, operands: Sequence[BitVecRef]) -> BitVecRef:
    """The result of the instruction or helper `name` (one of `COMPUTABLE`)."""
    if len(operands) == 1:
        return _UNARY[name](operands[0])
    if len(operands) == 2:
        return _BINARY[name](operands[0], operands[1])
    return _TERNARY[name](operands[0], operands[1], operands[2])
