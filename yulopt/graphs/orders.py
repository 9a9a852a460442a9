"""Graph traversals: breadth-first and depth-first search, and their orders.

The first two functions discover nodes as objects; `adjacency` numbers them. Everything else in
`yulopt.graphs` works on numbers.

Source: Tarjan, "Depth-First Search and Linear Graph Algorithms" (1972).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, TypeAlias, TypeVar

# The successors of each node, which are numbered from 0.
Graph: TypeAlias = list[list[int]]

# No node.
NONE: Final = -1

Node = TypeVar("Node")


def breadth_first(
    roots: Iterable[Node], successors: Callable[[Node], Iterable[Node]]
) -> list[Node]:
    """The nodes reachable from the roots, each once, the nearest first."""
    order = list(dict.fromkeys(roots))
    seen = set(order)
    for node in order:
        for successor in successors(node):
            if successor not in seen:
                seen.add(successor)
                order.append(successor)
    return order


def postorder(roots: Iterable[Node], successors: Callable[[Node], Iterable[Node]]) -> list[Node]:
    """The nodes reachable from the roots in depth-first postorder; roots and successors are visited
    in the given order."""
    order: list[Node] = []
    seen: set[Node] = set()
    for root in roots:
        if root in seen:
            continue
        seen.add(root)
        path = [root]
        rests: list[Iterator[Node]] = [iter(successors(root))]
        while path:
            for successor in rests[-1]:
                if successor not in seen:
                    seen.add(successor)
                    path.append(successor)
                    rests.append(iter(successors(successor)))
                    break
            else:
                order.append(path.pop())
                rests.pop()
    return order


def adjacency(nodes: Sequence[Node], successors: Callable[[Node], Iterable[Node]]) -> Graph:
    """The graph over the positions in `nodes`, without edges to other values."""
    number = {node: index for index, node in enumerate(nodes)}
    return [
        [number[successor] for successor in successors(node) if successor in number]
        for node in nodes
    ]


def reverse(graph: Graph) -> Graph:
    """The graph with all edges reversed; the new successors are in ascending order."""
    reversed_graph: Graph = [[] for _ in graph]
    for node, successors in enumerate(graph):
        for successor in successors:
            reversed_graph[successor].append(node)
    return reversed_graph


class DepthFirstSearch:
    """A depth-first search from a root, which visits successors in the order of the graph.

    `preorder` and `postorder`: the reachable nodes in order of discovery and completion; `number`:
    the position in `preorder`. In the spanning tree, `parent` is the parent of a node (`NONE` for
    the root), and the descendants of a node have the numbers from its own to `last`. For
    unreachable nodes, all three are `NONE`.

    `retreating`: the edges, as nodes with positions among their successors, to an unfinished node,
    in order of discovery. Every cycle has at least one of them.
    """

    __slots__ = ("last", "number", "parent", "postorder", "preorder", "retreating")

    def __init__(self, graph: Graph, root: int = 0) -> None:
        number = [NONE] * len(graph)
        parent = [NONE] * len(graph)
        last = [NONE] * len(graph)
        preorder = [root]
        postorder: list[int] = []
        retreating: list[tuple[int, int]] = []
        following = [0] * len(graph)
        number[root] = 0
        node = root
        while node != NONE:
            successors = graph[node]
            index = following[node]
            while index < len(successors):
                successor = successors[index]
                if number[successor] == NONE:
                    following[node] = index + 1
                    number[successor] = len(preorder)
                    parent[successor] = node
                    preorder.append(successor)
                    node = successor
                    break
                if last[successor] == NONE:
                    retreating.append((node, index))
                index += 1
            else:
                last[node] = len(preorder) - 1
                postorder.append(node)
                node = parent[node]
        self.number = number
        self.parent = parent
        self.last = last
        self.preorder = preorder
        self.postorder = postorder
        self.retreating = retreating

    def reverse_postorder(self) -> list[int]:
        """The nodes in reverse postorder: each before its successors, retreating edges aside."""
        return self.postorder[::-1]
