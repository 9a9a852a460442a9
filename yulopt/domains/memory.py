"""The contents of memory at each reachable program point.

Words of memory have value numbers. A word is identified by its address, a sum of values (see
`yulopt.domains.memory_words`); one of them is the free memory pointer, with additional facts (see
`yulopt.domains.free_pointer`). Words of hashed memory form one value: equal contents, equal hashes.
A called function may write the union of the writes of its stores and calls (see
`yulopt.domains.summaries`).

Sources: B. Alpern, M. Wegman and F. Zadeck, "Detecting equality of variables in programs", POPL
1988 (value numbers); K. Cooper and K. Kennedy, "Interprocedural side-effect analysis in linear
time", PLDI 1988 (the writes of calls).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

from yulopt.analysis.call_graph import CallGraph, call_graph
from yulopt.analysis.control_flow import FunctionFlow, function_control_flow
from yulopt.analysis.side_effects import find_calls
from yulopt.dialect import WRITE, AddressSpace, Operation
from yulopt.domains.addresses import (
    OUT_OF_REACH,
    Span,
    Sum,
    as_sum,
    bounds,
)
from yulopt.domains.domain import Domain
from yulopt.domains.facts import Operands
from yulopt.domains.free_pointer import (
    FREE,
    IN_PLACE,
    NOTHING_ASSUMED,
    OPTIMISTIC,
    POINTER,
    Allocation,
    FreePointer,
    Pointer,
)
from yulopt.domains.identities import apply
from yulopt.domains.memory_words import MemoryWords
from yulopt.domains.summaries import (
    ANYWHERE,
    EVERYWHERE,
    FREE_MEMORY,
    MOVES_POINTER,
    NO_BASE,
    NOT_SMALL,
    Returned,
    Written,
    either,
    note_write,
    returned_as,
    writes_pointer,
    written_as,
)
from yulopt.domains.walk import Walk
from yulopt.memory.layout import FIRST_FREE, FREE_POINTER
from yulopt.syntax.ast import Block, ForLoop, FunctionCall, FunctionDefinition, Statement
from yulopt.syntax.literals import WORD_BYTES

# Hashes of longer memory are unknown.
_MAX_HASHED_WORDS: Final = 8
# The number of assumptions tried, before none is made.
_MAX_ASSUMPTIONS: Final = 6

_POINTER_WORD: Final = Sum(FREE_POINTER, ())

Known = TypeVar("Known", bound="Memory")


class Memory(Domain):
    """Words of memory, in the code of an object.

    `assumed`: the assumptions about the free memory pointer; `found`: after the walk, those that
    all stores preserve. `first`: the lowest possible value of the pointer. `redundant`: after the
    walk, the stores of values already there.
    """

    def __init__(self, code: Block, assumed: Pointer, first: int = FIRST_FREE) -> None:
        self.pointer = FreePointer(assumed, first)
        self.redundant: set[FunctionCall] = set()
        self._words = MemoryWords()
        # Solidity's promise that pointers are preserved.
        self._is_promised = assumed.promised and bool(find_calls(code, "memoryguard"))
        self._written: dict[str, tuple[Written, ...]] = {}
        self._writes: set[Written] = set()
        # The writes and exits so far at the start of the enclosing blocks.
        self._before_block: list[tuple[set[Written], int]] = []
        # The pointer at the start of the enclosing statements.
        self._before_statement: list[int] = []
        # For each enclosing loop, whether its header expects that the pointer changes.
        self._is_expected: list[bool] = []
        # The variables of a loop that are small where it begins, and their values in it.
        self._begin_small: list[str] = []
        self._small_at_first: set[int] = set()
        # For each parameter, whether all calls pass the current pointer.
        self._given_pointer: dict[str, list[bool]] = {}
        # For each result, its summary.
        self._returned: dict[str, list[Returned | None]] = {}
        self._returns: list[Returned | None] | None = None
        self._pointer_at_call = 0

    def attach(self, walk: Walk) -> None:
        super().attach(walk)
        self.pointer.walk = walk
        self._words.walk = walk

    def domains(self) -> list[Domain]:
        """The domains of its walk, in their order."""
        return [self]

    @property
    def found(self) -> Pointer:
        """The assumptions that all stores preserve."""
        return self.pointer.found

    # Hooks

    def accessed(
        self, call: FunctionCall, operation: Operation, span: Span | None, operands: Operands
    ) -> None:
        """Memory is accessed, None is anywhere, in a final walk."""

    def allocated(self, call: FunctionCall, allocation: Allocation) -> None:
        """The pointer is raised, in a final walk."""

    def first_pointer(self, value: int) -> int:
        """The pointer is set for the first time; returns the value to use for it."""
        return value

    # Functions

    def begin(self, function: FunctionDefinition | None) -> None:
        self._writes = set()
        self._returns = None
        self._small_at_first = set()
        self._words.begin(_POINTER_WORD)
        self.pointer.begin(function)

    def entered(self, function: FunctionDefinition) -> None:
        """Parameters equal the pointer at the call if they do in all calls."""
        walk = self.walk
        if walk.is_final and function.name not in walk.recursive:
            for index, is_pointer in enumerate(self._given_pointer.get(function.name, [])):
                if is_pointer:
                    walk.parameters[index] = self.pointer.at_entry
                    self.facts.set_variable(function.parameters[index], self.pointer.at_entry)

    def leave(self) -> None:
        facts, function = self.facts, self.walk.function
        assert function is not None
        self.pointer.leave()
        found = [
            returned_as(facts, facts.variable(name), self.pointer.at_entry, self.walk.parameters)
            for name in function.returns
        ]
        before = found if self._returns is None else self._returns
        self._returns = list(map(either, before, found))

    def summarised(self, function: FunctionDefinition) -> None:
        self._written[function.name] = tuple(self._writes)
        self._returned[function.name] = self._returns or []
        self.pointer.summarised(function.name)

    def cells(self) -> list[str]:
        return [*self._words.cells(), FREE, IN_PLACE]

    # Statements

    def enter_block(self, block: Block) -> None:
        self._before_block.append((self._writes.copy(), self.walk.ways_out()))

    def leave_block(self, block: Block) -> None:
        writes, ways_out = self._before_block.pop()
        if not self.facts.is_reachable and self.walk.ways_out() == ways_out:
            # The execution ends here: no caller sees its writes.
            self._writes = writes
        if self.walk.is_final and not self._before_block:
            self._check_summary()

    def _check_summary(self) -> None:
        """At the end of a function, whose arguments are known now: its callers know only what its
        summary says about the pointer."""
        function = self.walk.function
        if (
            self._is_promised
            and function is not None
            and writes_pointer(self._writes)
            and not writes_pointer(self._writes_of(function.name))
        ):
            self.pointer.distrust()

    def enter_statement(self, statement: Statement) -> None:
        self._before_statement.append(self.pointer.free())
        if isinstance(statement, ForLoop):
            self._is_expected.append(True)

    def leave_statement(self, statement: Statement) -> None:
        self.pointer.has_changed_since(self._before_statement.pop())
        if isinstance(statement, ForLoop):
            self._is_expected.pop()

    # Builtins

    def effect(self, call: FunctionCall, operands: Operands) -> int | None:
        facts, builtin = self.facts, call.builtin
        assert builtin is not None
        if call.name == "memoryguard":
            number = facts.node(call.name, operands)
            least = facts.values_of(operands[0]).least
            if least >= FIRST_FREE:
                least = max(least, self.pointer.first)
            facts.require(number, facts.words.interval(least, max(least, OUT_OF_REACH - 1)))
            return number
        accesses = [one for one in builtin.operations if one.space is AddressSpace.MEMORY]
        for access in accesses:
            self._require_in_reach(access, operands)
        spans = [self._span(one, operands) for one in accesses]
        if self.walk.is_final:
            for access, span in zip(accesses, spans, strict=True):
                self.accessed(call, access, span, operands)
        if call.name == "mload":
            return self.load(as_sum(facts, operands[0]))
        if call.name == "keccak256":
            return self._hash(as_sum(facts, operands[0]), facts.values_of(operands[1]).constant)
        if call.name == "mstore":
            self._store(call, as_sum(facts, operands[0]), operands[1])
            return None
        for access, span in zip(accesses, spans, strict=True):
            if access.effect == WRITE:
                self._write(span)
        if not accesses and builtin.side_effects.memory == WRITE:
            self._write(None)
            if builtin.is_msize:
                # The code of `verbatim` may allocate memory.
                self._write(Span(_POINTER_WORD, WORD_BYTES))
        return None

    def _require_in_reach(self, access: Operation, operands: Operands) -> None:
        """Assume that there is gas for an access: its length and address are bounded."""
        if access.start is None:
            return
        facts = self.facts
        in_reach = facts.words.interval(0, OUT_OF_REACH - 1)
        length = access.length_limit if access.length is None else access.length
        needed = [operands[access.start]]
        if length is not None:
            is_empty = facts.values_of(operands[length]).least == 0
            needed = [operands[length]] if is_empty else [operands[length], *needed]
        for number in needed:
            if facts.values_of(number).least < OUT_OF_REACH:
                facts.require(number, in_reach)

    def _span(self, access: Operation, operands: Operands) -> Span | None:
        if access.start is None:
            return None
        length = access.fixed_length
        if length is None:
            index = access.length if access.length is not None else access.length_limit
            assert index is not None
            # Longer ones do not occur.
            length = min(self.facts.values_of(operands[index]).most, OUT_OF_REACH)
        return Span(as_sum(self.facts, operands[access.start]), length)

    # Words

    def load(self, address: Sum) -> int:
        """The value of a word, which may be a new one."""
        if address == _POINTER_WORD:
            self.pointer.need()
        number = self._words.at(address)
        if number is None:
            number = self.facts.fresh_any()
            self._words.set(address, number)
        return number

    def hold(self, address: Sum, number: int) -> None:
        """A word that a called function may have written has this value; it is kept from the free
        memory pointer, of which more is known."""
        if address != _POINTER_WORD:
            self._words.set(address, number)

    def _hash(self, start: Sum, length: int | None) -> int | None:
        if length is None or length > _MAX_HASHED_WORDS * WORD_BYTES:
            return None
        contents = [
            self.load(Sum(start.constant + offset, start.terms))
            for offset in range(0, length, WORD_BYTES)
        ]
        return self.facts.node(f"keccak256:{length}", tuple(contents))

    def _store(self, call: FunctionCall, address: Sum, value: int) -> None:
        pointer, walk = self.pointer, self.walk
        if walk.is_final and self._words.at(address) == value:
            self.redundant.add(call)
        is_first = walk.function is None and pointer.free() == pointer.at_entry
        self._write(Span(address, WORD_BYTES))
        if address == _POINTER_WORD:
            pointer.need()
            if is_first:
                value = self.first_pointer(value)
                walk.change(FREE, value)
            allocation = pointer.store(value)
            if allocation is not None and walk.is_final:
                self.allocated(call, allocation)
        self._words.set(address, value)

    def _write(self, span: Span | None) -> None:
        """A write, None is anywhere: forget the words that it may touch."""
        written = EVERYWHERE
        if span is not None:
            written = written_as(
                self.facts, span, self.pointer.at_entry, self.walk.parameters, self.pointer.floors
            )
        note_write(self._writes, written)
        for cell, word in self._words.known():
            if self._may_touch(span, word):
                self.walk.change(cell, self.walk.lost)
                if cell == POINTER:
                    self._overwrite_pointer()

    def _overwrite_pointer(self) -> None:
        """A write may touch the pointer."""
        self.pointer.lose()
        if self._is_promised:
            # A caller that knows less of the address would trust it.
            note_write(self._writes, MOVES_POINTER)
            if not all(self._is_expected):
                self.pointer.distrust()

    def _may_touch(self, span: Span | None, word: Span) -> bool:
        """Whether a write may touch a word.

        Solidity writes `memoryguard` if all assembly is memory-safe, so that no reference, which is
        an address without a known bound, is that of the pointer. Yul alone does not prevent
        computing it from small numbers: an address that is known to be small is not trusted, nor
        one that is small in the first iteration of a loop.
        """
        is_pointer = self._is_promised and word.start == _POINTER_WORD
        if is_pointer and (span is None or self._is_trusted(span.start)):
            return False
        return span is None or self._words.may_touch(span, word, self.pointer.floors)

    def _is_trusted(self, address: Sum) -> bool:
        """Whether an address is unknown other than by the iterations of loops."""
        terms = tuple([term for term in address.terms if term not in self._small_at_first])
        return bounds(self.facts, Sum(address.constant, terms))[1] >= NOT_SMALL

    # Calls of functions

    def calling(self, name: str, operands: Operands) -> None:
        self.pointer.calling(name)
        self._pointer_at_call = self.pointer.value()
        if self.walk.is_final:
            is_in_place = self.pointer.is_in_place()
            given = [is_in_place and operand == self._pointer_at_call for operand in operands]
            known = self._given_pointer.get(name, given)
            self._given_pointer[name] = [a and b for a, b in zip(known, given, strict=True)]

    def called(self, name: str, operands: Operands) -> None:
        facts, pointer = self.facts, self.pointer
        was_in_place = pointer.is_in_place()
        for base, least, most, length in self._writes_of(name):
            if base == ANYWHERE:
                self._write(None)
                continue
            start = as_sum(facts, facts.fresh(facts.words.interval(least, most)))
            if base == FREE_MEMORY:
                start = as_sum(facts, pointer.any_later_value())
            elif base != NO_BASE:
                parameter = as_sum(facts, operands[base])
                terms = tuple(sorted(parameter.terms + start.terms))
                start = Sum(parameter.constant + start.constant, terms)
            self._write(Span(start, length))
        if was_in_place and pointer.value() == self.walk.lost:
            pointer.returned(name)

    def _writes_of(self, name: str) -> tuple[Written, ...]:
        """What a function may write."""
        return self._written.get(name, (EVERYWHERE, MOVES_POINTER))

    def returned(self, name: str, operands: Operands, results: list[int]) -> None:
        for index, returned in enumerate(self._returned.get(name, [])):
            if returned is not None:
                is_pointer = returned.base == FREE_MEMORY
                base = self._pointer_at_call if is_pointer else operands[returned.base]
                if base != self.walk.lost:
                    results[index] = self._result(returned, base, results[index])

    def _result(self, returned: Returned, base: int, known: int) -> int:
        """The value of a result with the summary `known`."""
        facts = self.facts
        more = facts.fresh(facts.words.interval(returned.least, returned.most))
        number = apply(facts, "add", (base, more))
        if facts.values_of(more).constant is None:
            facts.require(number, facts.values_of(known))
        return number

    # Loops

    def loop_changes(self, loop: ForLoop, assigned: list[str], changed: list[str]) -> None:
        self.pointer.loop_changes(changed)
        self._is_expected[-1] = POINTER in changed

    def before_head(self) -> None:
        self.pointer.before_head()
        facts = self.facts
        self._begin_small = [
            name
            for name in self.walk.in_loop
            if facts.values_of(facts.variable(name)).most < NOT_SMALL
        ]

    def enter_head(self) -> None:
        self._small_at_first.update(map(self.facts.variable, self._begin_small))
        self.pointer.enter_head()

    def end_iteration(self, loop: ForLoop) -> None:
        self.pointer.end_iteration()


def pointer_fixpoint(
    code: Block,
    make: Callable[[Block, Pointer], Known],
    graph: CallGraph | None = None,
    flow: FunctionFlow | None = None,
) -> Known:
    """The memory of an object's code, at the fixpoint of assumptions about its pointer, apart from
    those that nothing relies on.

    `make`: the memory, and the domains in its walk (`Memory.domains`), under some assumptions.
    `graph` and `flow`: the call graph, and the possible endings of functions, if known.
    """
    graph = call_graph(code) if graph is None else graph
    flow = function_control_flow(code, graph) if flow is None else flow
    assumed = OPTIMISTIC
    for _ in range(_MAX_ASSUMPTIONS):
        memory = make(code, assumed)
        Walk(code, memory.domains(), graph, flow).run()
        if memory.pointer.is_confirmed:
            return memory
        assumed = memory.found
    memory = make(code, NOTHING_ASSUMED)
    Walk(code, memory.domains(), graph, flow).run()
    return memory
