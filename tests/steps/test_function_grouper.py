"""FunctionGrouper (`g`)."""

from __future__ import annotations

import pytest

from tests.steps.check import check_step, check_unchanged


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
def test_g_makes_one_block_followed_by_functions(source: str, grouped: str) -> None:
    check_step("g", source, grouped)


def test_g_does_nothing_when_it_is_done() -> None:
    source = "{ { { } function f() { } stop() } function g() { } function h() { { } } }"
    check_unchanged("g", source)
