"""Dominators and post-dominators: against paths from which a node is removed."""

from __future__ import annotations

import pytest

from tests.graphs.digraphs import (
    DEEP,
    depth_first,
    dominators_by_removal,
    line,
    nested_loops,
    random_graphs,
    reachable,
)
from yulopt.graphs.dominators import DominatorTree, immediate_dominators, reverse_from_exit
from yulopt.graphs.orders import NONE, Graph


@pytest.mark.parametrize(
    ("graph", "dominators"),
    [
        # Figure 1 of the paper of Lengauer and Tarjan: R, A to L.
        (
            [
                [1, 2, 3],
                [4],
                [1, 4, 5],
                [6, 7],
                [12],
                [8],
                [9],
                [9, 10],
                [5, 11],
                [11],
                [9],
                [9, 0],
                [8],
            ],
            [NONE, 0, 0, 0, 0, 0, 3, 3, 0, 0, 7, 0, 4],
        ),
        # Figure 4 of the paper of Cooper, Harvey, and Kennedy: all of 1 to 5 are below 6.
        ([[1, 2], [5], [4, 3], [4], [5, 3], [4]], [NONE, 0, 0, 0, 0, 0]),
    ],
    ids=["Lengauer and Tarjan", "Cooper, Harvey, and Kennedy"],
)
def test_figures_of_the_papers(graph: Graph, dominators: list[int]) -> None:
    assert immediate_dominators(graph) == dominators


def test_dominators_are_on_every_path_to_a_node() -> None:
    for seed, graph in random_graphs():
        root = seed % len(graph)
        tree = DominatorTree(graph, root)
        expected = dominators_by_removal(graph, root)
        assert set(tree.order) == set(expected)
        for node, dominators in expected.items():
            found = {other for other in expected if tree.is_ancestor(other, node)}
            assert found == dominators, seed
            assert tree.depth[node] == len(dominators) - 1, seed
        for node in range(len(graph)):
            if node not in expected or node == root:
                assert tree.parent[node] == NONE, seed


def test_order_and_children_are_in_reverse_postorder() -> None:
    for seed, graph in random_graphs():
        tree = DominatorTree(graph)
        assert tree.order == depth_first(graph)[1][::-1], seed
        position = {node: index for index, node in enumerate(tree.order)}
        for children in tree.children:
            positions = [position[child] for child in children]
            assert positions == sorted(positions), seed


def test_post_dominators_are_on_every_path_to_the_end() -> None:
    for seed, graph in random_graphs():
        exit = len(graph)
        reversed_graph = reverse_from_exit(graph)
        tree = DominatorTree(reversed_graph, exit)
        ends = set(reversed_graph[exit])
        for other in reachable(graph, 0):
            for node in reachable(graph, 0):
                ends_without = ends & reachable(graph, node, without=other)
                assert tree.is_ancestor(other, node) == (not ends_without), seed


def test_one_node_of_each_bottom_component_leads_to_the_exit() -> None:
    for seed, graph in random_graphs():
        *_, ends = reverse_from_exit(graph)
        inside = reachable(graph, 0)
        assert set(ends) <= inside, seed
        for node in inside:
            leads_to = reachable(graph, node)
            found = leads_to & set(ends)
            assert found, seed
            if all(node in reachable(graph, one) for one in leads_to):
                assert len(found) == 1, seed


def test_deep_graphs_need_no_recursion_and_no_quadratic_time() -> None:
    assert immediate_dominators(line()) == [NONE, *range(DEEP - 1)]
    tree = DominatorTree(nested_loops(DEEP // 2))
    assert tree.depth[DEEP - 1] == DEEP - 1
    assert DominatorTree(reverse_from_exit(line()), DEEP).depth[0] == DEEP
    # Every node of a long line leads to the last one, too.
    exits = [[*successors, DEEP - 1] for successors in line()]
    assert immediate_dominators(exits)[DEEP - 1] == 0
    # The end of a long line leads to many nodes, as does its start.
    half = DEEP // 2
    fan = [*line(half), *([] for _ in range(half))]
    fan[half - 1] = list(range(half, DEEP))
    fan[0] += range(half, DEEP)
    assert immediate_dominators(fan)[half:] == [0] * half
