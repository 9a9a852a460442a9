"""Orders, dominators, and dominance frontiers of functions: tables of the articles."""

from __future__ import annotations

import pytest

from tests.ssa.graphs import graph, labels
from tests.ssa.programs import block, function_of
from yulopt.ssa.analysis.dominators import DominatorTree, IteratedFrontiers
from yulopt.ssa.ir.edges import postorder, reverse_postorder


def test_reverse_postorder_of_fib() -> None:
    order = [one.label for one in reverse_postorder(function_of("T2"))]
    assert order == "entry if.end while.cond while.end while.body if.then return".split()


def test_postorder_omits_unreachable_blocks() -> None:
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
    assert labels(DominatorTree(function).frontiers()[this]) == frontier


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
        for one, frontier in DominatorTree(function).frontiers().items()
        if frontier
    }
    assert table == set(frontiers.split())


def test_children_are_in_reverse_postorder() -> None:
    tree = DominatorTree(function_of("T2"))
    children = [one.label for one in tree.children[tree.order[0]]]
    assert children == ["if.end", "if.then", "return"]


def test_closest_common_dominator() -> None:
    function = function_of("N9")
    tree = DominatorTree(function)
    common = {
        f"{one}{other}": tree.common_dominator(block(function, one), block(function, other)).label
        for one, other in (("b2", "b6"), ("b5", "b6"), ("b4", "b6"), ("b0", "b3"))
    }
    assert common == {"b2b6": "b1", "b5b6": "b4", "b4b6": "b4", "b0b3": "b0"}


def test_iterated_frontier() -> None:
    function = function_of("N8")
    tree = DominatorTree(function)
    frontiers = IteratedFrontiers(tree)
    assert labels(frontiers.of([block(function, "b4")])) == "b1 b6"
    of_interest = block(function, "b1")
    assert not frontiers.of([block(function, "b4")], lambda one: one is of_interest)
