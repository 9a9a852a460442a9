"""Sets of values for data-flow analyses: small when they are sparse, quick to join when dense.

The values of a function are numbered, and a set keeps a word of bits for each group of numbers that
has members. Values that are alive together mostly have numbers close to each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from yulopt.ssa.ir.function import NamedValue

_GROUP_BITS: Final = 9
_GROUP_MASK: Final = (1 << _GROUP_BITS) - 1


class Numbering:
    """Numbers for values: `values[numbers[v]]` is v."""

    __slots__ = ("numbers", "values")

    def __init__(self, values: Iterable[NamedValue]) -> None:
        self.values = list(values)
        self.numbers = {value: number for number, value in enumerate(self.values)}


class ValueSet:
    """A set of numbered values; it is iterated in the order of the numbers."""

    __slots__ = ("_groups", "_numbering")

    def __init__(self, numbering: Numbering) -> None:
        self._numbering = numbering
        self._groups: dict[int, int] = {}

    def add(self, value: NamedValue) -> None:
        """Add a value, which must have a number."""
        number = self._numbering.numbers[value]
        group = number >> _GROUP_BITS
        self._groups[group] = self._groups.get(group, 0) | 1 << (number & _GROUP_MASK)

    def discard(self, value: NamedValue) -> None:
        """Remove a value if it is there."""
        number = self._numbering.numbers.get(value)
        if number is not None:
            group = number >> _GROUP_BITS
            bits = self._groups.get(group, 0) & ~(1 << (number & _GROUP_MASK))
            if bits:
                self._groups[group] = bits
            else:
                self._groups.pop(group, None)

    def update(self, other: ValueSet) -> None:
        """Add all values of another set over the same numbers."""
        groups = self._groups
        if not groups:
            self._groups = other._groups.copy()
            return
        for group, bits in other._groups.items():
            groups[group] = groups.get(group, 0) | bits

    def copy(self) -> ValueSet:
        """Another set with the same values."""
        copied = ValueSet(self._numbering)
        copied._groups = self._groups.copy()
        return copied

    def __contains__(self, value: object) -> bool:
        number = self._numbering.numbers.get(value) if isinstance(value, NamedValue) else None
        if number is None:
            return False
        bits = self._groups.get(number >> _GROUP_BITS, 0)
        return bool(bits >> (number & _GROUP_MASK) & 1)

    def __iter__(self) -> Iterator[NamedValue]:
        values = self._numbering.values
        for group in sorted(self._groups):
            bits = self._groups[group]
            while bits:
                lowest = bits & -bits
                yield values[(group << _GROUP_BITS) + lowest.bit_length() - 1]
                bits ^= lowest

    def __len__(self) -> int:
        return sum(bits.bit_count() for bits in self._groups.values())
