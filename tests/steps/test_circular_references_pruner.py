"""CircularReferencesPruner (`l`)."""

from __future__ import annotations

from tests.steps.check import check_step, check_unchanged


def test_l_removes_functions_that_call_only_each_other() -> None:
    source = "{ { sstore(0, 1) } function f() { g() } function g() { f() } function h() { h() } }"
    check_step("l", source, "{ { sstore(0, 1) } }")


def test_l_keeps_what_the_code_outside_functions_can_reach() -> None:
    check_unchanged("l", "{ { if 0 { f() } } function f() { g() } function g() { f() } }")


def test_l_counts_unreachable_calls() -> None:
    check_unchanged("l", "{ { stop() f() } function f() { leave g() } function g() { } }")


def test_l_puts_an_empty_block_back_in_front() -> None:
    check_step("l", "{ { } function f() { f() } }", "{ { } }")
    check_step("l", "{ { } { } }", "{ { } }")


def test_l_changes_nothing_inside_of_what_it_keeps() -> None:
    check_unchanged("l", "{ { f() { } let x := 1 } function f() { { } let y := 1 } }")
