"""Ancestors in trees: against walks from parent to parent."""

from __future__ import annotations

from functools import partial
from random import Random

from tests.graphs.digraphs import DEEP, random_forest
from tests.slices import seeds
from yulopt.graphs.forest import Forest
from yulopt.graphs.orders import NONE

SEEDS = seeds(60, at_length=1_000)


def way_up(parent: list[int], node: int) -> list[int]:
    """A node and what is above it, the root last."""
    found = [node]
    while parent[found[-1]] != NONE:
        found.append(parent[found[-1]])
    return found


def test_preorder_keeps_subtrees_and_the_order_of_nodes() -> None:
    # 2 and 0 are roots; 1 and 3 are below 2, 4 is below 3.
    forest = Forest([NONE, 2, NONE, 2, 3], [4, 3, 2, 1, 0])
    assert forest.roots == [2, 0]
    assert forest.children == [[], [], [3, 1], [4], []]
    assert forest.preorder == [2, 3, 4, 1, 0]
    assert forest.depth == [0, 1, 0, 1, 2]


def test_unnamed_nodes_are_in_no_tree() -> None:
    forest = Forest([NONE, 0, NONE, 2], [0, 1])
    assert forest.preorder == [0, 1]
    assert forest.first[2] == forest.first[3] == NONE


def test_ancestors_are_on_the_path_to_the_root() -> None:
    for seed in SEEDS:
        parent = random_forest(Random(seed))
        forest = Forest(parent)
        for node in range(len(parent)):
            above = way_up(parent, node)
            assert forest.depth[node] == len(above) - 1, seed
            for other in range(len(parent)):
                assert forest.is_ancestor(other, node) == (other in above), seed
            for depth, ancestor in enumerate(reversed(above)):
                assert forest.ancestor_at(node, depth) == ancestor, seed


def test_common_ancestor_is_where_the_paths_meet() -> None:
    for seed in SEEDS:
        parent = random_forest(Random(seed))
        forest = Forest(parent)
        for node in range(len(parent)):
            above = way_up(parent, node)
            for other in range(len(parent)):
                meeting = next((one for one in way_up(parent, other) if one in above), NONE)
                assert forest.common_ancestor(node, other) == meeting, seed


def test_highest_is_the_topmost_ancestor_that_satisfies_the_predicate() -> None:
    for seed in SEEDS:
        parent = random_forest(Random(seed))
        forest = Forest(parent)
        for node in range(len(parent)):
            for expected in way_up(parent, node):
                is_below = partial(forest.is_ancestor, expected)
                assert forest.highest(node, is_below) == expected, seed


def test_jumps_to_ancestors_are_logarithmic() -> None:
    forest = Forest([NONE, *range(DEEP - 1)])
    asked: list[int] = []

    def holds(node: int) -> bool:
        asked.append(node)
        return node >= 777

    assert forest.highest(DEEP - 1, holds) == 777
    assert len(asked) < 200
    for depth in range(0, DEEP, 7):
        assert forest.ancestor_at(DEEP - 1, depth) == depth
