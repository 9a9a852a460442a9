"""Algebraic identities under known facts (see `yulopt.domains.facts`).

`apply` returns the value that an instruction computes. If that equals an operand, as under a mask
that clears nothing, or the result of other instructions, its number is that of the existing value.

Sources: H. Warren, "Hacker's delight" (2nd edition, 2012), section 2-13 (overflow); LLVM's
InstSimplify.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from yulopt.domains.facts import Facts, Operands
from yulopt.domains.words import AbstractWord
from yulopt.rules.arithmetic import COMPUTABLE, HELPERS, compute

_MIRRORED: Final = {"gt": "lt", "sgt": "slt"}
_COMMUTATIVE: Final = frozenset("add addmod and carry eq mul mulmod or xor".split())
# Of equal operands.
_ZERO_OF_EQUAL: Final = frozenset({"lt", "slt", "sub", "xor"})


def apply(facts: Facts, name: str, operands: Operands) -> int:
    """The value that a pure instruction computes from these values."""
    constants = [facts.values_of(operand).constant for operand in operands]
    words = [word for word in constants if word is not None]
    if len(words) == len(operands) and name in COMPUTABLE and name not in HELPERS:
        return facts.constant(compute(name, words))
    if name in _MIRRORED:
        name, operands = _MIRRORED[name], operands[::-1]
    if name in _COMMUTATIVE and operands[0] > operands[1]:
        operands = (operands[1], operands[0], *operands[2:])
    if len(operands) == 2 and operands[0] == operands[1]:
        if name in _ZERO_OF_EQUAL:
            return facts.constant(0)
        if name == "eq":
            return facts.constant(1)
    rule = _RULES.get(name)
    if rule is not None:
        same = rule(facts, operands, [facts.values_of(operand) for operand in operands])
        if same is not None:
            return same
    return facts.node(name, operands)


def _and(facts: Facts, operands: Operands, known: Sequence[AbstractWord]) -> int | None:
    for index in (0, 1):
        # The other operand preserves all possible bits.
        if known[index].possible & ~known[1 - index].ones == 0:
            return operands[index]
    return None


def _or(facts: Facts, operands: Operands, known: Sequence[AbstractWord]) -> int | None:
    for index in (0, 1):
        if known[1 - index].possible & ~known[index].ones == 0:
            return operands[index]
    return facts.constant(1) if _is_whole_product(facts, operands) else None


def _is_whole_product(facts: Facts, operands: Operands) -> bool:
    """Whether it is a check of a product, and that fits into a word.

    The check of `x * y` is `x == 0 || x * y / x == y`.
    """
    for index in (0, 1):
        name, zero = facts.definition(operands[index])
        if name != "iszero":
            continue
        name, compared = facts.definition(operands[1 - index])
        if name != "eq":
            continue
        for quotient, factor in (compared, compared[::-1]):
            name, parts = facts.definition(quotient)
            if (
                name == "div"
                and parts[1] == zero[0]
                and facts.definition(parts[0]) == ("mul", _sorted(zero[0], factor))
                and _fits(facts, zero[0], factor)
            ):
                return True
    return False


def _sorted(one: int, other: int) -> Operands:
    return (one, other) if one <= other else (other, one)


def _fits(facts: Facts, one: int, other: int) -> bool:
    """Whether the product is that of the numbers."""
    return facts.values_of(one).most * facts.values_of(other).most <= facts.words.mask


def _add(facts: Facts, operands: Operands, known: Sequence[AbstractWord]) -> int | None:
    for index in (0, 1):
        if known[index].constant == 0:
            return operands[1 - index]
    return None


def _xor(facts: Facts, operands: Operands, known: Sequence[AbstractWord]) -> int | None:
    for index in (0, 1):
        if known[index].constant == 1 and known[1 - index].is_boolean:
            return apply(facts, "iszero", (operands[1 - index],))
    return _add(facts, operands, known)


def _sub(facts: Facts, operands: Operands, known: Sequence[AbstractWord]) -> int | None:
    if known[1].constant == 0:
        return operands[0]
    name, parts = facts.definition(operands[0])
    if name == "add" and operands[1] in parts:
        return parts[1] if parts[0] == operands[1] else parts[0]
    base, distance = _without_constants(facts, operands[0])
    other_base, other_distance = _without_constants(facts, operands[1])
    if base == other_base:
        return facts.constant((distance - other_distance) & facts.words.mask)
    return None


def _without_constants(facts: Facts, number: int) -> tuple[int, int]:
    """Decompose a value into another one and an integer offset, modulo word size."""
    distance = 0
    while True:
        name, parts = facts.definition(number)
        if name != "add":
            return number, distance
        one, other = facts.values_of(parts[0]).constant, facts.values_of(parts[1]).constant
        if one is not None:
            distance += one
            number = parts[1]
        elif other is not None:
            distance += other
            number = parts[0]
        else:
            return number, distance


def _mul(facts: Facts, operands: Operands, known: Sequence[AbstractWord]) -> int | None:
    for index in (0, 1):
        if known[index].constant == 1:
            return operands[1 - index]
    return None


def _div(facts: Facts, operands: Operands, known: Sequence[AbstractWord]) -> int | None:
    if known[1].constant == 1:
        return operands[0]
    # Dividing a multiple of the divisor.
    name, parts = facts.definition(operands[0])
    if name == "mul" and operands[1] in parts and known[1].least > 0 and _fits(facts, *parts):
        return parts[1] if parts[0] == operands[1] else parts[0]
    return None


def _mod(facts: Facts, operands: Operands, known: Sequence[AbstractWord]) -> int | None:
    return operands[0] if known[0].most < known[1].least else None


def _shift(facts: Facts, operands: Operands, known: Sequence[AbstractWord]) -> int | None:
    return operands[1] if known[0].constant == 0 else None


def _shr(facts: Facts, operands: Operands, known: Sequence[AbstractWord]) -> int | None:
    # Undoing a left shift that lost no bits.
    name, parts = facts.definition(operands[1])
    if name == "shl" and parts[0] == operands[0] and known[0].most < facts.words.bits:
        most = facts.values_of(parts[1]).most << known[0].most
        return parts[1] if most <= facts.words.mask else None
    return _shift(facts, operands, known)


def _byte(facts: Facts, operands: Operands, known: Sequence[AbstractWord]) -> int | None:
    words = facts.words
    last = words.bits // words.byte_bits - 1
    is_last = known[0].constant == last and known[1].most < 1 << words.byte_bits
    return operands[1] if is_last else None


def _signextend(facts: Facts, operands: Operands, known: Sequence[AbstractWord]) -> int | None:
    words = facts.words
    if known[0].least >= words.bits // words.byte_bits - 1:
        return operands[1]
    index = known[0].constant
    if index is None:
        return None
    sign = 1 << (index * words.byte_bits + words.byte_bits - 1)
    return operands[1] if -sign <= known[1].low and known[1].high < sign else None


def _iszero(facts: Facts, operands: Operands, known: Sequence[AbstractWord]) -> int | None:
    name, negated = facts.definition(operands[0])
    return negated[0] if name == "iszero" and facts.values_of(negated[0]).is_boolean else None


def _eq(facts: Facts, operands: Operands, known: Sequence[AbstractWord]) -> int | None:
    for index in (0, 1):
        other = operands[1 - index]
        if known[index].constant == 0:
            return apply(facts, "iszero", (other,))
        if known[index].constant == 1 and known[1 - index].is_boolean:
            return other
    return None


def _lt(facts: Facts, operands: Operands, known: Sequence[AbstractWord]) -> int | None:
    one, other = operands
    if known[1].constant == 1:
        return apply(facts, "iszero", (one,))
    if known[0].constant == 0:
        return apply(facts, "iszero", (apply(facts, "iszero", (other,)),))
    if facts.is_known_true("lt", (other, one)):
        return facts.constant(0)
    name, parts = facts.definition(one)
    if name == "add" and other in parts:
        # A sum is smaller than an operand if it has wrapped around.
        return facts.node("carry", parts)
    name, parts = facts.definition(other)
    if name == "add" and one in parts:
        added = parts[1] if parts[0] == one else parts[0]
        if facts.values_of(added).least > 0:
            return apply(facts, "iszero", (facts.node("carry", parts),))
    if name == "sub" and parts[0] == one:
        # A difference is larger than its minuend in the same case.
        return apply(facts, "lt", (one, parts[1]))
    return None


Rule = Callable[[Facts, Operands, Sequence[AbstractWord]], int | None]

_RULES: Final[dict[str, Rule]] = {
    "add": _add,
    "and": _and,
    "byte": _byte,
    "div": _div,
    "eq": _eq,
    "iszero": _iszero,
    "lt": _lt,
    "mod": _mod,
    "mul": _mul,
    "or": _or,
    "sar": _shift,
    "shl": _shift,
    "shr": _shr,
    "signextend": _signextend,
    "sub": _sub,
    "xor": _xor,
}
