"""optimize: all passes that make code cheaper, in an order in which they help each other.

Cells become values first. Then follow rounds, until nothing changes or the limit is reached
(`rounds=2`): constants, the control-flow graph, phis, rules, equal values, memory and storage,
loops, dead code. Finally, code is removed that only decides whether other dead code runs.

Example::

    func @f(%n: i256) -> i256 {
    entry:
      %sum = alloca i256
      %i = alloca i256
      store i256 0, %sum
      store i256 0, %i
      sstore 3, 5
      br %cond
    cond:
      %0 = load i256, %i
      %1 = lt %0, %n
      br %1, %body, %after
    body:
      %2 = load i256, %sum
      %3 = sload 3
      %4 = mul %n, %3
      %5 = add %2, %4
      store i256 %5, %sum
      %6 = load i256, %i
      sstore 4, %6
      %7 = add %6, 1
      store i256 %7, %i
      br %cond
    after:
      %8 = load i256, %sum
      ret %8
    }

becomes::

    func @f(%n: i256) -> i256 {
    entry:
      sstore 3, 5
      %4 = mul %n, 5
      br %cond
    cond: ; preds = %entry, %body
      %sum.1 = phi i256 [ 0, %entry ], [ %5, %body ]
      %i.1 = phi i256 [ 0, %entry ], [ %7, %body ]
      %1 = lt %i.1, %n
      br %1, %body, %after
    body: ; preds = %cond
      %5 = add %sum.1, %4
      sstore 4, %i.1
      %7 = add %i.1, 1
      br %cond
    after: ; preds = %cond
      ret %sum.1
    }

Source: chapter 08, section 6.12.
"""

from __future__ import annotations

from typing import Final

import attr

from yulopt.passes.analyses import Analyses
from yulopt.passes.options import option
from yulopt.ssa.ir.function import Function, Module
from yulopt.ssa.kernel.pass_contract import Pass, Statistics
from yulopt.ssa.kernel.running import add_counts, run_pass
from yulopt.ssa.passes.adce import AggressiveDeadCodeElimination
from yulopt.ssa.passes.dce import DeadCodeElimination
from yulopt.ssa.passes.evm_dead_stores import EvmDeadStores
from yulopt.ssa.passes.evm_forward import EvmForward
from yulopt.ssa.passes.gvn import GlobalValueNumbering
from yulopt.ssa.passes.licm import LoopInvariantCodeMotion
from yulopt.ssa.passes.loop_preheaders import LoopPreheaders
from yulopt.ssa.passes.mem2reg import Mem2Reg
from yulopt.ssa.passes.peephole import Peephole
from yulopt.ssa.passes.phi_scc import RedundantPhiGroups
from yulopt.ssa.passes.sccp import SparseConditionalConstantPropagation
from yulopt.ssa.passes.simplify_cfg import SimplifyCfg
from yulopt.ssa.passes.trivial_phis import TrivialPhis

# The cells of parameters wait, as they would for an inliner.
FIRST: Final[tuple[Pass, ...]] = (Mem2Reg(parameters=False), Mem2Reg())
ROUND: Final[tuple[Pass, ...]] = (
    SparseConditionalConstantPropagation(),
    SimplifyCfg(),
    TrivialPhis(),
    RedundantPhiGroups(),
    Peephole(),
    GlobalValueNumbering(),
    EvmForward(),
    EvmDeadStores(),
    Mem2Reg(),
    LoopPreheaders(),
    LoopInvariantCodeMotion(),
    DeadCodeElimination(),
)
LAST: Final[tuple[Pass, ...]] = (AggressiveDeadCodeElimination(), SimplifyCfg())


@attr.s(auto_attribs=True, frozen=True)
class Optimize(Pass):
    """All passes that make code cheaper."""

    name = "optimize"

    rounds: int = option(2, "the maximum number of rounds")

    def run(self, module: Module, function: Function, analyses: Analyses[Function]) -> Statistics:
        """Run the passes; returns their summed counters."""
        done: Statistics = {}

        def run_all(passes: tuple[Pass, ...]) -> bool:
            """Whether the code improved; mere normalisation does not count."""
            is_better = False
            for item in passes:
                counts = run_pass(item, module, analyses)
                add_counts(done, counts)
                is_better = is_better or (any(counts.values()) and not item.provides)
            return is_better

        run_all(FIRST)
        for _ in range(self.rounds):
            if not run_all(ROUND):
                break
        run_all(LAST)
        return done
