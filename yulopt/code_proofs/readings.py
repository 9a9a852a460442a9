"""Tries how to read loops and joins of bytes, until they are those of the Yul.

A pass may have moved the head of a loop, by sharing code in front of it, and bytes do not tell
where a loop ends. Where passes shared the end of some code, ways meet earlier than in the Yul: that
place is moved until they meet with values that the Yul has.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import TypeAlias

from yulopt.checker.decoding import Code
from yulopt.checker.flow import Explorer, Join, LoopResult, Mark, Signature
from yulopt.code_proofs.exploration import DEFAULT, Exploration, LoopKey, Reading
from yulopt.prover.equations import Shapes
from yulopt.prover.terms import Term

Left: TypeAlias = dict[LoopKey, Iterator[Reading]]
"""The readings of each loop that are still to be tried."""


class Readings(Explorer):
    """The blocks of a function, with the readings of its loops."""

    def __init__(self, make: Callable[..., Exploration] = Exploration) -> None:
        self._make = make
        self._callable: frozenset[int] = frozenset()
        self._flow: Exploration | None = None
        self._readings: dict[LoopKey, Reading] = {}
        self._simple: Left = {}
        self._others: Left = {}
        # The blocks of which each way there has a copy, with the places where these ways meet.
        self._moved: dict[LoopKey, int | None] = {}
        self._stuck: set[LoopKey] = set()
        # The shapes of terms of the Yul.
        self._shapes = _shapes()
        self._known: frozenset[int] = frozenset()

    def flow(
        self,
        code: Code,
        labels: frozenset[int],
        callable: Mapping[int, Signature],
        start: int,
        marks: tuple[Mark, ...],
    ) -> Exploration:
        """The blocks, with the present readings."""
        if self._callable != callable.keys():
            self._callable = frozenset(callable)
            self._readings, self._simple, self._others = {}, {}, {}
        flow = self._flow = self._make(
            code, labels, callable, start, marks, self._readings, self._moved
        )
        return flow

    def note(self, terms: Collection[Term]) -> None:
        """Note the terms of the Yul, by their shapes."""
        self._shapes = _shapes()
        self._known = frozenset(map(self._shapes.of, terms))
        self._others = {}

    def advance(self, loops: Sequence[LoopResult], joins: Sequence[Join]) -> bool:
        """Choose other readings of loops that are not known, and other places where ways meet with
        values that are not."""
        return (
            self._read_loops(loops, self._simple, 0)
            or self._move(joins, is_lasting=True)
            or self._move(joins, is_lasting=False)
            or (bool(self._known) and self._read_loops(loops, self._others, 1))
        )

    def _move(self, joins: Sequence[Join], *, is_lasting: bool) -> bool:
        """Let the first ways of each case that meet with unknown values do so after the instruction
        that uses these. If there is none in the block, they meet where they did at first, or each
        has its own copy of the block if the frame fails after it."""
        flow = self._flow
        assert flow is not None
        if not self._known:
            return False
        first: set[int | None] = set()
        changed = False
        for join in joins:
            node = join.node
            key = *_, case = flow.key(node)
            if node in flow.heads or key in self._moved or key in self._stuck or case in first:
                continue
            if flow.is_lasting(node) != is_lasting or (is_lasting and node.is_call):
                continue
            used = [offset for offset, choices in join.uses if not self._knows(choices)]
            if not used and self._knows(join.chosen):
                continue
            if is_lasting:
                first.add(case)
            changed = True
            place = used[0] if used else None
            if is_lasting and place is None:
                self._move_back(key)
            else:
                self._moved[key] = place
        return changed

    def _move_back(self, key: LoopKey) -> None:
        """Let ways meet where they did before they were moved to a place."""
        while True:
            self._stuck.add(key)
            offset, _, case = key
            before = [one for one in self._moved if (self._moved[one], one[-1]) == (offset, case)]
            if not before:
                return
            key = before[0]
            del self._moved[key]

    def _knows(self, values: Sequence[Term]) -> bool:
        return self._known.issuperset(map(self._shapes.of, values))

    def _read_loops(self, loops: Sequence[LoopResult], left: Left, kind: int) -> bool:
        """Choose other readings for the loops that are not known, but not for those around them."""
        flow = self._flow
        assert flow is not None
        changed: dict[LoopKey, Reading] = {}
        # How deep the last loops are that are read otherwise, or contain such ones.
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
        return bool(changed)


def _shapes() -> Shapes:
    """Shapes that do not depend on names of open symbols."""
    return Shapes({}, lambda term: term.newest > 0)
