"""Where in storage and memory an instruction reads or writes, and which places that touches.

A place is a range of storage slots or memory bytes, described by the variables that give its start
and length. Start addresses are known relative to a base (see `yulopt.analysis.knowledge`). Places
are numbered in such an order that all places touched by an access are in few ranges of numbers;
nothing is ever compared one by one.

Source: chapter 05, sections 7.1, 7.5 and 7.6 of the specification.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from yulopt.analysis.knowledge import ABSOLUTE, SSAKnowledgeBase
from yulopt.dialect import Location, Operation
from yulopt.syntax.ast import Expression, FunctionCall, Identifier
from yulopt.syntax.literals import WORD_MASK

STORAGE: Final = 0
EMPTY_MEMORY: Final = 1
MEMORY: Final = 2

# The base of start addresses that are not given by a variable with a single value.
UNKNOWN: Final = "?"
# The length of ranges of which the length is not a known constant.
UNBOUNDED: Final = WORD_MASK + 1

_WORD_BYTES: Final = 32

NumberRange = tuple[int, int]


class Place(NamedTuple):
    """A range of slots or bytes.

    `kind`: STORAGE, MEMORY, or EMPTY_MEMORY for a range of zero bytes. `base` and `offset`: where
    it starts; `start`: the variable that holds this, "" if it is not known. `length_variable`: the
    variable that holds the length of a range that is UNBOUNDED, "" if it is not known.
    """

    kind: int
    base: str
    length: int
    offset: int
    start: str
    length_variable: str


ALL_STORAGE: Final = Place(STORAGE, UNKNOWN, UNBOUNDED, 0, "", "")
ALL_MEMORY: Final = Place(MEMORY, UNKNOWN, UNBOUNDED, 0, "", "")
_NOTHING: Final = Place(EMPTY_MEMORY, UNKNOWN, 0, 0, "", "")


class PlaceFinder(SSAKnowledgeBase):
    """Finds the places that calls of instructions access.

    `values` are the values of SSA variables; arguments that are none count as unknown.
    """

    def __init__(self, values: Mapping[str, Expression | None]) -> None:
        super().__init__(values)
        self._values = values

    def place_of(self, call: FunctionCall, operation: Operation) -> Place:
        """The place of one of the operations of an instruction."""
        kind = STORAGE if operation.location is Location.STORAGE else MEMORY
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
            return Place(kind, UNKNOWN, length, 0, "", length_variable)
        base, offset = self.locate(start)
        return Place(kind, base, length, offset, start, length_variable)

    def _variable(self, argument: Expression) -> str:
        if isinstance(argument, Identifier) and argument.name in self._values:
            return argument.name
        return ""


class PlaceNumbers:
    """Numbers for some places, and which of them an access touches.

    Results are lists of ranges of numbers, from the first up to but not including the second.
    """

    def __init__(self, places: Iterable[Place]) -> None:
        self._places = sorted(set(places))
        self._numbers = {place: number for number, place in enumerate(self._places)}
        self._lengths: dict[tuple[int, str], list[int]] = {}
        for place in self._places:
            lengths = self._lengths.setdefault((place.kind, place.base), [])
            if not lengths or lengths[-1] != place.length:
                lengths.append(place.length)
        memory = bisect_left(self._places, Place(EMPTY_MEMORY, "", 0, 0, "", ""))
        self.storage = (0, memory)
        self.memory = (memory, len(self._places))

    def number(self, place: Place) -> int:
        """The number of one of the places."""
        return self._numbers[place]

    def touched_by_read(self, place: Place) -> list[NumberRange]:
        """The places of which some part may be read when `place` is read."""
        kind, base = place.kind, place.base
        if kind == EMPTY_MEMORY:
            return []
        if base == UNKNOWN:
            return [(self._first(kind, "", 0, 0), self._first(kind + 1, "", 0, 0))]
        # Nothing is known about the distance from places with another base.
        touched = [
            (self._first(kind, "", 0, 0), self._first(kind, base, 0, 0)),
            (self._first(kind, base, UNBOUNDED + 1, 0), self._first(kind + 1, "", 0, 0)),
        ]
        for length in self._lengths.get((kind, base), ()):
            for first, last in _touching(place, length):
                touched.append(self._offsets(place, length, first, last))
        return touched

    def covered_by_write(self, place: Place) -> list[NumberRange]:
        """The places that a write to `place` surely overwrites completely."""
        kind, base, length, offset, start, length_variable = place
        covered = []
        if kind != STORAGE:
            covered.append((self.memory[0], self._first(MEMORY, "", 0, 0)))
        if kind == EMPTY_MEMORY or not start:
            return covered
        if length == UNBOUNDED:
            if length_variable:
                covered.append(self._only(place))
            return covered
        for other in self._lengths.get((kind, base), ()):
            if other > length:
                break
            covered.append(self._only(Place(kind, base, other, offset, start, "")))
            # For storage, the reference does not recognise the same slot under another name.
            if kind == MEMORY and base == ABSOLUTE and offset + length <= WORD_MASK:
                covered.append(self._offsets(place, other, offset, offset + length - other))
        return covered

    def _first(self, kind: int, base: str, length: int, offset: int) -> int:
        """The lowest number of a place that is not before this in the order of places."""
        return bisect_left(self._places, Place(kind, base, length, offset, "", ""))

    def _offsets(self, place: Place, length: int, first: int, last: int) -> NumberRange:
        """The places like `place` with this length and these offsets from the base."""
        return (
            self._first(place.kind, place.base, length, first),
            self._first(place.kind, place.base, length, last + 1),
        )

    def _only(self, place: Place) -> NumberRange:
        number = self._numbers.get(place)
        return (0, 0) if number is None else (number, number + 1)


def _touching(place: Place, length: int) -> list[tuple[int, int]]:
    """The first and last offsets of places with a length that may overlap with `place`.

    They are for places with the same base.
    """
    offset = place.offset
    if place.kind == STORAGE:
        return [(offset, offset)]
    if place.base == ABSOLUTE:
        return [(max(0, offset - length + 1), min(offset + place.length - 1, WORD_MASK))]
    if place.length > _WORD_BYTES or length > _WORD_BYTES:
        return [(0, WORD_MASK)]
    # Addresses relative to a variable may wrap around.
    first = (offset - _WORD_BYTES + 1) & WORD_MASK
    last = (offset + _WORD_BYTES - 1) & WORD_MASK
    return [(first, last)] if first <= last else [(0, last), (first, WORD_MASK)]
