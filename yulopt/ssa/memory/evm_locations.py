"""Locations of the EVM: words of memory, slots of storage, as numbers.

The words and slots that a function loads and stores exactly are numbered in such an order that all
those which an access may touch are in few ranges of numbers. So nothing is compared one by one.

Source: chapter 08, section 5.5 of the specification.
"""

from __future__ import annotations

import enum
from bisect import bisect_left
from collections.abc import Iterable
from typing import Final, NamedTuple

from yulopt.memory.location_map import Range
from yulopt.ssa.ir.function import Constant, Result, Value
from yulopt.ssa.ir.instructions import BuiltinCall
from yulopt.ssa.memory.accesses import NOWHERE
from yulopt.ssa.memory.addresses import Address
from yulopt.syntax.literals import WORD_BYTES, WORD_MASK


class Space(enum.IntEnum):
    """A kind of state with addresses of its own; addresses are bytes in memory and call data."""

    MEMORY = 0
    STORAGE = 1
    TRANSIENT = 2
    CALLDATA = 3


class Place(NamedTuple):
    """Bytes or slots: `length` of them from an address on; None is what is not known."""

    space: Space
    address: Address | None
    length: int | None


class Assumptions(NamedTuple):
    """What may be taken for granted, though no analysis can prove it.

    `hash_disjoint`: slots that are hashes, also with a distance, are none that is a constant.
    `memory_safe`: memory at the free memory pointer, which is at 0x40, is not at constant addresses
    from 0x80 on.
    """

    hash_disjoint: bool = False
    memory_safe: bool = False


_FREE_MEMORY_POINTER: Final = 0x40
_FIRST_RESERVED: Final = 0x80

# Larger distances from the free memory pointer can be negative ones.
_FAR: Final = 1 << 64


class _Group(NamedTuple):
    """The locations of one base and one length: numbers from `first` on, by `offsets`."""

    first: int
    offsets: list[int]

    def between(self, lowest: int, highest: int) -> Range:
        """The numbers of the offsets in a range, both ends included."""
        return (
            self.first + bisect_left(self.offsets, lowest),
            self.first + bisect_left(self.offsets, highest + 1),
        )


