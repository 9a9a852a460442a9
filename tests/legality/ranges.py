"""Conditions of the RangeSimplifier (`K`)."""

from __future__ import annotations

from typing import Final

from tests.legality.harness import Row, case, row

_HALF: Final = 1 << 255


def _row(condition: str, template: str, meets: str, violates: str, *pieces: tuple[str, str]) -> Row:
    head = "let x := calldataload(0) let y := calldataload(32)"
    return row(condition, f"{{ {head} {template} }}", meets, violates, *pieces)


RANGES: Final = (
    _row(
        "no overflow",
        "x := shr(1, x) sstore(0, lt(add(x, @), x))",
        f"{_HALF}",
        f"{_HALF + 1}",
        ("lt(add(x, @), x)", "0"),
    ),
    _row(
        "no overflow",
        "x := and(x, 0xff) sstore(0, shr(248, mul(x, @)))",
        f"{(1 << 248) // 255}",
        f"{(1 << 248) // 255 + 1}",
        ("shr(248, mul(x, @))", "0"),
    ),
    _row(
        "no overflow",
        "if lt(y, @) { stop() } sstore(0, gt(sub(y, 2), y))",
        "2",
        "1",
        ("gt(sub(y, 2), y)", "0"),
    ),
    _row(
        "matching signedness",
        "if @(x, 5) { stop() } sstore(0, slt(x, 5))",
        "slt",
        "lt",
        ("sstore(0, slt(x, 5))", "sstore(0, 0)"),
    ),
    _row(
        "matching signedness",
        "if gt(x, @) { stop() } sstore(0, slt(x, 0))",
        f"{_HALF - 1}",
        f"{_HALF}",
        ("sstore(0, slt(x, 0))", "sstore(0, 0)"),
    ),
    _row(
        "all paths",
        "switch y case 0 { x := and(x, 0xff) } @ sstore(0, and(x, 0xffff))",
        "default { x := and(x, 0xffff) }",
        "",
        ("sstore(0, and(x, 0xffff))", "sstore(0, x)"),
    ),
    _row(
        "all paths",
        "if lt(x, 8) { if y { @ } } sstore(0, lt(x, 8))",
        "revert(0, 0) } revert(0, 0) { ",
        "revert(0, 0)",
        ("sstore(0, lt(x, 8))", "sstore(0, 0)"),
    ),
    _row(
        "loop invariants",
        "for { let i := 0 } lt(i, 9) { i := add(i, 1) sstore(i, lt(i, 10)) }"
        " { if eq(i, x) { @ continue } }",
        "sstore(20, i)",
        "i := add(i, 7)",
        ("sstore(i, lt(i, 10))", "sstore(i, 1)"),
    ),
    _row(
        "loop invariants",
        "for { let i := 4 } lt(y, 6) { y := add(y, 1) i := sub(i, @) }"
        " { sstore(i, lt(i, 5)) if iszero(i) { break } }",
        "1",
        "3",
        ("sstore(i, lt(i, 5))", "sstore(i, 1)"),
    ),
    _row(
        "loop exits",
        "for { } lt(x, 8) { x := add(x, 1) } { if y { @ } } sstore(0, lt(x, 8))",
        "revert(0, 0)",
        "break",
        ("sstore(0, lt(x, 8))", "sstore(0, 0)"),
    ),
    _row(
        "all call sites",
        "f(and(x, 7)) if y { f(@) } function f(a) { sstore(a, lt(a, 8)) }",
        "7",
        "8",
        ("sstore(a, lt(a, 8))", "sstore(a, 1)"),
    ),
    _row(
        "all call sites",
        "f(3) function f(a) { sstore(a, lt(a, 4)) if eq(y_(), a) { @ } }"
        " function y_() -> r { r := calldataload(32) }",
        "sstore(8, a)",
        "f(8)",
        ("sstore(a, lt(a, 4))", "sstore(a, 1)"),
    ),
    _row(
        "all returns",
        "f(x) sstore(0, lt(x, 8)) function f(a) { if gt(a, 7) { @ } sstore(1, a) }",
        "revert(0, 0)",
        "leave",
        ("sstore(0, lt(x, 8))", "sstore(0, 1)"),
    ),
    _row(
        "all returns",
        "let r := f(x) sstore(0, lt(r, 8)) function f(a) -> b { b := and(a, @) }",
        "7",
        "15",
        ("sstore(0, lt(r, 8))", "sstore(0, 1)"),
    ),
    _row(
        "switch labels",
        "switch and(x, 3) case 0 { stop() } case @ { stop() }"
        " default { sstore(0, lt(and(x, 3), 3)) }",
        "3",
        "2",
        ("sstore(0, lt(and(x, 3), 3))", "sstore(0, 1)"),
    ),
    _row(
        "switch labels",
        "switch x case 5 { sstore(0, 2) } @ { sstore(0, eq(x, 255)) }",
        "case 255",
        "default",
        ("sstore(0, eq(x, 255))", "sstore(0, 1)"),
    ),
    _row(
        "covered values",
        "switch and(x, @) case 0 { sstore(0, 2) } case 1 { sstore(0, 3) }",
        "1",
        "3",
        ("case 1", "default"),
    ),
    Row(
        "boolean context",
        case("{ let x := or(calldataload(0), 4) if x { sstore(0, 2) } }", ("if x", "if 1")),
        case("{ let x := or(calldataload(0), 4) sstore(0, x) }", ("(0, x)", "(0, 1)")),
    ),
    _row(
        "current values",
        "let z := and(x, 255) if iszero(eq(x, z)) { stop() } @ sstore(0, z)",
        "y := 256",
        "x := 256",
        ("sstore(0, z)", "sstore(0, x)"),
    ),
    _row(
        "current values",
        "let z := and(x, @) if iszero(eq(x, and(x, 255))) { stop() } sstore(0, z)",
        "255",
        "254",
        ("sstore(0, z)", "sstore(0, x)"),
    ),
    Row(
        "visible variables",
        case(
            "{ let z { let w := calldataload(0) z := signextend(0, w) if iszero(eq(w, z))"
            " { stop() } sstore(0, z) } }",
            ("sstore(0, z)", "sstore(0, w)"),
        ),
        # Whatever would be read instead is no variable there.
        case(
            "{ let z { let w := calldataload(0) z := signextend(0, w) if iszero(eq(w, z))"
            " { stop() } } sstore(0, z) }",
        ),
    ),
    _row(
        "stable reads",
        "let a := @ pop(staticcall(gas(), 4, 0, 64, 0, 64)) let b := @ sstore(0, eq(a, b))",
        "calldatasize()",
        "returndatasize()",
        ("sstore(0, eq(a, b))", "sstore(0, 1)"),
    ),
    _row(
        "stable reads",
        "let a := @ mstore(0, 1) let b := @ sstore(0, eq(a, b))",
        "calldataload(0)",
        "mload(0)",
        ("sstore(0, eq(a, b))", "sstore(0, 1)"),
    ),
    _row(
        "no side effects",
        "let a := and(mload(and(x, 255)), 0) sstore(0, x) @",
        "sstore(1, a)",
        "sstore(1, msize())",
        ("and(mload(and(x, 255)), 0)", "0"),
    ),
    _row(
        "no side effects",
        "sstore(0, and(f(), 0)) function f() -> r { r := 1 @ }",
        "r := 2",
        "sstore(1, 1)",
        ("and(f(), 0)", "0"),
    ),
)
