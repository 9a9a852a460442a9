"""EquivalentFunctionCombiner (`v`)."""

from __future__ import annotations

from tests.steps.check import check_step, check_unchanged


def test_v_calls_the_first_of_equal_functions() -> None:
    functions = """
        function f(a) -> b { b := add(a, 1) }
        function g(c) -> d { d := add(c, 1) }
        function h(e) -> i { i := add(e, 0x01) }
        function other(j) -> k { k := add(1, j) }
    """
    source = f"{{ {{ sstore(h(g(1)), other(f(2))) }} {functions} }}"
    check_step("v", source, f"{{ {{ sstore(f(f(1)), other(f(2))) }} {functions} }}")


def test_v_changes_calls_in_functions_too() -> None:
    source = "{ { f() g() } function f() { } function g() { } function h() { g() } }"
    check_step(
        "v", source, "{ { f() f() } function f() { } function g() { } function h() { f() } }"
    )


def test_v_compares_functions_as_they_are_before_it() -> None:
    """`h` and `i` become equal by this run, which the next one sees."""
    functions = "function f() { } function g() { } function h() { f() } function i() { G() }"
    source = f"{{ {{ h() i() }} {functions} }}"
    once = f"{{ {{ h() i() }} {functions.replace('G', 'f')} }}"
    twice = f"{{ {{ h() h() }} {functions.replace('G', 'f')} }}"
    check_step("v", source.replace("G", "g"), once)
    check_step("vv", source.replace("G", "g"), twice)


def test_v_keeps_calls_of_recursive_functions() -> None:
    check_unchanged("v", "{ { f() g() } function f() { f() } function g() { g() } }")
