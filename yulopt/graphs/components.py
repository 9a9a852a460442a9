"""Strongly connected components: maximal sets of nodes that all reach each other.

Source: Tarjan, "Depth-First Search and Linear Graph Algorithms" (1972), without recursion.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

from yulopt.graphs.orders import NONE, Graph, adjacency

Node = TypeVar("Node")


def strongly_connected_components(graph: Graph) -> list[list[int]]:
    """The components in reverse topological order.

    The search starts from the nodes in ascending order. The first visited node of a component is
    its last one.
    """
    count = len(graph)
    number = [NONE] * count
    low = [0] * count
    following = [0] * count
    above = [NONE] * count
    is_pending = [False] * count
    pending: list[int] = []
    components: list[list[int]] = []
    met = 0
    for root in range(count):
        node = root if number[root] == NONE else NONE
        while node != NONE:
            if number[node] == NONE:
                number[node] = low[node] = met
                met += 1
                pending.append(node)
                is_pending[node] = True
            successors = graph[node]
            index = following[node]
            while index < len(successors):
                successor = successors[index]
                index += 1
                if number[successor] == NONE:
                    following[node] = index
                    above[successor] = node
                    node = successor
                    break
                if is_pending[successor] and number[successor] < low[node]:
                    low[node] = number[successor]
            else:
                if low[node] == number[node]:
                    component = [pending.pop()]
                    while component[-1] != node:
                        component.append(pending.pop())
                    for member in component:
                        is_pending[member] = False
                    components.append(component)
                finished = node
                node = above[node]
                if node != NONE and low[finished] < low[node]:
                    low[node] = low[finished]
    return components


def bottom_components(graph: Graph) -> list[list[int]]:
    """The components without outgoing edges: nodes without successors, and infinite loops."""
    component_of = [NONE] * len(graph)
    components = strongly_connected_components(graph)
    for index, part in enumerate(components):
        for node in part:
            component_of[node] = index
    return [
        part
        for index, part in enumerate(components)
        if all(component_of[one] == index for node in part for one in graph[node])
    ]


def components_of(successors: Mapping[Node, Iterable[Node]]) -> list[list[Node]]:
    """The same for nodes of any kind, in the order of the keys; other values are ignored."""
    nodes = list(successors)
    graph = adjacency(nodes, successors.__getitem__)
    return [[nodes[node] for node in part] for part in strongly_connected_components(graph)]
