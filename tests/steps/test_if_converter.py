"""The IfConverter (8): branches that only compute a value become arithmetic."""

from __future__ import annotations

from itertools import product

import pytest

from tests.steps.check import check_step, check_unchanged, result
from yulopt.interpreter.run import run

MAX = (1 << 256) - 1
X_AND_Y = "let x := calldataload(0) let y := calldataload(32)"
HELPERS = (
    " function less(p, q) -> r { r := lt(p, q) }"
    " function same(s) -> t { t := s }"
    " function flag(u) -> v { if u { v := 1 } }"
    " function pair(h) -> k, l { k := iszero(h) l := h }"
)


def stored(program: str, *words: int) -> object:
    """The storage after a call with these words of calldata."""
    calldata = b"".join(word.to_bytes(32, "big") for word in words)
    outcome = run(program, calldata=calldata)
    return outcome.kind, outcome.storage


def check_same(statements: str) -> str:
    """Run the step, and both programs with some inputs; returns the text after."""
    program = f"{{ {X_AND_Y} {statements} {HELPERS} }}"
    after = result("gf8", program)
    for x, y in product((0, 1, 2, 5, MAX), repeat=2):
        assert stored(after, x, y) == stored(program, x, y), f"{x:#x}, {y:#x}: {after}"
    return after


@pytest.mark.parametrize("first", ["lt(x, y)", "less(x, y)", "and(x, 1)", "xor(eq(x, y), 1)"])
@pytest.mark.parametrize("second", ["gt(x, 1)", "iszero(y)", "or(eq(x, 5), eq(y, 2))", "1"])
@pytest.mark.parametrize("tested", ["a", "iszero(a)"])
def test_both_operands_are_combined(first: str, second: str, tested: str) -> None:
    after = check_same(f"let a := {first} if {tested} {{ a := {second} }} sstore(0, a)")
    assert f"a := {'and' if tested == 'a' else 'or'}(" in after


def test_a_copy_of_the_tested_variable() -> None:
    check_step(
        "8",
        f"""{{
            {X_AND_Y}
            let a := eq(x, 1)
            let b := a
            if iszero(a) {{ b := eq(y, 1) }}
            let c := b
            if b {{ c := eq(x, y) }}
            sstore(a, c)
        }}""",
        f"""{{
            {X_AND_Y}
            let a := eq(x, 1)
            let b := a
            b := or(eq(y, 1), a)
            let c := b
            c := and(eq(x, y), b)
            sstore(a, c)
        }}""",
    )


@pytest.mark.parametrize("condition", ["lt(x, y)", "x", "iszero(x)", "iszero(lt(x, 2))", "same(x)"])
def test_products_with_a_condition(condition: str) -> None:
    after = check_same(
        f"let a := y if {condition} {{ a := 0 }} let b := lt(y, 3) if {condition} {{ b := 0 }}"
        f" let c if {condition} {{ c := shl(1, y) }} let d := 0 if {condition} {{ d := eq(y, 1) }}"
        " sstore(a, b) sstore(c, d)"
    )
    assert after.count("mul(") == 2
    assert after.count("if ") == 1  # in a helper


