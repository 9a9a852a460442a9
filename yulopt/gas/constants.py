"""The cheapest way to write a constant: as it is, as a complement, or as a split.

A constant can be written as `not(...)` of its complement if that is shorter, or split where a long
run of equal bits begins: `add` or `sub` of a shifted part (multiplied by a power of two where there
are no shifts) and a small rest. Both parts are split again.

Source: chapter 06, section 6 of the specification.
"""

from __future__ import annotations

from typing import Final

from yulopt.gas.model import CALL, Gas, GasModel
from yulopt.syntax.ast import Expression, FunctionCall, Literal
from yulopt.syntax.literals import WORD_MASK, byte_length, computed_number

# Smaller constants are not worth a search.
SMALLEST_CONSTANT: Final = 0x10000
# The maximum number of candidates for one literal, with all the constants inside them.
_MAX_CANDIDATES: Final = 10000

# Splits are tried at these bits.
_SPLIT_BITS: Final = (1 << 256) - (1 << 9)


class _Representation:
    """An expression for a constant, and its cost."""

    def __init__(self, expression: Expression, cost: int) -> None:
        self.expression = expression
        self.cost = cost


class ConstantFinder:
    """Finds the cheapest representation of constants, with memoisation."""

    def __init__(self, model: GasModel) -> None:
        self._dialect = model.dialect
        self._model = model
        self._found: dict[int, _Representation] = {}
        self._candidates_left = 0
        self._position = -1

    def cheapest(self, value: int, position: int = -1) -> Expression:
        """The cheapest expression for a constant; it must be copied before it is used.

        A new expression gets `position`; a memoised one keeps its own, as in solc.
        """
        self._candidates_left = _MAX_CANDIDATES
        self._position = position
        return self._find(value).expression

    def gas(self, value: int) -> Gas:
        """The cost of a constant in its cheapest representation."""
        if value < SMALLEST_CONSTANT:
            return self._model.push(value)
        return self._model.expression(self.cheapest(value))

    def expression_gas(self, expression: Expression) -> Gas:
        """The cost of an expression with its constants in their cheapest representations."""
        if isinstance(expression, Literal):
            return self.gas(expression.value)
        if not isinstance(expression, FunctionCall):
            return self._model.expression(expression)
        builtin = expression.builtin
        gas = self._model.code(CALL) if builtin is None else self._model.builtin(builtin)
        for argument in expression.arguments:
            gas += self.expression_gas(argument)
        return gas

    def is_complement(self, value: int) -> bool:
        """Whether a constant is best written as `not` of another one."""
        if value < SMALLEST_CONSTANT:
            return False
        best = self.cheapest(value)
        return (
            isinstance(best, FunctionCall)
            and best.name == "not"
            and isinstance(best.arguments[0], Literal)
        )

    def _find(self, value: int) -> _Representation:
        found = self._found.get(value)
        if found is None:
            found = self._found[value] = self._search(value)
        return found

    def _search(self, value: int) -> _Representation:
        best = self._literal(value)
        complement = WORD_MASK - value
        if byte_length(complement) < byte_length(value):
            best = _cheaper(best, self._operation("not", self._find(complement)))
        positions = split_positions(value)
        while positions and self._candidates_left > 0:
            bit = positions.bit_length() - 1
            positions ^= 1 << bit
            candidate = self._split(value, bit, best.cost)
            if candidate is not None:
                self._candidates_left -= 1
                best = _cheaper(best, candidate)
        return best

    def _split(self, value: int, bit: int, limit: int) -> _Representation | None:
        """`upper * 2**bit + lower` with a small, maybe negative `lower`.

        None if there is no such form or if its first part alone costs `limit` or more.
        """
        parts = split_at(value, bit)
        if parts is None:
            return None
        upper, lower = parts
        shifted = self._shifted(upper, bit)
        if shifted.cost >= limit:
            return None
        if lower > 0:
            return self._operation("add", shifted, self._find(lower))
        if lower < 0:
            return self._operation("sub", shifted, self._find(-lower))
        return shifted

    def _shifted(self, value: int, bits: int) -> _Representation:
        if self._dialect.has_bitwise_shifts:
            return self._operation("shl", self._literal(bits), self._find(value))
        power = self._operation("exp", self._literal(2), self._literal(bits))
        return power if value == 1 else self._operation("mul", self._find(value), power)

    def _literal(self, value: int) -> _Representation:
        cost = self._model.lifetime(self._model.push(value))
        literal = computed_number(value)
        literal.position = self._position
        return _Representation(literal, cost)

    def _operation(self, name: str, *operands: _Representation) -> _Representation:
        builtin = self._dialect.builtins[name]
        arguments = [operand.expression for operand in operands]
        cost = self._model.lifetime(self._model.builtin(builtin))
        cost += sum([item.cost for item in operands])
        return _Representation(FunctionCall(name, arguments, builtin, self._position), cost)


def _cheaper(best: _Representation, candidate: _Representation) -> _Representation:
    return candidate if candidate.cost < best.cost else best


def split_at(value: int, bit: int) -> tuple[int, int] | None:
    """`upper` and `lower` such that a constant is `upper * 2**bit + lower`.

    `lower` may be negative; None if it is not small.
    """
    power = 1 << bit
    upper, lower = divmod(value, power)
    if power - lower < lower:
        upper, lower = upper + 1, lower - power
    return None if upper == 0 or abs(lower) >= power >> 8 else (upper, lower)


def split_positions(value: int) -> int:
    """The bits at which a constant can be split, as a mask.

    These are the bits that differ from the eight bits below them, which are all equal.
    """
    changes = value ^ (value << 1)
    recent_changes = changes << 1
    recent_changes |= recent_changes << 1
    recent_changes |= recent_changes << 2
    recent_changes |= recent_changes << 3
    return changes & ~recent_changes & _SPLIT_BITS
