"""Whether a region of memory after a pointer can be relocated without a change of behaviour.

The code runs twice, as it is, and with another value of the pointer. What is known of both runs at
one point is which bytes certainly have the same contents in both: bytes that were written since, at
the same distance from the pointer, or at the same address. Nothing is known of how the pointer
relates to addresses: what is written through it may overwrite any address, and the other way round.

All values are the same in both runs as long as no byte is read that may differ, and the pointer
is used for nothing but addresses. This is a data-flow analysis of bit sets, with a bit for each of
the first bytes after the pointer and at address 0, and of the variables that are at a constant
distance from the pointer. It goes through loops until nothing changes, and into the functions that
are given the pointer.

Source: F. Nielson, H. R. Nielson and C. Hankin, "Principles of program analysis" (1999), section
2.1 (must analyses).
"""

from __future__ import annotations

from typing import Final, NamedTuple

from yulopt.analysis.declarations import assigned_names_of_function, declared_names
from yulopt.analysis.forward_walk import ForwardWalk
from yulopt.dialect import NONE, READ, AddressSpace, Builtin, Operation
from yulopt.syntax.ast import (
    Block,
    Expression,
    FunctionCall,
    FunctionDefinition,
    Identifier,
    Literal,
    Statement,
)
from yulopt.syntax.literals import WORD_MASK

# How many bytes are tracked; errors and results without dynamic parts seldom have more.
MAX_BYTES: Final = 1024
# Functions that are given the pointer are entered as long as they are no deeper than that.
_MAX_CALL: Final = 4

_MEMORY: Final = AddressSpace.MEMORY


class UseOfMemory(NamedTuple):
    """What a function does with memory.

    `reads`: also bytes that it did not write itself; `writes`: it may return after writing.
    """

    reads: bool
    writes: bool


_ANY_USE: Final = UseOfMemory(True, True)


class Functions:
    """What is known of the functions of the code.

    `ending` are those that never return. `definitions` are those that do not call themselves, and
    `uses` those of them that were analysed; any other may read and write all memory.
    """

    def __init__(self, ending: frozenset[str]) -> None:
        self.ending = ending
        self.definitions: dict[str, FunctionDefinition] = {}
        self.uses: dict[str, UseOfMemory] = {}


class _Place(NamedTuple):
    """A constant, or a constant distance from the pointer."""

    from_pointer: bool
    offset: int


_ZERO: Final = _Place(False, 0)
# An unknown distance from the pointer.
_LOST: Final = _Place(True, -1)


class _State:
    """What is known at a point of the code.

    `moved`: something may have been written through the pointer; before, nothing differs.
    `relative` and `absolute`: the bytes after the pointer, and those at addresses, that certainly
    are the same in both runs, as bits. `values`: the variables that have a place.
    """

    def __init__(self, moved: bool, relative: int, values: dict[str, _Place]) -> None:
        self.moved = moved
        self.relative = relative
        self.absolute = 0
        self.values = values

    def copy(self) -> _State:
        copied = _State(self.moved, self.relative, dict(self.values))
        copied.absolute = self.absolute
        return copied

    def assign(self, name: str, place: _Place | None) -> None:
        if place is None:
            self.values.pop(name, None)
        else:
            self.values[name] = place

    def has_pointer(self, names: set[str]) -> bool:
        """Whether one of these variables is at some distance from the pointer."""
        return any(_is_from_pointer(self.values.get(name)) for name in names)

    def agrees(self, other: _State) -> bool:
        return (
            self.moved == other.moved
            and self.relative == other.relative
            and self.absolute == other.absolute
            and self.values == other.values
        )


# A bit that no byte has: nothing was written but through the pointer.
_NOTHING_WRITTEN: Final = 1 << MAX_BYTES


def use_of_memory(function: FunctionDefinition, functions: Functions) -> UseOfMemory:
    """What a function does with memory, given what those do that it calls."""
    walk = _Walk(_State(True, _NOTHING_WRITTEN, {}), functions, MAX_BYTES)
    walk.visit_statements(function.body.statements)
    if walk.is_over:
        return _ANY_USE
    end = walk.joined(walk.state, walk.leaving)
    return UseOfMemory(False, end is not None and not end.relative & _NOTHING_WRITTEN)


