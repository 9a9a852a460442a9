"""JumpdestRemover: removes unreferenced jump destinations.

Code that becomes unreachable is left to the peephole optimiser.

Example::

    calldatasize @used jumpi
    unused: stop
    used: 1 sload

becomes::

    calldatasize @used jumpi stop
    used: 1 sload

Source: chapter 10, section 5 of the specification.
"""

from __future__ import annotations

from typing import ClassVar

from yulopt.assembly.items import Item, PlaceLabel, PushLabel
from yulopt.assembly.optimizer.context import AssemblyPass, Context


class JumpdestRemover(AssemblyPass):
    """The pass."""

    name: ClassVar[str] = "jumpdestRemover"

    def run(self, items: list[Item], context: Context) -> bool:
        """Remove them in place; returns whether there were any."""
        used = {item.label for item in items if isinstance(item, PushLabel)}
        kept = [item for item in items if not isinstance(item, PlaceLabel) or item.label in used]
        if len(kept) == len(items):
            return False
        items[:] = kept
        return True
