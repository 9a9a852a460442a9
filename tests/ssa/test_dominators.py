"""Orders, dominators, and dominance frontiers: tables of the articles, and random graphs."""

from __future__ import annotations

from random import Random

import pytest

from tests.slices import seeds
from tests.ssa.graphs import graph, labels, naive_dominators, random_graph
from tests.ssa.programs import block, function_of
from yulopt.ssa.analysis.dominance_frontiers import dominance_frontiers
from yulopt.ssa.analysis.dominators import DominatorTree
from yulopt.ssa.analysis.iterated_frontier import JoinEdges
from yulopt.ssa.analysis.order import postorder, reverse_postorder
from yulopt.ssa.ir.edges import predecessors
from yulopt.ssa.ir.function import Block, Function

RANDOM = seeds(60, at_length=300)


def frontiers_of(function: Function) -> dict[Block, list[Block]]:
    return dominance_frontiers(DominatorTree(function), predecessors(function))


def test_reverse_postorder_of_fib() -> None:
    order = [one.label for one in reverse_postorder(function_of("T2"))]
    assert order == "entry if.end while.cond while.end while.body if.then return".split()


def test_postorder_leaves_out_what_cannot_be_reached() -> None:
    function = graph("e: a, dead: a")
    assert [one.label for one in postorder(function)] == ["a", "e"]


@pytest.mark.parametrize(
    ("label", "dominators", "idom", "frontier"),
    [
        ("if.then", "entry if.then", "entry", "return"),
        ("if.end", "entry if.end", "entry", "return"),
        ("while.cond", "entry if.end while.cond", "if.end", "return while.cond"),
        ("while.body", "entry if.end while.body while.cond", "while.cond", "while.cond"),
        ("while.end", "entry if.end while.cond while.end", "while.cond", "return"),
        ("return", "entry return", "entry", ""),
    ],
)
def test_table_of_fib(label: str, dominators: str, idom: str, frontier: str) -> None:
    function = function_of("T2")
    tree = DominatorTree(function)
    this = block(function, label)
    assert labels([one for one in function.blocks if tree.dominates(one, this)]) == dominators
    assert tree.idom[this].label == idom
    assert labels(frontiers_of(function)[this]) == frontier


@pytest.mark.parametrize(
    ("name", "idoms", "frontiers"),
    [
        ("N1", "b1<b0 b2<b1 b3<b1", "b1:b1 b2:b1"),
        (
            "N8",
            "b1<b0 b2<b1 b3<b1 b4<b3 b5<b3 b6<b3",
            "b1:b1 b3:b1 b4:b6 b5:b6 b6:b1",
        ),
        (
            "N9",
            "b1<b0 b2<b1 b3<b1 b4<b3 b5<b4 b6<b4",
            "b1:b1 b3:b1 b4:b1,b4 b5:b1 b6:b4",
        ),
        ("T1", "if.end<entry if.then<entry", "if.then:if.end"),
        (
            "T3",
            "while.body<while.cond while.cond<entry while.end<while.cond",
            "while.body:while.cond while.cond:while.cond",
        ),
        (
            "T4",
            "if.else<entry if.end<entry if.end2<if.then if.then2<if.then if.then<entry",
            "if.else:if.end if.end2:if.end if.then2:if.end2 if.then:if.end",
        ),
        ("S2", "a<e b<e x<e", "a:b,x b:a,x"),
    ],
)
def test_tables_of_reference_programs(name: str, idoms: str, frontiers: str) -> None:
    function = function_of(name)
    tree = DominatorTree(function)
    found = {f"{one.label}<{tree.idom[one].label}" for one in tree.order[1:]}
    assert found == set(idoms.split())
    table = {
        f"{one.label}:{labels(frontier).replace(' ', ',')}"
        for one, frontier in frontiers_of(function).items()
        if frontier
    }
    assert table == set(frontiers.split())


def test_several_sweeps_can_be_needed() -> None:
    # The graph of figure 4 of the paper of Cooper, Harvey, and Kennedy.
    function = graph("6: 5 4, 5: 1, 4: 2 3, 1: 2, 2: 1 3, 3: 2")
    tree = DominatorTree(function)
    assert {tree.idom[one].label for one in function.blocks} == {"6"}


@pytest.mark.parametrize("seed", RANDOM)
def test_dominators_are_those_of_the_definition(seed: int) -> None:
    function = random_graph(Random(seed), 2 + seed % 20)
    tree = DominatorTree(function)
    expected = naive_dominators(function)
    for one in function.blocks:
        found = {other for other in function.blocks if tree.dominates(other, one)}
        assert found == expected[one]
        strict = {other for other in function.blocks if tree.strictly_dominates(other, one)}
        assert strict == expected[one] - {one}
        if one is not function.entry:
            assert tree.idom[one] in strict
            assert tree.depth[one] == len(strict)


@pytest.mark.parametrize("seed", RANDOM)
def test_frontiers_are_those_of_the_definition(seed: int) -> None:
    function = random_graph(Random(seed), 2 + seed % 20)
    before = predecessors(function)
    dominators = naive_dominators(function)
    frontiers = frontiers_of(function)
    for one in function.blocks:
        expected = {
            other
            for other in function.blocks
            if any(one in dominators[predecessor] for predecessor in before[other])
            and (one is other or one not in dominators[other])
        }
        assert set(frontiers[one]) == expected
        assert len(frontiers[one]) == len(expected)


@pytest.mark.parametrize("seed", RANDOM)
def test_iterated_frontier_is_the_closure(seed: int) -> None:
    rng = Random(seed)
    function = random_graph(rng, 2 + seed % 20)
    frontiers = frontiers_of(function)
    start = rng.sample(function.blocks, rng.randint(1, len(function.blocks)))
    expected: set[Block] = set()
    while True:
        grown = {other for one in (*start, *expected) for other in frontiers[one]}
        if grown == expected:
            break
        expected = grown
    assert JoinEdges(DominatorTree(function)).iterated_frontier(start) == expected


def test_children_are_in_reverse_postorder() -> None:
    tree = DominatorTree(function_of("T2"))
    children = [one.label for one in tree.children[tree.order[0]]]
    assert children == ["if.end", "if.then", "return"]


def test_many_early_exits_take_no_quadratic_time() -> None:
    # Every block of a long chain has an edge to the last block.
    count = 20_000
    edges = ", ".join(f"b{number}: b{number + 1} end" for number in range(count))
    function = graph(edges)
    tree = DominatorTree(function)
    assert tree.idom[block(function, "end")] is function.entry
    assert sum(map(len, frontiers_of(function).values())) == count - 1
