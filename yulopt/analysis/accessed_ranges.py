"""Ranges of storage and memory that instructions access, and their overlaps with stores.

A range of storage slots or memory bytes is described by the variables that give its start and its
length. Start addresses are known relative to a base (see `yulopt.analysis.symbolic_offsets`).

The overlap relation is solc's own; the numbers are those of a `LocationTable`.

Source: chapter 05, sections 7.1, 7.5 and 7.6 of the specification.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from typing import Final

from yulopt.analysis.symbolic_offsets import ABSOLUTE, SSAKnowledgeBase, variable_of
from yulopt.dialect import AddressSpace, Operation
from yulopt.memory.locations import ADDRESS_MASK, Location, LocationTable, Range
from yulopt.syntax.ast import Expression, FunctionCall, Identifier
from yulopt.syntax.literals import WORD_BYTES

STORAGE: Final = 0
EMPTY_MEMORY: Final = 1
MEMORY: Final = 2

# Looking up members of an enumeration is slow.
_STORAGE_SPACE: Final = AddressSpace.STORAGE

# The base of start addresses that are not given by a variable with a single value.
UNKNOWN: Final = "?"
# The length of ranges without a known constant length.
UNBOUNDED: Final = ADDRESS_MASK + 1


class AccessedRange:
    """A range of slots or bytes.

    `kind`: STORAGE, MEMORY, or EMPTY_MEMORY for a range of zero bytes. `base` and `offset`: its
    start; `start`: the variable that holds this, "" if unknown. `length_variable`: the variable
    that holds the length of an UNBOUNDED range, "" if unknown.
    """

    def __init__(
        self, kind: int, base: str, length: int, offset: int, start: str, length_variable: str
    ) -> None:
        self.kind = kind
        self.base = base
        self.length = length
        self.offset = offset
        self.start = start
        self.length_variable = length_variable

    def depends_on(self, variables: Container[str]) -> bool:
        """Whether its position depends on one of some variables."""
        return variable_of(self.base) in variables or self.length_variable in variables


ALL_STORAGE: Final = AccessedRange(STORAGE, UNKNOWN, UNBOUNDED, 0, "", "")
ALL_MEMORY: Final = AccessedRange(MEMORY, UNKNOWN, UNBOUNDED, 0, "", "")
_NOTHING: Final = AccessedRange(EMPTY_MEMORY, UNKNOWN, 0, 0, "", "")


class RangeFinder(SSAKnowledgeBase):
    """Finds the ranges that calls of instructions access.

    `values` are the values of SSA variables; other arguments count as unknown. Nothing is derived
    from `changing` variables.
    """

    def __init__(
        self, values: Mapping[str, Expression | None], changing: Container[str] = ()
    ) -> None:
        super().__init__(values, changing)
        self._values = values

    def range_of(self, call: FunctionCall, operation: Operation) -> AccessedRange:
        """The range of one of the operations of an instruction."""
        kind = STORAGE if operation.space is _STORAGE_SPACE else MEMORY
        length = UNBOUNDED
        length_variable = ""
        if operation.fixed_length is not None:
            length = operation.fixed_length
        elif operation.length is not None:
            length_variable = self._variable(call.arguments[operation.length])
            if length_variable:
                constant = self.known_constant(length_variable)
                if constant is not None:
                    length = constant
                    length_variable = ""
        if length == 0:
            return _NOTHING
        start = ""
        if operation.start is not None:
            start = self._variable(call.arguments[operation.start])
        if not start:
            return AccessedRange(kind, UNKNOWN, length, 0, "", length_variable)
        base, offset = self.locate(start)
        return AccessedRange(kind, base, length, offset, start, length_variable)

    def is_zero(self, argument: Expression) -> bool:
        """Whether an argument is an SSA variable that is known to be zero."""
        variable = self._variable(argument)
        return bool(variable) and self.known_constant(variable) == 0

    def is_call_of(self, argument: Expression, instruction: str) -> bool:
        """Whether an argument is an SSA variable declared as the result of an instruction."""
        value = self._values[variable] if (variable := self._variable(argument)) else None
        return isinstance(value, FunctionCall) and value.name == instruction

    def _variable(self, argument: Expression) -> str:
        if isinstance(argument, Identifier) and argument.name in self._values:
            return argument.name
        return ""


class RangeNumbers:
    """Numbers for some ranges, and their overlaps with accesses."""

    def __init__(self, ranges: Iterable[AccessedRange]) -> None:
        self._bases: dict[str, int] = {}
        located: dict[AccessedRange, Location] = {}
        for one in ranges:
            self._bases.setdefault(one.base, len(self._bases))
            located[one] = self._location(one)
        self._table = LocationTable(located.values())
        self._numbers = {one: self._table.number(there) for one, there in located.items()}
        self.storage = self._table.of_space(STORAGE)
        self.memory = (self.storage[1], self._table.bound)

    def number(self, one: AccessedRange) -> int:
        """The number of one of the ranges, NOWHERE for another one."""
        number = self._numbers.get(one)
        return self._table.number(self._location(one)) if number is None else number

    def touched_by_read(self, one: AccessedRange) -> list[Range]:
        """The ranges of which some part may be read when this one is read."""
        kind = one.kind
        if kind == EMPTY_MEMORY:
            return []
        if one.base == UNKNOWN:
            return [self._table.of_space(kind)]
        # The distance from ranges with another base is unknown.
        base = self._bases.get(one.base, -1)
        touched = self._table.of_other_bases(kind, base)
        for length in self._table.lengths(kind, base):
            first, last = _touching(one, length)
            touched += self._table.between(kind, base, length, first, last)
        return touched

    def covered_by_write(self, one: AccessedRange) -> list[Range]:
        """The ranges that a write to this one certainly overwrites completely."""
        kind, length, offset = one.kind, one.length, one.offset
        covered = [] if kind == STORAGE else [self._table.of_space(EMPTY_MEMORY)]
        if kind == EMPTY_MEMORY or not one.start:
            return covered
        if length == UNBOUNDED:
            if one.length_variable:
                covered.append(self._only(one))
            return covered
        base = self._bases.get(one.base, -1)
        for other in self._table.lengths(kind, base):
            if other > length:
                break
            same_start = one
            if other != length:
                same_start = AccessedRange(kind, one.base, other, offset, one.start, "")
            covered.append(self._only(same_start))
            # For storage, solc does not recognise the same slot under another name.
            if kind == MEMORY and one.base == ABSOLUTE and offset + length <= ADDRESS_MASK:
                last = offset + length - other
                covered += self._table.between(kind, base, other, offset, last)
        return covered

    def _location(self, one: AccessedRange) -> Location:
        name = f"{one.start} {one.length_variable}"
        return Location(one.kind, self._bases.get(one.base, -1), one.length, one.offset, name)

    def _only(self, one: AccessedRange) -> Range:
        number = self.number(one)
        return (number, number + 1) if number >= 0 else (0, 0)


def _touching(one: AccessedRange, length: int) -> tuple[int, int]:
    """The first and last offsets of ranges with a length and the same base that may overlap."""
    offset = one.offset
    if one.kind == STORAGE:
        return offset, offset
    if one.base == ABSOLUTE:
        return max(0, offset - length + 1), min(offset + one.length - 1, ADDRESS_MASK)
    if one.length > WORD_BYTES or length > WORD_BYTES:
        return 0, ADDRESS_MASK
    # Addresses relative to a variable may wrap around.
    return (offset - WORD_BYTES + 1) & ADDRESS_MASK, (offset + WORD_BYTES - 1) & ADDRESS_MASK
