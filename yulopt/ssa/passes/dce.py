"""dce: deletes instructions whose results are not needed.

Instructions with effects, terminators, and all their direct and indirect operands are needed; so
phis that only feed each other are deleted, too. Whether an instruction may be deleted at all
follows from the table of builtins, or for calls from the function's summary. The control flow is
unchanged; in particular, loops without effects stay.

Example::

    func @f(%n: i256) {
    entry:
      br %loop
    loop:
      %i = phi i256 [ 0, %entry ], [ %next, %loop ]
      %unused = phi i256 [ 1, %entry ], [ %doubled, %loop ]
      %doubled = mul %unused, 2
      %old = sload %i
      sstore %i, 1
      %next = add %i, 1
      %more = lt %next, %n
      br %more, %loop, %done
    done:
      ret
    }

becomes::

    func @f(%n: i256) {
    entry:
      br %loop
    loop: ; preds = %entry, %loop
      %i = phi i256 [ 0, %entry ], [ %next, %loop ]
      sstore %i, 1
      %next = add %i, 1
      %more = lt %next, %n
      br %more, %loop, %done
    done: ; preds = %loop
      ret
    }

Source: Cytron, Ferrante, Rosen, Wegman, Zadeck, "Efficiently Computing Static Single Assignment
Form and the Control Dependence Graph" (1991), section 7.1, without control dependence; chapter 08,
section 6.4.
"""

from __future__ import annotations

from yulopt.passes.analyses import Analyses
from yulopt.ssa.analysis.effects import ModuleEffects
from yulopt.ssa.ir.function import Function, Instruction, Module, Result, Terminator
from yulopt.ssa.kernel.analysis_table import CONTROL_FLOW
from yulopt.ssa.kernel.pass_contract import PREHEADERS, SSA, Pass, Statistics


class DeadCodeElimination(Pass):
    """Deletes instructions whose results are not needed."""

    name = "dce"
    preserves = (SSA, PREHEADERS)
    preserves_analyses = CONTROL_FLOW

    def run(self, module: Module, function: Function, analyses: Analyses[Function]) -> Statistics:
        """Delete the unneeded instructions of a function."""
        effects = analyses.get(ModuleEffects)
        needed = {
            instruction
            for instruction in function.all_instructions()
            if isinstance(instruction, Terminator) or not effects.is_removable(instruction)
        }
        work = list(needed)
        while work:
            for operand in work.pop().operands:
                if isinstance(operand, Result) and operand.instruction not in needed:
                    needed.add(operand.instruction)
                    work.append(operand.instruction)
        return {"instructions removed": delete_all_but(function, needed)}


def delete_all_but(function: Function, needed: set[Instruction]) -> int:
    """Delete the instructions that are neither needed nor read by needed ones; returns how many."""
    dead = [one for one in function.all_instructions() if one not in needed]
    # They may read each other's results in cycles.
    for instruction in dead:
        instruction.drop_operands()
    for instruction in dead:
        instruction.erase()
    if dead:
        function.sweep()
    return len(dead)
