"""ImmutableOutliner (`w`): an immutable that is read several times is read by one function.

An immutable takes 33 bytes of code wherever it is read, the address of a library 21, and a call
8. So one function reads it for all. As other steps would take such a function for a call too
many, this one comes late.

It is decided by the gas over the life of a contract: the bytes of the value, each time but once,
against a function, its calls, and the gas of these where code is likely to run often.

Right if:

* same value: an immutable or the address of a library is the same wherever it is read in the code
  of one object, and reading it has no effect.

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

# The builtins whose value is filled in when code is linked or deployed, and what pushes it.
_PUSHES: Final = {"loadimmutable": (3, 33), "linkersymbol": (3, 21)}
# What the function does beside its end: its result changes places with the return address.
_EXCHANGE: Final = (3, 1)

# A builtin and its argument, which tell a value from others.
_Key: TypeAlias = tuple[str, str]


class ImmutableOutliner(Step):
    """An immutable that is read several times is read by one function."""

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
    """Outlines the immutables of a program, but in functions that are left alone."""

    def __init__(self, context: Context, code: Block, left_alone: set[str]) -> None:
        self._context = context
        self._code = code
        self._left_alone = left_alone
        calls = call_graph(code)
        flow = function_control_flow(code, calls)
        self._costs = AbstractionCosts(context, flow)
        self._frequencies = Frequencies(code, calls, flow, context.calls_of_code)

    def outline(self) -> bool:
        """Outline what pays; returns whether there was anything."""
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
        """What a function saves for a value, given how often each read of it runs."""
        times, frequency = len(frequencies), sum(frequencies)
        push = _PUSHES[key[0]]
        # The value is pushed as often as before.
        saved = self._costs.code(push, 0, times - 1)
        function = self._costs.code(FUNCTION, frequency) + self._costs.code(_EXCHANGE, frequency)
        return saved - function - self._costs.code(CALL, frequency, times)


class _Reads(Transformer):
    """Visits the reads of immutables in the code of an object."""

    def visit_code(self, code: Block, left_alone: set[str]) -> None:
        """Visit all of it but some functions; `left_alone` are the names of these, and `OUTERMOST`
        that of the code outside functions.
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
        """A read of a value, and what takes its place."""
        raise NotImplementedError


class _Collector(_Reads):
    """Finds reads; `reads` has those of each value, with how often they run."""

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
    """Puts calls of functions in the place of reads."""

    def __init__(self, names: dict[_Key, str]) -> None:
        self._names = names

    def visit_read(self, call: FunctionCall, key: _Key) -> Expression:
        name = self._names.get(key)
        return call if name is None else FunctionCall(name, [], None, call.position)
