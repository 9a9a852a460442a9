"""Addresses as a base and a constant distance from it, modulo 2**256.

Two addresses with the same base are certainly the same or certainly different; nothing is known
about those with different bases. A base is whatever names an unknown word; constants are relative
to a base of their own, `zero`.

Source: chapter 04, section 2, and chapter 08, section 5.5 of the specification.
"""

from __future__ import annotations

from typing import Final, TypeVar

WORD_BYTES: Final = 32
ADDRESS_MASK: Final = (1 << 256) - 1

Base = TypeVar("Base")

Address = tuple[Base, int]


def shifted(address: Address[Base], distance: int) -> Address[Base]:
    """The address at a distance, which may be negative."""
    return address[0], (address[1] + distance) & ADDRESS_MASK


def address_sum(one: Address[Base], other: Address[Base], zero: Base) -> Address[Base] | None:
    """The sum of two words, None if neither is a constant."""
    if one[0] == zero:
        return shifted(other, one[1])
    return shifted(one, other[1]) if other[0] == zero else None


def address_difference(
    one: Address[Base], other: Address[Base], zero: Base
) -> Address[Base] | None:
    """The first word less the second one, None if that is neither a constant nor relative to the
    same base as the first one."""
    if one[0] == other[0]:
        return zero, (one[1] - other[1]) & ADDRESS_MASK
    return shifted(one, -other[1]) if other[0] == zero else None


def are_apart(one: Address[Base], other: Address[Base], width: int) -> bool:
    """Whether two ranges of so many bytes (or slots) certainly have nothing in common."""
    if one[0] != other[0]:
        return False
    distance = (one[1] - other[1]) & ADDRESS_MASK
    return width <= distance <= ADDRESS_MASK + 1 - width
