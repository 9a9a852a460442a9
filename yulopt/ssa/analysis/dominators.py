"""Dominators of blocks, and dominance frontiers.

Block A dominates block B if every path from the entry to B goes through A. B is in the dominance
frontier of A if A dominates a predecessor of B and does not strictly dominate B: a value defined in
A first meets other values there, so phis belong there.

Source: the algorithms are in `yulopt.graphs.dominators` and `yulopt.graphs.frontiers`; chapter 08,
sections 3.2 and 3.3 of the specification.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from yulopt.graphs import dominators, frontiers
from yulopt.graphs.orders import NONE
from yulopt.ssa.ir.edges import successor_lists
from yulopt.ssa.ir.function import Block, Function


class DominatorTree:
    """The dominator tree of the reachable blocks of a function, as of construction.

    `order` are these blocks in reverse postorder. `idom` gives the immediate dominator of each
    (the entry is its own). `children` are the inner edges of the tree, in reverse postorder;
    `preorder` are the blocks in a depth-first order of the tree, `depth` is the distance from the
    entry in the tree.

    `graph` and `tree` are the same over numbers; `blocks` gives the block of a number, `numbers`
    the number of a block.
    """

    def __init__(self, function: Function) -> None:
        blocks = self.blocks = function.blocks[:]
        self.numbers = {block: number for number, block in enumerate(blocks)}
        self.graph = successor_lists(function)
        tree = self.tree = dominators.DominatorTree(self.graph)
        self.order = [blocks[node] for node in tree.order]
        self.preorder = [blocks[node] for node in tree.preorder]
        self.depth = {blocks[node]: tree.depth[node] for node in tree.order}
        self.idom: dict[Block, Block] = {}
        self.children: dict[Block, list[Block]] = {}
        for node in tree.order:
            parent = tree.parent[node]
            self.idom[blocks[node]] = blocks[node if parent == NONE else parent]
            self.children[blocks[node]] = [blocks[child] for child in tree.children[node]]

    def dominates(self, block: Block, other: Block) -> bool:
        """Whether every path to `other` goes through `block`; a block dominates itself."""
        return self.tree.is_ancestor(self.numbers[block], self.numbers[other])

    def strictly_dominates(self, block: Block, other: Block) -> bool:
        """The same for two distinct blocks."""
        return block is not other and self.dominates(block, other)

    def position(self, block: Block) -> int:
        """The position of a block in `preorder`."""
        return self.tree.first[self.numbers[block]]

    def common_dominator(self, block: Block, other: Block) -> Block:
        """The nearest common dominator."""
        found = self.tree.common_ancestor(self.numbers[block], self.numbers[other])
        return self.blocks[found]

    def frontiers(self) -> dict[Block, list[Block]]:
        """The dominance frontier of each reachable block; its blocks are in reverse postorder."""
        found = frontiers.dominance_frontiers(self.graph, self.tree)
        return {
            self.blocks[node]: [self.blocks[one] for one in found[node]] for node in self.tree.order
        }


class IteratedFrontiers:
    """Finds iterated dominance frontiers without computing the frontier of every block."""

    def __init__(self, tree: DominatorTree) -> None:
        self._tree = tree
        self._join_edges = frontiers.JoinEdges(tree.graph, tree.tree)

    def of(
        self, blocks: Iterable[Block], is_of_interest: Callable[[Block], bool] | None = None
    ) -> set[Block]:
        """The frontiers of the blocks, the frontiers of these, and so on.

        Only blocks of interest (by default all) are included and followed.
        """
        numbers, of_number = self._tree.numbers, self._tree.blocks
        found = self._join_edges.iterated_frontier(
            [numbers[block] for block in blocks],
            None if is_of_interest is None else lambda node: is_of_interest(of_number[node]),
        )
        return {of_number[node] for node in found}
