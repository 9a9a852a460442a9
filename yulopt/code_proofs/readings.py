"""Tries readings of the loops and joins of bytes, until they match those of the Yul.

A pass may have moved the head of a loop, by sharing code in front of it, and bytes do not tell
where a loop ends. Where passes shared the end of some code, paths join earlier than in the Yul:
that join is moved until the paths join with values that the Yul has.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import TypeAlias

import attr

from yulopt.checker.decoding import Code
from yulopt.checker.flow import Explorer, Join, LoopResult, Mark, Node, Signature
from yulopt.checker.witness import Witness
from yulopt.code_proofs.exploration import DEFAULT, Exploration, Place, Reading
from yulopt.prover.equations import Shapes
from yulopt.prover.terms import Term

Left: TypeAlias = dict[Place, Iterator[Reading]]
"""The readings of each loop that are still to be tried."""


class Readings(Explorer):
    """The blocks of a function, with the readings of its loops."""

    def __init__(self, witness: Witness, make: Callable[..., Exploration] = Exploration) -> None:
        self._witness = witness
        self._make = make
        self._callable: frozenset[int] = frozenset()
        self._flow: Exploration | None = None
        self._readings: dict[Place, Reading] = {}
        self._simple: Left = {}
        self._others: Left = {}
        # The blocks with a copy for each incoming path, and the offsets where these paths join.
        self._moved: dict[Place, tuple[int, ...]] = {}
        self._stuck: set[Place] = set()
        # The cases of the dispatcher that are read one at a time, and those where joins were moved
        # since their loops were read.
        self._cases: list[int] = []
        self._moved_in: set[int | None] = set()
        # The shapes of terms of the Yul.
        self._shapes = _shapes()
        self._known: frozenset[int] = frozenset()

    def flow(
        self,
        code: Code,
        callable: Mapping[int, Signature],
        start: int,
        marks: tuple[Mark, ...],
    ) -> Exploration:
        """The blocks, with the present readings."""
        if self._callable != callable.keys():
            self._callable = frozenset(callable)
            self._readings, self._simple, self._others = {}, {}, {}
        flow = self._flow = self._make(
            code, self._witness, callable, start, marks, self._readings, self._moved
        )
        if self._cases:
            flow.leave_out(self._cases[0])
        return flow

    def note(self, terms: Collection[Term]) -> None:
        """Note the terms of the Yul, by their shapes."""
        self._shapes = _shapes()
        self._known = frozenset(map(self._shapes.of, terms))
        self._others = {}

    def advance(
        self, loops: Sequence[LoopResult], joins: Sequence[Join], *, may_search: bool
    ) -> bool:
        """Choose other readings of unknown loops, and other joins for paths that join with unknown
        values. Cases with such loops or joins are executed alone until there are none."""
        flow = self._flow
        assert flow is not None
        is_part = bool(self._cases and flow.left_out)
        if not may_search:
            self._cases = []
            return is_part
        if self._cases:
            case = self._cases[0]
            loops = [loop for loop in loops if flow.case(loop.head) == case]
            joins = [join for join in joins if flow.case(join.node) == case]
        changed = self._change(loops, joins)
        if not changed:
            del self._cases[:1]
            return is_part
        if not self._cases:
            self._cases = [case for case in dict.fromkeys(changed) if case is not None]
        return True

    def _change(self, loops: Sequence[LoopResult], joins: Sequence[Join]) -> Collection[int | None]:
        """Change the reading; returns the cases that it affects."""
        flow = self._flow
        assert flow is not None
        # Values after an unknown loop are not known either.
        beyond = set[Node]().union(*[flow.beyond(one.head) for one in loops if not one.is_known])
        changed = (
            self._read_loops(loops, self._simple, 0)
            or self._move(joins, beyond, is_lasting=True)
            or self._move(joins, beyond, is_lasting=False)
        )
        if changed or not self._known:
            return changed
        again = self._moved_in & {flow.case(loop.head) for loop in loops}
        self._moved_in -= again
        self._simple = {key: left for key, left in self._simple.items() if key[-1] not in again}
        return self._read_loops(loops, self._simple, 0) or self._read_loops(loops, self._others, 1)

    def _move(
        self, joins: Sequence[Join], beyond: Collection[Node], *, is_lasting: bool
    ) -> Collection[int | None]:
        """Move joins with unknown values, except in `beyond` and after others that are moved: to
        after the instruction that uses these values, or after the block. If that is the last block,
        paths join where they did at first, or, if the frame fails after it, each path has its own
        copy of the block."""
        flow = self._flow
        assert flow is not None
        if not self._known:
            return ()
        changed: dict[int | None, None] = {}
        after = set(beyond)
        for join in joins:
            node = join.node
            key = flow.key(node)
            if node in flow.heads or key in self._moved or key in self._stuck:
                continue
            if flow.is_lasting(node) != is_lasting or node in after:
                continue
            used = [offset for offset, choices in join.uses if not self._knows(choices)]
            if not used and self._knows(join.chosen):
                continue
            changed[key.case] = None
            if is_lasting:
                after |= flow.following(node)
            places = tuple(used[:1]) or flow.places_after(node)
            if is_lasting and not places:
                self._move_back(key)
            else:
                self._moved[key] = places
        self._moved_in |= changed.keys()
        return changed

    def _move_back(self, key: Place) -> None:
        """Let paths join where they did before their join was moved to this place."""
        pending = [key]
        while pending:
            key = pending.pop()
            self._stuck.add(key)
            before = [
                one
                for one, places in self._moved.items()
                if one.case == key.case and key.offset in places
            ]
            for one in before:
                del self._moved[one]
            pending += before

    def _knows(self, values: Sequence[Term]) -> bool:
        return self._known.issuperset(map(self._shapes.of, values))

    def _read_loops(
        self, loops: Sequence[LoopResult], left: Left, kind: int
    ) -> Collection[int | None]:
        """Choose other readings for the unknown loops, but not for those around them."""
        flow = self._flow
        assert flow is not None
        changed: dict[Place, Reading] = {}
        # The depths of the last loops whose reading changes, or that contain such loops.
        depths: list[int] = []
        for loop in loops:
            is_around = any(depth > loop.depth for depth in depths)
            depths = [depth for depth in depths if depth <= loop.depth]
            if not loop.is_known and not is_around:
                key = flow.key(loop.head)
                if key not in left:
                    left[key] = iter([*flow.readings(loop.head)[kind], DEFAULT])
                present = self._readings.get(key, DEFAULT)
                reading = next(left[key], present)
                is_around = reading != present
                if is_around:
                    changed[key] = reading
            if is_around:
                depths.append(loop.depth)
        self._readings = {**self._readings, **changed}
        return dict.fromkeys(place.case for place in changed)


def explorers(witness: Witness, make: Callable[..., Exploration] = Exploration) -> list[Readings]:
    """The explorers of code: one where the clones of shared code are separate, and one where paths
    join at it. Passes may have made copies before they shared code, so either may be as the Yul."""
    found = [Readings(attr.evolve(witness, clones={}, joins={}), make)]
    return [Readings(witness, make), *found] if witness.clones else found


def _shapes() -> Shapes:
    """Shapes that do not depend on names of open symbols."""
    return Shapes({}, lambda term: term.newest > 0)
