"""Addresses relative to a base, and locations, which are ranges of addresses, as numbers.

An address is a base plus a constant offset, modulo 2**256. Two addresses with the same base are
certainly equal or certainly different; those with different bases are unknown. A base identifies an
unknown word; constants have their own base.

A location is a range of bytes (or slots) of an address space. The locations that code accesses are
numbered by space, base, length and offset. So those with another base than an access, and those of
one length in an interval of offsets, are ranges of numbers, without comparisons one by one.

Source: chapter 04, section 2; chapter 05, sections 7.5 and 7.6; chapter 08, section 5.5 of the
specification.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from typing import Final, NamedTuple, TypeVar

# Addresses

ADDRESS_MASK: Final = (1 << 256) - 1

Base = TypeVar("Base")

Address = tuple[Base, int]


def shifted(address: Address[Base], distance: int) -> Address[Base]:
    """The address at an offset, which may be negative."""
    return address[0], (address[1] + distance) & ADDRESS_MASK


def address_sum(one: Address[Base], other: Address[Base], zero: Base) -> Address[Base] | None:
    """The sum of two words, None if neither is a constant."""
    if one[0] == zero:
        return shifted(other, one[1])
    return shifted(one, other[1]) if other[0] == zero else None


def address_difference(
    one: Address[Base], other: Address[Base], zero: Base
) -> Address[Base] | None:
    """The first word minus the second one, None unless that is a constant or has the base of the
    first one."""
    if one[0] == other[0]:
        return zero, (one[1] - other[1]) & ADDRESS_MASK
    return shifted(one, -other[1]) if other[0] == zero else None


def are_apart(one: Address[Base], other: Address[Base], width: int) -> bool:
    """Whether two ranges of these lengths, in bytes or slots, are certainly disjoint."""
    if one[0] != other[0]:
        return False
    distance = (one[1] - other[1]) & ADDRESS_MASK
    return width <= distance <= ADDRESS_MASK + 1 - width


# Locations as numbers

# From a first number up to, and not including, a second one.
Range = tuple[int, int]

# Not a location.
NOWHERE: Final = -1


class Location(NamedTuple):
    """`length` bytes or slots from `offset` after a base on, modulo 2**256.

    The creator of the table numbers spaces and bases, and can distinguish otherwise equal locations
    by a `name`.
    """

    space: int
    base: int
    length: int
    offset: int
    name: str = ""


class _Group(NamedTuple):
    """The locations of one space, base and length: numbers from `first` on, by `offsets`."""

    first: int
    offsets: list[int]

    def between(self, lowest: int, highest: int) -> Range:
        """The numbers of the offsets in an interval, both ends included."""
        return (
            self.first + bisect_left(self.offsets, lowest),
            self.first + bisect_left(self.offsets, highest + 1),
        )


class LocationTable:
    """The numbers of some locations, from 0 up to and not including `bound`, spaces in order."""

    def __init__(self, locations: Iterable[Location]) -> None:
        self._order = sorted(set(locations))
        self.bound = len(self._order)
        self._numbers: dict[Location, int] = {}
        self._spaces: dict[int, Range] = {}
        self._bases: dict[tuple[int, int], Range] = {}
        self._groups: dict[tuple[int, int], dict[int, _Group]] = {}
        for number, location in enumerate(self._order):
            space, base, length, offset, _ = location
            self._numbers[location] = number
            self._spaces[space] = (self._spaces.get(space, (number, number))[0], number + 1)
            here = (space, base)
            self._bases[here] = (self._bases.get(here, (number, number))[0], number + 1)
            groups = self._groups.setdefault(here, {})
            group = groups.get(length)
            if group is None:
                group = groups[length] = _Group(number, [])
            group.offsets.append(offset)

    def number(self, location: Location) -> int:
        """The number of a location, NOWHERE if it is not in the table."""
        return self._numbers.get(location, NOWHERE)

    def of_space(self, space: int) -> Range:
        """The locations of a space."""
        return self._spaces.get(space, (0, 0))

    def of_base(self, space: int, base: int) -> Range:
        """The locations of a space that are relative to a base."""
        return self._bases.get((space, base), (0, 0))

    def of_other_bases(self, space: int, base: int) -> list[Range]:
        """The locations of a space that are not relative to a base."""
        first, end = self.of_space(space)
        own_first, own_end = self._bases.get((space, base), (end, end))
        return [(first, own_first), (own_end, end)]

    def of_bases_from(self, space: int, base: int) -> Range:
        """The locations of a space that are relative to a base or to one with a higher number."""
        first = bisect_left(self._order, Location(space, base, -1, 0))
        return first, self.of_space(space)[1]

    def lengths(self, space: int, base: int) -> list[int]:
        """The lengths of the locations that are relative to a base, shortest first."""
        return list(self._groups.get((space, base), ()))

    def between(self, space: int, base: int, length: int, first: int, last: int) -> list[Range]:
        """The locations of a length whose offsets go from `first` up to `last`, around the end of
        the address space if `last` is before `first`."""
        group = self._groups[space, base][length]
        if first <= last:
            return [group.between(first, last)]
        return [group.between(0, last), group.between(first, ADDRESS_MASK)]

    def touched(self, space: int, base: int, offset: int, length: int | None) -> list[Range]:
        """The locations relative to a base that overlap a range, which is of any length if that is
        None."""
        touched: list[Range] = []
        for other in self.lengths(space, base):
            if length is None or length + other > ADDRESS_MASK + 1:
                touched += self.between(space, base, other, 0, ADDRESS_MASK)
            elif length > 0:
                first = (offset - other + 1) & ADDRESS_MASK
                last = (offset + length - 1) & ADDRESS_MASK
                touched += self.between(space, base, other, first, last)
        return touched

    def covered(self, space: int, base: int, offset: int, length: int) -> list[Range]:
        """The locations relative to a base that are part of a range."""
        covered: list[Range] = []
        for other in self.lengths(space, base):
            if length > ADDRESS_MASK:
                covered += self.between(space, base, other, 0, ADDRESS_MASK)
            elif other <= length:
                last = (offset + length - other) & ADDRESS_MASK
                covered += self.between(space, base, other, offset, last)
        return covered
