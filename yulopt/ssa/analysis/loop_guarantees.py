"""What is surely executed in a loop.

Source: Aho, Lam, Sethi, Ullman, "Compilers" (2006), section 9.5; chapter 08, section 6.3 of the
specification.
"""

from __future__ import annotations

from collections.abc import Mapping

from yulopt.ssa.analysis.dominators import DominatorTree
from yulopt.ssa.analysis.folding import decided_target, fold
from yulopt.ssa.analysis.loops import Loop, LoopForest
from yulopt.ssa.ir.function import Block, Constant, Value


class LoopGuarantees:
    """What holds for blocks and their innermost loops. `preheaders` are those of the loops."""

    def __init__(
        self, tree: DominatorTree, forest: LoopForest, preheaders: Mapping[Loop, Block]
    ) -> None:
        self._tree = tree
        self._forest = forest
        self._preheaders = preheaders
        self._exits: dict[Loop, list[Block]] = {}
        self._in_every_iteration: dict[Block, bool] = {}
        self._unavoidable: dict[Block, bool] = {}

    def in_every_iteration(self, block: Block, loop: Loop) -> bool:
        """Whether every complete iteration of the loop executes the block."""
        found = self._in_every_iteration.get(block)
        if found is None:
            found = all(self._tree.dominates(block, latch) for latch in loop.latches)
            self._in_every_iteration[block] = found
        return found

    def unavoidable(self, block: Block, loop: Loop) -> bool:
        """Whether the loop is never left, nor goes on, before it has executed the block."""
        found = self._unavoidable.get(block)
        if found is None:
            is_entered = block is not loop.header and self._is_entered(loop)
            found = self.in_every_iteration(block, loop) and all(
                self._tree.dominates(block, source) or (is_entered and source is loop.header)
                for source in self._exits_of(loop)
            )
            self._unavoidable[block] = found
        return found

    def _exits_of(self, loop: Loop) -> list[Block]:
        """The blocks from which control can leave a loop."""
        if not self._exits:
            self._exits = {loop: [] for loop in self._forest.loops}
            for source in self._tree.order:
                for target in source.successors:
                    inner = self._forest.loop_of.get(source)
                    while inner is not None and not self._forest.contains(inner, target):
                        self._exits[inner].append(source)
                        inner = inner.parent
        return self._exits[loop]

    def _is_entered(self, loop: Loop) -> bool:
        """Whether control surely goes from the header into the loop the first time."""
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