def would_notice(
    pointer: str,
    following: list[list[Statement]],
    functions: Functions,
    limit: int,
    *,
    ends_program: bool,
) -> bool:
    """Whether statements could notice that a pointer is 0 instead of what it is.

    `following` are the statement lists that run one after the other since the pointer is loaded.
    `ends_program`: after them the program ends; otherwise the code must not get there with memory
    that differs, or with the pointer in a variable that is declared before. There may be variables
    in memory from `limit` on; they must not be overwritten.
    """
    walk = _Walk(_State(False, 0, {pointer: _Place(True, 0)}), functions, limit)
    for statements in following:
        walk.visit_statements(statements)
    left = [walk.leaving, walk.breaking, walk.continuing]
    if not ends_program:
        left.append(walk.state)
    kept = _assigned_outside(following)
    return walk.is_over or any(
        state is not None and (state.moved or state.has_pointer(kept)) for state in left
    )


def _assigned_outside(following: list[list[Statement]]) -> set[str]:
    """The variables that statements assign, and do not declare: they may be read afterwards."""
    names: set[str] = set()
    for statements in following:
        names |= assigned_names_of_function(Block(statements))
    for statements in following:
        names.difference_update(declared_names(Block(statements)))
    return names


class _Walk(ForwardWalk[_State]):
    """Goes through code until it could notice something."""

    def __init__(self, start: _State, functions: Functions, limit: int) -> None:
        super().__init__(start)
        self._functions = functions
        self._limit = limit
        self._depth = 0

    def copy(self, state: _State) -> _State:
        return state.copy()

    def agree(self, one: _State, other: _State) -> bool:
        return one.agrees(other)

    def join(self, one: _State, other: _State) -> _State:
        result = _State(one.moved or other.moved, one.relative & other.relative, {})
        # Before anything is moved, all addresses have the same contents.
        if one.moved and other.moved:
            result.absolute = one.absolute & other.absolute
        elif result.moved:
            result.absolute = one.absolute if one.moved else other.absolute
        for name in {**one.values, **other.values}:
            result.assign(name, _common_place(one.values.get(name), other.values.get(name)))
        return result

    def run_assignment(self, names: list[str], value: Expression | None) -> None:
        place = _ZERO if value is None else self._place(value)
        if self.state is not None:
            for name in names:
                self.state.assign(name, place)

    def run_expression(self, expression: Expression) -> None:
        if _is_from_pointer(self._place(expression)):
            self._notice()

    # Expressions

    def _notice(self) -> None:
        self.is_over = True

    def _place(self, expression: Expression) -> _Place | None:
        """Run an expression; returns the place that it gives, None if that is not known."""
        if isinstance(expression, Literal):
            return None if expression.unlimited else _Place(False, expression.value)
        if isinstance(expression, Identifier):
            return None if self.state is None else self.state.values.get(expression.name)
        assert isinstance(expression, FunctionCall)
        arguments = expression.arguments
        places: list[_Place | None] = [None] * len(arguments)
        for index in range(len(arguments) - 1, -1, -1):
            places[index] = self._place(arguments[index])
        if expression.builtin is None:
            return self._call(expression.name, places)
        if expression.name in ("add", "sub"):
            place = _combined(expression.name, places)
            if place is not None:
                return place
        self._run_builtin(expression.builtin, places)
        return None

    def _call(self, name: str, places: list[_Place | None]) -> _Place | None:
        result = None
        if any(map(_is_from_pointer, places)):
            result = self._enter(self._functions.definitions.get(name), places)
        else:
            use = self._functions.uses.get(name, _ANY_USE)
            if use.reads:
                self._read_anywhere()
            if use.writes:
                self._write_anywhere()
        if name in self._functions.ending:
            self.state = None
        return result

    def _enter(
        self, function: FunctionDefinition | None, places: list[_Place | None]
    ) -> _Place | None:
        """Run the body of a function that is given the pointer; returns its only result."""
        state = self.state
        if state is None or function is None or self._depth == _MAX_CALL:
            self._notice()
            return None
        outer = self.leaving, self.breaking, self.continuing
        self._begin_function()
        self._depth += 1
        for name, place in zip(function.parameters, places, strict=True):
            state.assign(name, place)
        for name in function.returns:
            state.assign(name, _ZERO)
        self.visit_statements(function.body.statements)
        self.state = self.joined(self.state, self.leaving)
        self._depth -= 1
        self.leaving, self.breaking, self.continuing = outer
        if self.state is None:
            return None
        results = [self.state.values.get(name) for name in function.returns]
        if len(results) == 1:
            return results[0]
        if any(map(_is_from_pointer, results)):
            self._notice()
        return None

    def _begin_function(self) -> None:
        # Assigned where the function is entered, it would be taken to be None after it, too.
        self.leaving = None

    def _run_builtin(self, builtin: Builtin, places: list[_Place | None]) -> None:
        accesses = [one for one in builtin.operations if one.space is _MEMORY]
        # What is read is read before anything is written.
        accesses.sort(key=_effect)
        starts = {access.start for access in accesses}
        for index, place in enumerate(places):
            if _is_from_pointer(place) and index not in starts:
                self._notice()
                return
        for access in accesses:
            self._access(access, places)
        effects = builtin.side_effects
        if not accesses and effects.memory != NONE:
            self._read_anywhere()
            self._write_anywhere()
        if not builtin.control_flow.can_continue:
            self.state = None

    # Memory

    def _access(self, access: Operation, places: list[_Place | None]) -> None:
        start = None if access.start is None else places[access.start]
        length = access.fixed_length
        if length is None:
            index = access.length if access.length is not None else access.length_limit
            place = None if index is None else places[index]
            length = None if place is None else place.offset
        if length == 0:
            return
        if start is None or start == _LOST or length is None:
            if _is_from_pointer(start):
                self._notice()
            elif access.effect == READ:
                self._read_anywhere()
            else:
                self._write_anywhere()
        elif access.effect == READ:
            self._read(start, length)
        elif start.from_pointer:
            self._write_through_pointer(start.offset, length, is_whole=access.length_limit is None)
        else:
            self._write_anywhere()
            if access.length_limit is None:
                self._write_at_address(start.offset, length)

    def _read(self, start: _Place, length: int) -> None:
        state = self.state
        if state is None or not (state.moved or start.from_pointer):
            return
        known = state.relative if start.from_pointer else state.absolute
        if start.offset + length > MAX_BYTES or _bits(start.offset, length) & ~known:
            self._notice()

    def _read_anywhere(self) -> None:
        if self.state is not None and self.state.moved:
            self._notice()

    def _write_anywhere(self) -> None:
        """Write something to an address that may be after the pointer in one of the runs."""
        if self.state is not None:
            self.state.relative = 0

    def _write_at_address(self, address: int, length: int) -> None:
        if self.state is not None and self.state.moved and address + length <= MAX_BYTES:
            self.state.absolute |= _bits(address, length)

    def _write_through_pointer(self, offset: int, length: int, *, is_whole: bool) -> None:
        if offset + length > self._limit:
            self._notice()
        elif self.state is not None:
            self.state.moved = True
            self.state.absolute = 0
            if is_whole:
                self.state.relative |= _bits(offset, length)


def _combined(name: str, operands: list[_Place | None]) -> _Place | None:
    """The sum or difference of two places; None if it is none."""
    left, right = operands
    if left is None or right is None:
        return None
    if _LOST in operands:
        return _LOST
    if name == "add":
        if left.from_pointer and right.from_pointer:
            return None
        offset = left.offset + right.offset
        return _Place(left.from_pointer or right.from_pointer, offset & WORD_MASK)
    if right.from_pointer and not left.from_pointer:
        return None
    offset = left.offset - right.offset
    return _Place(left.from_pointer is not right.from_pointer, offset & WORD_MASK)


def _common_place(one: _Place | None, other: _Place | None) -> _Place | None:
    """What a variable is that is one or the other place."""
    if one == other:
        return one
    return _LOST if _is_from_pointer(one) or _is_from_pointer(other) else None


def _is_from_pointer(place: _Place | None) -> bool:
    return place is not None and place.from_pointer


def _effect(access: Operation) -> int:
    return access.effect


def _bits(offset: int, length: int) -> int:
    return ((1 << length) - 1) << offset
