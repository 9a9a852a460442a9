"""FunctionHoister (`h`)."""

from __future__ import annotations

from tests.step_runs import after, yul


def test_h_moves_functions_to_the_end() -> None:
    assert after("h", "{ function f() { } f() { function g() { stop() } g() } }") == yul(
        "{ f() { g() } function f() { } function g() { stop() } }"
    )


def test_h_puts_inner_functions_before_the_outer_one() -> None:
    source = "{ function f() { function g() { function h() { } stop() } function i() { } stop() } }"
    assert after("h", source) == yul(
        "{ function h() { } function g() { stop() } function i() { } function f() { stop() } }"
    )


def test_h_visits_the_post_block_of_a_loop_before_its_body() -> None:
    source = "{ for { } 1 { function f() { } } { function g() { } } }"
    assert after("h", source) == yul("{ for { } 1 { } { } function f() { } function g() { } }")


def test_h_removes_empty_blocks_but_not_empty_bodies() -> None:
    source = "{ { } { { } } if 1 { { } } for { { } } 1 { } { { } } function f() { { } } }"
    assert after("h", source) == yul("{ if 1 { } for { } 1 { } { } function f() { } }")


def test_h_removes_the_empty_block_in_front() -> None:
    """Grouping puts it back."""
    assert after("h", "{ { } function f() { } }") == yul("{ function f() { } }")
