"""copy-propagation: replaces copies by what they copy.

It cannot run after phi elimination: copies then say *when* a variable takes a value, which may
change before the copy is read.

Example::

    func @f(%a: i256) -> i256 {
    entry:
      %b = copy %a
      %c = copy %b
      ret %c
    }

becomes::

    func @f(%a: i256) -> i256 {
    entry:
      ret %a
    }

Source: chapter 08, section 6.6.
"""

from __future__ import annotations

from yulopt.pipeline.analyses import Analyses
from yulopt.ssa.analysis_table import CONTROL_FLOW
from yulopt.ssa.ir.function import Function, Module
from yulopt.ssa.ir.instructions import Copy
from yulopt.ssa.pass_contract import PREHEADERS, SSA, Pass, Statistics


class CopyPropagation(Pass):
    """Replaces copies by what they copy."""

    name = "copy-propagation"
    preserves = (SSA, PREHEADERS)
    preserves_analyses = CONTROL_FLOW

    def run(self, module: Module, function: Function, analyses: Analyses[Function]) -> Statistics:
        """Replace all copies."""
        removed = 0
        for instruction in function.all_instructions():
            if isinstance(instruction, Copy):
                (target,) = instruction.results
                target.replace_all_uses(instruction.source)
                instruction.erase()
                removed += 1
        function.sweep()
        return {"copies removed": removed}
