"""Addresses as a base and a constant distance from it.

Two addresses with the same base are certainly the same or different; nothing is known about those
with different bases.

Source: chapter 08, section 5.5 of the specification.
"""

from __future__ import annotations

from typing import NamedTuple

from yulopt.ssa.ir.function import Constant, Result, Value
from yulopt.ssa.ir.instructions import BuiltinCall
from yulopt.syntax.literals import WORD_MASK


class Address(NamedTuple):
    """`base` (None: zero) plus `offset`, modulo 2**256."""

    base: Value | None
    offset: int

    def plus(self, distance: int) -> Address:
        """The address at a distance."""
        return Address(self.base, (self.offset + distance) & WORD_MASK)


class AddressFinder:
    """Finds the bases of values, and remembers them."""

    __slots__ = ("_known",)

    def __init__(self) -> None:
        self._known: dict[Value, Address] = {}

    def find(self, value: Value) -> Address:
        """A value as a base and an offset."""
        # The values that were passed on the way to the base, with their distance from the next.
        path: list[tuple[Value, int]] = []
        while True:
            if isinstance(value, Constant):
                address = Address(None, value.value)
                break
            known = self._known.get(value)
            if known is not None:
                address = known
                break
            step = _step(value)
            if step is None:
                address = self._known[value] = Address(value, 0)
                break
            path.append((value, step[1]))
            value = step[0]
        for passed, distance in reversed(path):
            address = self._known[passed] = address.plus(distance)
        return address


def _step(value: Value) -> tuple[Value, int] | None:
    """The value that a sum with a constant is relative to, and the constant."""
    if not isinstance(value, Result):
        return None
    definition = value.instruction
    if not isinstance(definition, BuiltinCall):
        return None
    if definition.builtin.name == "add":
        left, right = definition.operands
        if isinstance(right, Constant):
            return left, right.value
        if isinstance(left, Constant):
            return right, left.value
    elif definition.builtin.name == "sub":
        left, right = definition.operands
        if isinstance(right, Constant):
            return left, -right.value
    return None
