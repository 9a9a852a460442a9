"""simplify-cfg and tail-merging: the shape of the graph."""

from __future__ import annotations

from tests.ssa.graphs import is_reducible
from tests.ssa.optimised import assert_becomes, assert_stays
from tests.ssa.programs import function_of
from yulopt.ssa.kernel.running import run_pipeline
from yulopt.ssa.passes.simplify_cfg import SimplifyCfg
from yulopt.ssa.text.parser import parse_module


def test_straight_line_code_is_merged_into_one_block() -> None:
    assert_becomes(
        """
        func @f(%a: i256) -> i256 {
        e:
          %0 = add %a, 1
          br %b
        b:
          %p = phi i256 [ %0, %e ]
          br %c
        c:
          %q = phi i256 [ %p, %b ]
          %1 = add %p, %q
          ret %1
        }""",
        """
        e:
          %0 = add %a, 1
          %1 = add %0, %0
          ret %1
        """,
        "simplify-cfg",
    )


def test_nested_empty_branches_disappear() -> None:
    assert_becomes(
        """
        func @f(%a: i256, %b: i256) -> i256 {
        e:
          br %a, %outer, %after
        outer:
          br %b, %inner, %join
        inner:
          br %join
        join:
          br %after
        after:
          ret %a
        }""",
        "e:\nret %a",
        "simplify-cfg",
    )


def test_a_phi_that_distinguishes_edges_keeps_the_branch() -> None:
    # Left out, both edges from the entry would lead to `join`, with different values.
    assert_becomes(
        """
        func @f(%a: i256) -> i256 {
        e:
          br %a, %x, %y
        x:
          br %join
        y:
          br %join
        join:
          %p = phi i256 [ 1, %x ], [ 2, %y ]
          ret %p
        }""",
        """
        e:
          br %a, %join, %y
        y:
          br %join
        join:
          %p = phi i256 [ 1, %e ], [ 2, %y ]
          ret %p
        """,
        "simplify-cfg",
    )


def test_a_branch_between_equal_values_is_removed() -> None:
    assert_becomes(
        """
        func @f(%a: i256, %b: i256) -> i256 {
        e:
          br %a, %z, %join
        z:
          br %b, %x, %y
        x:
          br %join
        y:
          br %join
        join:
          %p = phi i256 [ 3, %e ], [ 1, %x ], [ 1, %y ]
          ret %p
        }""",
        """
        e:
          br %a, %z, %join
        z:
          br %join
        join:
          %p = phi i256 [ 3, %e ], [ 1, %z ]
          ret %p
        """,
        "simplify-cfg",
    )


def test_a_case_keeps_its_block_if_two_edges_would_meet_phis() -> None:
    assert_stays(
        """
        func @f(%a: i256) -> i256 {
        e:
          switch %a, %join [ 0: %x, 1: %y ]
        x:
          br %join
        y:
          sstore 0, 1
          br %join
        join:
          %p = phi i256 [ 1, %e ], [ 1, %x ], [ 2, %y ]
          ret %p
        }""",
        "simplify-cfg",
    )


def test_an_empty_header_gives_way_to_the_next_block() -> None:
    text = """
        func @f(%a: i256) {
        e:
          br %a, %head, %other
        other:
          sstore 0, 1
          br %head
        head:
          br %test
        test:
          %x = sload 0
          br %x, %head, %out
        out:
          ret
        }"""
    assert_becomes(
        text,
        """
        e:
          br %a, %test, %other
        other:
          sstore 0, 1
          br %test
        test:
          %x = sload 0
          br %x, %test, %out
        out:
          ret
        """,
        "simplify-cfg",
    )


def test_empty_endless_loops_stay() -> None:
    assert_becomes(
        "func @f() { e: br %a a: br %b b: br %c c: br %a }", "e:\nbr %a\na:\nbr %a", "simplify-cfg"
    )


def test_an_irreducible_function_stays_valid() -> None:
    function = function_of("S2")
    module = parse_module("")
    module.add(function)
    run_pipeline([SimplifyCfg()], module, verify_each=True)
    assert not is_reducible(function)


def test_ends_with_different_values_are_not_merged() -> None:
    assert_stays(
        """
        func @f(%a: i256) -> i256 {
        e:
          br %a, %x, %y
        x:
          %0 = add %a, 1
          ret %0
        y:
          %1 = add %a, 2
          ret %1
        }""",
        "tail-merging",
    )


def test_a_branch_with_equal_ends_is_removed() -> None:
    assert_becomes(
        """
        func @f(%a: i256) -> i256 {
        e:
          br %a, %x, %y
        x:
          %0 = add %a, 1
          ret %0
        y:
          %1 = add %a, 1
          ret %1
        }""",
        "e:\nbr %x\nx:\n%0 = add %a, 1\nret %0",
        "tail-merging",
    )
