"""The iterated dominance frontier of some blocks, without the frontiers of all blocks.

Frontiers can be of quadratic size together (a loop in a loop in a loop, each with its test at the
end). Here the dominator tree is walked below the blocks, deepest blocks first, for the edges that
lead out of the part below: their targets are the frontier. What has been walked once for a deeper
block need not be walked again.

Source: Sreedhar, Gao, "A Linear Time Algorithm for Placing φ-Nodes" (1995); chapter 08, section 3.3
of the specification.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable

from yulopt.ssa.analysis.dominators import DominatorTree
from yulopt.ssa.ir.function import Block


def everywhere(block: Block) -> bool:
    """Any block will do."""
    return True


class JoinEdges:
    """The edges of a control-flow graph that lead to a block from one that is not its immediate
    dominator, prepared for finding iterated frontiers."""

    __slots__ = ("_highest", "_targets", "_tree")

    def __init__(self, tree: DominatorTree) -> None:
        self._tree = tree
        self._targets: dict[Block, list[Block]] = {
            block: [one for one in block.successors if tree.idom[one] is not block]
            for block in tree.order
        }
        # How far up in the tree these edges lead from a block or from below it.
        self._highest: dict[Block, int] = {}
        for block in reversed(tree.preorder):
            depths = [tree.depth[target] for target in self._targets[block]]
            depths.extend(self._highest[child] for child in tree.children[block])
            self._highest[block] = min(depths, default=len(tree.order))

    def iterated_frontier(
        self, blocks: Iterable[Block], is_of_interest: Callable[[Block], bool] = everywhere
    ) -> set[Block]:
        """The frontiers of the blocks, the frontiers of these, and so on.

        Only blocks of interest count and are followed.
        """
        depth = self._tree.depth
        waiting: list[tuple[int, int, Block]] = []
        for block in blocks:
            heapq.heappush(waiting, (-depth[block], len(waiting), block))
        pushed = len(waiting)
        found: set[Block] = set()
        walked: set[Block] = set()
        while waiting:
            negative_depth, _, root = heapq.heappop(waiting)
            stack = [root]
            while stack:
                block = stack.pop()
                if block in walked:
                    continue
                walked.add(block)
                for target in self._targets[block]:
                    if (
                        depth[target] <= -negative_depth
                        and target not in found
                        and is_of_interest(target)
                    ):
                        found.add(target)
                        pushed += 1
                        heapq.heappush(waiting, (-depth[target], pushed, target))
                stack.extend(
                    child
                    for child in self._tree.children[block]
                    if self._highest[child] <= -negative_depth and child not in walked
                )
        return found
