"""Solidity's free memory pointer: assumptions about it, verified at each store.

The pointer is a word of memory like any other, with optimistic assumptions: that it is never below
the first one, and never decreases, on entry to functions that use it, and on their exit. Each store
to it, and each to an unknown address, is checked against them. If one could violate an assumption,
that is dropped and the walk repeated (`pointer_fixpoint`). Stores before a revert are harmless,
even over the pointer, as for errors with two arguments. By induction over the stores of an
execution, invariants of all stores are true. One assumption is trusted in a program with
`memoryguard`: that no write to an address without a known bound touches the pointer (see
`Memory._may_touch`). It is dropped, too, if the bound of such an address is known elsewhere.

Source: "Layout in memory" and "Memory safety" in the Solidity documentation.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from yulopt.domains.addresses import (
    FLOOR,
    OUT_OF_REACH,
    Span,
    Sum,
    as_sum,
    bounds,
    distance,
    floor_of,
    is_after,
)
from yulopt.domains.facts import Facts
from yulopt.domains.identities import apply
from yulopt.domains.memory_words import word_cell
from yulopt.domains.walk import Walk
from yulopt.memory.layout import FREE_POINTER
from yulopt.syntax.ast import FunctionDefinition

# No pointer reaches this: it would have to be raised by 2**64 more than 2**64 times.
_FARTHEST: Final = 1 << 128

POINTER: Final = word_cell(Sum(FREE_POINTER, ()))
# The last valid value of the pointer, whatever its word holds now.
FREE: Final = "@free"
# Whether its word is the pointer, 1 or 0.
IN_PLACE: Final = "@in place"


class Pointer(NamedTuple):
    """Assumptions about the free memory pointer in the whole code of an object.

    `kept`: it is valid on entry to and exit from functions that use it, except those that are
    `overwriting`. `grows`: it never decreases. `promised`: no write to an address without a known
    bound touches it, if the program has a `memoryguard`.
    """

    kept: bool
    grows: bool
    promised: bool
    overwriting: frozenset[str] = frozenset()


OPTIMISTIC: Final = Pointer(kept=True, grows=True, promised=True)
NOTHING_ASSUMED: Final = Pointer(kept=False, grows=False, promised=False)


class Allocation(NamedTuple):
    """An allocation: the pointer was at `start`, and is raised by `least` to `most` bytes."""

    start: Sum
    least: int
    most: int


class FreePointer:
    """The pointer in a walk under the assumptions `assumed`.

    `first`: its lowest possible value. `floors`: lower bounds of values by other values, where
    known (see `floor_of`). `at_entry`: its value on entry to the function.
    """

    walk: Walk

    def __init__(self, assumed: Pointer, first: int) -> None:
        self.assumed = assumed
        self.first = first
        self.floors: dict[int, int] = {}
        self.at_entry = 0
        self._breaks_kept = False
        self._breaks_grows = False
        self._breaks_promise = False
        self._overwriting: set[str] = set()
        # The functions that were relied on to leave the pointer in place.
        self._relied_on: set[str] = set()
        # The functions that need no pointer, and whether that of the walk does.
        self._indifferent: set[str] = set()
        self._is_needed = False
        self._before_head = 0

    @property
    def facts(self) -> Facts:
        """The facts at the current point."""
        return self.walk.facts

    @property
    def found(self) -> Pointer:
        """The assumptions that all stores preserve."""
        kept = self.assumed.kept and not self._breaks_kept
        promised = self.assumed.promised and not self._breaks_promise
        if not kept:
            return NOTHING_ASSUMED._replace(promised=promised)
        grows = self.assumed.grows and not self._breaks_grows
        return Pointer(kept, grows, promised, self.assumed.overwriting | self._overwriting)

    @property
    def is_confirmed(self) -> bool:
        """Whether all stores preserve the assumptions that were relied on."""
        found, assumed = self.found, self.assumed
        are_kept = found._replace(overwriting=assumed.overwriting) == assumed
        return are_kept and not found.overwriting & self._relied_on

    # Functions

    def begin(self, function: FunctionDefinition | None) -> None:
        """A function is entered, None is the outermost code."""
        facts = self.facts
        self.floors = {}
        self._is_needed = False
        # Memory is empty where the program begins.
        self.at_entry = facts.constant(0) if function is None else self.any_value()
        facts.set_variable(POINTER, self.at_entry)
        facts.set_variable(FREE, self.at_entry)
        facts.set_variable(IN_PLACE, facts.constant(int(function is not None)))

    def summarised(self, name: str) -> None:
        """The function was seen to need the pointer, or not."""
        if not self._is_needed:
            self._indifferent.add(name)

    def leave(self) -> None:
        """The function of the walk is left."""
        function = self.walk.function
        if function is not None and self.walk.is_final and not self.is_in_place():
            self._overwriting.add(function.name)

    def calling(self, name: str) -> None:
        """A function is called, which may use the pointer."""
        if name not in self._indifferent:
            self.need()
            self.check()

    def need(self) -> None:
        """The function of the walk uses the pointer with which it is called."""
        self._is_needed = True
        function = self.walk.function
        if self.walk.is_final and function is not None and function.name in self._indifferent:
            # It was not seen to do that with other arguments.
            self._breaks_kept = True

    # Its value

    def value(self) -> int:
        """The content of its word."""
        return self.facts.variable(POINTER)

    def free(self) -> int:
        """The last value that was certainly a valid pointer."""
        return self.facts.variable(FREE)

    def is_in_place(self) -> bool:
        """Whether its word is certainly the pointer."""
        return self.facts.values_of(self.facts.variable(IN_PLACE)).constant == 1

    def any_value(self) -> int:
        """A new possible value."""
        if not self.assumed.kept:
            return self.facts.fresh_any()
        return self.facts.fresh(self.facts.words.interval(self.first, _FARTHEST - 1))

    def any_later_value(self) -> int:
        """A new possible value from here on."""
        number = self.any_value()
        self.raise_floor(number, self.free())
        return number

    def raise_floor(self, number: int, floor: int) -> None:
        """A value of the pointer comes after another one."""
        facts = self.facts
        # Higher numbers are newer, so there are no cycles.
        if self.assumed.grows and number > floor and floor_of(facts, self.floors, number) is None:
            self.floors[number] = floor
            # Where another branch computes the same sum, it may have wrapped.
            facts.require(facts.node(FLOOR, (number, floor)), facts.words.constant(1))

    def move(self) -> None:
        """Set it to an unknown value."""
        number = self.any_later_value()
        self.walk.change(POINTER, number)
        self.walk.change(FREE, number)
        self.walk.change(IN_PLACE, self.facts.constant(1))

    def returned(self, name: str) -> None:
        """A function has returned that may have lost a pointer that was in place."""
        if name not in self.assumed.overwriting:
            self._relied_on.add(name)
            self.move()

    def lose(self) -> None:
        """Its word may be anything."""
        self.walk.change(IN_PLACE, self.facts.constant(0))

    def distrust(self) -> None:
        """A write touches it that was trusted not to where less was known of its address."""
        self._breaks_promise = self._breaks_promise or self.walk.is_final

    def has_changed_since(self, before: int) -> None:
        """A statement has ended; `free` was the pointer before it."""
        if self.is_in_place():
            after = self.value()
            if after != self.free():
                self.walk.change(FREE, after)
            if after != before:
                self.raise_floor(after, before)

    # Checks

    def check(self) -> None:
        """Require that it is in place here."""
        if not self.is_in_place():
            self._breaks_kept = self._breaks_kept or self.walk.is_final

    def store(self, value: int) -> Allocation | None:
        """Check a value stored as the pointer; returns the allocation, None if it is not one."""
        facts = self.facts
        is_pointer = self._can_be(value)
        self.walk.change(IN_PLACE, facts.constant(int(is_pointer)))
        before = self.free()
        if not is_pointer or before == value:
            return None
        allocation: Allocation | None = None
        start, end = as_sum(facts, before), as_sum(facts, value)
        is_known_less = facts.values_of(apply(facts, "lt", (value, before)))
        if is_known_less.constant != 0 and not is_after(facts, Span(end, 0), start, self.floors):
            self._breaks_grows = self._breaks_grows or self.walk.is_final
        else:
            least, most = distance(facts, end, start)
            allocation = Allocation(start, max(0, least), most)
        self.raise_floor(value, before)
        self.walk.change(FREE, value)
        return allocation

    def _can_be(self, number: int) -> bool:
        """Whether a value can be the pointer."""
        facts = self.facts
        values = facts.values_of(number)
        if values.least >= self.first and values.most < _FARTHEST:
            return True
        # It exceeds the pointer's last value only slightly.
        address, free = as_sum(facts, number), as_sum(facts, self.free())
        least, most = bounds(facts, address)
        return (
            least >= self.first
            and most < _FARTHEST << 1
            and set(free.terms) <= set(address.terms)
            and most - bounds(facts, free)[1] <= OUT_OF_REACH
        )

    # Loops

    def loop_changes(self, changed: list[str]) -> None:
        """Its cells change together in a loop; it is in place at each header."""
        if POINTER in changed:
            self.check()
            changed += [name for name in (FREE, IN_PLACE) if name not in changed]

    def before_head(self) -> None:
        """The walk is about to enter the header of a loop."""
        self._before_head = self.free()

    def enter_head(self) -> None:
        """An iteration of a loop that may change it begins."""
        if POINTER in self.walk.in_loop:
            number = self.any_value()
            self.raise_floor(number, self._before_head)
            self.facts.set_variable(POINTER, number)
            self.facts.set_variable(FREE, number)
            self.facts.set_variable(IN_PLACE, self.facts.constant(1))

    def end_iteration(self) -> None:
        """An iteration is over."""
        if POINTER in self.walk.in_loop:
            self.check()
