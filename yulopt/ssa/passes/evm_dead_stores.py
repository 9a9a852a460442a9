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

from collections.abc import Mapping
from typing import ClassVar

from yulopt.ssa.analysis.effects import EffectsOfModule
from yulopt.ssa.ir.function import Function, Module
from yulopt.ssa.memory.dead_stores import DeadStores
from yulopt.ssa.memory.evm_accesses import EvmAccesses
from yulopt.ssa.memory.evm_summaries import SummariesOfModule
from yulopt.ssa.pass_contract import Option, Pass, Statistics
from yulopt.ssa.passes.evm_forward import ASSUMPTIONS, assumptions_of


class EvmDeadStores(Pass):
    """Deletes stores to memory and storage that nobody reads."""

    name = "evm-dead-stores"
    options: ClassVar[dict[str, Option]] = {**ASSUMPTIONS}

    def __init__(self, settings: Mapping[str, str] | None = None) -> None:
        super().__init__(settings)
        self._effects = EffectsOfModule()
        self._summaries = SummariesOfModule()

    def run(self, module: Module, function: Function) -> Statistics:
        accesses = EvmAccesses(
            module,
            function,
            self._summaries(module),
            assumptions_of(self.settings),
            memory=not self._effects(module).contains_msize,
        )
        dead = DeadStores(function, accesses).find()
        for store in dead:
            store.erase()
        function.sweep()
        return {"dead stores removed": len(dead)}
