"""Dominance frontiers.

B is in the frontier of A if A dominates a predecessor of B and does not strictly dominate B.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable

from yulopt.graphs.dominators import DominatorTree
from yulopt.graphs.orders import NONE, Graph, reverse


def dominance_frontiers(graph: Graph, tree: DominatorTree) -> list[list[int]]:
    """The frontier of each node, in reverse postorder; empty for unreachable nodes.

    Source: Cooper, Harvey, Kennedy, "A Simple, Fast Dominance Algorithm" (2001).
    """
    before = reverse(graph)
    frontiers: list[list[int]] = [[] for _ in graph]
    for node in tree.order:
        stop = tree.parent[node]
        for runner in before[node]:
            if tree.first[runner] == NONE:
                continue
            while runner != stop:
                frontier = frontiers[runner]
                if frontier and frontier[-1] == node:
                    # The walk of another predecessor has passed here, and went all the way up.
                    break
                frontier.append(node)
                runner = tree.parent[runner]
    return frontiers


class JoinEdges:
    """The edges of a graph that lead to a node from one that is not its immediate dominator,
    prepared for finding iterated frontiers without the frontiers of all nodes.

    Frontiers can have quadratic total size (a loop in a loop in a loop, each with its test at the
    end). Here the subtrees of the nodes in the dominator tree are walked, deepest nodes first, for
    edges out of the subtree: their targets are the frontier. Parts walked for a deeper node are not
    walked again.

    Source: Sreedhar, Gao, "A Linear Time Algorithm for Placing φ-Nodes" (1995).
    """

    def __init__(self, graph: Graph, tree: DominatorTree) -> None:
        self._tree = tree
        self._targets: list[list[int]] = [
            [successor for successor in successors if tree.parent[successor] != node]
            for node, successors in enumerate(graph)
        ]
        # The least depth to which these edges lead from the subtree of a node.
        self._highest = [len(graph)] * len(graph)
        for node in reversed(tree.preorder):
            depths = [tree.depth[target] for target in self._targets[node]]
            depths.extend([self._highest[child] for child in tree.children[node]])
            self._highest[node] = min(depths, default=len(graph))

    def iterated_frontier(
        self, nodes: Iterable[int], is_of_interest: Callable[[int], bool] | None = None
    ) -> set[int]:
        """The frontiers of the nodes, the frontiers of these, and so on.

        Only nodes of interest (by default all) are included and followed.
        """
        tree = self._tree
        # Ascending by the negative of the depth.
        waiting = [(-tree.depth[node], node) for node in nodes]
        heapq.heapify(waiting)
        found: set[int] = set()
        walked: set[int] = set()
        while waiting:
            negative_depth, root = heapq.heappop(waiting)
            depth = -negative_depth
            stack = [root]
            while stack:
                node = stack.pop()
                if node in walked:
                    continue
                walked.add(node)
                for target in self._targets[node]:
                    if (
                        tree.depth[target] <= depth
                        and target not in found
                        and (is_of_interest is None or is_of_interest(target))
                    ):
                        found.add(target)
                        heapq.heappush(waiting, (-tree.depth[target], target))
                for child in tree.children[node]:
                    if self._highest[child] <= depth and child not in walked:
                        stack.append(child)
        return found
