"""The CallEvaluator (3): calls with constant arguments are replaced by their results."""

from __future__ import annotations

import pytest

from tests.steps.check import check_main_block, check_unchanged

_WIDTH = """
    function width(x) -> r
    {
        for { } gt(x, 1) { x := shr(1, x) } { r := add(r, 1) }
    }
"""


def test_loops_are_executed() -> None:
    source = f"{{ {{ sstore(0, width(1000)) }} {_WIDTH} }}"
    check_main_block("3", source, "sstore(0, 9)", _WIDTH)


@pytest.mark.parametrize(
    ("body", "result"),
    [
        ("if x { r := 1 leave } r := 2", 1),
        ("for { } 1 { } { if gt(x, 9) { break } x := add(x, 2) } r := x", 11),
        ("for { } x { x := sub(x, 1) } { if and(x, 1) { continue } r := add(r, x) }", 12),
        ("for { } x { x := sub(x, 1) } { for { } 1 { } { r := add(r, 1) break } }", 7),
        ("for { } x { x := sub(x, 1) } { for { } 1 { } { leave } } r := 1", 0),
        (
            "for { let i } lt(i, 3) { i := add(i, 1) } { let v v := add(v, i) r := add(r, v) }",
            3,
        ),
        ("switch x case 7 { r := 1 } default { r := 2 }", 1),
        ("switch add(x, 1) case 7 { r := 1 } default { r := 2 }", 2),
        ("switch x case 8 { r := 1 }", 0),
        ("r := sub(0, x) r := sdiv(r, 2) r := sub(0, r)", 3),
        ("pop(x) r := 5", None),
        ("let a, b := two(x) r := sub(b, a)", 1),
        ("r, x := two(x)", 7),
        ('r := byte(0, "a")', 97),
        ("if lt(x, 5) { r := sload(0) } r := add(r, x)", 7),
        ("if gt(x, 5) { r := sload(0) } r := add(r, x)", None),
        ("if gt(x, 5) { revert(0, 0) } r := x", None),
        ("r := gas()", None),
        ("r := mload(64)", None),
        ("for { } 1 { } { r := add(r, 1) }", None),
        ("for { } 1 { } { }", None),
        ("r := f(x)", None),
        ("if x { r := add(1, f(sub(x, 1))) }", 7),
    ],
)
def test_what_a_body_computes(body: str, result: int | None) -> None:
    functions = f"""
        function f(x) -> r {{ {body} }}
        function two(y) -> s, t {{ s := y t := add(y, 1) }}
    """
    source = f"{{ {{ sstore(0, f(7)) sstore(1, f(calldataload(0))) }} {functions} }}"
    call = "f(7)" if result is None else str(result)
    check_main_block("3", source, f"sstore(0, {call}) sstore(1, f(calldataload(0)))", functions)


def test_each_variable_gets_its_own_result() -> None:
    functions = "function f(x, y) -> a, b, c { a := y b := x c := sub(x, y) }"
    use = "sstore(p, add(q, r))"
    check_main_block(
        "3",
        f"{{ {{ let p, q, r := f(9, 2) {use} p, r, q := f(5, 1) {use} }} {functions} }}",
        f"let p := 2 let q := 9 let r := 7 {use} p := 1 r := 5 q := 4 {use}",
        functions,
    )


def test_what_is_not_a_literal_stays() -> None:
    check_unchanged(
        "3",
        f"{{ {{ let v := 1000 v := 1001 sstore(0, width(v)) }} {_WIDTH} }}",
        f"{{ {{ sstore(0, width(add(1000, 1))) }} {_WIDTH} }}",
        f"{{ {{ sstore(0, width(memoryguard(128))) }} {_WIDTH} }}",
    )


def test_a_long_result_is_written_where_that_costs_no_more_than_the_call() -> None:
    """With few runs, a word of 32 bytes costs more than a call."""
    wide = "function wide(x) -> r { r := not(shl(x, 12345678901234567890)) }"
    twice = f"{{ {{ sstore(0, wide(9)) sstore(1, wide(calldataload(0))) }} {wide} }}"
    check_unchanged("3", twice, runs=1)
    value = (1 << 256) - 1 - (12345678901234567890 << 9)
    check_main_block(
        "3", twice, f"sstore(0, {value}) sstore(1, wide(calldataload(0)))", wide, runs=1_000_000
    )


@pytest.mark.parametrize(
    ("argument", "body"),
    [
        (10_000, "for { } x { x := sub(x, 1) } { r := x }"),
        # The number of calls doubles with each level.
        (40, "if x { x := sub(x, 1) r := add(f(x), f(x)) }"),
        # Deep recursion.
        (100, "if x { r := f(sub(x, 1)) }"),
    ],
)
def test_a_limit_ends_long_executions(argument: int, body: str) -> None:
    check_unchanged("3", f"{{ {{ sstore(0, f({argument})) }} function f(x) -> r {{ {body} }} }}")
