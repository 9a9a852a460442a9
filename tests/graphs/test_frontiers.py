"""Dominance frontiers and iterated ones: against their definitions."""

from __future__ import annotations

from random import Random

from tests.graphs.digraphs import (
    DEEP,
    dominators_by_removal,
    line,
    nested_loops,
    random_graphs,
)
from yulopt.graphs.dominators import DominatorTree
from yulopt.graphs.frontiers import JoinEdges, dominance_frontiers
from yulopt.graphs.orders import Graph


def frontiers_by_definition(graph: Graph) -> dict[int, set[int]]:
    """For each node those others of which it dominates a predecessor, but which it does not
    strictly dominate."""
    dominators = dominators_by_removal(graph)
    found: dict[int, set[int]] = {node: set() for node in dominators}
    for predecessor in dominators:
        for node in graph[predecessor]:
            for dominator in dominators[predecessor]:
                if dominator == node or dominator not in dominators[node]:
                    found[dominator].add(node)
    return found


def test_frontiers_are_those_of_the_definition() -> None:
    for seed, graph in random_graphs():
        tree = DominatorTree(graph)
        position = {node: index for index, node in enumerate(tree.order)}
        expected = frontiers_by_definition(graph)
        for node, frontier in enumerate(dominance_frontiers(graph, tree)):
            in_order = sorted(expected.get(node, ()), key=position.__getitem__)
            assert frontier == in_order, seed


def test_iterated_frontier_is_the_closure_of_frontiers() -> None:
    for seed, graph in random_graphs():
        rng = Random(seed)
        tree = DominatorTree(graph)
        frontiers = frontiers_by_definition(graph)
        join_edges = JoinEdges(graph, tree)
        start = rng.sample(tree.order, rng.randint(1, len(tree.order)))
        of_interest = set(rng.sample(tree.order, rng.randint(1, len(tree.order))))
        for interest in (set(tree.order), of_interest):
            expected: set[int] = set()
            while True:
                grown = {one for node in (*start, *expected) for one in frontiers[node]} & interest
                if grown == expected:
                    break
                expected = grown
            found = join_edges.iterated_frontier(start, interest.__contains__)
            assert found == expected, seed
            if interest is not of_interest:
                assert join_edges.iterated_frontier(start) == expected, seed


def test_early_exits_take_no_quadratic_time() -> None:
    # Each node leads to the next one, and to the last.
    graph = [*([node + 1, DEEP - 1] for node in range(DEEP - 1)), []]
    frontiers = dominance_frontiers(graph, DominatorTree(graph))
    assert sum(map(len, frontiers)) == DEEP - 2


def test_deep_graphs_need_no_recursion() -> None:
    assert not any(dominance_frontiers(line(), DominatorTree(line())))
    # The frontiers themselves would have DEEP² / 8 members here.
    half = DEEP // 2
    graph = nested_loops(half)
    join_edges = JoinEdges(graph, DominatorTree(graph))
    assert join_edges.iterated_frontier([half]) == set(range(half))
