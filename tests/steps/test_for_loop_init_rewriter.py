"""ForLoopInitRewriter (`o`)."""

from __future__ import annotations

from tests.steps.check import check_step


def test_o_moves_initialisers_in_front_of_their_loop() -> None:
    source = "{ for { let i := 1 let j := i } j { } { sstore(i, j) } }"
    check_step("o", source, "{ let i := 1 let j := i for { } j { } { sstore(i, j) } }")


def test_o_begins_with_loops_inside() -> None:
    source = "{ for { for { let a := 5 } a { } { a := 0 } let b := 6 } b { } { } }"
    check_step("o", source, "{ let a := 5 for { } a { } { a := 0 } let b := 6 for { } b { } { } }")


def test_o_rewrites_loops_in_post_block_and_body() -> None:
    source = "{ for { } 1 { for { let a } a { } { } } { for { let b } b { } { } } }"
    check_step("o", source, "{ for { } 1 { let a for { } a { } { } } { let b for { } b { } { } } }")


def test_o_rewrites_loops_in_branches_and_functions() -> None:
    source = "{ if 1 { for { let a } a { } { } } function f() { for { let b } b { } { } } }"
    check_step(
        "o", source, "{ if 1 { let a for { } a { } { } } function f() { let b for { } b { } { } } }"
    )
