"""evm-dead-stores: deletes stores to memory and storage that nobody reads.

A store is dead if on all ways that control can take, the word is overwritten before it may be read,
or the end comes. Calls of other contracts may read all of storage. At the end of execution memory
is gone, while storage stays, unless the end is a revert: that undoes all stores. At the end of a
function everything may still be read by its callers.

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

Memory is left alone if any function of the object asks for its size. For the settings see the pass
evm-forward.

Source: chapter 08, section 5.5 of the specification.
"""

from __future__ import annotations

import attr

from yulopt.pipeline.analyses import Analyses
from yulopt.ssa.analysis.effects import ModuleEffects
from yulopt.ssa.analysis_table import CONTROL_FLOW
from yulopt.ssa.ir.function import Function, Module
from yulopt.ssa.memory.dead_stores import DeadStores
from yulopt.ssa.memory.evm_accesses import EvmAccesses
from yulopt.ssa.memory.evm_summaries import ModuleSummaries
from yulopt.ssa.pass_contract import PREHEADERS, SSA, Pass, Statistics
from yulopt.ssa.passes.evm_forward import AssumptionOptions


@attr.s(auto_attribs=True, frozen=True)
class EvmDeadStores(AssumptionOptions, Pass):
    """Deletes stores to memory and storage that nobody reads."""

    name = "evm-dead-stores"
    preserves = (SSA, PREHEADERS)
    preserves_analyses = CONTROL_FLOW

    def run(self, module: Module, function: Function, analyses: Analyses[Function]) -> Statistics:
        accesses = EvmAccesses(
            module,
            function,
            analyses.get(ModuleSummaries),
            self.assumptions,
            memory=not analyses.get(ModuleEffects).contains_msize,
        )
        dead = DeadStores(function, accesses).find()
        for store in dead:
            store.erase()
        function.sweep()
        return {"dead stores removed": len(dead)}
