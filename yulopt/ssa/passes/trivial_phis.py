"""trivial-phis: removes phis that can only have one value.

A phi is trivial if all its operands, apart from itself, are one value, which then takes its place.
That can make other phis trivial, so the phis that read it are revisited. A phi that reads nothing
but itself is in a loop that is never entered; it becomes zero.

Example::

    func @f(%c: i256, %x: i256) -> i256 {
    entry:
      br %loop
    loop:
      %a = phi i256 [ %x, %entry ], [ %b, %again ]
      br %c, %again, %done
    again:
      %b = phi i256 [ %a, %loop ]
      br %loop
    done:
      ret %a
    }

becomes::

    func @f(%c: i256, %x: i256) -> i256 {
    entry:
      br %loop
    loop: ; preds = %entry, %again
      br %c, %again, %done
    again: ; preds = %loop
      br %loop
    done: ; preds = %loop
      ret %x
    }

Source: Braun, Buchwald, Hack, Leissa, Mallon, Zwinkau, "Simple and Efficient Construction of Static
Single Assignment Form" (2013), section 2; chapter 08, sections 4.5 and 6.7.
"""

from __future__ import annotations

from yulopt.passes.analyses import Analyses
from yulopt.ssa.analysis.folding import remove_trivial_phis
from yulopt.ssa.ir.function import Function, Module
from yulopt.ssa.kernel.analysis_table import CONTROL_FLOW
from yulopt.ssa.kernel.pass_contract import PREHEADERS, SSA, Pass, Statistics


class TrivialPhis(Pass):
    """Removes phis that can only have one value."""

    name = "trivial-phis"
    preserves = (SSA, PREHEADERS)
    preserves_analyses = CONTROL_FLOW

    def run(self, module: Module, function: Function, analyses: Analyses[Function]) -> Statistics:
        """Remove them, and those that become trivial as a result."""
        removed = remove_trivial_phis(phi for block in function.blocks for phi in block.phis)
        if removed:
            function.sweep()
        return {"phis removed": removed}
