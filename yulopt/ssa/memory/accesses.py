"""Accesses of functions and instructions to memory, storage, transient storage and call data.

Load forwarding and dead-store elimination only see numbers of locations, and ranges of them.

Source: chapter 08, sections 5.4 and 5.5 of the specification.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from yulopt.dialect import READ, AddressSpace
from yulopt.graphs.components import components_of
from yulopt.memory.locations import NOWHERE, Range
from yulopt.ssa.ir.function import MAIN, Block, Function, Instruction, Module, Value
from yulopt.ssa.ir.instructions import BuiltinCall, Call, End, Unreachable
from yulopt.ssa.memory.locations import (
    SPACES,
    Assumptions,
    Span,
    SpanFinder,
    SpanNumbers,
    everywhere,
)

# A function that accesses more spans of a space than this may access all of it.
_MAX_SPANS: Final = 32

# The spaces that outlive the execution, or at least the call.
_STATE: Final = (AddressSpace.STORAGE, AddressSpace.TRANSIENT_STORAGE)


# Functions as a whole


class _SpanSet:
    """A set of spans of limited size."""

    def __init__(self) -> None:
        self._of_space: dict[AddressSpace, dict[Span, None]] = {}

    def add(self, span: Span) -> None:
        """Add a span, unless it is empty: then nothing is accessed, whatever its address."""
        if span.length == 0:
            return
        spans = self._of_space.setdefault(span.space, {})
        whole = everywhere(span.space)
        if whole in spans:
            return
        if span == whole or len(spans) == _MAX_SPANS:
            spans.clear()
            span = whole
        spans[span] = None

    def update(self, spans: Iterable[Span]) -> None:
        """Add several spans."""
        for span in spans:
            self.add(span)

    def covers(self, other: _SpanSet) -> bool:
        """Whether it includes all spans of another one."""
        return all(
            span in spans or everywhere(span.space) in spans
            for span in other
            for spans in (self._of_space.get(span.space, {}),)
        )

    def __iter__(self) -> Iterator[Span]:
        for spans in self._of_space.values():
            yield from spans


class FunctionSummary:
    """The accesses of a function and its callees: `reads` and `writes` are spans; `may_stop`:
    execution may end there without reverting.

    If all spans that it reads (or writes) in a space are constant, they are listed; otherwise it
    may access all of that space.
    """

    def __init__(self) -> None:
        self.reads = _SpanSet()
        self.writes = _SpanSet()
        self.may_stop = False

    @staticmethod
    def worst() -> FunctionSummary:
        """The summary of an unknown function."""
        summary = FunctionSummary()
        summary.may_stop = True
        for space in SPACES:
            summary.reads.add(everywhere(space))
            summary.writes.add(everywhere(space))
        return summary

    def add(self, other: FunctionSummary) -> None:
        """Add the accesses of another summary."""
        self.reads.update(other.reads)
        self.writes.update(other.writes)
        self.may_stop = self.may_stop or other.may_stop

    def covers(self, other: FunctionSummary) -> bool:
        """Whether this summary covers the other one."""
        return (
            self.reads.covers(other.reads)
            and self.writes.covers(other.writes)
            and self.may_stop >= other.may_stop
        )


class ModuleSummaries:
    """The summaries of all functions of a module.

    They remain valid while passes run, since no pass adds accesses to a function.
    """

    def __init__(self, module: Module) -> None:
        self._summaries: dict[str, FunctionSummary] = {}
        own: dict[str, FunctionSummary] = {}
        callees: dict[str, list[str]] = {}
        for function in module.functions.values():
            own[function.name], callees[function.name] = _own_effects(function)
        for component in components_of(callees):
            summary = FunctionSummary()
            members = set(component)
            for name in component:
                summary.add(own[name])
                for callee in callees[name]:
                    if callee not in members:
                        summary.add(self.of(callee))
            for name in component:
                self._summaries[name] = summary

    def of(self, name: str) -> FunctionSummary:
        """The summary of a function; that of a declared one is unknown."""
        return self._summaries.get(name, _WORST)

    def covers(self, other: ModuleSummaries) -> bool:
        """Whether these summaries cover other ones of the same module."""
        return all(self.of(name).covers(summary) for name, summary in other._summaries.items())


def _own_effects(function: Function) -> tuple[FunctionSummary, list[str]]:
    """The accesses of a function's own code, and the functions it calls, each once."""
    summary = FunctionSummary()
    callees: dict[str, None] = {}
    finder = SpanFinder()
    for instruction in function.all_instructions():
        if isinstance(instruction, (BuiltinCall, End)):
            accessed = finder.accessed(instruction)
            summary.reads.update(map(_from_outside, accessed.reads))
            summary.writes.update(map(_from_outside, accessed.writes))
            if instruction.builtin.control_flow.can_terminate:
                summary.may_stop = True
        elif isinstance(instruction, Call):
            callees[instruction.callee] = None
    return summary, list(callees)


def _from_outside(span: Span) -> Span:
    """A span as callers see it: without the function's own values."""
    if span.address is None or span.address[0] is not None:
        return everywhere(span.space)
    return span


_WORST: Final = FunctionSummary.worst()


# The instructions of a function


