"""Loops and how they are nested; preheaders."""

from __future__ import annotations

from tests.ssa.graphs import graph, is_reducible, labels
from tests.ssa.programs import block, function_of, read
from yulopt.ssa.analysis.loops import LoopForest, preheader
from yulopt.ssa.ir.edges import predecessors
from yulopt.ssa.ir.function import Function
from yulopt.ssa.kernel.running import run_pipeline
from yulopt.ssa.passes.loop_preheaders import LoopPreheaders
from yulopt.ssa.text.printer import print_function

# Header, all blocks, whether it is irreducible, header of the loop around it.
Shape = tuple[str, str, bool, str]


def shapes(function: Function) -> set[Shape]:
    return {
        (
            loop.header.label,
            labels(list(loop.blocks())),
            loop.irreducible,
            loop.parent.header.label if loop.parent else "",
        )
        for loop in LoopForest(function).loops
    }


def test_nested_loops() -> None:
    function = function_of("N9")
    assert shapes(function) == {
        ("b1", "b1 b3 b4 b5 b6", False, ""),
        ("b4", "b4 b6", False, "b1"),
    }
    forest = LoopForest(function)
    outer, inner = forest.loops
    assert [one.label for one in outer.latches] == ["b5"]
    assert labels([one for one in function.blocks if forest.contains(outer, one)]) == (
        "b1 b3 b4 b5 b6"
    )
    assert labels([one for one in function.blocks if forest.contains(inner, one)]) == "b4 b6"
    assert forest.outermost(inner, lambda loop: True) is outer
    b0, b5, b6 = (block(function, label) for label in ("b0", "b5", "b6"))
    assert forest.outermost_excluding(b6, b0) is outer
    assert forest.outermost_excluding(b6, b5) is inner
    assert forest.outermost_excluding(b5, b6) is None
    assert forest.outermost_excluding(b0, b6) is None
    assert forest.outermost(inner, lambda loop: loop is inner) is inner
    depths = {one.label: forest.depth(one) for one in function.blocks}
    assert depths == {"b0": 0, "b1": 1, "b2": 0, "b3": 1, "b4": 2, "b5": 1, "b6": 2}
    assert is_reducible(function)


def test_a_block_can_be_a_loop() -> None:
    assert shapes(graph("e: a, a: a b")) == {("a", "a", False, "")}


def test_a_straight_line_has_no_loops() -> None:
    assert not LoopForest(graph("e: a, a: b")).loops


def test_two_entries_make_a_loop_irreducible() -> None:
    function = function_of("S2")
    assert shapes(function) == {("a", "a b", True, "")}
    assert not is_reducible(function)


def test_loops_with_a_common_header_are_one() -> None:
    function = graph("e: h, h: a b, a: h, b: h x")
    assert shapes(function) == {("h", "a b h", False, "")}
    assert labels(LoopForest(function).loops[0].latches) == "a b"


def test_preheader() -> None:
    function = function_of("N9")
    outer, inner = LoopForest(function).loops
    before = predecessors(function)
    assert preheader(outer, before) is block(function, "b0")
    assert preheader(inner, before) is block(function, "b3")


def test_exiting_blocks() -> None:
    function = function_of("N9")
    forest = LoopForest(function)
    outer, inner = forest.loops
    exiting = forest.exiting_blocks()
    assert (labels(exiting[outer]), labels(exiting[inner])) == ("b1", "b4")


def test_make_preheaders() -> None:
    module = read("""
        func @f(%c: i256) -> i256 {
        entry:
          br %c, %left, %right
        left:
          br %loop
        right:
          br %c, %loop, %end
        loop:
          %x = phi i256 [ 1, %left ], [ 2, %right ], [ %y, %loop ]
          %z = phi i256 [ 3, %left ], [ 3, %right ], [ %x, %loop ]
          %y = add %x, %z
          br %y, %loop, %end
        end:
          ret 0
        }
    """)
    run_pipeline([LoopPreheaders()], module, verify_each=True)
    text = print_function(module.functions["f"])
    assert "loop.preheader: ; preds = %left, %right\n  %x.1 = phi i256 [ 1, %left ]" in text
    assert "%x = phi i256 [ %x.1, %loop.preheader ], [ %y, %loop ]" in text
    assert "%z = phi i256 [ 3, %loop.preheader ], [ %x, %loop ]" in text
