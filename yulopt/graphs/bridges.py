"""Bridges: the edges of an undirected graph whose removal disconnects it.

Source: Tarjan, "A note on finding the bridges of a graph" (1974), without recursion.
"""

from __future__ import annotations

from yulopt.graphs.orders import NONE, DepthFirstSearch, Graph


def bridges(neighbours: Graph) -> list[tuple[int, int]]:
    """The bridges reachable from node 0, each with the nearer end first.

    `neighbours` lists every edge at both ends; several edges between the same nodes count as one.
    """
    search = DepthFirstSearch(neighbours)
    number, parent = search.number, search.parent
    found: list[tuple[int, int]] = []
    # The lowest number reachable from the subtree without the edge to its parent.
    low = number[:]
    for node in search.postorder:
        above = parent[node]
        for neighbour in neighbours[node]:
            if neighbour != above:
                low[node] = min(low[node], low[neighbour])
        if above != NONE and low[node] == number[node]:
            found.append((above, node))
    return found
