"""Decides whether memory at a pointer can be relocated without changing behaviour.

The analysis compares two runs, with two values of the pointer. Its state is the set of bytes that
certainly have the same contents in both: bytes written since, at the same offset from the pointer,
or at the same address. The relation of the pointer to addresses is unknown: a write through it may
overwrite any address, and vice versa.

All values are equal in both runs as long as no byte is read that may differ, and the pointer is
only used in addresses. This is a data-flow analysis of bit sets, with a bit for each of the first
bytes from the pointer and from address 0, and of the variables at a constant offset from the
pointer. Loops are iterated to a fixpoint, and functions that are passed the pointer are entered.

Source: F. Nielson, H. R. Nielson and C. Hankin, "Principles of program analysis" (1999), section
2.1 (must analyses).
"""

from __future__ import annotations

from typing import Final, NamedTuple

from yulopt.analysis.declarations import assigned_names_of_function, declared_names
from yulopt.analysis.forward_walk import ForwardWalk
from yulopt.analysis.side_effects import find_calls
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

# The number of bytes tracked; errors and results without dynamic parts seldom have more.
MAX_BYTES: Final = 1024
# The maximum depth to which functions that are passed the pointer are entered.
_MAX_CALL: Final = 4

_MEMORY: Final = AddressSpace.MEMORY


class UseOfMemory(NamedTuple):
    """The memory effects of a function.

    `reads`: also bytes that it did not write itself; `writes`: it may return after writing.
    """

    reads: bool
    writes: bool


_ANY_USE: Final = UseOfMemory(True, True)


class Functions:
    """Facts about the functions of the code.

    `ending`: those that never return. `definitions`: the non-recursive ones; `uses`: the effects of
    analysed ones; any other may read and write all memory.
    """

    def __init__(self, ending: frozenset[str]) -> None:
        self.ending = ending
        self.definitions: dict[str, FunctionDefinition] = {}
        self.uses: dict[str, UseOfMemory] = {}


class _Value(NamedTuple):
    """A constant, or a constant offset from the pointer."""

    from_pointer: bool
    offset: int


_ZERO: Final = _Value(False, 0)
_UNKNOWN_OFFSET: Final = _Value(True, -1)


class _State:
    """The state at a program point.

    `moved`: a write through the pointer may have happened; before, nothing differs. `relative` and
    `absolute`: the bytes from the pointer on, and those at addresses, that are certainly equal in
    both runs, as bits. `values`: the variables with a known value.
    """

    def __init__(self, moved: bool, relative: int, values: dict[str, _Value]) -> None:
        self.moved = moved
        self.relative = relative
        self.absolute = 0
        self.values = values

    def copy(self) -> _State:
        copied = _State(self.moved, self.relative, dict(self.values))
        copied.absolute = self.absolute
        return copied

    def assign(self, name: str, value: _Value | None) -> None:
        if value is None:
            self.values.pop(name, None)
        else:
            self.values[name] = value

    def has_pointer(self, names: set[str]) -> bool:
        """Whether one of these variables is derived from the pointer."""
        return any(_is_from_pointer(self.values.get(name)) for name in names)

    def agrees(self, other: _State) -> bool:
        return (
            self.moved == other.moved
            and self.relative == other.relative
            and self.absolute == other.absolute
            and self.values == other.values
        )


def bytes_below_guard(code: Block) -> int:
    """The number of bytes from address 0 on that spilled variables do not use; at most
    `MAX_BYTES`."""
    guards = [call.arguments[0] for call in find_calls(code, "memoryguard")]
    return min([MAX_BYTES, *(guard.value for guard in guards if isinstance(guard, Literal))])


# An extra bit: all writes so far were through the pointer.
_NOTHING_WRITTEN: Final = 1 << MAX_BYTES


def use_of_memory(function: FunctionDefinition, functions: Functions) -> UseOfMemory:
    """The memory effects of a function, given those of its callees."""
    walk = _Walk(_State(True, _NOTHING_WRITTEN, {}), functions, MAX_BYTES)
    walk.visit_statements(function.body.statements)
    if walk.is_over:
        return _ANY_USE
    end = walk.joined(walk.state, walk.leaving)
    return UseOfMemory(False, end is not None and not end.relative & _NOTHING_WRITTEN)


def observes_relocation(
    pointer: str,
    following: list[list[Statement]],
    functions: Functions,
    limit: int,
    *,
    ends_program: bool,
) -> bool:
    """Whether statements could observe that a pointer is 0 instead of its value.

    `following`: the statement lists that run in sequence after the load of the pointer.
    `ends_program`: the program ends after them; otherwise the code must not reach their end with
    memory that differs, or with the pointer in a variable declared before. Variables may be in
    memory from `limit` on; they must not be overwritten.
    """
    walk = _Walk(_State(False, 0, {pointer: _Value(True, 0)}), functions, limit)
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
    """The outer variables that statements assign, which may be read afterwards."""
    names: set[str] = set()
    for statements in following:
        names |= assigned_names_of_function(Block(statements))
    for statements in following:
        names.difference_update(declared_names(Block(statements)))
    return names


