"""evm-dead-stores: deletes stores to memory and storage that are never read.

A store is dead if, on every path, the word is overwritten or execution ends before it may be read.
Calls of other contracts may read all of storage. Memory dies with the execution, while storage
persists, except that a revert undoes all stores. At the end of a function its callers may still
read everything. This is liveness (a backward analysis) of locations instead of variables; locations
never read in an endless loop are dead, too.

Example::

    func @main() {
    entry:
      mstore 0, 7
      sstore 0, 1
      sstore 1, 2
      %value = callvalue
      br %value, %paid, %free
    paid:
      end revert 0, 0
    free:
      sstore 0, 3
      ret
    }

becomes::

    func @main() {
    entry:
      sstore 1, 2
      %value = callvalue
      br %value, %paid, %free
    paid: ; preds = %entry
      end revert 0, 0
    free: ; preds = %entry
      sstore 0, 3
      ret
    }

Memory is left alone if any function of the object asks for its size. The settings are those of
evm-forward.

Source: Aho, Lam, Sethi, Ullman, "Compilers" (2006), section 9.2.5; chapter 08, section 5.5 of the
specification.
"""

from __future__ import annotations

from typing import Final

import attr

from yulopt.memory.location_map import LocationMap
from yulopt.memory.locations import NOWHERE
from yulopt.passes.analyses import Analyses
from yulopt.ssa.analysis.dataflow import DataFlow
from yulopt.ssa.analysis.effects import ModuleEffects
from yulopt.ssa.ir.edges import postorder, predecessors
from yulopt.ssa.ir.function import Block, Function, Instruction, Module
from yulopt.ssa.kernel.analysis_table import CONTROL_FLOW
from yulopt.ssa.kernel.pass_contract import PREHEADERS, SSA, Pass, Statistics
from yulopt.ssa.memory.accesses import Access, Accesses, ModuleSummaries
from yulopt.ssa.memory.locations import Assumptions

# The only fact about a location.
_DEAD: Final = True


@attr.s(auto_attribs=True, frozen=True)
class EvmDeadStores(Assumptions, Pass):
    """Deletes stores to memory and storage that are never read."""

    name = "evm-dead-stores"
    preserves = (SSA, PREHEADERS)
    preserves_analyses = CONTROL_FLOW

    def run(self, module: Module, function: Function, analyses: Analyses[Function]) -> Statistics:
        accesses = Accesses(
            function,
            analyses.get(ModuleSummaries),
            self,
            memory=not analyses.get(ModuleEffects).contains_msize,
        )
        dead = _DeadStores(function, accesses).find()
        for store in dead:
            store.erase()
        function.sweep()
        return {"dead stores removed": len(dead)}


class _DeadStores(DataFlow[bool]):
    """The locations of a function that are dead."""

    def __init__(self, function: Function, accesses: Accesses) -> None:
        super().__init__()
        self._accesses = accesses
        self._all_dead = self._nothing.fill([(0, accesses.bound)], _DEAD)
        order = postorder(function)
        after = {block: block.successors for block in order}
        self.solve(order, after, predecessors(function))

    def start(self, block: Block) -> LocationMap[bool]:
        if block.successors:
            # An endless loop, in which no reads have been found yet.
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
        return facts.fill(access.covers, _DEAD).without(access.reads)

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
    if access.location == NOWHERE or access.is_load:
        return False
    if facts.get(access.location) is not None:
        return True
    return access.everything != NOWHERE and facts.get(access.everything) is not None
