"""Tries how to read the loops of bytes, until they have the outlines of those of the Yul.

A pass may have moved the head of a loop, by sharing code in front of it, and bytes do not tell
where a loop ends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from yulopt.checker.decoding import Code
from yulopt.checker.flow import Explorer, LoopResult, Mark, Signature
from yulopt.code_proofs.exploration import DEFAULT, Exploration, LoopKey, Reading


class Readings(Explorer):
    """The blocks of a function, with the readings of its loops."""

    def __init__(self, make: Callable[..., Exploration] = Exploration) -> None:
        self._make = make
        self._callable: frozenset[int] = frozenset()
        self._flow: Exploration | None = None
        self._readings: dict[LoopKey, Reading] = {}
        # The readings of each loop that are still to be tried.
        self._left: dict[LoopKey, Iterator[Reading]] = {}

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
            self._readings, self._left = {}, {}
        flow = self._flow = self._make(code, labels, callable, start, marks, self._readings)
        return flow

    def advance(self, loops: Sequence[LoopResult]) -> bool:
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
                if key not in self._left:
                    self._left[key] = iter(flow.readings(loop.head)[1:])
                reading = next(self._left[key], DEFAULT)
                is_around = reading != self._readings.get(key, DEFAULT)
                if is_around:
                    changed[key] = reading
            if is_around:
                depths.append(loop.depth)
        self._readings = {**self._readings, **changed}
        return bool(changed)
