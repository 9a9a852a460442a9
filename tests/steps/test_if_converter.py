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


@pytest.mark.parametrize(
    ("statements", "expected"),
    [
        (
            "let a := 0 switch lt(x, y) case 0 { a := 0 } default { a := sload(x) }",
            "let a := 0 if lt(x, y) { a := sload(x) }",
        ),
        (
            "let a := y switch less(x, y) case 0 { a := sload(x) } default { a := x }",
            "let a := x if iszero(less(x, y)) { a := sload(x) }",
        ),
        (
            "let a := less(x, y) switch x case 0 { a := 7 } default { a := sload(x) }",
            "let a := less(x, y) a := 7 if x { a := sload(x) }",
        ),
        (
            "let a := y sstore(2, a) switch x case 0 { a := add(a, 1) } default { a := sload(x) }",
            "let a := y sstore(2, a) a := add(a, 1) if x { a := sload(x) }",
        ),
        (
            "let a := y switch x case 0 { a := add(a, 1) } default { a := sload(x) }",
            "let a := y a := add(a, 1) if x { a := sload(x) }",
        ),
        (
            "let a switch x case 0 { a := 3 }"
            " default { if eq(y, 2) { revert(0, 0) } let b b, a := pair(y) sstore(7, b) }",
            "let a := 3 if x { if eq(y, 2) { revert(0, 0) } let b b, a := pair(y) sstore(7, b) }",
        ),
        (
            "let a := x switch x case 0 { a := 3 } default { sstore(9, y) revert(0, 0) }",
            "let a := 3 if x { sstore(9, y) revert(0, 0) }",
        ),
        (
            "let a := 9 switch lt(x, y) case 0 { a := 0 } default { a := shl(1, y) }",
            "let a := 0 a := mul(shl(1, y), lt(x, y))",
        ),
    ],
)
def test_one_arm_of_a_switch_is_assigned_before(statements: str, expected: str) -> None:
    after = check_same(f"{statements} sstore(0, a)")
    assert after == result("gf", f"{{ {X_AND_Y} {expected} sstore(0, a) {HELPERS} }}")


@pytest.mark.parametrize(
    "statements",
    [
        # The old value is needed.
        "let a := y switch a case 0 { a := 3 } default { a := sload(x) }",
        "let a := y switch less(a, x) case 0 { a := 3 } default { a := sload(x) }",
        "let a := y switch x case 0 { a := 3 } default { a := sload(a) }",
        "let a := y switch x case 0 { a := 3 } default { sstore(1, a) a := sload(x) }",
        "let a := y switch x case 0 { a := 3 } default { if eq(y, 2) { a := sload(x) } }",
        "let a := y switch x case 0 { a := 3 } default { sstore(1, x) }",
        "let a := y for { } x { } { switch eq(y, 5) case 0 { a := 3 }"
        " default { if eq(x, 2) { break } a := sload(x) } break }",
        "let a := y for { let i := 0 } lt(i, 2) { i := add(i, 1) } { switch add(x, i)"
        " case 0 { a := 3 } default { if eq(x, 2) { continue } a := sload(x) } }",
        "let a := f(x, y) function f(p, q) -> r { r := 8 switch p case 0 { r := 3 }"
        " default { if eq(q, 2) { leave } r := sload(p) } }",
        "let a := f(x, y) function f(p, q) -> r { r := 8 switch p case 0 { r := 3 }"
        " default { leave } }",
        # The new one has to wait.
        "let a := y switch x case 0 { a := mload(y) } default { a := sload(x) }",
        "let a := y switch x case 0 { a := less(y, 2) } default { a := sload(x) }",
        "let a := y switch x case 0 { a := exp(x, y) } default { a := sload(x) }",
        # The arms are different ones.
        "let a := y switch x case 1 { a := 3 } default { a := sload(x) }",
        "let a := y switch x case 0 { a := 3 } case 1 { a := sload(x) }",
        "let a := y switch x case 0 { a := 3 } case 1 { a := 4 } default { a := sload(x) }",
        "let a := y switch x case 0 { sstore(1, 1) a := 3 } default { a := sload(x) sstore(2, 2) }",
        "let a, b := pair(y) switch x case 0 { a, b := pair(x) } default { a, b := pair(2) }",
    ],
)
def test_other_switches_stay(statements: str) -> None:
    after = check_same(f"{statements} sstore(0, a)")
    assert after == result("gf", f"{{ {X_AND_Y} {statements} sstore(0, a) {HELPERS} }}")
