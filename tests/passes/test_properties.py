"""Forms of a program that steps rely on."""

from __future__ import annotations

import pytest

from tests.parsing import block
from yulopt.passes.properties import is_grouped


@pytest.mark.parametrize(
    ("source", "grouped"),
    [
        ("{ }", False),
        ("{ { } }", True),
        ("{ { stop() } function f() { } }", True),
        ("{ { } { } }", False),
        ("{ stop() }", False),
        ("{ function f() { } { } }", False),
        ("{ function f() { } }", False),
        ("{ { function f() { } } }", True),
    ],
)
def test_grouped_form(source: str, grouped: bool) -> None:
    assert is_grouped(block(source)) == grouped
