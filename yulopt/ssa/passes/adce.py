"""adce: deletes code that has no effect, with the branches that only choose between such code.

Everything counts as dead until it is marked: effects, the ends of the function and the back edges
of loops are needed, then what these read, and the branches that decide whether they are executed.
A phi also needs the control flow of its predecessors. An unmarked branch becomes a jump to its
nearest needed post-dominator. Loops stay, since non-termination is an effect.

Example::

    func @f(%c: i256, %n: i256) -> i256 {
    entry:
      br %c, %then, %join
    then:
      %0 = sload %n
      %1 = eq %0, 1
      br %1, %join, %again
    again:
      %2 = add %0, 2
      br %join
    join:
      %3 = phi i256 [ 0, %entry ], [ %0, %then ], [ %2, %again ]
      %4 = mul %3, %3
      br %head
    head:
      %i = phi i256 [ 0, %join ], [ %next, %head ]
      %sum = phi i256 [ %4, %join ], [ %more, %head ]
      %more = add %sum, %i
      %next = add %i, 1
      %5 = lt %next, %n
      br %5, %head, %done
    done:
      ret %c
    }

becomes::

    func @f(%c: i256, %n: i256) -> i256 {
    entry:
      br %join
    join: ; preds = %entry
      br %head
    head: ; preds = %join, %head
      %i = phi i256 [ 0, %join ], [ %next, %head ]
      %next = add %i, 1
      %5 = lt %next, %n
      br %5, %head, %done
    done: ; preds = %head
      ret %c
    }

Source: Cytron, Ferrante, Rosen, Wegman, Zadeck, "Efficiently Computing Static Single Assignment
Form and the Control Dependence Graph" (1991), section 7.1; chapter 08, section 6.5.
"""

from __future__ import annotations

from yulopt.passes.analyses import Analyses
from yulopt.ssa.analysis.control_dependence import ControlDependence
from yulopt.ssa.analysis.effects import ModuleEffects
from yulopt.ssa.analysis.loops import LoopForest
from yulopt.ssa.ir.edges import remove_unreachable
from yulopt.ssa.ir.function import Block, Function, Instruction, Module, Phi, Result, Terminator
from yulopt.ssa.ir.instructions import Jump
from yulopt.ssa.kernel.pass_contract import Pass, Statistics
from yulopt.ssa.passes.dce import delete_all_but


class AggressiveDeadCodeElimination(Pass):
    """Deletes code that has no effect, with the branches that only choose between such code."""

    name = "adce"

    def run(self, module: Module, function: Function, analyses: Analyses[Function]) -> Statistics:
        """Mark needed instructions, then delete the rest."""
        marking = _Marking(function, analyses)
        branches = _replace_branches(marking)
        instructions = delete_all_but(function, marking.needed)
        return {
            "branches decided": branches,
            "instructions removed": instructions,
            "blocks removed": remove_unreachable(function),
        }


class _Marking:
    """`needed`: the needed instructions; `blocks`: the blocks whose execution must be preserved."""

    def __init__(self, function: Function, analyses: Analyses[Function]) -> None:
        effects = analyses.get(ModuleEffects)
        self.dependence = analyses.get(ControlDependence)
        self.needed: set[Instruction] = set()
        self.blocks: set[Block] = set()
        self._work: list[Instruction] = []
        for instruction in function.all_instructions():
            if isinstance(instruction, Terminator):
                if not instruction.targets:
                    self._mark(instruction)
            elif not effects.is_removable(instruction):
                self._mark(instruction)
        for loop in analyses.get(LoopForest).loops:
            # A jump into the loop must not miss its header.
            self._mark_block(loop.header)
            for latch in loop.latches:
                self._mark_end(latch)
        while self._work:
            self._mark_dependencies(self._work.pop())

    def _mark(self, instruction: Instruction) -> None:
        if instruction not in self.needed:
            self.needed.add(instruction)
            self._work.append(instruction)

    def _mark_end(self, block: Block) -> None:
        assert block.terminator is not None
        self._mark(block.terminator)

    def _mark_block(self, block: Block) -> None:
        if block not in self.blocks:
            self.blocks.add(block)
            for branch in self.dependence.branches(block):
                self._mark_end(branch)

    def _mark_dependencies(self, instruction: Instruction) -> None:
        assert instruction.block is not None
        self._mark_block(instruction.block)
        for operand in instruction.operands:
            if isinstance(operand, Result):
                self._mark(operand.instruction)
        if isinstance(instruction, Phi):
            for block in instruction.blocks:
                self._mark_end(block)


def _replace_branches(marking: _Marking) -> int:
    """Retarget unneeded branches to the next needed block; returns how many.

    That block has no needed phi: its predecessors would all be needed, and one of them would come
    first.
    """
    replaced = 0
    after = marking.dependence.post_dominator
    next_needed: dict[Block, Block | None] = {}
    for block in marking.dependence.order:
        following = after[block]
        if following is not None and following not in marking.blocks:
            following = next_needed[following]
        next_needed[block] = following
        terminator = block.terminator
        assert terminator is not None
        if terminator not in marking.needed and not isinstance(terminator, Jump):
            assert following is not None
            terminator = Jump(following)
            block.terminate(terminator)
            replaced += 1
        marking.needed.add(terminator)
    return replaced
