"""Strongly connected components: mutual reachability, and their order."""

from __future__ import annotations

from tests.graphs.digraphs import DEEP, line, random_graphs, reachable
from yulopt.graphs.components import bottom_components, components_of, strongly_connected_components


def test_components_can_reach_each_other() -> None:
    for seed, graph in random_graphs():
        components = strongly_connected_components(graph)
        assert sorted(node for part in components for node in part) == list(range(len(graph)))
        closure = [reachable(graph, node) for node in range(len(graph))]
        for part in components:
            mutual = {other for other in closure[part[0]] if part[0] in closure[other]}
            assert set(part) == mutual, seed


def test_components_follow_their_successors() -> None:
    for seed, graph in random_graphs():
        seen: set[int] = set()
        for part in strongly_connected_components(graph):
            seen.update(part)
            assert all(one in seen for node in part for one in graph[node]), seed


def test_members_are_in_the_order_of_the_search_backwards() -> None:
    # 0 leads to 2 first, and by that to all others.
    assert strongly_connected_components([[2, 1], [3], [1], [0, 4], []]) == [[4], [3, 1, 2, 0]]


def test_bottom_components_have_no_exits() -> None:
    for seed, graph in random_graphs():
        closure = [frozenset(reachable(graph, node)) for node in range(len(graph))]
        closed = {
            found
            for node, found in enumerate(closure)
            if all(node in closure[other] for other in found)
        }
        assert {frozenset(part) for part in bottom_components(graph)} == closed, seed


def test_keys_of_a_mapping_are_the_nodes() -> None:
    components = components_of(
        {"a": ["b"], "b": ["c", "add"], "c": ["b", "d"], "d": [], "e": ["a"]}
    )
    assert components == [["d"], ["c", "b"], ["a"], ["e"]]


def test_deep_graphs_need_no_recursion() -> None:
    assert len(strongly_connected_components(line())) == DEEP
    circle = line()
    circle[-1].append(0)
    assert [len(part) for part in strongly_connected_components(circle)] == [DEEP]