class _Walk(ForwardWalk[_State]):
    """Walks code until it could observe the relocation."""

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
            result.assign(name, _common_value(one.values.get(name), other.values.get(name)))
        return result

    def run_assignment(self, names: list[str], value: Expression | None) -> None:
        result = _ZERO if value is None else self._evaluate(value)
        if self.state is not None:
            for name in names:
                self.state.assign(name, result)

    def run_expression(self, expression: Expression) -> None:
        if _is_from_pointer(self._evaluate(expression)):
            self._observe()

    # Expressions

    def _observe(self) -> None:
        self.is_over = True

    def _evaluate(self, expression: Expression) -> _Value | None:
        """Run an expression; returns its value, None if unknown."""
        if isinstance(expression, Literal):
            return None if expression.unlimited else _Value(False, expression.value)
        if isinstance(expression, Identifier):
            return None if self.state is None else self.state.values.get(expression.name)
        assert isinstance(expression, FunctionCall)
        arguments = expression.arguments
        operands: list[_Value | None] = [None] * len(arguments)
        for index in range(len(arguments) - 1, -1, -1):
            operands[index] = self._evaluate(arguments[index])
        if expression.builtin is None:
            return self._call(expression.name, operands)
        if expression.name in ("add", "sub"):
            value = _combined(expression.name, operands)
            if value is not None:
                return value
        self._run_builtin(expression.builtin, operands)
        return None

    def _call(self, name: str, operands: list[_Value | None]) -> _Value | None:
        result = None
        if any(map(_is_from_pointer, operands)):
            result = self._enter(self._functions.definitions.get(name), operands)
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
        self, function: FunctionDefinition | None, operands: list[_Value | None]
    ) -> _Value | None:
        """Run the body of a function that is passed the pointer; returns its only result."""
        state = self.state
        if state is None or function is None or self._depth == _MAX_CALL:
            self._observe()
            return None
        outer = self.leaving, self.breaking, self.continuing
        self._begin_function()
        self._depth += 1
        for name, value in zip(function.parameters, operands, strict=True):
            state.assign(name, value)
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
            self._observe()
        return None

    def _begin_function(self) -> None:
        # mypy would narrow an attribute assigned at entry to None after it.
        self.leaving = None

    def _run_builtin(self, builtin: Builtin, operands: list[_Value | None]) -> None:
        accesses = [one for one in builtin.operations if one.space is _MEMORY]
        # Reads precede writes.
        accesses.sort(key=_effect)
        starts = {access.start for access in accesses}
        for index, value in enumerate(operands):
            if _is_from_pointer(value) and index not in starts:
                self._observe()
                return
        for access in accesses:
            self._access(access, operands)
        effects = builtin.side_effects
        if not accesses and effects.memory != NONE:
            self._read_anywhere()
            self._write_anywhere()
        if not builtin.control_flow.can_continue:
            self.state = None

    # Memory

    def _access(self, access: Operation, operands: list[_Value | None]) -> None:
        start = None if access.start is None else operands[access.start]
        length = access.fixed_length
        if length is None:
            index = access.length if access.length is not None else access.length_limit
            value = None if index is None else operands[index]
            length = None if value is None else value.offset
        if length == 0:
            return
        if start is None or start == _UNKNOWN_OFFSET or length is None:
            if _is_from_pointer(start):
                self._observe()
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

    def _read(self, start: _Value, length: int) -> None:
        state = self.state
        if state is None or not (state.moved or start.from_pointer):
            return
        known = state.relative if start.from_pointer else state.absolute
        if start.offset + length > MAX_BYTES or _bits(start.offset, length) & ~known:
            self._observe()

    def _read_anywhere(self) -> None:
        if self.state is not None and self.state.moved:
            self._observe()

    def _write_anywhere(self) -> None:
        """Write to an address that may be relative to the pointer."""
        if self.state is not None:
            self.state.relative = 0

    def _write_at_address(self, address: int, length: int) -> None:
        if self.state is not None and self.state.moved and address + length <= MAX_BYTES:
            self.state.absolute |= _bits(address, length)

    def _write_through_pointer(self, offset: int, length: int, *, is_whole: bool) -> None:
        if offset + length > self._limit:
            self._observe()
        elif self.state is not None:
            self.state.moved = True
            self.state.absolute = 0
            if is_whole:
                self.state.relative |= _bits(offset, length)


def _combined(name: str, operands: list[_Value | None]) -> _Value | None:
    """The sum or difference of two values; None for another operation or an unknown result."""
    left, right = operands
    if left is None or right is None:
        return None
    if _UNKNOWN_OFFSET in operands:
        return _UNKNOWN_OFFSET
    if name == "add":
        if left.from_pointer and right.from_pointer:
            return None
        offset = left.offset + right.offset
        return _Value(left.from_pointer or right.from_pointer, offset & WORD_MASK)
    if right.from_pointer and not left.from_pointer:
        return None
    offset = left.offset - right.offset
    return _Value(left.from_pointer is not right.from_pointer, offset & WORD_MASK)


def _common_value(one: _Value | None, other: _Value | None) -> _Value | None:
    """The join of two values."""
    if one == other:
        return one
    return _UNKNOWN_OFFSET if _is_from_pointer(one) or _is_from_pointer(other) else None


def _is_from_pointer(value: _Value | None) -> bool:
    return value is not None and value.from_pointer


def _effect(access: Operation) -> int:
    return access.effect


def _bits(offset: int, length: int) -> int:
    return ((1 << length) - 1) << offset
