"""UnusedAssignEliminator (`r`): removes assignments whose value is never read.

An assignment is removed if, on every path, the variable is assigned again or goes out of scope, or
the transaction ends, before the variable is read. The assigned expression must be movable, that is,
have no effect and depend on nothing that changes. Declarations always stay. Most useful after
SSATransform (`a`), which leaves the original variables unread in many places.

Example::

    {
        let a := calldataload(0)
        let b
        if a
        {
            b := 1
            a := 2
            revert(0, 0)
        }
        b := 3
        b := 4
        sstore(a, b)
        a := 5
    }

becomes::

    {
        let a := calldataload(0)
        let b
        if a { revert(0, 0) }
        b := 4
        sstore(a, b)
    }

Source: chapter 05, section 6 of the specification.
"""

from __future__ import annotations

from collections.abc import Iterable

from yulopt.analysis.contents import ASSIGNMENTS, NOTHING
from yulopt.analysis.control_flow import FunctionFlow
from yulopt.analysis.declarations import assigned_names
from yulopt.analysis.side_effects import is_movable
from yulopt.analysis.unused_stores import UnusedStoreFinder, mark_newer_used, mark_used
from yulopt.memory.location_map import LocationMap
from yulopt.syntax.ast import (
    Assignment,
    Block,
    ForLoop,
    FunctionCall,
    FunctionDefinition,
    Identifier,
    VariableDeclaration,
)
from yulopt.pipeline.code_facts import FUNCTION_FACTS
from yulopt.pipeline.properties import EMPTY_LOOP_INITIALISERS, UNIQUE_NAMES
from yulopt.syntax.visitor import remove_statements
from yulopt.pipeline.step import Context, Step


class UnusedAssignEliminator(Step):
    """Removes assignments whose value is never read."""

    name = "UnusedAssignEliminator"
    letter = "r"
    requires = (UNIQUE_NAMES, EMPTY_LOOP_INITIALISERS)
    preserves_analyses = FUNCTION_FACTS
    by_function = True
    looks_for = ASSIGNMENTS
    may_add = NOTHING

    def run(self, context: Context, block: Block) -> None:
        finder = _UnusedAssignments(context.function_flow(block))
        finder.visit_block(block)
        remove_statements(block, finder.unused_stores())


class _UnusedAssignments(UnusedStoreFinder):
    """Stores are assignments, locations are variables."""

    def __init__(self, function_flow: FunctionFlow) -> None:
        super().__init__()
        self._function_flow = function_flow
        # Numbers for the variables that were found to be assigned so far.
        self._numbers: dict[str, int] = {}
        self._returns: list[str] = []

    def visit_identifier(self, identifier: Identifier) -> None:
        self._mark_read(identifier.name)

    def visit_assignment(self, assignment: Assignment) -> None:
        self.visit_expression(assignment.value)
        if is_movable(assignment.value):
            store = self.new_store(assignment)
            for target in assignment.targets:
                self.active = self.active.put(self._number(target.name), store)
        else:
            for target in assignment.targets:
                self._forget_variable(target.name)

    def visit_call(self, call: FunctionCall) -> None:
        super().visit_call(call)
        if call.builtin is not None:
            flow = call.builtin.control_flow
        else:
            flow = self._function_flow[call.name]
        if not flow.can_continue:
            self.active = LocationMap()

    def visit_block(self, block: Block) -> None:
        super().visit_block(block)
        for statement in block.statements:
            if isinstance(statement, VariableDeclaration):
                for name in statement.names:
                    self._forget_variable(name)

    def visit_function(self, function: FunctionDefinition) -> None:
        outer = self._returns
        self._returns = function.returns
        super().visit_function(function)
        self._returns = outer

    def end_function(self) -> None:
        for name in self._returns:
            self._mark_read(name)

    def end_deep_iteration(self, loop: ForLoop, first_store: int) -> None:
        for number in self.locations_stored_in(loop):
            stores = self.active.get(number)
            if stores is not None:
                mark_newer_used(stores, first_store)

    def locations_stored_in(self, loop: ForLoop) -> Iterable[int]:
        return [self._number(name) for name in assigned_names(loop.body, loop.post)]

    def _number(self, name: str) -> int:
        return self._numbers.setdefault(name, len(self._numbers))

    def _mark_read(self, name: str) -> None:
        number = self._numbers.get(name)
        if number is not None:
            stores = self.active.get(number)
            if stores is not None:
                mark_used(stores)
                self.forget([(number, number + 1)])

    def _forget_variable(self, name: str) -> None:
        number = self._numbers.get(name)
        if number is not None:
            self.forget([(number, number + 1)])
