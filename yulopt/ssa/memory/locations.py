"""The words of memory and the slots that a function accesses, as numbers.

Accesses are spans: a start address and a number of bytes or slots. An address is a base plus a
constant offset. The words and slots that a function loads and stores exactly are numbered by a
`LocationTable`.

Source: chapter 01, sections 9.3 to 9.6, and chapter 08, section 5.5 of the specification.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

import attr

from yulopt.dialect import NONE, READ, WRITE, AddressSpace, Builtin, Operation
from yulopt.memory.locations import (
    NOWHERE,
    Address,
    Location,
    LocationTable,
    Range,
    shifted,
)
from yulopt.passes.options import option
from yulopt.ssa.ir.function import Constant, Result, Value
from yulopt.ssa.ir.instructions import BuiltinCall, End
from yulopt.syntax.literals import WORD_BYTES

# In the order of their numbers.
SPACES: Final = (
    AddressSpace.MEMORY,
    AddressSpace.STORAGE,
    AddressSpace.TRANSIENT_STORAGE,
    AddressSpace.CALLDATA,
)
_INDEX: Final = {space: index for index, space in enumerate(SPACES)}


class Span(NamedTuple):
    """`length` bytes or slots from an address on; None is unknown.

    Constant addresses are relative to the base None.
    """

    space: AddressSpace
    address: Address[Value | None] | None
    length: int | None


def everywhere(space: AddressSpace) -> Span:
    """A span of which only the space is known."""
    return Span(space, None, None)


# Accesses of an instruction


@attr.s(auto_attribs=True, eq=False)
class Accessed:
    """The spans that a call of a builtin may read, may write, and must write."""

    reads: list[Span] = attr.Factory(list)
    writes: list[Span] = attr.Factory(list)
    covers: list[Span] = attr.Factory(list)


class SpanFinder:
    """Finds the spans that instructions of one function access, and caches the bases of values."""

    def __init__(self) -> None:
        self._addresses: dict[Value, Address[Value | None]] = {}

    def word(self, call: BuiltinCall) -> Span | None:
        """The word or slot that a builtin loads or stores exactly, None for other builtins."""
        access = call.builtin.word_access
        return None if access is None else self._span(call, access)

    def accessed(self, call: BuiltinCall | End) -> Accessed:
        """The spans that a builtin accesses."""
        found = Accessed()
        described: set[tuple[AddressSpace, int]] = set()
        for operation in call.builtin.operations:
            described.add((operation.space, operation.effect))
            span = self._span(call, operation)
            if operation.effect == WRITE:
                found.writes.append(span)
                if operation.length is not None or operation.fixed_length is not None:
                    found.covers.append(span)
            else:
                found.reads.append(span)
        for space, effect in _effects(call.builtin):
            # If the table only says that an access happens, it can be anywhere.
            if (space, READ) not in described and (space, WRITE) not in described:
                found.reads.append(everywhere(space))
            if effect == WRITE and (space, WRITE) not in described:
                found.writes.append(everywhere(space))
        return found

    def _span(self, call: BuiltinCall | End, operation: Operation) -> Span:
        if operation.start is None:
            return everywhere(operation.space)
        length = operation.fixed_length
        index = operation.length_limit if operation.length is None else operation.length
        if length is None and index is not None:
            operand = call.operands[index]
            length = operand.value if isinstance(operand, Constant) else None
        return Span(operation.space, self._address(call.operands[operation.start]), length)

    def _address(self, value: Value) -> Address[Value | None]:
        """Decompose a value into base and offset."""
        # The values on the way to the base, with their distance from the next.
        path: list[tuple[Value, int]] = []
        while True:
            if isinstance(value, Constant):
                address: Address[Value | None] = (None, value.value)
                break
            known = self._addresses.get(value)
            if known is not None:
                address = known
                break
            step = _constant_distance(value)
            if step is None:
                address = self._addresses[value] = (value, 0)
                break
            path.append((value, step[1]))
            value = step[0]
        for passed, distance in reversed(path):
            address = self._addresses[passed] = shifted(address, distance)
        return address


def _constant_distance(value: Value) -> tuple[Value, int] | None:
    """The variable operand of a sum with a constant, and the constant."""
    if not isinstance(value, Result) or not isinstance(value.instruction, BuiltinCall):
        return None
    name = value.instruction.builtin.name
    if name not in ("add", "sub"):
        return None
    left, right = value.instruction.operands
    if isinstance(right, Constant):
        return left, right.value if name == "add" else -right.value
    if name == "add" and isinstance(left, Constant):
        return right, left.value
    return None


def _effects(builtin: Builtin) -> list[tuple[AddressSpace, int]]:
    """The effect of a builtin on each space that it accesses."""
    effects = builtin.side_effects
    pairs = (
        (AddressSpace.MEMORY, effects.memory),
        (AddressSpace.STORAGE, effects.storage),
        (AddressSpace.TRANSIENT_STORAGE, effects.transient_storage),
    )
    return [(space, effect) for space, effect in pairs if effect != NONE]


# Numbers


@attr.s(auto_attribs=True, frozen=True)
class Assumptions:
    """Assumptions that no analysis can prove; options of passes.

    Slots at a constant offset from a hash count as hashes. The free memory pointer is at 0x40.
    """

    hash_disjoint: bool = option(False, "assume that slots which are hashes differ from constants")
    memory_safe: bool = option(
        False, "assume that no constant address from 0x80 is in memory at the free pointer"
    )


_FREE_MEMORY_POINTER: Final = 0x40
_FIRST_RESERVED: Final = 0x80

# Larger offsets from the free memory pointer may be negative.
_FAR: Final = 1 << 64

# The first bases in each space: all of it, then the constants.
_EVERYTHING: Final = 0
_CONSTANTS: Final = 1


class SpanNumbers:
    """Numbers for words and slots, and those that overlap a span.

    The first number of each space represents all of it.
    """

    def __init__(self, words: Iterable[Span], assumptions: Assumptions) -> None:
        self._assumptions = assumptions
        # The bases in the order of their first occurrence.
        self._bases: dict[Value | None, int] = {None: _CONSTANTS}
        known: list[tuple[AddressSpace, Address[Value | None], int]] = []
        # The bases that are assumed not to be constants come last in a space.
        self._last_bases: set[tuple[AddressSpace, Value | None]] = set()
        ordinary: set[tuple[AddressSpace, Value | None]] = set()
        for space, address, length in words:
            assert address is not None
            assert length is not None
            known.append((space, address, length))
            self._bases.setdefault(address[0], len(self._bases) + _CONSTANTS)
            reserved = self._is_reserved(space, address)
            (self._last_bases if reserved else ordinary).add((space, address[0]))
        self._last_bases -= ordinary
        locations = [Location(index, _EVERYTHING, 0, 0) for index in range(len(SPACES))]
        locations += [self._location(*word) for word in known]
        self._table = LocationTable(locations)
        self.bound = self._table.bound

    def number(self, word: Span) -> int:
        """The number of a word or slot, NOWHERE if it has none."""
        space, address, length = word
        if address is None or length is None or address[0] not in self._bases:
            return NOWHERE
        return self._table.number(self._location(space, address, length))

    def everything(self, space: AddressSpace) -> int:
        """The number that represents all of a space."""
        return self.whole(space)[0]

    def whole(self, space: AddressSpace) -> Range:
        """All numbers of a space."""
        return self._table.of_space(_INDEX[space])

    def space(self, number: int) -> AddressSpace:
        """The space of a number."""
        return next(space for space in SPACES if number < self.whole(space)[1])

    def of_base(self, base: Value) -> list[Range]:
        """The numbers that are relative to a base."""
        if base not in self._bases:
            return []
        return [self._table.of_base(_INDEX[space], self._base(space, base)) for space in SPACES]

    def touched(self, span: Span) -> list[Range]:
        """The locations that may overlap a span."""
        space, address, length = span
        if length == 0:
            return []
        if address is None:
            return [self.whole(space)]
        index, base = _INDEX[space], self._base(space, address[0])
        touched = self._touched_elsewhere(span, address)
        return touched + self._table.touched(index, base, address[1], length)

    def covered(self, span: Span) -> list[Range]:
        """The locations that certainly lie within a span."""
        space, address, length = span
        if address is None or length is None:
            return []
        return self._table.covered(_INDEX[space], self._base(space, address[0]), address[1], length)

    def _touched_elsewhere(self, span: Span, address: Address[Value | None]) -> list[Range]:
        """The locations with another base that a span may overlap."""
        space, _, length = span
        index = _INDEX[space]
        others = self._table.of_other_bases(index, self._base(space, address[0]))
        if address[0] is None and _is_apart_from_reserved(space, address[1], length):
            last = self._table.of_bases_from(index, _CONSTANTS + len(self._bases))
            return _without(others, last)
        if not self._is_reserved(space, address):
            return others
        others = _without(others, self._table.of_base(index, _CONSTANTS))
        if space is AddressSpace.MEMORY:
            for other in self._table.lengths(index, _CONSTANTS):
                others += self._table.between(index, _CONSTANTS, other, 0, _FIRST_RESERVED - 1)
        return others

    def _location(
        self, space: AddressSpace, address: Address[Value | None], length: int
    ) -> Location:
        return Location(_INDEX[space], self._base(space, address[0]), length, address[1])

    def _base(self, space: AddressSpace, base: Value | None) -> int:
        number = self._bases.get(base)
        if number is None:
            return NOWHERE
        return number + len(self._bases) if (space, base) in self._last_bases else number

    def _is_reserved(self, space: AddressSpace, address: Address[Value | None]) -> bool:
        """Whether an address is assumed to differ from some constants."""
        base, offset = address
        if not isinstance(base, Result) or not isinstance(base.instruction, BuiltinCall):
            return False
        call = base.instruction
        if space is AddressSpace.STORAGE:
            return self._assumptions.hash_disjoint and call.builtin.name == "keccak256"
        return (
            space is AddressSpace.MEMORY
            and self._assumptions.memory_safe
            and offset < _FAR
            and call.builtin.name == "mload"
            and call.operands[0] == Constant(_FREE_MEMORY_POINTER)
        )


def _is_apart_from_reserved(space: AddressSpace, offset: int, length: int | None) -> bool:
    """Whether a span at a constant address is assumed to be disjoint from reserved addresses."""
    if space is not AddressSpace.MEMORY:
        return True
    return length is not None and length <= WORD_BYTES and offset >= _FIRST_RESERVED


def _without(ranges: list[Range], removed: Range) -> list[Range]:
    """Ranges minus another range."""
    first, end = removed
    if first >= end:
        return ranges
    return [
        part
        for start, stop in ranges
        for part in ((start, min(stop, first)), (max(start, end), stop))
        if part[0] < part[1]
    ]
