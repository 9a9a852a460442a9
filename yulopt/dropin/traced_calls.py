"""Whether all paths to a label contain a call, as stack traces see it.

A forward analysis over items. A jump to an unknown label may reach every label whose offset is
pushed other than for a direct jump; after a jump table, the labels of tables.
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import pairwise
from typing import Final

from yulopt.assembly.instructions import JUMP, JUMPI, TERMINATES, opcode_of
from yulopt.assembly.items import Instruction, Item, Label, PlaceLabel, PushLabel, PushLabels

_JUMPS: Final = (JUMP, JUMPI)


def is_jump(item: Item) -> bool:
    """Whether an item is a jump."""
    return isinstance(item, Instruction) and item.opcode in _JUMPS


def jumps_to_known_labels(items: list[Item]) -> list[tuple[Label, Item]]:
    """The jumps to known labels, with these."""
    return [
        (target.label, jump)
        for target, jump in pairwise(items)
        if isinstance(target, PushLabel) and is_jump(jump)
    ]


class TracedCalls:
    """The labels and jumps that are only reached after a call.

    `calls` are the jumps that lead to a label with a location, as calls.
    """

    def __init__(self, items: list[Item], calls: Collection[Item]) -> None:
        self._items = items
        self._calls = calls
        # Those that may be reached without a call.
        self._reached: set[Label] = set()
        self._jumps: set[Item] = set()
        tables = [item.labels for item in items if isinstance(item, PushLabels)]
        self._listed = {label for labels in tables for label in labels}
        self._pushed = {
            item.label
            for item, following in pairwise(items)
            if isinstance(item, PushLabel) and not is_jump(following)
        }
        count = -1
        while count < len(self._reached):
            count = len(self._reached)
            self._scan()

    def precede(self, label: Label) -> bool:
        """Whether there is a call on each path to a label."""
        return label not in self._reached

    def precede_jump(self, jump: Item) -> bool:
        """Whether there is a call on each path to a jump, apart from the jump itself."""
        return jump not in self._jumps

    def _scan(self) -> None:
        """Propagate once through the items whether each may be reached without a call."""
        is_reached, reads_table = True, False
        for number, item in enumerate(self._items):
            if isinstance(item, PlaceLabel):
                if is_reached:
                    self._reached.add(item.label)
                is_reached = item.label in self._reached
                reads_table = False
            elif isinstance(item, PushLabels):
                reads_table = True
            elif is_jump(item):
                if is_reached:
                    self._jumps.add(item)
                    self._reach(self._items[number - 1], item, reads_table=reads_table)
                is_reached = is_reached and opcode_of(item) == JUMPI
            elif isinstance(item, Instruction) and TERMINATES[item.opcode]:
                is_reached = False

    def _reach(self, target: Item, jump: Item, *, reads_table: bool) -> None:
        """Mark the targets of a jump."""
        if not isinstance(target, PushLabel):
            # The load from a table may be in an earlier block, which shares the jump.
            self._reached |= self._listed if reads_table else self._pushed | self._listed
        elif jump not in self._calls:
            self._reached.add(target.label)
