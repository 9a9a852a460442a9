"""Bridges: the edges without which a part of the graph falls apart."""

from __future__ import annotations

from tests.graphs.digraphs import DEEP, line, random_graphs, reachable
from yulopt.graphs.bridges import bridges
from yulopt.graphs.orders import Graph, reverse


def undirected(graph: Graph) -> Graph:
    return [[*one, *other] for one, other in zip(graph, reverse(graph), strict=True)]


def test_without_a_bridge_its_far_end_cannot_be_reached() -> None:
    for seed, graph in random_graphs():
        neighbours = undirected(graph)
        everything = reachable(neighbours, 0)
        expected = set()
        for node in everything:
            for other in neighbours[node]:
                cut = [
                    [one for one in ends if {here, one} != {node, other}]
                    for here, ends in enumerate(neighbours)
                ]
                left = reachable(cut, 0)
                if node != other and node in left and other not in left:
                    expected.add((node, other))
        found = bridges(neighbours)
        assert len(found) == len(set(found)), seed
        assert set(found) == expected, seed


def test_deep_graphs_need_no_recursion() -> None:
    assert len(bridges(undirected(line()))) == DEEP - 1
