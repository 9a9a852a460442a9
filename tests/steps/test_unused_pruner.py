"""UnusedPruner (`u`)."""

from __future__ import annotations

import pytest

from tests.steps.check import check_main_block, check_step, check_unchanged

FUNCTIONS_FOR_U = """
    function reads() -> a, b { a := mload(0) b := sload(1) }
    function writes() -> c, d { sstore(c, d) }
    function writes_one() -> e { sstore(e, 1) }
    function nothing() { }
    function loops() { for { } 1 { } { } }
    function calls_loops() -> f { loops() }
    function recurses() { recurses() }
    function reverts() { revert(0, 0) }
"""


@pytest.mark.parametrize(
    ("statement", "left"),
    [
        ("let x", ""),
        ("let x, y", ""),
        ("let x := 1", ""),
        ("let x := sload(mload(0))", ""),
        ("let x := add(gas(), keccak256(0, 1))", ""),
        ("let x, y := reads()", ""),
        # The value of one variable is kept without the variable, if it must be computed.
        ("let x := staticcall(1, 2, 3, 4, 5, 6)", "pop(staticcall(1, 2, 3, 4, 5, 6))"),
        ("let x := writes_one()", "pop(writes_one())"),
        ("let x := calls_loops()", "pop(calls_loops())"),
        # There is no such way for several.
        ("let x, y := writes()", "let x, y := writes()"),
        ("pop(1)", ""),
        ("pop(returndatasize())", ""),
        ("nothing()", ""),
        ("pop(create(1, 2, 3))", "pop(create(1, 2, 3))"),
        ("loops()", "loops()"),
        ("recurses()", "recurses()"),
        ("reverts()", "reverts()"),
        ("log0(0, 0)", "log0(0, 0)"),
        ("mstore(0, 0)", "mstore(0, 0)"),
    ],
)
def test_u_removes_unused_code_without_effects(statement: str, left: str) -> None:
    source = f"{{ {{ {statement} stop() }} {FUNCTIONS_FOR_U} }}"
    check_main_block("u", source, f"{left} stop()", FUNCTIONS_FOR_U)


@pytest.mark.parametrize("asks", ["sstore(0, msize())", 'verbatim_0i_0o("a")', "asks()"])
def test_u_keeps_reads_of_memory_with_msize(asks: str) -> None:
    functions = "function f() -> a { a := mload(0) } function asks() { sstore(0, msize()) }"
    source = f"{{ {{ {asks} let x := mload(0) pop(keccak256(1, 2)) pop(f()) }} {functions} }}"
    check_main_block("u", source, f"{asks} pop(mload(0)) pop(keccak256(1, 2)) pop(f())", functions)


def test_u_removes_reads_of_storage_even_with_msize() -> None:
    source = "{ { sstore(0, msize()) let x := sload(0) pop(balance(1)) } }"
    check_step("u", source, "{ { sstore(0, msize()) } }")


def test_u_goes_by_whether_there_was_an_msize_at_the_beginning() -> None:
    """It removes the `msize`, but only the next run notices that there is none."""
    source = "{ { pop(msize()) let x := mload(0) } }"
    check_step("u", source, "{ { pop(mload(0)) } }")
    check_step("uu", source, "{ { } }")


def test_u_counts_assignments_as_uses() -> None:
    check_unchanged("u", "{ { let x := 1 x := 2 } }")


def test_u_keeps_a_declaration_if_one_of_its_variables_is_used() -> None:
    check_unchanged("u", "{ { let x, y sstore(y, 0) } }")


def test_u_keeps_parameters_and_results() -> None:
    check_unchanged("u", "{ { f(sload(0)) } function f(a) { sstore(0, 1) } }")


def test_u_removes_uncalled_functions() -> None:
    source = "{ { sstore(0, 1) } function f() { g() } function g() { sstore(1, 1) } }"
    check_step("u", source, "{ { sstore(0, 1) } }")


def test_u_takes_a_call_of_itself_for_a_use() -> None:
    check_unchanged("u", "{ { sstore(0, 1) } function f() { f() } }")


def test_u_repeats_while_it_removes_references() -> None:
    source = "{ { let a := calldataload(0) let b := add(a, 1) let c := add(b, a) } }"
    check_step("u", source, "{ { } }")


def test_u_stops_after_removing_code_without_references() -> None:
    """The block becomes empty too late for this round, and there is no other one."""
    source = "{ { sstore(0, 1) { let x := 1 } } }"
    check_step("u", source, "{ { sstore(0, 1) { } } }")
    check_step("uu", source, "{ { sstore(0, 1) } }")


def test_u_repeats_after_removing_a_builtin() -> None:
    source = "{ { sstore(0, 1) { let x := calldatasize() } } }"
    check_step("u", source, "{ { sstore(0, 1) } }")


def test_u_removes_transitively_unused_code() -> None:
    functions = "function f() { let c := 2 g(c) } function g(x) { h(x) } function h(y) { }"
    check_step("u", f"{{ {{ let a := 1 let b := a }} {functions} }}", "{ { } }")


def test_u_removes_empty_blocks_but_not_empty_bodies() -> None:
    source = "{ { { } if 1 { let x } for { } 1 { } { { } } switch 0 case 0 { pop(1) } } }"
    check_step("u", source, "{ { if 1 { } for { } 1 { } { } switch 0 case 0 { } } }")


def test_u_groups_the_remaining_code() -> None:
    check_step("u", "{ sstore(0, 1) function f() { } f() }", "{ { sstore(0, 1) } }")
