"""Dominators: a node dominates another if every path from the root to the other goes through it.

The time is almost linear, whatever the shape of the graph: reducible or not, deep or wide.

Source: Lengauer, Tarjan, "A Fast Algorithm for Finding Dominators in a Flowgraph" (1979), with
simple linking.
"""

from __future__ import annotations

from yulopt.graphs.components import bottom_components
from yulopt.graphs.forest import Forest
from yulopt.graphs.orders import NONE, DepthFirstSearch, Graph, reverse


class DominatorTree(Forest):
    """The dominator tree of the nodes reachable from a root.

    `order`: these nodes in reverse postorder, as are children. `parent`: the immediate dominators.
    """

    def __init__(self, graph: Graph, root: int = 0) -> None:
        search = DepthFirstSearch(graph, root)
        self.order = search.reverse_postorder()
        super().__init__(_immediate_dominators(graph, search), self.order)


def immediate_dominators(graph: Graph) -> list[int]:
    """The immediate dominator of each node; `NONE` for the root, 0, and unreachable nodes."""
    return _immediate_dominators(graph, DepthFirstSearch(graph))


def _immediate_dominators(graph: Graph, search: DepthFirstSearch) -> list[int]:
    """Nodes are identified by their depth-first numbers, except in the result."""
    number, preorder = search.number, search.preorder
    count = len(preorder)
    before: Graph = [[] for _ in preorder]
    for index, node in enumerate(preorder):
        for successor in graph[node]:
            before[number[successor]].append(index)
    semidominator = list(range(count))
    ancestors = _LinkedForest(semidominator)
    dominator = [0] * count
    # By semidominator, the nodes with pending dominators.
    waiting: list[list[int]] = [[] for _ in preorder]
    for node in range(count - 1, 0, -1):
        above = number[search.parent[preorder[node]]]
        for predecessor in before[node]:
            least = semidominator[ancestors.least(predecessor)]
            if least < semidominator[node]:
                semidominator[node] = least
        waiting[semidominator[node]].append(node)
        ancestors.link(above, node)
        for other in waiting[above]:
            least = ancestors.least(other)
            dominator[other] = least if semidominator[least] < semidominator[other] else above
        waiting[above] = []
    result = [NONE] * len(graph)
    for node in range(1, count):
        if dominator[node] != semidominator[node]:
            dominator[node] = dominator[dominator[node]]
        result[preorder[node]] = preorder[dominator[node]]
    return result


class _LinkedForest:
    """A forest with path compression; `least` finds the least semidominator above a node."""

    def __init__(self, semidominator: list[int]) -> None:
        self._semidominator = semidominator
        self._above = [NONE] * len(semidominator)
        self._least = list(range(len(semidominator)))

    def link(self, parent: int, child: int) -> None:
        """Make the root of a tree the child of a node."""
        self._above[child] = parent

    def least(self, node: int) -> int:
        """The node with the least semidominator on the path to a node, without the root."""
        above, least, semidominator = self._above, self._least, self._semidominator
        path: list[int] = []
        while above[node] != NONE:
            path.append(node)
            node = above[node]
        if not path:
            return node
        # `node` is the root; its children keep their link to it.
        for index in range(len(path) - 2, -1, -1):
            here, higher = path[index], path[index + 1]
            if semidominator[least[higher]] < semidominator[least[here]]:
                least[here] = least[higher]
            above[here] = node
        return least[path[0]]


def reverse_from_exit(graph: Graph) -> Graph:
    """The reversed graph with an additional last node, from which all nodes reachable from
    node 0 can be reached.

    It is the virtual exit after the nodes without successors, and after one node of every infinite
    loop. The dominators of this graph are the post-dominators of the given one.
    """
    reversed_graph = reverse(graph)
    postorder = DepthFirstSearch(graph).postorder
    finished = {node: position for position, node in enumerate(postorder)}
    ends: list[tuple[bool, int]] = []
    for part in bottom_components(graph):
        if part[0] in finished:
            end = min([finished[node] for node in part])
            ends.append((bool(graph[postorder[end]]), end))
    reversed_graph.append([postorder[end] for _, end in sorted(ends)])
    return reversed_graph
