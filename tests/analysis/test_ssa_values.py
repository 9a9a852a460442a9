"""Variables that keep their first value."""

from __future__ import annotations

from tests.parsing import block
from yulopt.analysis.ssa_values import ssa_values
from yulopt.syntax.printer import print_expression


def values(source: str) -> dict[str, str]:
    found = ssa_values(block(source))
    return {
        name: "?" if value is None else print_expression(value) for name, value in found.items()
    }


def test_unassigned_variables_keep_their_first_value() -> None:
    assert values("{ let a := sload(0) let b let c, d }") == {
        "a": "sload(0)",
        "b": "0",
        "c": "0",
        "d": "0",
    }


def test_assigned_variables_are_left_out() -> None:
    assert values("{ let a := 1 let b if b { a := 2 } }") == {"b": "0"}


def test_variables_with_a_common_value_are_left_out() -> None:
    assert values("{ let a, b := f() function f() -> c, d { } }") == {"c": "0", "d": "0"}


def test_parameters_have_unknown_values() -> None:
    assert values("{ function f(a, b) -> c, d { b := 1 d := 2 } }") == {"a": "?", "c": "0"}
