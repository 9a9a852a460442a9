"""licm: moves what is the same in every iteration in front of the loop.

An instruction moves if its operands come from outside the loop, and if it is movable by the table,
or reads only what nothing in the loop may write. It also has to pay: either it is cheap (at most
3 gas), or it is executed in every complete iteration, so that only a loop that is left at once
loses. What may end the execution (a memory access far away, an index out of range) moves only if
it would have been executed in any case. Values that are as cheap to compute as to keep, such as
`calldatasize()`, move only with what needs them.

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

from collections.abc import Mapping

from yulopt.dialect import NONE, Tier
from yulopt.ssa.dominators import DominatorTree
from yulopt.ssa.edges import predecessors
from yulopt.ssa.effects import EffectsOfModule, ModuleEffects, may_trap
from yulopt.ssa.evm_summaries import SummariesOfModule
from yulopt.ssa.folding import decided_target, fold
from yulopt.ssa.instructions import Alloca, BuiltinCall, Load, Store
from yulopt.ssa.ir import Block, Constant, Function, Instruction, Module, NamedValue, Result, Value
from yulopt.ssa.loop_effects import LoopEffects
from yulopt.ssa.loops import Loop, LoopForest
from yulopt.ssa.preheaders import make_preheaders, preheader
from yulopt.ssa.ssa_pass import Pass, Statistics


class LoopInvariantCodeMotion(Pass):
    """Moves what is the same in every iteration in front of the loop."""

    name = "licm"

    def __init__(self, settings: Mapping[str, str] | None = None) -> None:
        super().__init__(settings)
        self._effects = EffectsOfModule()
        self._summaries = SummariesOfModule()

    def run(self, module: Module, function: Function) -> Statistics:
        """Make preheaders, and move to them what can be moved."""
        if not LoopForest(function).loops:
            return {"instructions hoisted": 0}
        make_preheaders(function)
        effects = self._effects(module)
        forest = LoopForest(function)
        loops = LoopEffects(module, function, forest, effects, self._summaries(module))
        hoisted = _CodeMotion(effects, function, forest, loops).run()
        if hoisted:
            function.sweep()
        return {"instructions hoisted": hoisted}


class _CodeMotion:
    def __init__(
        self,
        effects: ModuleEffects,
        function: Function,
        forest: LoopForest,
        loop_effects: LoopEffects,
    ) -> None:
        self._effects = effects
        self._tree = DominatorTree(function)
        self._forest = forest
        self._loop_effects = loop_effects
        before = predecessors(function)
        self._preheaders = {
            loop: None if loop.irreducible else preheader(loop, before)
            for loop in self._forest.loops
        }
        # For blocks, whether they are part of every complete iteration of their innermost loop,
        # and whether that loop is never left without going through them.
        self._in_every_iteration: dict[Block, bool] = {}
        self._unavoidable: dict[Block, bool] = {}

    def run(self) -> int:
        """Move instructions, those first that others may read; says how many."""
        hoisted = 0
        for block in self._tree.preorder:
            if block in self._forest.loop_of:
                for instruction in block.instructions:
                    # A cheap operand may have been moved already.
                    if instruction.block is block and not is_cheaper_than_a_variable(instruction):
                        hoisted += self._hoist(instruction, block)
        return hoisted

    def _hoist(self, instruction: Instruction, block: Block) -> int:
        """Move an instruction out of as many loops as possible, with its cheap operands."""
        place = block
        loop = self._forest.loop_of.get(block)
        while loop is not None:
            before = self._preheaders[loop]
            if before is None or not self._can_leave(instruction, place, loop):
                break
            place = before
            loop = loop.parent
        if place is block:
            return 0
        moved = 0
        for operand in instruction.operands:
            if isinstance(operand, Result) and not self._is_available(operand, place):
                _move(operand.instruction, place)
                moved += 1
        _move(instruction, place)
        return moved + 1

    def _is_available(self, operand: Result, place: Block) -> bool:
        """Whether an operand of an instruction is defined where the instruction will be.

        Both its definition and the new place dominate the old place, so one of them dominates the
        other.
        """
        home = operand.instruction.block
        assert home is not None
        return self._tree.depth[home] <= self._tree.depth[place]

    def _can_leave(self, instruction: Instruction, place: Block, loop: Loop) -> bool:
        """Whether it may and should move from `place` to the preheader of the loop around that."""
        if not instruction.results or isinstance(instruction, (Alloca, Store)):
            return False
        header_depth = self._tree.depth[loop.header]
        for operand in instruction.operands:
            if isinstance(operand, Result):
                home = operand.instruction.block
                assert home is not None
                is_outside = self._tree.depth[home] < header_depth
                if not is_outside and not is_cheaper_than_a_variable(operand.instruction):
                    return False
        # An index that is out of range once always is.
        trapping_index = may_trap(instruction) and not isinstance(instruction, Load)
        if not trapping_index and not self._loop_effects.keeps(loop, instruction):
            return False
        effects = self._effects.of(instruction)
        if may_trap(instruction) or effects.memory != NONE:
            return self._is_unavoidable(place, loop)
        return _is_cheap(instruction) or self._is_in_every_iteration(place, loop)

    def _is_in_every_iteration(self, block: Block, loop: Loop) -> bool:
        found = self._in_every_iteration.get(block)
        if found is None:
            found = all(self._tree.dominates(block, latch) for latch in loop.latches)
            self._in_every_iteration[block] = found
        return found

    def _is_unavoidable(self, block: Block, loop: Loop) -> bool:
        found = self._unavoidable.get(block)
        if found is None:
            is_entered = block is not loop.header and self._is_entered(loop)
            found = self._is_in_every_iteration(block, loop) and all(
                self._tree.dominates(block, source) or (is_entered and source is loop.header)
                for source, _ in loop.exits()
            )
            self._unavoidable[block] = found
        return found

    def _is_entered(self, loop: Loop) -> bool:
        """Whether control surely goes from the header into the loop the first time."""
        before = self._preheaders[loop]
        assert before is not None
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
        inner = None if target is None else self._forest.loop_of.get(target)
        while inner is not None and inner is not loop:
            inner = inner.parent
        return inner is loop


def is_cheaper_than_a_variable(instruction: Instruction) -> bool:
    """Whether to compute it again costs no more than to read a variable, by the table of gas."""
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


def _move(instruction: Instruction, place: Block) -> None:
    """Move to the end of a block; the old block still has to be swept."""
    place.append(instruction)
