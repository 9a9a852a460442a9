"""Placement of expressions in one or several blocks.

An expression can be computed from the block on where its last operand becomes available, and must
be computed in a block that dominates all its readers. Between these it is placed outside as many
loops as possible, and then as late as possible. If its readers are in different branches below a
block that does not need it itself, it may be cheaper to compute it in each of them: then it is
duplicated, one copy per group of readers.

Source: Click, "Global Code Motion / Global Value Numbering" (1995); chapter 09, section 8.4.
"""

from __future__ import annotations

import bisect
from collections.abc import Sequence

from yulopt.dialect import Tier
from yulopt.frequency.block_frequencies import block_frequencies
from yulopt.gas.model import READ_VARIABLE, UNUSED_VALUE, WEIGHT_ONE, GasModel
from yulopt.graphs.orders import adjacency
from yulopt.ssa.analysis.dominators import DominatorTree
from yulopt.ssa.analysis.loops import LoopForest, preheader
from yulopt.ssa.ir.function import Block, NamedValue, Phi, Result
from yulopt.ssa.ir.instructions import End, Unreachable
from yulopt.ssa.saturation.choice import Expression, Use


class UnplaceableError(Exception):
    """An expression reads a value that is not available where it is needed."""


class Copy:
    """An expression as it is computed in one block; `operands` are the copies that it reads, by the
    index of the operand that is an expression."""

    __slots__ = ("block", "expression", "operands")

    def __init__(self, expression: Expression, block: Block) -> None:
        self.expression = expression
        self.block = block
        self.operands: dict[int, Copy] = {}


class _Reader:
    """A reader of an expression in a block: operand `index` of a use, or of a copy of another
    expression."""

    __slots__ = ("block", "index", "user")

    def __init__(self, block: Block, user: Copy | Use, index: int) -> None:
        self.block = block
        self.user = user
        self.index = index


