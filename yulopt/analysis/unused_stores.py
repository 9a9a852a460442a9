"""Unused stores to storage and memory.

The walk follows all paths, and tracks the reaching stores. A read marks those that it may see as
used; a later store to the same location, or the end of its life, drops them. A store that is never
marked is unused. This is the analysis of reaching definitions (Aho, Lam, Sethi and Ullman,
"Compilers", section 9.2.4), in one pass over structured code.

A set of stores is a graph of unions over single stores, as a value in SSA form is a graph of phis
over definitions. Stores are only ever marked as used, each once; sets whose stores are all used are
not visited again.

Source: chapter 05, section 5 of the specification. There, the body of a loop is visited twice, to
follow the path from the end of one iteration to the next. Here, the state at the start of an
iteration holds unions, to which the state at its end is added when it is known. The result is the
same, since one iteration of each enclosing loop suffices for a store to be read.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from yulopt.memory.location_map import LocationMap, Tree
from yulopt.memory.locations import Range
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
_MAX_EXACT_DEPTH: Final = 5


# Sets of stores


class Stores:
    """A set of stores; `used`: all of them are known to be used."""

    __slots__ = ("used",)

    def __init__(self) -> None:
        self.used = False

    def parts(self) -> list[Stores]:
        """The sets in this union; none for a single store."""
        return []


class Store(Stores):
    """A single store: a statement."""

    __slots__ = ("statement",)

    def __init__(self, statement: Statement) -> None:
        super().__init__()
        self.statement = statement


class StoreUnion(Stores):
    """The union of sets, to which more can be added later."""

    __slots__ = ("_parts",)

    def __init__(self, parts: list[Stores]) -> None:
        super().__init__()
        self._parts = parts

    def parts(self) -> list[Stores]:
        return self._parts

    def add(self, part: Stores) -> None:
        """Add another set to this one."""
        self._parts.append(part)
        if self.used:
            mark_used(part)


def _union(location: int, one: Stores, other: Stores) -> Stores:
    """The union of both sets; fully used ones can be omitted."""
    if one is other or other.used:
        return one
    if one.used:
        return other
    return StoreUnion([one, other])


def mark_used(stores: Stores) -> None:
    """Note that all stores in the set are used."""
    pending = [stores]
    while pending:
        part = pending.pop()
        if not part.used:
            part.used = True
            pending.extend(part.parts())


def merge(maps: Sequence[LocationMap[Stores]]) -> LocationMap[Stores]:
    """For each location the stores in all maps; used ones may be omitted."""
    # In pairs, so that each map is merged a logarithmic number of times.
    while len(maps) > 1:
        pairs = zip(maps[::2], maps[1::2], strict=False)
        merged = [one.join(other, _union) for one, other in pairs]
        maps = [*merged, maps[-1]] if len(maps) % 2 else merged
    return maps[0]


# The walk


class UnusedStoreFinder(Walker):
    """The walk over the whole code of an object; steps define the stores and reads.

    `active` maps numbered locations to the stores that may reach. The code must have unique names
    and empty `for` initialisers.
    """

    def __init__(self) -> None:
        self.active: LocationMap[Stores] = LocationMap()
        self._stores: list[Store] = []
        # The parts of maps whose stores are all marked.
        self._marked: set[Tree[Stores]] = set()
        self._loop_depth = 0
        self._at_break: list[LocationMap[Stores]] = []
        self._at_continue: list[LocationMap[Stores]] = []

    def unused_stores(self) -> set[Statement]:
        """After the walk: the stores that were not marked as used."""
        return {store.statement for store in self._stores if not store.used}

    def new_store(self, statement: Statement) -> Store:
        """A store that is unused unless it is marked later."""
        store = Store(statement)
        self._stores.append(store)
        return store

    def add_store(self, location: int, store: Store) -> None:
        """A store to a location where older ones may still be, too."""
        older = self.active.get(location)
        stores = store if older is None else _union(location, older, store)
        self.active = self.active.put(location, stores)

    def mark_used(self, locations: Iterable[Range]) -> None:
        """Note that all stores that may be in some locations are used."""
        ranges = list(locations)
        for stores in self.active.facts(ranges, self._marked):
            mark_used(stores)
        self.forget(ranges)

    def forget(self, locations: Iterable[Range]) -> None:
        """Drop the stores that may be in some locations."""
        self.active = self.active.without(locations)

    # Hooks of steps

    def locations_stored_in(self, loop: ForLoop) -> Mapping[int, int]:
        """The locations of all stores in the body and post block of a loop, each with its location
        as seen from the next iteration."""
        raise NotImplementedError

    def end_function(self) -> None:
        """Mark stores that are read when the function returns, at its end or by `leave`."""
        raise NotImplementedError

    def end_deep_iteration(self) -> None:
        """Mark stores that a later iteration of a deeply nested loop may read."""
        raise NotImplementedError

    # Control flow

    def visit_if(self, statement: If) -> None:
        self.visit_expression(statement.condition)
        skipped = self.active
        self.visit_block(statement.body)
        self.active = merge([self.active, skipped])

    def visit_switch(self, switch: Switch) -> None:
        self.visit_expression(switch.expression)
        before = self.active
        after: list[LocationMap[Stores]] = []
        for case in switch.cases:
            self.active = before
            self.visit_block(case.body)
            after.append(self.active)
        if switch.cases[-1].label is not None:
            after.append(before)
        self.active = merge(after)

    def visit_function(self, function: FunctionDefinition) -> None:
        outer = (self.active, self._loop_depth, self._at_break, self._at_continue)
        self.active = LocationMap()
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
        if self._loop_depth <= _MAX_EXACT_DEPTH:
            after = self._visit_iterations(loop)
        else:
            after = self._visit_one_iteration(loop)
        self.active = merge([after, *self._at_break])
        self._loop_depth -= 1
        self._at_break, self._at_continue = outer

    def _visit_iterations(self, loop: ForLoop) -> LocationMap[Stores]:
        """Follow control through any number of iterations; returns the stores after the last."""
        unions: dict[int, StoreUnion] = {}
        seen_later = self.locations_stored_in(loop)
        for location in set(seen_later.values()):
            stores = self.active.get(location)
            unions[location] = StoreUnion([] if stores is None else [stores])
        for location, union in unions.items():
            self.active = self.active.put(location, union)
        self.visit_expression(loop.condition)
        after = self.active
        self._visit_body_and_post(loop)
        for location, later in seen_later.items():
            stores = self.active.get(location)
            if stores is not None:
                unions[later].add(stores)
        return after

    def _visit_one_iteration(self, loop: ForLoop) -> LocationMap[Stores]:
        """Follow control until the end of one iteration; returns the stores after the loop."""
        self.visit_expression(loop.condition)
        after = self.active
        self._visit_body_and_post(loop)
        self.visit_expression(loop.condition)
        self.end_deep_iteration()
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
        self.active = LocationMap()
