"""FunctionSpecializer (`F`)."""

from __future__ import annotations

import pytest

from tests.steps.check import check_main_block, check_step, check_unchanged, result


def test_F_makes_a_copy_for_each_call_with_literals() -> None:
    source = """
        {
            { sstore(f(1, calldataload(1)), f(2, calldataload(2))) }
            function f(x, y) -> r { r := add(x, sload(y)) }
        }
    """
    check_step(
        "F",
        source,
        """
        {
            { sstore(f_2(calldataload(1)), f_1(calldataload(2))) }
            function f_1(y_3) -> r_5 { let x_4 := 2 r_5 := add(x_4, sload(y_3)) }
            function f_2(y_6) -> r_8 { let x_7 := 1 r_8 := add(x_7, sload(y_6)) }
            function f(x, y) -> r { r := add(x, sload(y)) }
        }
        """,
    )


def test_F_visits_arguments_before_the_call() -> None:
    source = "{ { sstore(0, f(f(3, 4), 5)) } function f(x, y) -> r { } }"
    functions = "function f_1() -> r { } function f_2(x) -> r { }"
    check_main_block("F", source, "sstore(0, f_2(f_1()))", functions)


def test_F_declares_literals_in_the_order_of_parameters() -> None:
    """Names are requested in the order of their hashes, which is c b a here."""
    source = "{ { f(1, calldataload(0), 3) } function f(a, b, c) { sstore(add(a, b), c) } }"
    check_step(
        "F",
        source,
        """
        {
            { f_1(calldataload(0)) }
            function f_1(b_3) { let a_4 := 1 let c_2 := 3 sstore(add(a_4, b_3), c_2) }
            function f(a, b, c) { sstore(add(a, b), c) }
        }
        """,
    )


@pytest.mark.parametrize("literal", ["0x00", "true", '"abc"', "0x0001"])
def test_F_keeps_kind_and_spelling_of_literals(literal: str) -> None:
    source = f"{{ {{ f({literal}) }} function f(x) {{ sstore(0, x) }} }}"
    assert f"let x_2 := {literal}\n" in result("F", source)


def test_F_does_not_share_copies() -> None:
    source = "{ { f(1) f(1) } function f(x) { sstore(0, x) } }"
    check_main_block("F", source, "f_1() f_2()", "function f_1() { } function f_2() { }")


def test_F_requests_names_of_functions_before_those_of_variables() -> None:
    source = "{ { f(1) } function f(x) { g(7) } function g(y) { sstore(0, y) } }"
    check_step(
        "F",
        source,
        """
        {
            { f_1() }
            function f_1() { let x_3 := 1 g_2() }
            function f(x) { g_2() }
            function g_2() { let y_4 := 7 sstore(0, y_4) }
            function g(y) { sstore(0, y) }
        }
        """,
    )


def test_F_visits_the_post_block_of_a_loop_before_its_body() -> None:
    source = "{ { for { } f(1) { pop(f(2)) } { pop(f(3)) } } function f(x) -> y { } }"
    names = " ".join(f"function f_{number}() -> y {{ }}" for number in (1, 2, 3))
    check_main_block("F", source, "for { } f_1() { pop(f_2()) } { pop(f_3()) }", names)


def test_F_leaves_calls_without_literals_and_of_builtins() -> None:
    check_unchanged("F", "{ { f(add(1, 2), calldataload(0)) } function f(x, y) { } }")


def test_F_leaves_calls_of_recursive_functions() -> None:
    functions = "function f(x) { g(x) g(7) } function g(x_1) { f(x_1) f(8) }"
    check_unchanged("F", f"{{ {{ f(1) g(2) }} {functions} }}")


def test_F_finds_all_members_of_a_cycle() -> None:
    """The one that is called last in the cycle is recursive as well."""
    functions = """
        function p1(a) { p2(a) p3(a) }
        function p2(b) { p1(b) }
        function p3(c) { p2(c) }
    """
    check_unchanged("F", f"{{ {{ p1(1) p2(2) p3(3) }} {functions} }}")


def test_F_specialises_calls_in_recursive_functions() -> None:
    source = "{ { f() } function f() { f() g(1) } function g(x) { } }"
    check_step(
        "F",
        source,
        """
        {
            { f() }
            function f() { f() g_1() }
            function g_1() { let x_2 := 1 }
            function g(x) { }
        }
        """,
    )
