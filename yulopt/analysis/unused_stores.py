"""Which stores (of values to variables, or to storage and memory) nothing reads.

The walk follows all ways that control can take, and keeps track of the stores whose value may
still be where it was put. A read marks those that it may see as used; a later store to the same
location, or the end of its life, drops them. A store that is never marked is unused. This is the
analysis of reaching definitions (Aho, Lam, Sethi and Ullman, "Compilers", section 9.2.4), in one
pass over structured code.

Source: chapter 05, section 5 of the specification. There, the body of a loop is visited twice, to
follow the way from the end of one iteration to the next. Here, the state at the start of an
iteration holds unions, to which the state at its end is added when it is known. That finds the
same, since no store needs more than one turn of each loop around it to be read.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from yulopt.analysis.store_map import (
    Store,
    StoreMap,
    StoreUnion,
    find,
    merge,
    put,
)
from yulopt.syntax.ast import (
    Break,
    Continue,
    ForLoop,
    FunctionDefinition,
    If,
    Statement,
    Switch,
)
from yulopt.syntax.visitor import Walker

# Loops that are nested deeper are not followed from one iteration to the next.
_MOST_EXACT_DEPTH: Final = 5


class UnusedStoreFinder(Walker):
    """The walk over the whole code of an object; steps say what stores and what reads.

    `active` maps locations, which are numbered, to the stores that may still be there. The code
    must have unique names and empty `for` initialisers.
    """

    def __init__(self) -> None:
        self.active: StoreMap | None = None
        self._stores: list[Store] = []
        self._loop_depth = 0
        self._at_break: list[StoreMap | None] = []
        self._at_continue: list[StoreMap | None] = []

    def unused_stores(self) -> set[Statement]:
        """After the walk: the stores that were not marked as used."""
        return {store.statement for store in self._stores if not store.used}

    def new_store(self, statement: Statement) -> Store:
        """A store that is unused unless it is marked later."""
        store = Store(len(self._stores), statement)
        self._stores.append(store)
        return store

    # What a step says

    def locations_stored_in(self, loop: ForLoop) -> Iterable[int]:
        """The locations of all stores in the body and the post block of a loop."""
        raise NotImplementedError

    def end_function(self) -> None:
        """Mark what is read when the function returns, at its end or by `leave`."""
        raise NotImplementedError

    def end_deep_iteration(self, first_store: int) -> None:
        """Mark what a later iteration of a deeply nested loop may read.

        The stores in the loop have numbers from `first_store` on.
        """
        raise NotImplementedError

    # The ways of control

    def visit_if(self, statement: If) -> None:
        self.visit_expression(statement.condition)
        skipped = self.active
        self.visit_block(statement.body)
        self.active = merge([self.active, skipped])

    def visit_switch(self, switch: Switch) -> None:
        self.visit_expression(switch.expression)
        before = self.active
        after: list[StoreMap | None] = []
        for case in switch.cases:
            self.active = before
            self.visit_block(case.body)
            after.append(self.active)
        if switch.cases[-1].label is not None:
            after.append(before)
        self.active = merge(after)

    def visit_function(self, function: FunctionDefinition) -> None:
        outer = (self.active, self._loop_depth, self._at_break, self._at_continue)
        self.active = None
        self._loop_depth = 0
        self._at_break = []
        self._at_continue = []
        self.visit_block(function.body)
        self.end_function()
        self.active, self._loop_depth, self._at_break, self._at_continue = outer

    def visit_for(self, loop: ForLoop) -> None:
        assert not loop.init.statements, "finding unused stores needs empty loop initialisers"
        outer = (self._at_break, self._at_continue)
        self._at_break = []
        self._at_continue = []
        self._loop_depth += 1
        if self._loop_depth <= _MOST_EXACT_DEPTH:
            after = self._visit_iterations(loop)
        else:
            after = self._visit_one_iteration(loop)
        self.active = merge([after, *self._at_break])
        self._loop_depth -= 1
        self._at_break, self._at_continue = outer

    def _visit_iterations(self, loop: ForLoop) -> StoreMap | None:
        """Follow control through any number of iterations; returns the stores after the last."""
        unions: dict[int, StoreUnion] = {}
        for location in self.locations_stored_in(loop):
            stores = find(self.active, location)
            unions[location] = StoreUnion([] if stores is None else [stores])
        for location, union in unions.items():
            self.active = put(self.active, location, union)
        self.visit_expression(loop.condition)
        after = self.active
        self._visit_body_and_post(loop)
        for location, union in unions.items():
            stores = find(self.active, location)
            if stores is not None:
                union.add(stores)
        return after

    def _visit_one_iteration(self, loop: ForLoop) -> StoreMap | None:
        """Follow control until the end of one iteration; returns the stores after the loop."""
        self.visit_expression(loop.condition)
        after = self.active
        first_store = len(self._stores)
        self._visit_body_and_post(loop)
        self.visit_expression(loop.condition)
        self.end_deep_iteration(first_store)
        # All stores of the iteration that are not in `after` are marked by now.
        return after

    def _visit_body_and_post(self, loop: ForLoop) -> None:
        self.visit_block(loop.body)
        self.active = merge([self.active, *self._at_continue])
        self.visit_block(loop.post)

    def visit_jump(self, jump: Statement) -> None:
        if isinstance(jump, Break):
            self._at_break.append(self.active)
        elif isinstance(jump, Continue):
            self._at_continue.append(self.active)
        else:
            self.end_function()
        self.active = None
