"""loop-preheaders: puts an empty block in front of every loop, which only leads there.

So code that is moved out of a loop has a place that is executed once when the loop is entered. Only
loops that control can enter beside their headers get none.

Example::

    func @f(%c: i256, %n: i256) -> i256 {
    entry:
      br %c, %loop, %done
    loop:
      %i = phi i256 [ 0, %entry ], [ %next, %loop ]
      %next = add %i, 1
      %more = lt %next, %n
      br %more, %loop, %done
    done:
      ret %c
    }

becomes::

    func @f(%c: i256, %n: i256) -> i256 {
    entry:
      br %c, %loop.preheader, %done
    loop.preheader: ; preds = %entry
      br %loop
    loop: ; preds = %loop.preheader, %loop
      %i = phi i256 [ 0, %loop.preheader ], [ %next, %loop ]
      %next = add %i, 1
      %more = lt %next, %n
      br %more, %loop, %done
    done: ; preds = %entry, %loop
      ret %c
    }

Source: Aho, Lam, Sethi, Ullman, "Compilers" (2006), section 9.5.3; chapter 08, section 3.4.
"""

from __future__ import annotations

from yulopt.pipeline.analyses import Analyses
from yulopt.ssa.analysis.preheaders import make_preheaders
from yulopt.ssa.ir.function import Function, Module
from yulopt.ssa.pass_contract import PREHEADERS, Pass, Statistics


class LoopPreheaders(Pass):
    """Puts an empty block in front of every loop, which only leads there."""

    name = "loop-preheaders"
    requires = ()
    provides = (PREHEADERS,)

    def run(self, module: Module, function: Function, analyses: Analyses[Function]) -> Statistics:
        """Add what is missing."""
        return {"preheaders added": make_preheaders(function)}
