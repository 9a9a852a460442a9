"""Control dependence: which branches decide whether a block is executed.

A block depends on a branch if one successor of the branch always leads to the block and another may
not. These are the dominance frontiers of the reversed graph, with a virtual exit node after all
ends of the function. Infinite loops get an edge to that node, too.

Source: Cytron, Ferrante, Rosen, Wegman, Zadeck, "Efficiently Computing Static Single Assignment
Form and the Control Dependence Graph" (1991), section 6; chapter 08, section 6.5 of the
specification.
"""

from __future__ import annotations

from yulopt.graphs.dominators import DominatorTree, reverse_from_exit
from yulopt.graphs.frontiers import dominance_frontiers
from yulopt.ssa.ir.edges import successor_lists
from yulopt.ssa.ir.function import Block, Function


class ControlDependence:
    """Control dependence and post-dominance in a function, as of construction.

    `order`: the blocks, each after its immediate post-dominator. `post_dominator`: that block, or
    None if it is the virtual exit.
    """

    def __init__(self, function: Function) -> None:
        blocks = function.blocks
        exit = len(blocks)
        graph = reverse_from_exit(successor_lists(function))
        tree = DominatorTree(graph, exit)
        frontiers = dominance_frontiers(graph, tree)
        self.order = [blocks[node] for node in tree.preorder[1:]]
        self.post_dominator: dict[Block, Block | None] = {}
        self._branches: dict[Block, list[Block]] = {}
        for node in tree.preorder[1:]:
            parent = tree.parent[node]
            self.post_dominator[blocks[node]] = None if parent == exit else blocks[parent]
            self._branches[blocks[node]] = [blocks[branch] for branch in frontiers[node]]

    def branches(self, block: Block) -> list[Block]:
        """The blocks whose terminators directly decide whether this block is executed."""
        return self._branches[block]
