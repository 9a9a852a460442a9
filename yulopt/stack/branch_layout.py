"""A common layout that is cheap to shuffle to both targets of a conditional jump.

Source: chapter 07, section 4.4 of the specification. The candidates are the first ones of Heap's
algorithm for permutations (1963).
"""

from __future__ import annotations

from typing import Final

from yulopt.stack.shuffler import Shuffler
from yulopt.stack.slots import REACH, Layout, LiteralSlot, ReturnLabelSlot, Slot, depth_of

_OUT_OF_REACH: Final = 1000


def combine_layouts(zero: Layout, nonzero: Layout) -> Layout:
    """A layout to branch from, given the entry layouts of the targets."""
    common = 0
    while common < min(len(zero), len(nonzero)) and zero[common] is nonzero[common]:
        common += 1
    prefix, zero, nonzero = zero[:common], zero[common:], nonzero[common:]
    if not zero:
        return prefix + _compress(nonzero)
    if not nonzero:
        return prefix + _compress(zero)
    candidate: Layout = [
        slot
        for slot in dict.fromkeys(zero + nonzero)
        if not isinstance(slot, (LiteralSlot, ReturnLabelSlot))
    ]
    best = candidate[:]
    lowest: int | None = None
    for index in range(len(candidate)):
        candidate[0], candidate[index] = candidate[index], candidate[0]
        cost = _shuffling_cost(candidate, (zero, nonzero), prefix, lowest)
        if lowest is None or cost < lowest:
            lowest, best = cost, candidate[:]
        if lowest == 0:
            break
    return prefix + best


def _compress(layout: Layout) -> Layout:
    """The layout without slots that can be generated or copied when they are needed."""
    result = layout[:]
    found = True
    while found:
        found = False
        for position in range(len(result) - 1, -1, -1):
            if _is_dispensable(result, position):
                result[position] = result[-1]
                result.pop()
                found = True
                break
    return result


def _is_dispensable(layout: Layout, position: int) -> bool:
    slot = layout[position]
    if slot.is_generable:
        return True
    depth = len(layout) - 1 - position
    distance = depth_of(slot, layout[:position])
    return distance is not None and depth + distance <= REACH


def _shuffling_cost(
    source: Layout, targets: tuple[Layout, ...], prefix: Layout, limit: int | None
) -> int:
    """The cost of shuffling to all targets; a cost of at least `limit` may come out too low."""
    cost = 0
    for target in targets:
        counter = _CostCounter(source[:], target, prefix, None if limit is None else limit - cost)
        counter.run()
        cost += counter.cost
        if limit is not None and cost >= limit:
            break
    return cost


class _CostCounter(Shuffler):
    """Counts swaps, and penalises unreachable slots; `prefix` lies below all layouts."""

    def __init__(self, source: Layout, target: Layout, prefix: Layout, limit: int | None) -> None:
        super().__init__(source, target)
        self.cost = 0
        self._prefix = prefix
        self._limit = limit

    def on_swap(self, depth: int) -> None:
        self._add(1 if depth <= REACH else 1 + _OUT_OF_REACH)

    def on_push(self, slot: Slot) -> None:
        if slot.is_generable:
            return
        depth = depth_of(slot, self.source)
        if depth is None:
            below = depth_of(slot, self._prefix)
            depth = None if below is None else below + len(self.source)
        if depth is not None and depth >= REACH:
            self._add(_OUT_OF_REACH)

    def _add(self, cost: int) -> None:
        self.cost += cost
        self.stopped = self._limit is not None and self.cost >= self._limit
