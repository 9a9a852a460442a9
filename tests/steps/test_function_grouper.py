"""FunctionGrouper (`g`)."""

from __future__ import annotations

import pytest

from tests.step_runs import after, is_unchanged, yul


@pytest.mark.parametrize(
    ("source", "grouped"),
    [
        ("{ }", "{ { } }"),
        ("{ stop() }", "{ { stop() } }"),
        ("{ function f() { } }", "{ { } function f() { } }"),
        (
            "{ stop() function f() { } stop() function g() { } }",
            "{ { stop() stop() } function f() { } function g() { } }",
        ),
        ("{ { } stop() }", "{ { { } stop() } }"),
        ("{ { } { } }", "{ { { } { } } }"),
        ("{ function f() { } { } }", "{ { { } } function f() { } }"),
    ],
)
def test_g_makes_one_block_and_puts_functions_behind(source: str, grouped: str) -> None:
    assert after("g", source) == yul(grouped)


def test_g_does_nothing_when_it_is_done() -> None:
    source = "{ { { } function f() { } stop() } function g() { } function h() { { } } }"
    assert is_unchanged("g", source)
