"""Loops: against their definition, by components of components."""

from __future__ import annotations

from tests.graphs.digraphs import DEEP, depth_first, line, nested_loops, random_graphs, reachable
from yulopt.graphs.loops import LoopNesting
from yulopt.graphs.orders import NONE, Graph

# Header, all nodes, whether it is irreducible, header of the loop around it.
Shape = tuple[int, frozenset[int], bool, int]


def loops_by_definition(graph: Graph) -> set[Shape]:
    """Components of what can be reached, and without the edges to their headers, components of
    these."""
    number = {node: index for index, node in enumerate(depth_first(graph)[0])}
    found: set[Shape] = set()

    def search(members: set[int], without: set[int], parent: int) -> None:
        inner = [
            [one for one in successors if one in members - without] if node in members else []
            for node, successors in enumerate(graph)
        ]
        remaining = set(members)
        while remaining:
            node = remaining.pop()
            component = {one for one in reachable(inner, node) if node in reachable(inner, one)}
            remaining -= component
            if len(component) == 1 and node not in inner[node]:
                continue
            header = min(component, key=number.__getitem__)
            entered = {
                one for node in set(number) - component for one in graph[node] if one in component
            }
            found.add((header, frozenset(component), bool(entered - {header}), parent))
            search(component, {header}, header)

    search(set(number), set(), NONE)
    return found


def loops_found(graph: Graph) -> set[Shape]:
    """The same from the loop nesting."""
    nesting = LoopNesting(graph)
    forest = nesting.forest
    found: set[Shape] = set()
    for loop, header in enumerate(nesting.header):
        inside = forest.preorder[forest.first[loop] : forest.last[loop] + 1]
        members = frozenset(node for inner in inside for node in nesting.own_nodes[inner])
        parent = forest.parent[loop]
        around = NONE if parent == NONE else nesting.header[parent]
        found.add((header, members, nesting.irreducible[loop], around))
    return found


def test_loops_are_those_of_the_definition() -> None:
    irreducible = 0
    for seed, graph in random_graphs(300):
        expected = loops_by_definition(graph)
        assert loops_found(graph) == expected, seed
        irreducible += any(shape[2] for shape in expected)
    assert irreducible > 50


def test_innermost_loops_own_their_nodes() -> None:
    for seed, graph in random_graphs():
        nesting = LoopNesting(graph)
        owned = {node: loop for loop, nodes in enumerate(nesting.own_nodes) for node in nodes}
        assert nesting.innermost == [owned.get(node, NONE) for node in range(len(graph))], seed
        assert sum(map(len, nesting.own_nodes)) == len(owned), seed


def test_own_nodes_are_in_the_order_of_the_search_the_header_first() -> None:
    for seed, graph in random_graphs():
        number = {node: index for index, node in enumerate(depth_first(graph)[0])}
        nesting = LoopNesting(graph)
        for header, nodes in zip(nesting.header, nesting.own_nodes, strict=True):
            assert nodes[0] == header, seed
            assert nodes == sorted(nodes, key=number.__getitem__), seed


def test_latches_lead_back_to_the_header_from_inside() -> None:
    for seed, graph in random_graphs():
        nesting = LoopNesting(graph)
        for loop, header in enumerate(nesting.header):
            inside = {
                node
                for node, innermost in enumerate(nesting.innermost)
                if innermost != NONE and nesting.forest.is_ancestor(loop, innermost)
            }
            expected = {node for node in inside if header in graph[node]}
            assert set(nesting.latches[loop]) == expected, seed


def test_outer_loops_precede_inner_ones() -> None:
    for seed, graph in random_graphs():
        parent = LoopNesting(graph).forest.parent
        assert all(around < loop for loop, around in enumerate(parent)), seed


def test_two_entries_make_a_loop_irreducible() -> None:
    nesting = LoopNesting([[1, 2], [2], [1]])
    assert (nesting.header, nesting.irreducible) == ([1], [True])
    nesting = LoopNesting([[1], [2], [1]])
    assert (nesting.header, nesting.irreducible) == ([1], [False])


def test_deep_nesting_needs_no_recursion_and_no_quadratic_time() -> None:
    assert LoopNesting(line()).header == []
    nesting = LoopNesting(nested_loops(DEEP // 2))
    assert nesting.forest.depth[-1] == DEEP // 2 - 1
