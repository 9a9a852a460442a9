"""UnusedStoreEliminator (`S`): removes writes to storage and memory that are never read.

A write is removed if, on every path, it is overwritten or undone by a revert, or (for memory) the
transaction ends, before any possible read. Addresses and lengths are only analysed if they are
variables with a single value, so ExpressionSplitter (`x`) and SSATransform (`a`) should run before.
A program that uses `msize` or `verbatim` keeps all its writes to memory.

Example::

    {
        let x := calldataload(0)
        let next := add(x, 32)
        mstore(x, 1)
        sstore(x, 1)
        sstore(next, mload(next))
        mstore(x, 2)
        if next
        {
            sstore(x, 2)
            revert(0, 0)
        }
        sstore(x, 3)
        return(x, next)
    }

becomes::

    {
        let x := calldataload(0)
        let next := add(x, 32)
        sstore(next, mload(next))
        mstore(x, 2)
        if next { revert(0, 0) }
        sstore(x, 3)
        return(x, next)
    }

Source: chapter 05, section 7 of the specification.
"""

from __future__ import annotations

from collections.abc import Container
from typing import Final

from yulopt.analysis.accessed_ranges import (
    ALL_MEMORY,
    ALL_STORAGE,
    STORAGE,
    AccessedRange,
    RangeFinder,
    RangeNumbers,
)
from yulopt.analysis.construct_kinds import NOTHING, STORES
from yulopt.analysis.declarations import assigned_names, declared_names
from yulopt.analysis.ssa_values import ssa_values
from yulopt.analysis.unused_stores import UnusedStoreFinder
from yulopt.dialect import NONE, WRITE, AddressSpace, SideEffects
from yulopt.dialect.builtins import Builtin
from yulopt.memory.location_map import LocationMap
from yulopt.passes.code_facts import EndsOfFunctions, UseOfMsize
from yulopt.passes.properties import EMPTY_LOOP_INITIALISERS, UNIQUE_NAMES
from yulopt.passes.step import Context, Step
from yulopt.syntax.ast import (
    Block,
    Expression,
    ExpressionStatement,
    ForLoop,
    FunctionCall,
    Statement,
)
from yulopt.syntax.visitor import Walker, remove_statements

# Solc's list of instructions that only write: others that only write are not removed.
_STORE_INSTRUCTIONS: Final = frozenset(
    "sstore mstore mstore8 calldatacopy codecopy extcodecopy".split()
)


# Looking up members of an enumeration is slow.
_STORAGE: Final = AddressSpace.STORAGE
_MEMORY: Final = AddressSpace.MEMORY


class UnusedStoreEliminator(Step):
    """Removes writes to storage and memory that are never read."""

    name = "UnusedStoreEliminator"
    letter = "S"
    requires = (UNIQUE_NAMES, EMPTY_LOOP_INITIALISERS)
    preserves_analyses = (EndsOfFunctions, UseOfMsize)
    by_function = True
    looks_for = STORES
    may_add = NOTHING

    def run(self, context: Context, block: Block) -> None:
        finder = _UnusedStores(context, block)
        finder.visit_block(block)
        finder.end_program()
        remove_statements(block, finder.unused_stores())


class _StoreCollector(Walker):
    """Finds the statements that may be removed, and the ranges they write to."""

    def __init__(
        self, range_finder: RangeFinder, with_memory: bool, with_returndatacopy: bool
    ) -> None:
        self.ranges: dict[Statement, AccessedRange] = {}
        self._range_finder = range_finder
        self._with_memory = with_memory
        self._with_returndatacopy = with_returndatacopy

    def visit_statement(self, statement: Statement) -> None:
        if isinstance(statement, ExpressionStatement):
            stored = self._stored_range(statement.expression)
            if stored is not None:
                self.ranges[statement] = stored
        else:
            super().visit_statement(statement)

    def visit_expression(self, expression: Expression) -> None:
        """Expressions contain no statements."""

    def _stored_range(self, expression: Expression) -> AccessedRange | None:
        if (
            not isinstance(expression, FunctionCall)
            or expression.builtin is None
            or not (expression.name in _STORE_INSTRUCTIONS or self._copies_all(expression))
        ):
            return None
        for argument in expression.arguments:
            if isinstance(argument, FunctionCall):
                return None
        (operation,) = [one for one in expression.builtin.operations if one.effect == WRITE]
        if operation.space is _MEMORY and not self._with_memory:
            return None
        return self._range_finder.range_of(expression, operation)

    def _copies_all(self, call: FunctionCall) -> bool:
        """Whether a call copies all returned data of one moment, and counts as a store."""
        if not self._with_returndatacopy or call.name != "returndatacopy":
            return False
        _, start, length = call.arguments
        return self._range_finder.is_zero(start) and self._range_finder.is_call_of(
            length, "returndatasize"
        )