class Access:
    """The accesses of one instruction.

    `location`: the one that it loads or stores exactly, NOWHERE if there is none; `value`: the
    content afterwards, that is the stored value or the result of the load (`is_load`).

    `everything`: a location that represents the whole space, including locations without a number;
    it is dead if all of them are.

    `reads`: the locations that it may read; `writes`: those that it may change (besides
    `location`); `covers`: those that it certainly overwrites.
    """

    def __init__(
        self,
        instruction: Instruction,
        *,
        location: int = NOWHERE,
        everything: int = NOWHERE,
        value: Value | None = None,
        is_load: bool = False,
        reads: list[Range] | None = None,
        writes: list[Range] | None = None,
        covers: list[Range] | None = None,
    ) -> None:
        self.instruction = instruction
        self.location = location
        self.everything = everything
        self.value = value
        self.is_load = is_load
        self.reads = reads or []
        self.writes = writes or []
        self.covers = covers or []


class Accesses:
    """The accesses of a function, in execution order, for each block that has any.

    `bound`: the number of locations. Without `memory`, accesses to memory are ignored.
    """

    def __init__(
        self,
        function: Function,
        summaries: ModuleSummaries,
        assumptions: Assumptions,
        *,
        memory: bool,
    ) -> None:
        self._is_main = function.name == MAIN
        self._summaries = summaries
        self._finder = SpanFinder()
        # The words and slots loaded and stored exactly, and the bases of their addresses.
        self._words: dict[Instruction, Span] = {}
        self._bases: set[Value | None] = set()
        for instruction in function.all_instructions():
            if isinstance(instruction, BuiltinCall):
                word = self._finder.word(instruction)
                if word is not None and (memory or word.space is not AddressSpace.MEMORY):
                    assert word.address is not None
                    self._words[instruction] = word
                    self._bases.add(word.address[0])
        self._numbers = SpanNumbers(self._words.values(), assumptions)
        self.bound = self._numbers.bound
        self.of_block: dict[Block, list[Access]] = {}
        for block in function.blocks:
            accesses = [
                access
                for instruction in block.all_instructions()
                for access in self._accesses(instruction)
            ]
            if accesses:
                self.of_block[block] = accesses

    # Properties of locations

    def in_block(self, block: Block) -> list[Access]:
        """The accesses of a block."""
        return self.of_block.get(block, [])

    def hint(self, location: int) -> str:
        """A name for values of a location."""
        return self._numbers.space(location).value.split()[0]

    def may_join(self, location: int) -> bool:
        """Whether a phi may choose between values of a location."""
        # Reloading call data costs no more than the copies for a phi.
        return self._numbers.space(location) is not AddressSpace.CALLDATA

    def dead_at_end(self, block: Block) -> list[Range]:
        """The locations that are dead after a block without successors."""
        terminator = block.terminator
        memory = [self._numbers.whole(AddressSpace.MEMORY)]
        state = [self._numbers.whole(space) for space in _STATE]
        if isinstance(terminator, End):
            can_stop = terminator.builtin.control_flow.can_terminate
            return memory if can_stop else memory + state
        if isinstance(terminator, Unreachable):
            return memory + state
        return memory if self._is_main else []

    # Reading the instructions

    def _accesses(self, instruction: Instruction) -> Iterable[Access]:
        if isinstance(instruction, (BuiltinCall, End)):
            word = self._words.get(instruction)
            if word is not None:
                yield self._word_access(instruction, word)
            elif not instruction.builtin.side_effects.movable:
                yield self._other_access(instruction)
        elif isinstance(instruction, Call):
            yield self._call(instruction, self._summaries.of(instruction.callee))
        # Backward facts do not hold before the definition of an address's base: until then, the
        # base has the value of the previous iteration.
        redefined = [
            locations
            for result in instruction.results
            if result in self._bases
            for locations in self._numbers.of_base(result)
        ]
        if redefined:
            yield Access(instruction, reads=redefined)

    def _word_access(self, call: BuiltinCall | End, word: Span) -> Access:
        access = call.builtin.word_access
        assert access is not None
        location = self._numbers.number(word)
        touched = self._numbers.touched(word)
        everything = self._numbers.everything(word.space)
        if access.effect == READ:
            return Access(
                call,
                location=location,
                everything=everything,
                value=call.result,
                is_load=True,
                reads=touched,
            )
        return Access(
            call,
            location=location,
            everything=everything,
            value=None if access.value is None else call.operands[access.value],
            writes=touched,
            covers=self._numbers.covered(word),
        )

    def _other_access(self, instruction: BuiltinCall | End) -> Access:
        accessed = self._finder.accessed(instruction)
        covers = [range for span in accessed.covers for range in self._numbers.covered(span)]
        return Access(
            instruction,
            reads=self._touched(accessed.reads),
            writes=self._touched(accessed.writes),
            covers=covers,
        )

    def _call(self, call: Call, summary: FunctionSummary) -> Access:
        reads = self._touched(summary.reads)
        if summary.may_stop:
            reads += [self._numbers.whole(space) for space in _STATE]
        return Access(call, reads=reads, writes=self._touched(summary.writes))

    def _touched(self, spans: Iterable[Span]) -> list[Range]:
        return [touched for span in spans for touched in self._numbers.touched(span)]