@pytest.mark.parametrize(
    "statements",
    [
        # The variable, or the operand, may be another word.
        "let a := x if a { a := lt(x, y) } sstore(0, a)",
        "let a := lt(x, y) if a { a := y } sstore(0, a)",
        "let a := lt(x, y) let b := a if a { b := y } sstore(0, b)",
        "let a := lt(x, y) if iszero(a) { a := or(y, 1) } sstore(0, a)",
        "let a := add(lt(x, y), lt(x, 2)) if iszero(a) { a := lt(y, x) } sstore(0, a)",
        "let a := lt(x, y) if y { a := 2 } if iszero(a) { a := eq(x, 5) } sstore(0, a)",
        "let a := same(lt(x, y)) let b := same(y) if iszero(a) { a := eq(x, 5) } sstore(b, a)",
        "let c, a := pair(x) if a { a := lt(x, y) } sstore(c, a)",
        "for { let a := lt(x, y) } a { a := add(a, x) }"
        " { if iszero(a) { a := 1 } if a { a := eq(x, y) } sstore(0, a) break }",
        "let z := 2 let a := z let b := lt(x, y) if b { b := a } sstore(0, b)",
        # The operand has to wait.
        "let a := lt(x, 4) if a { a := eq(mload(shl(5, x)), y) } sstore(0, a)",
        "let a := lt(x, 4) if a { a := eq(keccak256(0, x), y) } sstore(0, a)",
        "let a := lt(x, 4) if a { a := iszero(sload(x)) } sstore(0, a)",
        "let a := lt(x, 4) if a { a := less(x, 2) } sstore(0, a)",
        "let a := lt(x, 4) if a { a := eq(exp(x, y), 2) } sstore(0, a)",
        "let a := 0 if x { a := mload(y) } sstore(0, a)",
        # The branch does something else.
        "let a := 1 if x { a := shl(1, y) } sstore(0, a)",
        "let a := 0 let b := 0 if x { a := y } sstore(a, b)",
        "let a := 0 a := y if x { a := 7 } sstore(0, a)",
        "let a if x { a := y sstore(1, 1) } sstore(0, a)",
        "let a := y if x { a := 0 sstore(1, 1) } sstore(0, a)",
        "let c, a := pair(x) if x { a := y } sstore(c, a)",
        "let a := lt(x, 4) let b := lt(y, 4) if a { b := eq(x, y) } sstore(a, b)",
        "let a := lt(x, 4) let d := lt(y, 4) let b := d if a { b := eq(x, y) } sstore(a, b)",
        "let a := lt(x, 4) let b := a sstore(1, b) if a { b := eq(x, y) } sstore(a, b)",
        "let a := lt(x, 4) let b := a a := lt(y, 4) if a { b := eq(x, y) } sstore(a, b)",
        "let a := lt(x, 4) if a { a := eq(x, y) sstore(1, 1) } sstore(0, a)",
        "let a := lt(x, 4) if a { let b := eq(x, y) } sstore(0, a)",
        "let a := lt(x, 4) switch a case 0 { a := eq(x, y) } sstore(0, a)",
    ],
)
def test_other_branches_stay(statements: str) -> None:
    after = check_same(statements)
    program = f"{{ {X_AND_Y} {statements} {HELPERS} }}"
    assert after == result("gf", program)


def test_truth_values_through_functions() -> None:
    check_same("let a := flag(x) if a { a := same(lt(x, y)) } sstore(0, same(a))")
    text = check_same("let a := flag(x) if iszero(a) { a := lt(x, y) } sstore(0, same(a))")
    assert "a := or(lt(x, y), a)" in text
    text = check_same("let a, b := pair(flag(x)) if b { b := lt(x, y) } sstore(a, b)")
    assert "b := and(lt(x, y), b)" in text


def test_recursive_functions() -> None:
    text = check_same(
        "sstore(0, f(y, lt(x, 3)))"
        " function f(n, i) -> b { b := i if n { if b { b := gt(n, 3) } b := f(0, b) } }"
    )
    assert "b := and(gt(n, 3), b)" in text
    text = check_same(
        "sstore(0, f(y, lt(x, 3)))"
        " function f(n, i) -> b { b := i if n { if b { b := gt(n, 3) } b := f(0, n) } }"
    )
    assert "if b" in text


def test_an_operand_that_costs_more_than_the_branch_waits() -> None:
    sums = "x"
    for _ in range(30):
        sums = f"add({sums}, y)"
    program = f"{{ {X_AND_Y} let a := lt(x, y) if a {{ a := lt({sums}, 7) }} sstore(0, a) }}"
    assert "and(" in result("8", program, runs=1)
    check_unchanged("8", program, runs=10**6)
