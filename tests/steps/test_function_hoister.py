"""FunctionHoister (`h`)."""

from __future__ import annotations

from tests.steps.check import check_step


def test_h_moves_functions_to_the_end() -> None:
    check_step(
        "h",
        "{ function f() { } f() { function g() { stop() } g() } }",
        "{ f() { g() } function f() { } function g() { stop() } }",
    )


def test_h_puts_inner_functions_before_the_outer_one() -> None:
    source = "{ function f() { function g() { function h() { } stop() } function i() { } stop() } }"
    check_step(
        "h",
        source,
        "{ function h() { } function g() { stop() } function i() { } function f() { stop() } }",
    )


def test_h_visits_the_post_block_of_a_loop_before_its_body() -> None:
    source = "{ for { } 1 { function f() { } } { function g() { } } }"
    check_step("h", source, "{ for { } 1 { } { } function f() { } function g() { } }")


def test_h_removes_empty_blocks_but_not_empty_bodies() -> None:
    source = "{ { } { { } } if 1 { { } } for { { } } 1 { } { { } } function f() { { } } }"
    check_step("h", source, "{ if 1 { } for { } 1 { } { } function f() { } }")


def test_h_removes_the_empty_block_in_front() -> None:
    """Grouping puts it back."""
    check_step("h", "{ { } function f() { } }", "{ function f() { } }")
