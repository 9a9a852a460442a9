"""Displacing names, which UnusedFunctionParameterPruner does with those of functions."""

from __future__ import annotations

import yulopt
from tests.steps.check import printed
from yulopt.rewriting.renamer import displace_names


def test_displacing_renames_declarations() -> None:
    block = yulopt.parse(
        """
        {
            let x := f(1)
            x := add(x, y())
            function f(a) -> b { b := a }
            function y() -> z { }
        }
        """
    ).code
    dispenser = yulopt.make_context(block).dispenser
    assert displace_names(block, {"x", "f", "b", "z", "unknown"}, dispenser) == {
        "f": "f_1",
        "x": "x_2",
        "b": "b_3",
        "z": "z_4",
    }
    assert yulopt.print_yul(block) == printed(
        """
        {
            let x_2 := f_1(1)
            x_2 := add(x_2, y())
            function f_1(a) -> b_3 { b_3 := a }
            function y() -> z_4 { }
        }
        """
    )
    assert dispenser.is_illegal("unknown")
