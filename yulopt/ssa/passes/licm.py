"""licm: hoists loop-invariant instructions out of loops.

An instruction moves if its operands come from outside the loop, and if it is movable by the table,
or reads only state that the loop does not write. It also has to pay: either it is cheap (at most 3
gas), or it is executed in every complete iteration, so that only a loop that is left at once loses.
Instructions that may end the execution (a distant memory access) move only if they would be
executed anyway, and never past a call that may end it in another way. Values that are as cheap to
compute as to keep, such as `calldatasize()`, move only with their users.

Example::

    func @f(%n: i256) -> i256 {
    entry:
      br %head
    head:
      %i = phi i256 [ 0, %entry ], [ %next, %body ]
      %sum = phi i256 [ 0, %entry ], [ %more, %body ]
      %size = calldatasize
      %0 = lt %i, %size
      br %0, %body, %done
    body:
      %1 = sload %n
      %2 = mul %1, %size
      %3 = mload %i
      %4 = add %2, %3
      %more = add %sum, %4
      %next = add %i, 32
      br %head
    done:
      ret %sum
    }

becomes::

    func @f(%n: i256) -> i256 {
    entry:
      %1 = sload %n
      %size = calldatasize
      %2 = mul %1, %size
      br %head
    head: ; preds = %entry, %body
      %i = phi i256 [ 0, %entry ], [ %next, %body ]
      %sum = phi i256 [ 0, %entry ], [ %more, %body ]
      %0 = lt %i, %size
      br %0, %body, %done
    body: ; preds = %head
      %3 = mload %i
      %4 = add %2, %3
      %more = add %sum, %4
      %next = add %i, 32
      br %head
    done: ; preds = %head
      ret %sum
    }

Source: Aho, Lam, Sethi, Ullman, "Compilers" (2006), section 9.5; chapter 08, section 6.3.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping

import attr

from yulopt.dialect import NONE, Tier
from yulopt.passes.analyses import Analyses
from yulopt.ssa.analysis.dominators import DominatorTree
from yulopt.ssa.analysis.effects import ModuleEffects
from yulopt.ssa.analysis.folding import decided_target, fold
from yulopt.ssa.analysis.loop_effects import LoopEffects
from yulopt.ssa.analysis.loops import Loop, LoopForest, preheader
from yulopt.ssa.ir.edges import predecessors
from yulopt.ssa.ir.function import (
    Block,
    Constant,
    Function,
    Instruction,
    Module,
    NamedValue,
    Result,
    Value,
)
from yulopt.ssa.ir.instructions import Alloca, BuiltinCall, Store
from yulopt.ssa.kernel.analysis_table import CONTROL_FLOW
from yulopt.ssa.kernel.pass_contract import PREHEADERS, SSA, Pass, Statistics
from yulopt.ssa.memory.accesses import ModuleSummaries


class LoopInvariantCodeMotion(Pass):
    """Hoists loop-invariant instructions out of loops."""

    name = "licm"
    requires = (SSA, PREHEADERS)
    preserves = (SSA, PREHEADERS)
    preserves_analyses = CONTROL_FLOW

    def run(self, module: Module, function: Function, analyses: Analyses[Function]) -> Statistics:
        """Move invariant instructions to the preheaders."""
        forest = analyses.get(LoopForest)
        if not forest.loops:
            return {"instructions hoisted": 0}
        effects = analyses.get(ModuleEffects)
        loops = LoopEffects(function, forest, effects, analyses.get(ModuleSummaries))
        hoisted = _CodeMotion(function, analyses, loops).run()
        if hoisted:
            function.sweep()
        return {"instructions hoisted": hoisted}


class _CodeMotion:
    def __init__(
        self, function: Function, analyses: Analyses[Function], loop_effects: LoopEffects
    ) -> None:
        self._effects = analyses.get(ModuleEffects)
        self._tree = analyses.get(DominatorTree)
        self._forest = forest = analyses.get(LoopForest)
        self._loop_effects = loop_effects
        before = predecessors(function)
        self._preheaders: dict[Loop, Block] = {}
        # For each loop, the outermost one that a cheap instruction can leave, and one that must be
        # executed in every iteration of the loops it leaves.
        self._cheap_limit: dict[Loop, Loop] = {}
        self._limit: dict[Loop, Loop] = {}
        self._guarantees = _Guarantees(self._tree, forest, self._preheaders, self._effects)
        for loop in forest.loops:
            place = None if loop.irreducible else preheader(loop, before)
            if place is not None:
                self._find_limits(loop, place)

    def run(self) -> int:
        """Move instructions, definitions before uses; returns how many."""
        hoisted = 0
        for block in self._tree.preorder:
            loop = self._forest.loop_of.get(block)
            if loop is not None and loop in self._preheaders:
                for instruction in block.instructions:
                    # A cheap operand may have been moved already.
                    if instruction.block is block and not _is_cheaper_than_a_variable(instruction):
                        hoisted += self._hoist(instruction, block, loop)
        return hoisted

    def _find_limits(self, loop: Loop, place: Block) -> None:
        self._preheaders[loop] = place
        self._cheap_limit[loop] = self._limit[loop] = loop
        parent = loop.parent
        if parent is not None and parent in self._preheaders:
            self._cheap_limit[loop] = self._cheap_limit[parent]
            if self._guarantees.in_every_iteration(place, parent):
                self._limit[loop] = self._limit[parent]

    def _hoist(self, instruction: Instruction, block: Block, loop: Loop) -> int:
        """Move an instruction out of as many loops as possible, with its cheap operands."""
        if not instruction.results or isinstance(instruction, (Alloca, Store)):
            return 0
        place = self._best_place(instruction, block, loop)
        if place is None:
            return 0
        moved = 0
        for operand in instruction.operands:
            if isinstance(operand, Result) and self._depth(operand) > self._tree.depth[place]:
                _move(operand.instruction, place)
                moved += 1
        _move(instruction, place)
        return moved + 1

    def _best_place(self, instruction: Instruction, block: Block, loop: Loop) -> Block | None:
        """The preheader to which an instruction should move, None if it should stay."""
        # The definitions of the operands dominate the block; so one is outside a loop if it is
        # above the header in the dominator tree.
        needed_depth = max(
            (
                self._depth(operand)
                for operand in instruction.operands
                if isinstance(operand, Result)
                and not _is_cheaper_than_a_variable(operand.instruction)
            ),
            default=-1,
        )

        def is_invariant(loop: Loop) -> bool:
            return needed_depth < self._tree.depth[loop.header] and self._loop_effects.keeps(
                loop, instruction
            )

        if not is_invariant(loop):
            return None
        if self._effects.of(instruction).memory != NONE:
            return self._unavoidable_place(instruction, block, loop, is_invariant)
        if _is_cheap(instruction):
            limit = self._cheap_limit[loop]
        elif self._guarantees.in_every_iteration(block, loop):
            limit = self._limit[loop]
        else:
            return None
        outermost = self._forest.outermost(
            loop, lambda around: around.depth >= limit.depth and is_invariant(around)
        )
        return self._preheaders[outermost]

    def _unavoidable_place(
        self,
        instruction: Instruction,
        block: Block,
        loop: Loop,
        is_invariant: Callable[[Loop], bool],
    ) -> Block | None:
        """The same for an instruction that must not be speculated."""
        place: Block | None = None
        around: Loop | None = loop
        while (
            around is not None
            and around in self._preheaders
            and is_invariant(around)
            and self._guarantees.unavoidable(instruction, place or block, around)
        ):
            place = self._preheaders[around]
            around = around.parent
        return place

    def _depth(self, operand: Result) -> int:
        """The depth of a definition in the dominator tree."""
        home = operand.instruction.block
        assert home is not None
        return self._tree.depth[home]


@attr.s(auto_attribs=True, eq=False)
class _Guarantees:
    """The blocks that are certainly executed in their innermost loops.

    `preheaders` are those of the loops.
    """

    _tree: DominatorTree
    _forest: LoopForest
    _preheaders: Mapping[Loop, Block]
    _effects: ModuleEffects
    _exiting: dict[Loop, list[Block]] = attr.ib(init=False, factory=dict)
    _in_every_iteration: dict[Block, bool] = attr.ib(init=False, factory=dict)
    _unavoidable: dict[Block, bool] = attr.ib(init=False, factory=dict)

    def in_every_iteration(self, block: Block, loop: Loop) -> bool:
        """Whether every complete iteration of the loop executes the block."""
        found = self._in_every_iteration.get(block)
        if found is None:
            found = all(self._tree.dominates(block, latch) for latch in loop.latches)
            self._in_every_iteration[block] = found
        return found

    def unavoidable(self, instruction: Instruction, block: Block, loop: Loop) -> bool:
        """Whether the loop neither exits nor iterates before it has executed an instruction of the
        block, or one that would be at its end, and no call before that may end the execution."""
        if not self._is_unavoidable(block, loop):
            return False
        before = itertools.takewhile(lambda one: one is not instruction, block.instructions)
        return not any(map(self._effects.may_end, before))

    def _is_unavoidable(self, block: Block, loop: Loop) -> bool:
        """The same for the whole block."""
        found = self._unavoidable.get(block)
        if found is None:
            if not self._exiting:
                self._exiting = self._forest.exiting_blocks()
            is_entered = block is not loop.header and self._is_entered(loop)
            found = self.in_every_iteration(block, loop) and all(
                self._tree.dominates(block, source) or (is_entered and source is loop.header)
                for source in self._exiting[loop]
            )
            found = found and not any(
                self._effects.may_end(instruction)
                for other in loop.blocks()
                if not self._tree.dominates(block, other)
                for instruction in other.instructions
            )
            self._unavoidable[block] = found
        return found

    def _is_entered(self, loop: Loop) -> bool:
        """Whether control certainly enters the loop from the header the first time."""
        before = self._preheaders[loop]
        known: dict[Value, Value] = {}
        for phi in loop.header.phis:
            value = phi.incoming(before)
            if isinstance(value, Constant):
                known[phi.result] = value
        for instruction in loop.header.instructions:
            result = fold(instruction, [known.get(one, one) for one in instruction.operands])
            if result is not None:
                known[instruction.result] = result
        terminator = loop.header.terminator
        assert terminator is not None
        if not terminator.operands:
            return False
        decision = terminator.operands[0]
        target = decided_target(terminator, known.get(decision, decision))
        return target is not None and self._forest.contains(loop, target)


def _move(instruction: Instruction, place: Block) -> None:
    """Move to the end of a block; the old block still has to be swept."""
    place.append(instruction)


def _is_cheaper_than_a_variable(instruction: Instruction) -> bool:
    """Whether recomputing it costs no more gas than reading a variable."""
    if not isinstance(instruction, BuiltinCall) or not instruction.builtin.side_effects.movable:
        return False
    if any(isinstance(operand, NamedValue) for operand in instruction.operands):
        return False
    tier = instruction.builtin.tier
    return bool(instruction.results) and (tier is None or tier <= Tier.BASE)


def _is_cheap(instruction: Instruction) -> bool:
    """Whether it costs at most 3 gas, so that it may also move out of loops that do not need it."""
    if not isinstance(instruction, BuiltinCall):
        return False
    tier = instruction.builtin.tier
    return tier is not None and tier <= Tier.VERY_LOW