class Placement:
    """Places expressions (`order`: operands before readers) that `uses` need.

    `copies`: all copies, operands before readers; `copy_of`: the one that a use reads. Raises
    `UnplaceableError`.
    """

    def __init__(
        self,
        tree: DominatorTree,
        forest: LoopForest,
        before: dict[Block, list[Block]],
        model: GasModel,
    ) -> None:
        self.copies: list[Copy] = []
        self.copy_of: dict[Use, Copy] = {}
        self._tree = tree
        self._forest = forest
        self._model = model
        self._weight = _block_frequencies(tree)
        self._earliest: dict[Expression, Block] = {}
        self._child_positions: dict[Block, list[int]] = {}
        self._preheader = {loop: preheader(loop, before) for loop in forest.loops}

    def run(self, order: Sequence[Expression], uses: Sequence[Use]) -> None:
        """Place all expressions."""
        readers: dict[Expression, list[_Reader]] = {expression: [] for expression in order}
        for use in uses:
            if isinstance(use.operand, Expression):
                readers[use.operand].append(_Reader(_block_of(use), use, use.index))
        for expression in order:
            self._earliest[expression] = self._known_in(expression)
        for expression in reversed(order):
            for copy in self._place(expression, readers[expression]):
                self.copies.append(copy)
                for index, operand in enumerate(expression.operands):
                    if isinstance(operand, Expression):
                        readers[operand].append(_Reader(copy.block, copy, index))
        self.copies.reverse()

    def _known_in(self, expression: Expression) -> Block:
        """The first block in which all operands are available."""
        found = self._tree.order[0]
        for operand in expression.operands:
            if isinstance(operand, Expression):
                block = self._earliest[operand]
            elif isinstance(operand, Result):
                home = operand.instruction.block
                assert home is not None
                block = home
            else:
                continue
            if self._tree.dominates(found, block):
                found = block
            elif not self._tree.dominates(block, found):
                raise UnplaceableError
        return found

    def _place(self, expression: Expression, readers: list[_Reader]) -> list[Copy]:
        """The copies of an expression, for all its readers."""
        copies: list[Copy] = []
        work = [sorted(readers, key=lambda reader: self._tree.position(reader.block))]
        while work:
            group = work.pop()
            if not group:
                continue
            common = self._tree.common_dominator(group[0].block, group[-1].block)
            if not self._tree.dominates(self._earliest[expression], common):
                raise UnplaceableError
            parts = self._parts(group, common)
            if len(parts) > 1 and self._is_better_apart(expression, common, parts):
                work.extend(reversed(parts))
                continue
            copy = Copy(expression, self._best_block(expression, common))
            copies.append(copy)
            for reader in group:
                if isinstance(reader.user, Use):
                    self.copy_of[reader.user] = copy
                else:
                    reader.user.operands[reader.index] = copy
        return copies

    def _parts(self, group: list[_Reader], common: Block) -> list[list[_Reader]]:
        """The readers, grouped by branch below `common`; a single group if some are in `common`
        itself."""
        if group[0].block is common:
            return [group]
        starts = self._child_positions.get(common)
        if starts is None:
            starts = [self._tree.position(child) for child in self._tree.children[common]]
            self._child_positions[common] = starts
        parts: dict[int, list[_Reader]] = {}
        for reader in group:
            child = bisect.bisect_right(starts, self._tree.position(reader.block))
            parts.setdefault(child, []).append(reader)
        return list(parts.values())

    def _is_better_apart(
        self, expression: Expression, common: Block, parts: list[list[_Reader]]
    ) -> bool:
        """Whether it is cheaper to compute the expression in each branch."""
        if _is_expensive(expression):
            return True
        together = self._own_price(expression, self._best_block(expression, common))
        keep = self._model.weighted(self._model.code(UNUSED_VALUE), WEIGHT_ONE)
        together += keep
        apart = 0
        for part in parts:
            for reader in part:
                together += self._read_price(reader.block)
            below = self._tree.common_dominator(part[0].block, part[-1].block)
            apart += self._own_price(expression, self._best_block(expression, below))
            if len(part) > 1:
                apart += keep
                for reader in part:
                    apart += self._read_price(reader.block)
        return apart < together

    def _own_price(self, expression: Expression, block: Block) -> int:
        """The cost of computing an expression in a block, given its operands."""
        own = self._model.builtin(expression.builtin)
        price = self._model.weighted(own, self._weight[block])
        for operand in expression.operands:
            if isinstance(operand, (Expression, NamedValue)):
                price += self._read_price(block)
        return price

    def _read_price(self, block: Block) -> int:
        """The cost of reading a variable in a block."""
        return self._model.weighted(self._model.code(READ_VARIABLE), self._weight[block])

    def _best_block(self, expression: Expression, latest: Block) -> Block:
        """The block of least loop depth between the earliest and the latest, and among those the
        last one."""
        if _is_expensive(expression):
            return latest
        earliest = self._earliest[expression]
        best = latest
        loop = self._forest.loop_of.get(latest)
        while loop is not None and not loop.is_in_irreducible:
            outside = self._preheader[loop]
            if outside is None or not self._tree.dominates(earliest, outside):
                break
            best = outside
            loop = self._forest.loop_of.get(outside)
        return best


def _block_of(use: Use) -> Block:
    """The block in which a use reads its operand."""
    if isinstance(use.instruction, Phi):
        return use.instruction.blocks[use.index]
    block = use.instruction.block
    assert block is not None
    return block


def _is_expensive(expression: Expression) -> bool:
    """Whether it is computed only where it was needed before."""
    return expression.builtin.tier is Tier.SPECIAL


def _block_frequencies(tree: DominatorTree) -> dict[Block, int]:
    """The estimated frequency of each block for each execution of the function, in units of
    `WEIGHT_ONE`; blocks that can only fail do not count (see `yulopt.frequency.block_frequencies`).
    """
    blocks = tree.order
    weights = block_frequencies(
        adjacency(blocks, lambda block: block.successors),
        [index for index, block in enumerate(blocks) if _fails(block)],
    )
    return dict(zip(blocks, weights, strict=True))


def _fails(block: Block) -> bool:
    end = block.terminator
    if isinstance(end, End):
        return not end.builtin.control_flow.can_terminate
    return isinstance(end, Unreachable)
