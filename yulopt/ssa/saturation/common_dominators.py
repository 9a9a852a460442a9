"""The closest block that dominates two blocks, in logarithmic time.

Every block of the dominator tree has, beside its parent, a *jump* to some ancestor further up,
chosen such that every ancestor is reached in a logarithmic number of parents and jumps.

Source: Myers, "An Applicative Random-Access Stack" (1983).
"""

from __future__ import annotations

from yulopt.ssa.analysis.dominators import DominatorTree
from yulopt.ssa.ir.function import Block


class CommonDominators:
    """Answers for one dominator tree; `position` is the index of a block in its preorder."""

    __slots__ = ("_jump", "_tree", "position")

    def __init__(self, tree: DominatorTree) -> None:
        self._tree = tree
        self.position = {block: index for index, block in enumerate(tree.preorder)}
        self._jump: dict[Block, Block] = {}
        depth = tree.depth
        for block in tree.preorder:
            parent = tree.idom[block]
            jump = self._jump.get(parent, parent)
            far = self._jump.get(jump, jump)
            same_length = depth[parent] - depth[jump] == depth[jump] - depth[far]
            self._jump[block] = far if same_length else parent

    def closest(self, block: Block, other: Block) -> Block:
        """The closest common dominator of two blocks."""
        depth, parent, jump = self._tree.depth, self._tree.idom, self._jump
        if depth[block] < depth[other]:
            block, other = other, block
        block = self.ancestor(block, depth[other])
        while block is not other:
            if jump[block] is not jump[other]:
                block, other = jump[block], jump[other]
            else:
                block, other = parent[block], parent[other]
        return block

    def ancestor(self, block: Block, depth: int) -> Block:
        """The dominator of a block that has this depth in the tree."""
        while self._tree.depth[block] > depth:
            jump = self._jump[block]
            block = jump if self._tree.depth[jump] >= depth else self._tree.idom[block]
        return block
