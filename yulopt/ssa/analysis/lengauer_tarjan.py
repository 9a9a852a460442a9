"""Immediate dominators in any directed graph, in almost linear time whatever its shape.

`yulopt.ssa.analysis.dominators` suits graphs of control flow, which are reducible: there its few
sweeps end soon. Graphs of values are not like that.

Source: Lengauer, Tarjan, "A Fast Algorithm for Finding Dominators in a Flowgraph" (1979), with
simple linking.
"""

from __future__ import annotations

from typing import Final

NOT_REACHED: Final = -1


def immediate_dominators(successors: list[list[int]]) -> list[int]:
    """The immediate dominator of each node, where 0 is the root, its own dominator.

    `successors` has a list for every node, which are numbered from 0. Nodes that cannot be reached
    from the root get `NOT_REACHED`.
    """
    parent, order = _depth_first(successors)
    number = [NOT_REACHED] * len(successors)
    for index, node in enumerate(order):
        number[node] = index
    # From here on, nodes are called by their number in depth-first order.
    before: list[list[int]] = [[] for _ in order]
    for index, node in enumerate(order):
        for successor in successors[node]:
            before[number[successor]].append(index)
    semidominator = list(range(len(order)))
    forest = _Forest(semidominator)
    dominator = [0] * len(order)
    waiting: list[list[int]] = [[] for _ in order]
    for node in range(len(order) - 1, 0, -1):
        above = number[parent[order[node]]]
        for predecessor in before[node]:
            least = semidominator[forest.least(predecessor)]
            semidominator[node] = min(semidominator[node], least)
        waiting[semidominator[node]].append(node)
        forest.link(above, node)
        for other in waiting[above]:
            least = forest.least(other)
            dominator[other] = least if semidominator[least] < semidominator[other] else above
        waiting[above].clear()
    for node in range(1, len(order)):
        if dominator[node] != semidominator[node]:
            dominator[node] = dominator[dominator[node]]
    result = [NOT_REACHED] * len(successors)
    for index, node in enumerate(order):
        result[node] = order[dominator[index]]
    return result


class _Forest:
    """Trees that grow together; `least` finds the node with the least semidominator above one."""

    def __init__(self, semidominator: list[int]) -> None:
        self._semidominator = semidominator
        self._above = [NOT_REACHED] * len(semidominator)
        self._least = list(range(len(semidominator)))

    def link(self, parent: int, child: int) -> None:
        """Make the root of a tree the child of a node."""
        self._above[child] = parent

    def least(self, node: int) -> int:
        """The node with the least semidominator on the path to a node, without the root."""
        path: list[int] = []
        while self._above[node] != NOT_REACHED:
            path.append(node)
            node = self._above[node]
        # `node` is the root; what is below it keeps its link to it.
        least = self._least
        for index in range(len(path) - 2, -1, -1):
            here, higher = path[index], path[index + 1]
            if self._semidominator[least[higher]] < self._semidominator[least[here]]:
                least[here] = least[higher]
            self._above[here] = node
        return least[path[0]] if path else node


def _depth_first(successors: list[list[int]]) -> tuple[list[int], list[int]]:
    """The parent of each node in a depth-first search from 0, and the nodes in that order."""
    parent = [NOT_REACHED] * len(successors)
    parent[0] = 0
    order = [0]
    stack = [(0, iter(successors[0]))]
    while stack:
        node, rest = stack[-1]
        for successor in rest:
            if parent[successor] == NOT_REACHED:
                parent[successor] = node
                order.append(successor)
                stack.append((successor, iter(successors[successor])))
                break
        else:
            stack.pop()
    return parent, order
