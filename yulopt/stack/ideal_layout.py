"""The best layout before an operation, given the layout that is wanted after it.

What the operation leaves is shuffled to the wanted layout as if it lay on unknown slots; where
each of those ends up says what it should have been.

Source: chapter 07, section 4.2 of the specification.
"""

from __future__ import annotations

from typing import Final

from yulopt.stack.shuffler import Shuffler
from yulopt.stack.slots import Layout, Slot

# Any slot that was on the stack before the operation.
_PREVIOUS: Final = Slot()


def ideal_layout(output: Layout, wanted: Layout, generate_on_the_fly: bool) -> Layout:
    """The slots that should lie below `output` so that `wanted` is easy to reach from there.

    With `generate_on_the_fly` slots that can be generated are not kept on the stack. There is no
    junk in `wanted`: it is filled in when all is laid out.
    """
    if not output and not generate_on_the_fly:
        return wanted[:]
    positions = ideal_positions(output, wanted, generate_on_the_fly)
    return [wanted[position] if position >= 0 else _PREVIOUS for position in positions]


def ideal_positions(output: Layout, wanted: Layout, generate_on_the_fly: bool) -> list[int]:
    """Where in `wanted` each slot of the ideal layout ends up."""
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
    """Shuffles unknown slots, which are all alike, and keeps track of where each one goes.

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
