"""The best layout before an operation, given the desired layout after it.

The operation's output is shuffled to the desired layout on top of unknown slots; the final position
of each of those determines what it should have been.

Source: chapter 07, section 4.2 of the specification.
"""

from __future__ import annotations

from typing import Final

from yulopt.stack.shuffler import Shuffler
from yulopt.stack.slots import Layout, Slot

# Any slot that was on the stack before the operation.
_PREVIOUS: Final = Slot()


def ideal_layout(output: Layout, wanted: Layout, generate_on_the_fly: bool) -> Layout:
    """The slots that should lie below `output` so that `wanted` is cheap to reach.

    With `generate_on_the_fly` slots that can be generated are not kept on the stack. `wanted` has
    no junk, which is added after layout generation.
    """
    if not output and not generate_on_the_fly:
        return wanted[:]
    positions = ideal_positions(output, wanted, generate_on_the_fly)
    return [wanted[position] if position >= 0 else _PREVIOUS for position in positions]


def ideal_positions(output: Layout, wanted: Layout, generate_on_the_fly: bool) -> list[int]:
    """The position in `wanted` of each slot of the ideal layout."""
    pattern = [
        slot if slot in output or (generate_on_the_fly and slot.is_generable) else _PREVIOUS
        for slot in wanted
    ]
    size = pattern.count(_PREVIOUS)
    if not size and not output:
        return []
    shuffler = _PositionTracker(size, output, pattern)
    shuffler.run()
    positions = [-1] * size
    for position, origin in enumerate(shuffler.origins):
        if origin >= 0:
            positions[origin] = position
    return positions


class _PositionTracker(Shuffler):
    """Shuffles indistinguishable unknown slots, and tracks where each one goes.

    `origins` holds, for each position, where its unknown slot came from; -1 for other slots.
    """

    def __init__(self, previous: int, output: Layout, pattern: Layout) -> None:
        self.origins = list(range(previous)) + [-1] * len(output)
        super().__init__([_PREVIOUS] * previous + output, pattern)

    def on_swap(self, depth: int) -> None:
        origins = self.origins
        origins[-1], origins[-1 - depth] = origins[-1 - depth], origins[-1]

    def on_push(self, slot: Slot) -> None:
        self.origins.append(-1)

    def on_pop(self) -> None:
        self.origins.pop()

    # Unknown slots are never missing and never too many.

    def count_missing(self) -> dict[Slot, int]:
        missing: dict[Slot, int] = {}
        for slot in self.target:
            missing[slot] = missing.get(slot, 0) + 1
        for slot in self.source:
            missing[slot] = missing.get(slot, 0) - 1
        missing[_PREVIOUS] = 0
        return missing

    def after_swap(self, missing: dict[Slot, int], position: int) -> None:
        """The counts do not depend on positions."""

    def after_push(self, missing: dict[Slot, int], slot: Slot) -> None:
        missing[slot] -= 1

    def after_pop(self, missing: dict[Slot, int], slot: Slot) -> None:
        if slot is not _PREVIOUS:
            missing[slot] += 1
