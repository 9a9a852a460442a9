"""evm-forward: loads from memory and storage are replaced by the values that are known to be there.

A word is known after a store, or after another load, until something may change it: a store to an
address that is not certainly different, a call, a copy. Addresses are compared as a base and a
constant distance. So a store in a loop destroys only what it may reach, and a word that is not
changed in the loop stays known. Where control meets and the values differ, a phi chooses
(`value-phis=no` keeps the load). A store of the value that is already there is deleted.

Example::

    func @f(%c: i256, %a: i256, %b: i256) -> i256 {
    entry:
      sstore 0, %a
      sstore 1, %c
      br %c, %then, %after
    then:
      sstore 0, %b
      br %after
    after:
      %slot0 = sload 0
      %slot1 = sload 1
      sstore 1, %slot1
      %sum = add %slot0, %slot1
      ret %sum
    }

becomes::

    func @f(%c: i256, %a: i256, %b: i256) -> i256 {
    entry:
      sstore 0, %a
      sstore 1, %c
      br %c, %then, %after
    then: ; preds = %entry
      sstore 0, %b
      br %after
    after: ; preds = %entry, %then
      %storage.1 = phi i256 [ %a, %entry ], [ %b, %then ]
      %sum = add %storage.1, %c
      ret %sum
    }

Memory is left alone if any function of the object asks for its size. Two facts that no analysis can
prove are used only on request: that slots which are hashes are no constants (`hash-disjoint=yes`),
and that memory at the free memory pointer is at no constant address from 0x80 on
(`memory-safe=yes`).

Source: chapter 08, sections 5.4 and 5.5 of the specification.
"""

from __future__ import annotations

import attr

from yulopt.pipeline.analyses import Analyses
from yulopt.pipeline.options import option
from yulopt.ssa.analysis.effects import ModuleEffects
from yulopt.ssa.ir.edges import split_repeated_edges
from yulopt.ssa.ir.function import Function, Module
from yulopt.ssa.memory.available_values import AvailableValues
from yulopt.ssa.memory.evm_accesses import EvmAccesses
from yulopt.ssa.memory.evm_locations import Assumptions
from yulopt.ssa.memory.evm_summaries import ModuleSummaries
from yulopt.ssa.pass_contract import PREHEADERS, SSA, Pass, Statistics


@attr.s(auto_attribs=True, frozen=True)
class AssumptionOptions:
    """The options of this pass and of the one that deletes dead stores."""

    hash_disjoint: bool = option(False, "whether a slot that is a hash is no constant")
    memory_safe: bool = option(
        False, "whether memory at the free pointer is at no constant from 0x80 on"
    )

    @property
    def assumptions(self) -> Assumptions:
        """What the options say may be assumed."""
        return Assumptions(self.hash_disjoint, self.memory_safe)


@attr.s(auto_attribs=True, frozen=True)
class EvmForward(AssumptionOptions, Pass):
    """Replaces loads from memory and storage."""

    name = "evm-forward"
    preserves = (SSA, PREHEADERS)

    value_phis: bool = option(True, "whether different values meet in a phi")

    def run(self, module: Module, function: Function, analyses: Analyses[Function]) -> Statistics:
        split = split_repeated_edges(function) if self.value_phis else 0
        accesses = EvmAccesses(
            module,
            function,
            analyses.get(ModuleSummaries),
            self.assumptions,
            memory=not analyses.get(ModuleEffects).contains_msize,
        )
        counts = AvailableValues(function, accesses, value_phis=self.value_phis).rewrite()
        return {"edges split": split, **counts}
