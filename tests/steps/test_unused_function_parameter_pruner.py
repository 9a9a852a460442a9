"""UnusedFunctionParameterPruner (`p`)."""

from __future__ import annotations

import pytest

from tests.steps.check import check_step, check_unchanged, result


def test_p_splits_off_unused_parameters() -> None:
    source = """
        {
            { let q, w := f(1, 2) }
            function f(a, b) -> x, y { sstore(a, 1) x := 2 if a { sstore(1, 1) } }
        }
    """
    check_step(
        "p",
        source,
        """
        {
            { let q, w := f_1(1, 2) }
            function f(a) -> x { sstore(a, 1) x := 2 if a { sstore(1, 1) } }
            function f_1(a_2, b_3) -> x_4, y_5 { x_4 := f(a_2) }
        }
        """,
    )


def test_p_needs_no_assignment_when_no_result_is_used() -> None:
    source = "{ { pop(f(1)) } function f(a) -> c { sstore(0, 0) sstore(0, 0) } }"
    check_step(
        "p",
        source,
        """
        {
            { pop(f_1(1)) }
            function f() { sstore(0, 0) sstore(0, 0) }
            function f_1(a_2) -> c_3 { f() }
        }
        """,
    )


def test_p_keeps_the_order_of_used_parameters() -> None:
    source = """
        {
            { let x, y, z := f(1, 2, 3) }
            function f(a, b, c) -> r, s, t { t := c r := a }
        }
    """
    check_step(
        "p",
        source,
        """
        {
            { let x, y, z := f_1(1, 2, 3) }
            function f(a, c) -> r, t { t := c r := a }
            function f_1(a_2, b_3, c_4) -> r_5, s_6, t_7 { r_5, t_7 := f(a_2, c_4) }
        }
        """,
    )


def test_p_requests_names_of_all_functions_first() -> None:
    source = """
        {
            { f(1) g(2) }
            function f(a) { sstore(0, 1) }
            function g(b) { sstore(0, 1) }
        }
    """
    check_step(
        "p",
        source,
        """
        {
            { f_1(1) g_2(2) }
            function f() { sstore(0, 1) }
            function f_1(a_3) { f() }
            function g() { sstore(0, 1) }
            function g_2(b_4) { g() }
        }
        """,
    )


def test_p_lets_recursive_calls_go_through_the_new_function() -> None:
    source = "{ { f(1, 2) } function f(a, b) { if a { f(sub(a, 1), 7) } } }"
    check_step(
        "p",
        source,
        """
        {
            { f_1(1, 2) }
            function f(a) { if a { f_1(sub(a, 1), 7) } }
            function f_1(a_2, b_3) { f(a_2) }
        }
        """,
    )


def test_p_takes_an_assignment_for_a_use() -> None:
    check_unchanged("p", "{ { pop(f(1)) } function f(a) -> b { a := 1 b := 2 } }")


def test_p_has_nothing_to_do_when_all_is_used() -> None:
    functions = "function f() { stop() stop() } function g(a) -> b { b := a sstore(0, b) }"
    check_unchanged("p", f"{{ {{ f() pop(g(1)) }} {functions} }}")


@pytest.mark.parametrize(
    ("body", "is_split"),
    [
        # At most one statement, and a size of at most 1.
        ("", False),
        ("let y", False),
        ("let y := 1", False),
        ("stop()", False),
        ("if 0 { }", True),
        ("sstore(0, 0) ", False),
        ("sstore(0, 1)", True),
        ("let y let z", True),
        ("{ let y let z }", False),
        ("leave", True),
    ],
)
def test_p_leaves_functions_that_will_be_inlined_anyway(body: str, is_split: bool) -> None:
    source = f"{{ {{ f(1) }} function f(unused) {{ {body} }} }}"
    assert ("f_1" in result("p", source)) == is_split
