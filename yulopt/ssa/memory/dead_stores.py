"""Dead stores: those that nobody reads before the location is overwritten or the end has come.

This is liveness (of locations instead of variables), as facts about the future: a location is dead
if on all ways it is overwritten before it may be read. What is never read in an endless loop is
dead, too.

Source: Aho, Lam, Sethi, Ullman, "Compilers" (2006), section 9.2.5; chapter 08, sections 5.2 and 5.5
of the specification.
"""

from __future__ import annotations

from typing import Final

from yulopt.memory.location_map import LocationMap
from yulopt.ssa.analysis.dataflow import DataFlow
from yulopt.ssa.ir.edges import postorder, predecessors
from yulopt.ssa.ir.function import Block, Function, Instruction
from yulopt.ssa.memory.accesses import NOWHERE, Access, Accesses

# The only fact there is about a location.
_DEAD: Final = True


class DeadStores(DataFlow[bool]):
    """The locations of a function that are dead."""

    def __init__(self, function: Function, accesses: Accesses) -> None:
        super().__init__(accesses.bound)
        self._accesses = accesses
        self._all_dead: LocationMap[bool] = LocationMap(accesses.bound, _DEAD)
        order = postorder(function)
        after = {block: block.successors for block in order}
        self.solve(order, after, predecessors(function))

    def start(self, block: Block) -> LocationMap[bool]:
        if block.successors:
            # A loop without end; nothing in it has been seen to read anything yet.
            return self._all_dead
        return self._nothing.fill(self._accesses.dead_at_end(block), _DEAD)

    def combine(self, block: Block, location: int, one: bool, other: bool) -> bool | None:
        return _DEAD

    def transfer(self, block: Block, facts: LocationMap[bool]) -> LocationMap[bool]:
        for access in reversed(self._accesses.in_block(block)):
            facts = self._before_access(access, facts)
        return facts

    def _before_access(self, access: Access, facts: LocationMap[bool]) -> LocationMap[bool]:
        if _is_dead_store(access, facts):
            return facts
        return facts.fill(access.covers, _DEAD).fill(access.reads, None)

    def find(self) -> list[Instruction]:
        """The stores that are dead."""
        found: list[Instruction] = []
        for block, facts in self.inputs.items():
            for access in reversed(self._accesses.in_block(block)):
                if _is_dead_store(access, facts):
                    found.append(access.instruction)
                facts = self._before_access(access, facts)
        return found


def _is_dead_store(access: Access, facts: LocationMap[bool]) -> bool:
    if access.location == NOWHERE or access.is_load or access.is_needed:
        return False
    if facts.get(access.location) is not None:
        return True
    return access.everything != NOWHERE and facts.get(access.everything) is not None
