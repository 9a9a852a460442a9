"""Interprocedural constants: expressions with the same known value whenever they run.

A value is known if it is computed from constants and from `memoryguard`, also through variables,
arguments, results, and the memory word of Solidity's free memory pointer. Functions are entered for
each combination of known arguments and this word, or, after too many, once more with unknowns.
Nothing is known after a recursive call.

A write to an unknown address may overwrite the pointer; writes at or above the memory guard, or at
sums of it with constants, do not: no code runs long enough for such a sum to overflow.

Source: D. Callahan, K. Cooper, K. Kennedy and L. Torczon, "Interprocedural constant propagation",
Symposium on Compiler Construction 1986.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from yulopt.analysis.forward_walk import ForwardWalk
from yulopt.dialect import NONE, WRITE, AddressSpace, Builtin, Operation
from yulopt.memory.layout import FREE_POINTER, FREE_POINTER_END
from yulopt.syntax.ast import (
    Block,
    Expression,
    FunctionCall,
    FunctionDefinition,
    Identifier,
    Literal,
)
from yulopt.syntax.blocks import functions_in
from yulopt.syntax.literals import WORD_MASK

# Constants added to an address are below this.
_FAR: Final = 1 << 64
_MAX_CONTEXTS: Final = 16


class Value(NamedTuple):
    """A number, or an offset from the result of `memoryguard`; None: an unknown offset."""

    guarded: bool
    number: int | None


_ZERO: Final = Value(False, 0)

# The result of an instruction for some words, None if it is not constant.
Compute = Callable[[str, list[int]], "int | None"]


class _Context(NamedTuple):
    """The context of a call: the pointer to free memory, and the known arguments."""

    pointer: Value | None
    arguments: tuple[Value | None, ...]


class _Outcome(NamedTuple):
    """The facts after a call; `returns`: whether that is reachable."""

    returns: bool
    pointer: Value | None
    results: tuple[Value | None, ...]


class _State:
    """The pointer to free memory, and the variables with a known value."""

    def __init__(self, pointer: Value | None, values: dict[str, Value]) -> None:
        self.pointer = pointer
        self.values = values

    def assign(self, name: str, value: Value | None) -> None:
        if value is None:
            self.values.pop(name, None)
        else:
            self.values[name] = value


class KnownValues:
    """The known values of the whole code of an object.

    The code must have its functions at the top level; the arguments of all its `memoryguard` must
    be the same, at least `FREE_POINTER_END`, and within reach.
    """

    def __init__(self, block: Block, compute: Compute) -> None:
        self.definitions = {one.name: one for one in functions_in(block)}
        self.compute = compute
        self._outcomes: dict[str, dict[_Context, _Outcome]] = {}
        self._seen: dict[Expression, Value | None] = {}
        _Walk(_State(None, {}), self).visit_statements(block.statements)

    def of(self, expression: Expression) -> Value | None:
        """The value of a variable, or of the call of a builtin, whenever it runs."""
        return self._seen.get(expression)

    def note(self, expression: Expression, value: Value | None) -> Value | None:
        """Record a value of an expression; returns it."""
        if expression in self._seen and self._seen[expression] != value:
            self._seen[expression] = None
        else:
            self._seen[expression] = value
        return value

    def call(self, name: str, pointer: Value | None, arguments: list[Value | None]) -> _Outcome:
        """The facts after a call of a function."""
        function = self.definitions[name]
        outcomes = self._outcomes.setdefault(name, {})
        context = _Context(pointer, tuple(arguments))
        if len(outcomes) >= _MAX_CONTEXTS and context not in outcomes:
            context = _Context(None, (None,) * len(arguments))
        outcome = outcomes.get(context)
        if outcome is not None:
            return outcome
        # For recursive calls until it returns.
        outcomes[context] = _Outcome(True, None, (None,) * len(function.returns))
        outcome = outcomes[context] = self._run(function, context)
        return outcome

    def _run(self, function: FunctionDefinition, context: _Context) -> _Outcome:
        state = _State(context.pointer, {})
        for parameter, value in zip(function.parameters, context.arguments, strict=True):
            state.assign(parameter, value)
        for result in function.returns:
            state.assign(result, _ZERO)
        walk = _Walk(state, self)
        walk.visit_statements(function.body.statements)
        end = walk.joined(walk.state, walk.leaving)
        if end is None:
            return _Outcome(False, None, (None,) * len(function.returns))
        return _Outcome(True, end.pointer, tuple(map(end.values.get, function.returns)))


class _Walk(ForwardWalk[_State]):
    def __init__(self, start: _State, known: KnownValues) -> None:
        super().__init__(start)
        self._known = known

    def copy(self, state: _State) -> _State:
        return _State(state.pointer, dict(state.values))

    def agree(self, one: _State, other: _State) -> bool:
        return one.pointer == other.pointer and one.values == other.values

    def join(self, one: _State, other: _State) -> _State:
        result = _State(_common(one.pointer, other.pointer), {})
        for name, value in one.values.items():
            result.assign(name, _common(value, other.values.get(name)))
        return result

    def run_assignment(self, names: list[str], value: Expression | None) -> None:
        results = [_ZERO] * len(names) if value is None else self._results(value)
        if self.state is not None:
            for name, result in zip(names, results, strict=True):
                self.state.assign(name, result)

    def run_expression(self, expression: Expression) -> None:
        self._results(expression)

    def _results(self, expression: Expression) -> list[Value | None]:
        if not isinstance(expression, FunctionCall) or expression.builtin is not None:
            return [self._value(expression)]
        arguments = self._arguments(expression)
        state = self.state
        if state is None:
            return [None] * len(self._known.definitions[expression.name].returns)
        outcome = self._known.call(expression.name, state.pointer, arguments)
        state.pointer = outcome.pointer
        if not outcome.returns:
            self.state = None
        return list(outcome.results)

    def _value(self, expression: Expression) -> Value | None:
        if isinstance(expression, Literal):
            return None if expression.unlimited else Value(False, expression.value)
        if isinstance(expression, Identifier):
            known = None if self.state is None else self.state.values.get(expression.name)
            return self._known.note(expression, known)
        assert isinstance(expression, FunctionCall)
        if expression.builtin is None:
            return self._results(expression)[0]
        if expression.name == "memoryguard":
            return Value(True, 0)
        arguments = self._arguments(expression)
        if expression.name in ("mload", "mstore") and arguments[0] == (False, FREE_POINTER):
            return self._access_pointer(expression, arguments)
        if expression.builtin.is_pure:
            return self._known.note(expression, self._computed(expression.name, arguments))
        self._run_builtin(expression.builtin, arguments)
        # In a context that knows the address, it may be a load of the pointer.
        return self._known.note(expression, None)

    def _arguments(self, call: FunctionCall) -> list[Value | None]:
        values: list[Value | None] = [None] * len(call.arguments)
        for index in range(len(values) - 1, -1, -1):
            values[index] = self._value(call.arguments[index])
        return values

    def _access_pointer(self, call: FunctionCall, arguments: list[Value | None]) -> Value | None:
        if self.state is None:
            return None
        if call.name == "mload":
            return self._known.note(call, self.state.pointer)
        self.state.pointer = arguments[1]
        return None

    def _run_builtin(self, builtin: Builtin, arguments: list[Value | None]) -> None:
        if self.state is None:
            return
        accesses = [one for one in builtin.operations if one.space is AddressSpace.MEMORY]
        if not accesses and builtin.side_effects.memory != NONE:
            self.state.pointer = None
        for access in accesses:
            if access.effect == WRITE and _may_be_pointer(access, arguments):
                self.state.pointer = None
        if not builtin.control_flow.can_continue:
            self.state = None

    def _computed(self, name: str, arguments: list[Value | None]) -> Value | None:
        numbers: list[int] = []
        for argument in arguments:
            if argument is None:
                return None
            if not argument.guarded and argument.number is not None:
                numbers.append(argument.number)
        if len(numbers) < len(arguments):
            return _distance(name, arguments)
        result = self._known.compute(name, numbers) if numbers else None
        return None if result is None else Value(False, result)


def _may_be_pointer(access: Operation, arguments: list[Value | None]) -> bool:
    """Whether an access may touch the pointer to free memory."""
    start = None if access.start is None else arguments[access.start]
    if start is None or start.guarded:
        return start is None
    length = access.fixed_length
    if length is None:
        index = access.length if access.length is not None else access.length_limit
        value = None if index is None else arguments[index]
        length = None if value is None or value.guarded else value.number
    assert start.number is not None
    if length == 0 or start.number >= FREE_POINTER_END:
        return False
    return length is None or start.number + length > FREE_POINTER


def _distance(name: str, arguments: list[Value | None]) -> Value | None:
    """A sum or difference with something that is relative to the memory guard."""
    if len(arguments) != 2:
        return None
    one, other = arguments
    if one is None or other is None:
        return None
    if name == "sub" and one.guarded and other.guarded:
        if one.number is None or other.number is None:
            return None
        return Value(False, (one.number - other.number) & WORD_MASK)
    if name != "add" or (one.guarded and other.guarded):
        return None
    base, added = (one, other) if one.guarded else (other, one)
    if added.number is None or added.number >= _FAR:
        return None
    sum_ = None if base.number is None else base.number + added.number
    return Value(True, sum_ if sum_ is not None and sum_ < _FAR else None)


def _common(one: Value | None, other: Value | None) -> Value | None:
    """The join of two values."""
    if one == other:
        return one
    if one is not None and other is not None and one.guarded and other.guarded:
        return Value(True, None)
    return None