class _StoresInLoop(Walker):
    """Finds the ranges that statements inside a loop write to."""

    def __init__(self, ranges: dict[Statement, AccessedRange]) -> None:
        self.found: list[AccessedRange] = []
        self._ranges = ranges

    def visit_statement(self, statement: Statement) -> None:
        stored = self._ranges.get(statement)
        if stored is not None:
            self.found.append(stored)
        else:
            super().visit_statement(statement)

    def visit_expression(self, expression: Expression) -> None:
        """Expressions contain no statements."""


def _seen_later(stored: AccessedRange, changed: Container[str]) -> AccessedRange:
    """A range as seen after some variables have changed."""
    if not stored.depends_on(changed):
        return stored
    return ALL_STORAGE if stored.kind == STORAGE else ALL_MEMORY


class _UnusedStores(UnusedStoreFinder):
    """Stores are writing instructions, locations are ranges of slots or bytes."""

    def __init__(self, context: Context, block: Block) -> None:
        super().__init__()
        self._function_flow = context.function_flow(block)
        self._function_effects = context.function_effects(block)
        behaviour = context.behaviour
        self._same_in_every_iteration = behaviour.same_in_every_iteration
        changing: Container[str] = () if behaviour.reassigned_bases else assigned_names(block)
        self._range_finder = RangeFinder(
            ssa_values(block, with_parameters=not behaviour.parameters_vary), changing
        )
        collector = _StoreCollector(
            self._range_finder,
            not context.contains_msize(block),
            behaviour.removes_returndatacopy,
        )
        collector.visit_block(block)
        self._numbers = RangeNumbers([*collector.ranges.values(), ALL_STORAGE, ALL_MEMORY])
        self._ranges = collector.ranges
        self._stored = {
            statement: self._numbers.number(stored)
            for statement, stored in collector.ranges.items()
        }

    def end_program(self) -> None:
        """Mark storage, but not memory, as read after the end of the root code."""
        self.mark_used([self._numbers.storage])

    def visit_statement(self, statement: Statement) -> None:
        if isinstance(statement, ExpressionStatement):
            stored = self._ranges.get(statement)
            if stored is not None:
                # Its arguments are not calls, and it only writes there.
                self.forget(self._numbers.covered_by_write(stored))
                self.add_store(self._stored[statement], self.new_store(statement))
                return
        super().visit_statement(statement)

    def visit_call(self, call: FunctionCall) -> None:
        arguments = call.arguments
        for index in range(len(arguments) - 1, -1, -1):
            argument = arguments[index]
            if isinstance(argument, FunctionCall):
                self.visit_call(argument)
        builtin = call.builtin
        if builtin is None:
            flow = self._function_flow[call.name]
            self._apply_effects(self._function_effects[call.name])
        else:
            flow = builtin.control_flow
            if builtin.is_instruction:
                if builtin.operations:
                    self._apply_operations(call, builtin)
            else:
                self._apply_effects(builtin.side_effects)
        if flow.can_terminate:
            self.mark_used([self._numbers.storage])
        if not flow.can_continue:
            # Memory and restored storage are no longer observable.
            self.active = LocationMap()

    def _apply_effects(self, effects: SideEffects) -> None:
        """Writes of code other than a single instruction cover nothing."""
        if effects.memory != NONE:
            self.mark_used(self._numbers.touched_by_read(ALL_MEMORY))
        if effects.storage != NONE:
            self.mark_used(self._numbers.touched_by_read(ALL_STORAGE))

    def end_function(self) -> None:
        self.mark_used([self._numbers.storage, self._numbers.memory])

    def end_deep_iteration(self) -> None:
        self.mark_used([self._numbers.storage, self._numbers.memory])

    def locations_stored_in(self, loop: ForLoop) -> dict[int, int]:
        walker = _StoresInLoop(self._ranges)
        walker.visit_block(loop.body)
        walker.visit_block(loop.post)
        declared: frozenset[str] = frozenset()
        if not self._same_in_every_iteration:
            declared = frozenset(declared_names(loop.body) + declared_names(loop.post))
        number = self._numbers.number
        later = {number(stored): number(_seen_later(stored, declared)) for stored in walker.found}
        # Inner loops leave stores there, too.
        return later | {location: location for location in later.values()}

    def _apply_operations(self, call: FunctionCall, instruction: Builtin) -> None:
        for operation in instruction.operations:
            if operation.space is not _STORAGE and operation.space is not _MEMORY:
                continue
            accessed = self._range_finder.range_of(call, operation)
            if operation.effect == WRITE:
                self.forget(self._numbers.covered_by_write(accessed))
            else:
                self.mark_used(self._numbers.touched_by_read(accessed))
