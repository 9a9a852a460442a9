"""What memory holds, wherever a walk through a program can get to.

This goes on where `yulopt.memory_objects.words` ends, through calls: what a called function may
write is what its calls and stores together may (see `yulopt.memory_objects.summaries`).

The free memory pointer is a word like any other, and more is taken to be true of it: that it is
never below the first one, and never moves back, wherever a function that uses it is entered, and
wherever one is left. Each store to it, and each to an unknown address, is checked against that. If
one could break it, the assumption is given up and the walk repeated (`Pointer`). What is written
before a revert breaks nothing, even over the pointer, as errors with two arguments are. By
induction over the stores of an execution, what all stores keep is true. One thing is taken on trust
in a program with `memoryguard`: that no write to an address without a known bound is one to the
pointer (see `MemoryFlow._may_touch`).

Sources: K. Cooper and K. Kennedy, "Interprocedural side-effect analysis in linear time", PLDI 1988
(what calls may write); "Layout in memory" and "Memory safety" in the Solidity documentation.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, TypeVar

from yulopt.analysis.call_graph import OUTERMOST, call_graph
from yulopt.analysis.control_flow import function_control_flow
from yulopt.analysis.side_effects import find_calls
from yulopt.dialect import WRITE, AddressSpace, Operation
from yulopt.memory_objects.addresses import (
    FIRST_FREE,
    FREE_POINTER,
    OUT_OF_REACH,
    Span,
    Sum,
    as_sum,
    bounds,
    distance,
    is_behind,
)
from yulopt.memory_objects.summaries import (
    ANYWHERE,
    EVERYWHERE,
    FREE_MEMORY,
    MOVES_POINTER,
    NO_BASE,
    Returned,
    Written,
    either,
    note_write,
    returned_as,
    written_as,
)
from yulopt.memory_objects.words import WordFlow, word_name
from yulopt.ranges.facts import Operands
from yulopt.ranges.identities import apply
from yulopt.ranges.values import Values
from yulopt.syntax.ast import Block, ForLoop, FunctionCall, FunctionDefinition, Statement
from yulopt.syntax.literals import WORD_BYTES

# Addresses that are known to be less are computed; what is loaded as a reference has no such bound.
_NOT_SMALL: Final = 1 << 32
# No pointer gets that far: it would have to be raised by 2**64 more than 2**64 times.
_FARTHEST: Final = 1 << 128
# So many assumptions are tried, before there is none.
_MOST_ASSUMPTIONS: Final = 6

_POINTER: Final = word_name(Sum(FREE_POINTER, ()))
# The last value of the pointer that was one; different if its word is used for something else.
_FREE: Final = "@free"
# Whether its word is the pointer, 1 or 0.
_IN_PLACE: Final = "@in place"

Flow = TypeVar("Flow", bound="MemoryFlow")


class Pointer(NamedTuple):
    """What may be taken to be true of the free memory pointer, in the whole code of an object.

    `kept`: it is one wherever functions are entered that use it, and where they are left, but for
    those that are `overwriting`. `grows`: it never moves back.
    """

    kept: bool
    grows: bool
    overwriting: frozenset[str] = frozenset()


HOPED: Final = Pointer(kept=True, grows=True)


class MemoryFlow(WordFlow):
    """Walks through the code of an object, functions before what calls them, then the other way.

    The code has unique names and its functions at the top level. `assumed` is what is taken to be
    true of the free memory pointer; `found` is, after `walk`, what all stores keep. `first` is the
    lowest address that the pointer can have.
    """

    def __init__(self, code: Block, assumed: Pointer, first: int = FIRST_FREE) -> None:
        self._code = code
        self._definitions = {
            function.name: function
            for function in code.statements
            if isinstance(function, FunctionDefinition)
        }
        super().__init__(self._definitions.values(), function_control_flow(code))
        self._assumed = assumed
        self._first = first
        # Solidity's word that pointers are kept.
        self._is_promised = any(True for _ in find_calls(code, "memoryguard"))
        self._breaks_kept = False
        self._overwriting: set[str] = set()
        self._breaks_grows = False
        self._entry_pointer = 0
        self._written: dict[str, tuple[Written, ...]] = {}
        self._writes: set[Written] = set()
        # The functions that need no pointer, and whether that of the walk does.
        self._indifferent: set[str] = set()
        self._needs_pointer = False
        # For each argument, whether all calls give a function the pointer as it is.
        self._given_pointer: dict[str, list[bool]] = {}
        # For each result, what is known of it.
        self._returned: dict[str, list[Returned | None]] = {}
        self._returns: list[Returned | None] | None = None
        self._recursive: set[str] = set()

    @property
    def found(self) -> Pointer:
        """What all stores keep of what was assumed."""
        kept = self._assumed.kept and not self._breaks_kept
        if not kept:
            return Pointer(kept=False, grows=False)
        grows = self._assumed.grows and not self._breaks_grows
        return Pointer(kept, grows, self._assumed.overwriting | self._overwriting)

    # What is overridden

    def accessed(
        self, call: FunctionCall, operation: Operation, span: Span | None, operands: Operands
    ) -> None:
        """Memory is accessed, None is anywhere, in a walk that may change the code."""

    def stored(self, call: FunctionCall, before: int | None, value: int) -> None:
        """A word is stored where `before` was, None if that is not known; in such a walk, too."""

    def known_places(self) -> list[str]:
        return [*super().known_places(), _FREE, _IN_PLACE]

    def allocated(self, call: FunctionCall, start: Sum, size: tuple[int, int]) -> None:
        """The pointer is raised in such a walk, by a size between two bounds."""

    # The walk

    def walk(self) -> None:
        """Walk through all functions."""
        graph = call_graph(self._code)
        self._recursive = graph.recursive_functions()
        components = graph.components()
        for component in components:
            if graph.is_recursive(component):
                continue
            if component[0] in self._definitions:
                name = component[0]
                self.summarise(self._definitions[name])
                self._written[name] = tuple(self._writes)
                self._returned[name] = self._returns or []
                if not self._needs_pointer:
                    self._indifferent.add(name)
        for component in reversed(components):
            is_recursive = graph.is_recursive(component)
            for name in component:
                if name == OUTERMOST:
                    self.change_outermost(self._code)
                elif name in self._definitions:
                    known = [] if is_recursive else self.at_calls.get(name, [])
                    self.change(self._definitions[name], known)

    def _begin(self, function: FunctionDefinition | None) -> None:
        super()._begin(function)
        facts = self.facts
        self._writes = set()
        self._needs_pointer = False
        self._returns = None
        # Memory is empty where the program begins.
        self._entry_pointer = facts.constant(0) if function is None else self._any_pointer()
        self._spans[_POINTER] = Span(Sum(FREE_POINTER, ()), WORD_BYTES)
        facts.set_variable(_POINTER, self._entry_pointer)
        facts.set_variable(_FREE, self._entry_pointer)
        facts.set_variable(_IN_PLACE, facts.constant(int(function is not None)))

    def _block(self, block: Block) -> None:
        function = self._function
        if function is not None and block is function.body and self._changes_code:
            self._take_pointers(function)
        writes, ways_out = self._writes.copy(), self._ways_out()
        super()._block(block)
        if not self.facts.is_reachable and self._ways_out() == ways_out:
            # The execution ends here: what it writes is seen by nobody who calls the function.
            self._writes = writes

    def _ways_out(self) -> int:
        """How many ways out of the block were found, but for its end."""
        return len(self._exits) + len(self._breaks) + len(self._continues)

    def _take_pointers(self, function: FunctionDefinition) -> None:
        """Parameters are the pointer with which the function is called if all calls say so."""
        if function.name not in self._recursive:
            given = self._given_pointer.get(function.name, [])
            for index, is_pointer in enumerate(given):
                if is_pointer:
                    self._parameters[index] = self._entry_pointer
                    self.facts.set_variable(function.parameters[index], self._entry_pointer)

    def _leave(self) -> None:
        facts = self.facts
        function = self._function
        if facts.is_reachable and function is not None:
            if self._changes_code and not self._is_in_place():
                self._overwriting.add(function.name)
            found = [
                returned_as(facts, facts.variable(name), self._entry_pointer, self._parameters)
                for name in function.returns
            ]
            before = found if self._returns is None else self._returns
            self._returns = list(map(either, before, found))
        super()._leave()

    # Calls

    def with_effects(self, call: FunctionCall, operands: Operands) -> int | None:
        builtin = call.builtin
        assert builtin is not None
        facts = self.facts
        if call.name == "memoryguard":
            number = facts.node(call.name, operands)
            least = facts.values_of(operands[0]).least
            facts.require(number, self.words.interval(max(least, self._first), OUT_OF_REACH - 1))
            return number
        accesses = [one for one in builtin.operations if one.space is AddressSpace.MEMORY]
        for access in accesses:
            self._require_in_reach(access, operands)
        spans = [self._span(one, operands) for one in accesses]
        if self._changes_code:
            for access, span in zip(accesses, spans, strict=True):
                self.accessed(call, access, span, operands)
        if call.name == "mload":
            return self._load(as_sum(facts, operands[0]))
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
        return None

    def _require_in_reach(self, access: Operation, operands: Operands) -> None:
        """Go on where there is gas for an access: it is not long, and where it begins not far."""
        if access.start is None:
            return
        facts = self.facts
        in_reach = self.words.interval(0, OUT_OF_REACH - 1)
        length = access.length_limit if access.length is None else access.length
        needed = [operands[access.start]]
        if length is not None:
            is_empty = facts.values_of(operands[length]).least == 0
            needed = [operands[length]] if is_empty else [operands[length], *needed]
        for number in needed:
            if facts.values_of(number).least < OUT_OF_REACH:
                facts.require(number, in_reach)

    def _call_function(self, name: str, operands: Operands) -> None:
        if name not in self._indifferent:
            self._need_pointer()
            self._check_pointer()
        pointer = self.facts.variable(_POINTER)
        if self._changes_code:
            given = [self._is_in_place() and operand == pointer for operand in operands]
            self._given_pointer[name] = _both(self._given_pointer.get(name), given)
        super()._call_function(name, operands)
        for index, returned in enumerate(self._returned.get(name, [])):
            if returned is not None:
                base = pointer if returned.base == FREE_MEMORY else operands[returned.base]
                if base != self._lost:
                    self._results[index] = self._result(returned, base, self._results[index])
        if self._results:
            self._number = self._results[0]

    def _result(self, returned: Returned, base: int, known: int) -> int:
        """The number of a result, of which the values of `known` are known."""
        facts = self.facts
        more = facts.fresh(self.words.interval(returned.least, returned.most))
        number = apply(facts, "add", (base, more))
        if facts.values_of(more).constant is None:
            facts.require(number, facts.values_of(known))
        return number

    def called(self, name: str, operands: Operands) -> None:
        facts = self.facts
        was_in_place = self._is_in_place()
        for base, least, most, length in self._written.get(name, (EVERYWHERE, MOVES_POINTER)):
            if base == ANYWHERE:
                self._write(None)
                continue
            start = as_sum(facts, facts.fresh(self.words.interval(least, most)))
            if base == FREE_MEMORY:
                pointer = self._any_pointer()
                self._raise_floor(pointer, facts.variable(_FREE))
                start = as_sum(facts, pointer)
            elif base != NO_BASE:
                parameter = as_sum(facts, operands[base])
                terms = tuple(sorted(parameter.terms + start.terms))
                start = Sum(parameter.constant + start.constant, terms)
            self._write(Span(start, length))
        is_lost = facts.variable(_POINTER) == self._lost
        if is_lost and was_in_place and name not in self._assumed.overwriting:
            self._move_pointer()

    def _load(self, address: Sum) -> int:
        if address == (FREE_POINTER, ()):
            self._need_pointer()
        return super()._load(address)

    def _store(self, call: FunctionCall, address: Sum, value: int) -> None:
        if self._changes_code:
            self.stored(call, self.word_at(address), value)
        is_first = self._function is None and self.facts.variable(_FREE) == self._entry_pointer
        self._write(Span(address, WORD_BYTES))
        if address == (FREE_POINTER, ()):
            self._need_pointer()
            if is_first:
                value = self.first_pointer(value)
                self._change(_FREE, value)
            self._check_stored_pointer(call, value)
        self._remember(address, value)

    def _write(self, span: Span | None) -> None:
        written = EVERYWHERE
        if span is not None:
            pointer, parameters = self._entry_pointer, self._parameters
            written = written_as(self.facts, span, pointer, parameters, self.floors)
        note_write(self._writes, written)
        super()._write(span)

    def _may_touch(self, span: Span | None, word: Span) -> bool:
        """Whether what is written may be part of a word.

        Solidity writes `memoryguard` if all assembly is memory-safe, so that no reference, which is
        an address without a known bound, is that of the pointer. Yul alone does not rule out that
        this is computed from small numbers: an address that is known to be small is not trusted.
        """
        is_pointer = self._is_promised and word.start == (FREE_POINTER, ())
        if is_pointer and (span is None or bounds(self.facts, span.start)[1] >= _NOT_SMALL):
            return False
        return super()._may_touch(span, word)

    def _lose(self, name: str) -> None:
        super()._lose(name)
        if name == _POINTER:
            self._change(_IN_PLACE, self.facts.constant(0))

    # The free memory pointer

    def _any_pointer(self) -> int:
        """A new value that the pointer may have."""
        if not self._assumed.kept:
            return self.facts.fresh_any()
        return self.facts.fresh(self.words.interval(self._first, _FARTHEST - 1))

    def _move_pointer(self) -> None:
        """The pointer is another one now, which is not known."""
        before = self.facts.variable(_FREE)
        number = self._any_pointer()
        self._raise_floor(number, before)
        self._change(_POINTER, number)
        self._change(_FREE, number)
        self._change(_IN_PLACE, self.facts.constant(1))

    def _raise_floor(self, number: int, floor: int) -> None:
        # What has a higher number was found later: so there are no circles.
        if self._assumed.grows and number > floor:
            self.floors[number] = floor

    def _is_pointer(self, number: int) -> bool:
        """Whether a value can be the pointer."""
        facts = self.facts
        values = facts.values_of(number)
        if values.least >= self._first and values.most < _FARTHEST:
            return True
        # It is not much more than the pointer was.
        address, free = as_sum(facts, number), as_sum(facts, facts.variable(_FREE))
        least, most = bounds(facts, address)
        return (
            least >= self._first
            and most < _FARTHEST << 1
            and set(free.terms) <= set(address.terms)
            and most - bounds(facts, free)[1] <= OUT_OF_REACH
        )

    def _check_stored_pointer(self, call: FunctionCall, value: int) -> None:
        """Check what is stored as the pointer."""
        facts = self.facts
        is_pointer = self._is_pointer(value)
        self._change(_IN_PLACE, facts.constant(int(is_pointer)))
        before = facts.variable(_FREE)
        if not is_pointer or before == value:
            return
        start, end = as_sum(facts, before), as_sum(facts, value)
        is_known_less = facts.values_of(apply(facts, "lt", (value, before)))
        if is_known_less.constant != 0 and not is_behind(facts, Span(end, 0), start, self.floors):
            self._breaks_grows = self._breaks_grows or self._changes_code
        elif self._changes_code:
            least, most = distance(facts, end, start)
            self.allocated(call, start, (max(0, least), most))
        if value not in self.floors:
            self._raise_floor(value, before)
        self._change(_FREE, value)

    def first_pointer(self, value: int) -> int:
        """The pointer is set for the first time; returns the value to go on with."""
        return value

    def _check_pointer(self) -> None:
        """The pointer has to be one here."""
        if not self._is_in_place():
            self._breaks_kept = self._breaks_kept or self._changes_code

    def _is_in_place(self) -> bool:
        return self.facts.values_of(self.facts.variable(_IN_PLACE)).constant == 1

    def _need_pointer(self) -> None:
        """The function uses the pointer with which it is called."""
        self._needs_pointer = True
        function = self._function
        if self._changes_code and function is not None and function.name in self._indifferent:
            # It was not seen to do that with other arguments.
            self._breaks_kept = True

    # Statements

    def _statement(self, statement: Statement) -> None:
        facts = self.facts
        before = facts.variable(_FREE)
        super()._statement(statement)
        if self._is_in_place():
            after = facts.variable(_POINTER)
            if after != facts.variable(_FREE):
                self._change(_FREE, after)
            if after != before and after not in self.floors:
                self._raise_floor(after, before)

    def changed_elsewhere(self, loop: ForLoop, assigned: list[str]) -> list[str]:
        changed = super().changed_elsewhere(loop, assigned)
        if _POINTER in changed:
            self._check_pointer()
            changed += [name for name in (_FREE, _IN_PLACE) if name not in changed]
        return changed

    def _enter_head(self, head: Sequence[Values]) -> None:
        before = self.facts.variable(_FREE)
        super()._enter_head(head)
        if _POINTER in self._in_loop:
            number = self._any_pointer()
            self._raise_floor(number, before)
            self.facts.set_variable(_POINTER, number)
            self.facts.set_variable(_FREE, number)
            self.facts.set_variable(_IN_PLACE, self.facts.constant(1))

    def _body_and_post(self, loop: ForLoop) -> None:
        super()._body_and_post(loop)
        if _POINTER in self._in_loop and self.facts.is_reachable:
            self._check_pointer()


def settled(code: Block, make: Callable[[Block, Pointer], Flow], assumed: Pointer = HOPED) -> Flow:
    """The walk through the code of an object that found what it assumed of the pointer.

    `assumed` is what was true of it before the code was changed, which saves walks.
    """
    for _ in range(_MOST_ASSUMPTIONS):
        flow = make(code, assumed)
        flow.walk()
        if flow.found == assumed:
            return flow
        assumed = flow.found
    flow = make(code, Pointer(kept=False, grows=False))
    flow.walk()
    return flow


def kept_pointer(code: Block) -> Pointer:
    """What is true of the free memory pointer in the code of an object."""
    return settled(code, MemoryFlow).found


def _both(one: list[bool] | None, other: list[bool]) -> list[bool]:
    return other if one is None else [a and b for a, b in zip(one, other, strict=True)]
