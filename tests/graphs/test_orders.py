"""Orders of nodes, and the spanning tree of depth-first search."""

from __future__ import annotations

from tests.graphs.digraphs import DEEP, depth_first, line, random_graphs, reachable
from yulopt.graphs.orders import (
    NONE,
    DepthFirstSearch,
    adjacency,
    breadth_first,
    postorder,
    reverse,
)


def test_breadth_first_gives_the_closest_nodes_first() -> None:
    graph = [[1, 2], [3], [3, 4], [0], [], [0]]
    assert breadth_first([0], graph.__getitem__) == [0, 1, 2, 3, 4]
    assert breadth_first([4, 1, 4], graph.__getitem__) == [4, 1, 3, 0, 2]


def test_breadth_first_finds_the_reachable_nodes() -> None:
    for seed, graph in random_graphs():
        order = breadth_first([0], graph.__getitem__)
        assert len(order) == len(set(order)), seed
        assert set(order) == reachable(graph, 0), seed


def test_postorder_is_that_of_a_recursive_search() -> None:
    for seed, graph in random_graphs():
        expected = depth_first(graph)[1]
        assert postorder([0], graph.__getitem__) == expected, seed
        # Nodes reachable from the first root are first.
        both = postorder([0, len(graph) - 1, 0], graph.__getitem__)
        assert both[: len(expected)] == expected, seed
        assert set(both) == reachable(graph, 0) | reachable(graph, len(graph) - 1), seed


def test_search_visits_and_finishes_nodes_as_a_recursive_one() -> None:
    for seed, graph in random_graphs():
        root = seed % len(graph)
        search = DepthFirstSearch(graph, root)
        assert (search.preorder, search.postorder) == depth_first(graph, root), seed
        assert search.reverse_postorder() == search.postorder[::-1]


def test_spanning_tree_has_intervals_of_descendants() -> None:
    for seed, graph in random_graphs():
        search = DepthFirstSearch(graph)
        below: dict[int, set[int]] = {node: {node} for node in search.preorder}
        for node in reversed(search.preorder[1:]):
            above = search.parent[node]
            assert node in graph[above], seed
            below[above] |= below[node]
        for node in range(len(graph)):
            if node not in below:
                assert (search.number[node], search.parent[node], search.last[node]) == (NONE,) * 3
                continue
            assert search.preorder[search.number[node]] == node
            interval = search.preorder[search.number[node] : search.last[node] + 1]
            assert set(interval) == below[node], seed


def test_every_cycle_has_a_retreating_edge() -> None:
    for seed, graph in random_graphs():
        search = DepthFirstSearch(graph)
        assert len(search.retreating) == len(set(search.retreating)), seed
        for node, index in search.retreating:
            ancestor = graph[node][index]
            assert search.number[ancestor] <= search.number[node] <= search.last[ancestor], seed
        forward = [
            [one for index, one in enumerate(graph[node]) if (node, index) not in search.retreating]
            for node in range(len(graph))
        ]
        for node in reachable(graph, 0):
            assert all(node not in reachable(forward, one) for one in forward[node]), seed


def test_retreating_edges_are_in_the_order_of_the_search() -> None:
    # Node 1 has its back edge before the edge to 2, node 3 after that to 4.
    graph = [[1, 3], [0, 2], [1, 0], [4, 3], [3]]
    assert DepthFirstSearch(graph).retreating == [(1, 0), (2, 0), (2, 1), (4, 0), (3, 1)]


def test_adjacency_numbers_nodes_and_drops_foreign_ones() -> None:
    successors = {"a": ["b", "x", "b"], "b": ["a"], "c": []}
    assert adjacency(["b", "a", "c"], successors.__getitem__) == [[1], [0, 0], []]


def test_reverse_reverses_every_edge() -> None:
    for seed, graph in random_graphs():
        edges = [(node, one) for node, successors in enumerate(graph) for one in successors]
        turned = reverse(graph)
        assert all(successors == sorted(successors) for successors in turned), seed
        assert sorted(
            (one, node) for node, successors in enumerate(turned) for one in successors
        ) == sorted(edges), seed


def test_deep_graphs_need_no_recursion() -> None:
    graph = line()
    forwards = list(range(DEEP))
    assert postorder([0], graph.__getitem__) == forwards[::-1]
    assert breadth_first([0], graph.__getitem__) == forwards
    assert DepthFirstSearch(graph).preorder == forwards
