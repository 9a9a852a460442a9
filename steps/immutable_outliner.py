"""ImmutableOutliner (`w`): outlines repeated reads of an immutable into one function.

An immutable takes 33 bytes of code wherever it is read, the address of a library 21, and a call
8. So one function reads it for all. As other steps would take such a function for a call too
many, this one comes late.

The decision is by gas over the lifetime of a contract: the bytes of all reads but one, against a
function, its calls, and their gas in frequent code.

Right if:

* same value: all reads of an immutable or of the address of a library in the code of one object
  yield the same value, and have no effect.

Example::

    {
        {
            if calldataload(0)
            {
                mstore(0, loadimmutable("7"))
                revert(0, 32)
            }
            if calldataload(1)
            {
                mstore(0, loadimmutable("7"))
                revert(0, 31)
            }
            if calldataload(2)
            {
                mstore(0, loadimmutable("7"))
                revert(0, 30)
            }
        }
    }

becomes::

    {
        {
            if calldataload(0)
            {
                mstore(0, immutable())
                revert(0, 32)
            }
            if calldataload(1)
            {
                mstore(0, immutable())
                revert(0, 31)
            }
            if calldataload(2)
            {
                mstore(0, immutable())
                revert(0, 30)
            }
        }
        function immutable() -> value
        { value := loadimmutable("7") }
    }

Source: standard technique (outlining). This is an extension: solc has no such step.
"""

from __future__ import annotations

from typing import ClassVar, Final, TypeAlias

from yulopt.analysis.call_graph import OUTERMOST, call_graph
from yulopt.analysis.control_flow import function_control_flow
from yulopt.frequency.code_frequencies import Frequencies
from yulopt.gas.model import CALL, FUNCTION
from yulopt.passes.properties import GROUPED_FUNCTIONS, UNIQUE_NAMES
from yulopt.passes.step import Context, Step
from yulopt.rewriting.abstraction import AbstractionCosts
from yulopt.stack.within_reach import change_within_reach
from yulopt.syntax.ast import (
    Assignment,
    Block,
    Expression,
    FunctionCall,
    FunctionDefinition,
    Identifier,
    Literal,
)
from yulopt.syntax.visitor import Transformer

# The builtins whose value is inserted when code is linked or deployed, and the bytes that push it.
_PUSHES: Final = {"loadimmutable": (3, 33), "linkersymbol": (3, 21)}
# The function's overhead before its exit: swapping its result with the return address.
_EXCHANGE: Final = (3, 1)

# A builtin and its argument, which identify a value.
_Key: TypeAlias = tuple[str, str]


class ImmutableOutliner(Step):
    """Outlines repeated reads of an immutable into one function."""

    name = "ImmutableOutliner"
    letter = "w"
    requires = (UNIQUE_NAMES, GROUPED_FUNCTIONS)
    is_extension: ClassVar[bool] = True
    reads_runs = True

    def run(self, context: Context, block: Block) -> None:
        def outline(code: Block, left_alone: set[str]) -> bool:
            return _Round(context, code, left_alone).outline()

        change_within_reach(block, context.dialect, outline)


class _Round:
    """Outlines the immutables of a program, except in excluded functions."""

    def __init__(self, context: Context, code: Block, left_alone: set[str]) -> None:
        self._context = context
        self._code = code
        self._left_alone = left_alone
        calls = call_graph(code)
        flow = function_control_flow(code, calls)
        self._costs = AbstractionCosts(context, flow)
        self._frequencies = Frequencies(code, calls, flow, context.calls_of_code)

    def outline(self) -> bool:
        """Outline profitable values; returns whether there were any."""
        collector = _Collector(self._frequencies)
        collector.visit_code(self._code, self._left_alone)
        names: dict[_Key, str] = {}
        for key, reads in collector.reads.items():
            if self._gain(key, [often for _, often in reads]) > 0:
                names[key] = self._context.dispenser.new_name("immutable")
        if not names:
            return False
        _Replacer(names).visit_code(self._code, self._left_alone)
        for key, name in names.items():
            value = self._context.dispenser.new_name("value")
            read, _ = collector.reads[key][0]
            body = Block([Assignment([Identifier(value)], read)])
            self._code.statements.append(FunctionDefinition(name, [], [value], body))
        return True

    def _gain(self, key: _Key, frequencies: list[int]) -> int:
        """The savings of a function for a value, given the frequency of each read."""
        times, frequency = len(frequencies), sum(frequencies)
        push = _PUSHES[key[0]]
        # The number of executed pushes is unchanged.
        saved = self._costs.code(push, 0, times - 1)
        function = self._costs.code(FUNCTION, frequency) + self._costs.code(_EXCHANGE, frequency)
        return saved - function - self._costs.code(CALL, frequency, times)


class _Reads(Transformer):
    """Visits the reads of immutables in the code of an object."""

    def visit_code(self, code: Block, left_alone: set[str]) -> None:
        """Visit all of it except the functions named in `left_alone`, where `OUTERMOST` is the code
        outside functions.
        """
        for statement in code.statements:
            name = statement.name if isinstance(statement, FunctionDefinition) else OUTERMOST
            if name not in left_alone:
                self.visit_statement(statement)

    def visit_call(self, call: FunctionCall) -> Expression:
        argument = call.arguments[0] if call.name in _PUSHES else None
        if isinstance(argument, Literal):
            return self.visit_read(call, (call.name, argument.text or ""))
        return super().visit_call(call)

    def visit_read(self, call: FunctionCall, key: _Key) -> Expression:
        """A read of a value, and its replacement."""
        raise NotImplementedError


class _Collector(_Reads):
    """Finds reads; `reads`: those of each value, with their frequencies."""

    def __init__(self, frequencies: Frequencies) -> None:
        self.reads: dict[_Key, list[tuple[Expression, int]]] = {}
        self._frequencies = frequencies
        self._often = frequencies.of_function(OUTERMOST)

    def visit_block(self, block: Block) -> None:
        outside = self._often
        self._often = self._frequencies.of_block(block)
        super().visit_block(block)
        self._often = outside

    def visit_read(self, call: FunctionCall, key: _Key) -> Expression:
        self.reads.setdefault(key, []).append((call, self._often))
        return call


class _Replacer(_Reads):
    """Replaces reads by calls of functions."""

    def __init__(self, names: dict[_Key, str]) -> None:
        self._names = names

    def visit_read(self, call: FunctionCall, key: _Key) -> Expression:
        name = self._names.get(key)
        return call if name is None else FunctionCall(name, [], None, call.position)