class EvmLocations:
    """Numbers for some places, and which of them others touch."""

    def __init__(self, places: Iterable[Place], assumptions: Assumptions) -> None:
        self._assumptions = assumptions
        # The bases in the order of their first occurrence; the constants come first.
        self._bases: dict[Value | None, int] = {None: 0}
        # Bases of places that can be at constant addresses.
        ordinary: set[tuple[Space, Value | None]] = set()
        known: dict[tuple[Space, Value | None, int, int], None] = {}
        for place in places:
            space, address, length = place
            assert address is not None
            assert length is not None
            self._bases.setdefault(address.base, len(self._bases))
            known[space, address.base, length, address.offset] = None
            if not self._is_special(space, address):
                ordinary.add((space, address.base))
        self._numbers: dict[tuple[int, int, int, int], int] = {}
        # The special places, relative to hashes or the free memory pointer, come last in a space.
        self._special: dict[int, Range] = {}
        self._spaces: dict[int, Range] = {}
        # Of each space and base the groups by length, and the range of all of them.
        self._groups: dict[tuple[int, int], dict[int, _Group]] = {}
        self._ranges: dict[tuple[int, int], Range] = {}
        self._number(
            sorted(
                (space, (space, base) not in ordinary, self._bases[base], length, offset)
                for space, base, length, offset in known
            )
        )

    def _number(self, keys: list[tuple[Space, bool, int, int, int]]) -> None:
        """Give numbers; the first of each space stands for everything in it."""
        number = 0
        index = 0
        for space in Space:
            start = number
            number += 1
            special = None
            while index < len(keys) and keys[index][0] == space:
                _, is_special, base, length, offset = keys[index]
                if is_special and special is None:
                    special = number
                groups = self._groups.setdefault((space, base), {})
                group = groups.get(length)
                if group is None:
                    group = groups[length] = _Group(number, [])
                group.offsets.append(offset)
                self._numbers[space, base, length, offset] = number
                first = self._ranges.get((space, base), (number, number))[0]
                number += 1
                index += 1
                self._ranges[space, base] = (first, number)
            self._spaces[space] = (start, number)
            self._special[space] = (number if special is None else special, number)
        self.bound = number

    def number(self, place: Place) -> int:
        """The number of a place, NOWHERE if it has none."""
        space, address, length = place
        base = None if address is None else self._bases.get(address.base)
        if address is None or base is None or length is None:
            return NOWHERE
        return self._numbers.get((space, base, length, address.offset), NOWHERE)

    def everything(self, space: Space) -> int:
        """The number that stands for all places of a space."""
        return self._spaces[space][0]

    def whole(self, space: Space) -> Range:
        """All numbers of a space."""
        return self._spaces[space]

    def of_base(self, base: Value) -> list[Range]:
        """The places relative to a base."""
        index = self._bases.get(base)
        if index is None:
            return []
        return [self._ranges[space, index] for space in Space if (space, index) in self._ranges]

    def touched(self, place: Place) -> list[Range]:
        """The places that may have something in common with this one."""
        space, address, length = place
        if length == 0:
            return []
        start, end = self._spaces[space]
        if address is None:
            return [(start, end)]
        base = self._bases.get(address.base, -1)
        first, last = self._ranges.get((space, base), (end, end))
        touched = [(start, start + 1)]
        touched += self._other_bases(space, address, length, start + 1, first)
        touched += self._other_bases(space, address, length, last, end)
        for group_length, group in self._groups.get((space, base), {}).items():
            if length is None or length + group_length > WORD_MASK:
                touched.append(group.between(0, WORD_MASK))
                continue
            lowest = (address.offset - group_length + 1) & WORD_MASK
            highest = (address.offset + length - 1) & WORD_MASK
            if lowest <= highest:
                touched.append(group.between(lowest, highest))
            else:
                touched.append(group.between(0, highest))
                touched.append(group.between(lowest, WORD_MASK))
        return touched

    def covered(self, place: Place) -> list[Range]:
        """The places that are surely part of this one."""
        space, address, length = place
        base = None if address is None else self._bases.get(address.base)
        if address is None or base is None or length is None:
            return []
        covered: list[Range] = []
        for group_length, group in self._groups.get((space, base), {}).items():
            if group_length <= length:
                lowest = address.offset
                highest = lowest + min(length, WORD_MASK) - group_length
                covered.append(group.between(lowest, min(highest, WORD_MASK)))
                covered.append(group.between(0, highest - WORD_MASK - 1))
        return covered

    def _other_bases(
        self, space: Space, address: Address, length: int | None, first: int, end: int
    ) -> list[Range]:
        """The part of a range of places with other bases that a place may touch."""
        special, last = self._special[space]
        if first >= end:
            return []
        if special < last and address.base is None and _is_reserved(space, address, length):
            # The special ones come last.
            return [(first, min(end, special))]
        constants = self._ranges.get((space, 0))
        if constants is None or first != constants[0] or not self._is_special(space, address):
            return [(first, end)]
        low: list[Range] = []
        if space == Space.MEMORY:
            groups = self._groups[space, 0].values()
            low = [group.between(0, _FIRST_RESERVED - 1) for group in groups]
        return [*low, (constants[1], end)]

    def _is_special(self, space: Space, address: Address) -> bool:
        """Whether an address is assumed not to be one of the constants that are reserved."""
        base, offset = address
        if not isinstance(base, Result) or not isinstance(base.instruction, BuiltinCall):
            return False
        call = base.instruction
        if space == Space.STORAGE:
            return self._assumptions.hash_disjoint and call.builtin.name == "keccak256"
        return (
            space == Space.MEMORY
            and self._assumptions.memory_safe
            and offset < _FAR
            and call.builtin.name == "mload"
            and call.operands[0] == Constant(_FREE_MEMORY_POINTER)
        )


def _is_reserved(space: Space, address: Address, length: int | None) -> bool:
    """Whether a constant address is one that special addresses are assumed not to be."""
    if space != Space.MEMORY:
        return True
    return length is not None and length <= WORD_BYTES and address.offset >= _FIRST_RESERVED
