"""The ExpressionSimplifier (s): rules applied to expressions, with what is known of variables."""

from __future__ import annotations

import pytest

import yulopt
from tests.rule_terms import MAX
from yulopt.syntax.literals import format_number


def simplify(statements: str, evm_version: str | None = None) -> str:
    """The statements of a block after the step `s`, one per line."""
    text = yulopt.optimize("{" + statements + "}", "s", bare=True, evm_version=evm_version)
    lines = text.strip().removeprefix("{").removesuffix("}").splitlines()
    return "\n".join([line.strip() for line in lines if line.strip()])


@pytest.mark.parametrize(
    ("before", "after"),
    [
        # A call as an operand hides everything.
        ("mul(mload(0), 0)", None),
        ("balance(address())", None),
        ("iszero(iszero(iszero(x)))", None),
        ("and(and(x, 0xff), 0x0f)", None),
        ("add(add(1, 2), 3)", "6"),  # the inner sum is a number when the outer one is visited
        # Booleans and strings are no numbers.
        ("iszero(true)", None),
        ("and(x, false)", None),
        ('add("a", 1)', None),
        # But they are equal to numbers with the same word.
        ("xor(true, 1)", "0"),
        ('eq("a", 0x6100000000000000000000000000000000000000000000000000000000000000)', "1"),
        ('and("a", "a")', '"a"'),
        ("or(false, 0)", "false"),
        # Moved literals keep their spelling; computed ones get the compact one.
        ("and(x, 0x00ff)", None),
        ("add(0x0800000, 0x0800000)", "16777216"),
        ("add(0x0800001, 0x0800000)", "0x01000001"),
        ("sub(x, 0x20)", f"add(x, {format_number(MAX - 31)})"),
        # There are no rules for these.
        ("sar(1, 4)", None),
        ("sar(0, x)", None),
        ("clz(1)", None),
        ("smod(x, 0)", None),
        ("exp(x, 0)", None),
        ("mulmod(x, 1, 0)", None),
        # Rules are applied to the outermost operation until none fits.
        ("mod(x, 1)", "0"),
        ("byte(31, 0x1234)", "52"),
        ("byte(31, x)", "and(x, 255)"),
        ("shl(0x0100, x)", "0"),
        ("mul(x, 0x08)", "shl(3, x)"),
        ("exp(0, x)", "iszero(x)"),
        ("gt(x, 0)", "iszero(iszero(x))"),
    ],
)
def test_one_expression(before: str, after: str | None) -> None:
    declaration = "let x := calldataload(0)\n"
    expected = f"{declaration}sstore(0, {before if after is None else after})"
    assert simplify(f"{declaration}sstore(0, {before})") == expected


def test_moved_numbers_keep_their_spelling() -> None:
    before = """
        let x := calldataload(0)
        let k := 0x0020
        let l := add(x, k)
        let c := calldataload(1)
        sstore(0, add(l, c))
        sstore(1, add(l, 0x01))
        sstore(2, sub(c, l))"""
    assert simplify(before).splitlines()[-3:] == [
        "sstore(0, add(add(x, c), 0x0020))",
        "sstore(1, add(x, 33))",
        f"sstore(2, add(sub(c, x), {MAX - 31:#x}))",
    ]


def test_variables_are_resolved_one_step_only() -> None:
    before = "let a := 5 let b := a sstore(a, add(a, 1)) sstore(b, add(b, 1))"
    assert simplify(before).splitlines()[-2:] == ["sstore(a, 6)", "sstore(b, add(b, 1))"]


def test_variables_with_the_same_value_are_not_the_same() -> None:
    before = "let x := caller() let c := x let d := x sstore(0, sub(c, d)) sstore(1, sub(c, c))"
    assert simplify(before).splitlines()[-2:] == ["sstore(0, sub(c, d))", "sstore(1, 0)"]


def test_a_variable_without_value_is_zero() -> None:
    before = "let a, b function f() -> r { r := add(r, 7) } sstore(0, add(a, 1))"
    assert simplify(before).splitlines() == [
        "let a, b",
        "function f() -> r",
        "{ r := 7 }",
        "sstore(0, 1)",
    ]


def test_assigned_values_are_forgotten_after_branches() -> None:
    before = """
        let a := 1
        if calldatasize() { a := 2 sstore(0, add(a, 1)) }
        sstore(1, add(a, 1))
        a := 4
        sstore(2, add(a, 1))"""
    after = simplify(before)
    assert "sstore(0, 3)" in after
    assert "sstore(1, add(a, 1))" in after
    assert "sstore(2, 5)" in after


def test_a_value_that_mentions_an_invisible_variable_is_not_used() -> None:
    before = """
        let x
        for { } lt(x, 100) { x := add(x, 1) }
        {
            let x_1 := x
            x := add(x_1, 1)
        }"""
    assert "{ x := add(x, 1) }" in simplify(before)


def test_a_number_from_the_loop_body_is_used_in_the_post_block() -> None:
    before = "let u let r for { } lt(r, 9) { r := add(u, 1) } { u := 6 }"
    assert "{ r := 7 }" in simplify(before)


def test_rules_of_later_versions_are_not_used() -> None:
    before = "let a := address() sstore(mul(a, 2), balance(a))"
    assert simplify(before, "istanbul").endswith("sstore(shl(1, a), selfbalance())")
    assert simplify(before, "petersburg").endswith("sstore(shl(1, a), balance(a))")
    assert simplify(before, "byzantium").endswith("sstore(mul(a, 2), balance(a))")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("log1(x, zero, 2)", "log1(0, zero, 2)"),
        ('log0("abc", false)', "log0(0, false)"),
        ('log0(x, "")', 'log0(0, "")'),
        ("log0(mload(0), 0)", None),
        ("log0(zero, 0)", None),
        ("log0(x, one)", None),
        ("log0(x, mload(0))", None),
        ("pop(call(gas(), 1, 2, x, 0, x, 0))", "pop(call(gas(), 1, 2, 0, 0, x, 0))"),
        ("pop(callcode(gas(), 1, 2, x, 0, x, 0))", "pop(callcode(gas(), 1, 2, 0, 0, x, 0))"),
        ("pop(delegatecall(gas(), 1, x, 0, x, 0))", "pop(delegatecall(gas(), 1, 0, 0, x, 0))"),
        ("pop(staticcall(gas(), 1, x, 0, x, 0))", "pop(staticcall(gas(), 1, 0, 0, x, 0))"),
        ("pop(create(x, x, 0))", "pop(create(x, 0, 0))"),
        ("pop(create2(x, x, 0, x))", "pop(create2(x, 0, 0, x))"),
        ("pop(keccak256(x, 0))", "pop(keccak256(0, 0))"),
        ("extcodecopy(x, x, x, zero)", "extcodecopy(x, 0, x, zero)"),
        ("calldatacopy(x, x, 0)", "calldatacopy(0, x, 0)"),
        ("codecopy(x, x, 0)", "codecopy(0, x, 0)"),
        ("returndatacopy(x, x, 0)", "returndatacopy(0, x, 0)"),
        ("datacopy(x, x, 0)", None),
        ("mcopy(x, x, 0)", "mcopy(0, 0, 0)"),
        ("revert(x, 0)", "revert(0, 0)"),
        ("return(x, sub(x, x))", "return(0, 0)"),
        ("return(calldataload(0), 0)", None),
    ],
)
def test_start_of_a_memory_area_without_content(before: str, after: str | None) -> None:
    declarations = "let x := calldataload(0)\nlet one := 1\nlet zero := 0\n"
    expected = declarations + (before if after is None else after)
    assert simplify(declarations + before) == expected
