"""Conditions of the steps through SSA form: `R`, `P`, `Q`, `W`, and `G`."""

from __future__ import annotations

from typing import Final

from tests.legality.harness import STORES, Case, Row, case, row

_CALL: Final = f"pop(@(gas(), {STORES}, 0, 0, 0, 0))"


_NEXT: Final = "function next() -> r { r := add(sload(9), 1) sstore(9, r) }"
_SUM: Final = (
    "let s := 0 for { let i := 0 } lt(i, 5) { i := add(i, 1) }"
    " { if eq(i, calldataload(0)) { @ } s := add(s, i) } sstore(0, s)"
)


def _restructured(
    condition: str, meets: str, after: str, violates: str, wrong: tuple[str, str], instead: str = ""
) -> Row:
    """Two programs with their results, by default the second one unchanged."""
    return Row(condition, Case(meets, after), case(violates, wrong), instead)


SSA_ROUNDTRIP: Final = (
    _restructured(
        "control flow",
        f"{{ {{ {_SUM.replace('@', 'continue')} }} }}",
        "{ { let s := 0 let i := 0 for { } lt(i, 5) { i := add(i, 1) }"
        " { if iszero(eq(i, calldataload(0))) { s := add(s, i) } } sstore(0, s) } }",
        f"{{ {{ {_SUM.replace('@', 'break')} }} }}",
        ("break", "continue"),
        "{ { let s := 0 let i := 0 for { } lt(i, 5) { i := add(i, 1) }"
        " { if eq(i, calldataload(0)) { break } s := add(s, i) } sstore(0, s) } }",
    ),
    _restructured(
        "control flow",
        "{ { sstore(0, f(calldataload(0))) } function f(x) -> y { if x { y := 3 leave } y := 9 } }",
        "{ { sstore(0, f(calldataload(0))) }"
        " function f(x) -> y { y := 3 if iszero(x) { y := 9 } } }",
        "{ { sstore(0, f(calldataload(0))) } function f(x) -> y { y := 9 if x { y := 3 } } }",
        ("y := 9 if x { y := 3 }", "if x { y := 3 } y := 9"),
    ),
    _restructured(
        "evaluation order",
        f"{{ {{ sstore(next(), 5) {_NEXT} }} }}",
        f"{{ {{ sstore(next(), 5) }} {_NEXT} }}",
        f"{{ {{ sstore(next(), next()) }} {_NEXT} }}",
        ("sstore(next(), next())", "let a := next() sstore(a, next())"),
    ),
)

_MOVES: Final = (
    "{ { let a := calldataload(0) let b := calldataload(32) let i := 0"
    " for { } lt(i, 3) { } { @ } sstore(0, a) sstore(1, b) } }"
)
SSA_MEM2REG: Final = (
    _restructured(
        "reaching values",
        "{ { let a := calldataload(0) let b := a b := a sstore(a, b) } }",
        "{ { let a := calldataload(0) sstore(a, a) } }",
        "{ { let a := calldataload(0) let b := a a := 7 sstore(a, b) } }",
        ("sstore(a, b)", "sstore(a, a)"),
        "{ { sstore(7, calldataload(0)) } }",
    ),
    _restructured(
        "all paths",
        "{ { let a := 1 if calldataload(0) { a := 2 } a := 5 sstore(0, a) } }",
        "{ { sstore(0, 5) } }",
        "{ { let a := 1 if calldataload(0) { a := 2 } sstore(0, a) } }",
        ("{ a := 2 }", "{ }"),
    ),
    _restructured(
        "parallel copies",
        _MOVES.replace("@", "i := add(i, 1) let t := a a := add(a, 1) b := t"),
        _MOVES.replace("@", "i := add(i, 1) let a_1 := add(a, 1) b := a a := a_1"),
        _MOVES.replace("@", "i := add(i, 1) let t := a a := b b := t"),
        ("let t := a a := b b := t", "a := b b := a"),
        "{ { let a := calldataload(0) let b := calldataload(32) let i := 0"
        " for { } lt(i, 3) { let tmp := a a := b b := tmp } { i := add(i, 1) }"
        " sstore(0, a) sstore(1, b) } }",
    ),
    _restructured(
        "effects",
        "{ { let a := calldataload(0) a := 3 sstore(0, a) } }",
        "{ { sstore(0, 3) } }",
        f"{{ {{ let a := next() a := 3 sstore(0, a) }} {_NEXT} }}",
        ("let a := next()", "let a"),
        f"{{ {{ pop(next()) sstore(0, 3) }} {_NEXT} }}",
    ),
)

_STORES: Final = "{ { let x := calldataload(0) let y := calldataload(32) @ sstore(8, x) } }"
_ROUNDS: Final = (
    "{ { let a := 1 for { let i := 0 } lt(i, 3) { i := add(i, 1) }"
    " { if iszero(a) { sstore(5, i) } a := @ } sstore(0, a) } }"
)
SSA_OPT: Final = (
    _restructured(
        "no alias",
        _STORES.replace("@", "sstore(1, y) sstore(2, 5) sstore(9, sload(1))"),
        "{ { let y := calldataload(32) sstore(1, y) sstore(2, 5) sstore(9, y)"
        " sstore(8, calldataload(0)) } }",
        _STORES.replace("@", "sstore(1, y) sstore(x, 5) sstore(9, sload(1))"),
        ("sload(1)", "y"),
        "{ { let x := calldataload(0) sstore(1, calldataload(32)) sstore(x, 5)"
        " sstore(9, sload(1)) sstore(8, x) } }",
    ),
    _restructured(
        "executable edges",
        _ROUNDS.replace("@", "1"),
        "{ { let i := 0 for { } lt(i, 3) { } { i := add(i, 1) } sstore(0, 1) } }",
        _ROUNDS.replace("@", "0"),
        ("if iszero(a) { sstore(5, i) }", ""),
        "{ { let a := 1 let i := 0 for { } lt(i, 3) { i := add(i, 1) a := 0 }"
        " { if iszero(a) { sstore(5, i) } } sstore(0, a) } }",
    ),
)

EQUALITY_SATURATION: Final = (
    _restructured(
        "words",
        "{ { sstore(0, mul(mod(calldataload(0), 16), 8)) } }",
        "{ { sstore(0, and(shl(3, calldataload(0)), 120)) } }",
        "{ { sstore(0, div(mul(calldataload(0), 8), 8)) } }",
        ("div(mul(calldataload(0), 8), 8)", "calldataload(0)"),
        "{ { sstore(0, shr(3, shl(3, calldataload(0)))) } }",
    ),
    _restructured(
        "words",
        "{ { let a := calldataload(0) sstore(1, add(sub(calldataload(32), a), a)) } }",
        "{ { sstore(1, calldataload(32)) } }",
        "{ { let a := calldataload(0) sstore(1, gt(add(calldataload(32), a), a)) } }",
        ("gt(add(calldataload(32), a), a)", "gt(calldataload(32), 0)"),
    ),
    _restructured(
        "pure values",
        "{ { let x := sload(0) sstore(0, 5) sstore(1, sub(x, x)) } }",
        "{ { sstore(0, 5) sstore(1, 0) } }",
        "{ { let x := sload(0) sstore(0, 5) let y := sload(0) sstore(1, sub(x, y)) } }",
        ("sub(x, y)", "0"),
        "{ { let x := sload(0) sstore(0, 5) sstore(1, sub(x, sload(0))) } }",
    ),
)


def _row(condition: str, template: str, meets: str, violates: str, *wrong: tuple[str, str]) -> Row:
    """The output of the step for a program that meets the condition has other variables as well."""
    made = row(condition, f"{{ {{ {template} }} }}", meets, violates, *wrong)
    return made._replace(meets=made.meets._replace(after=""))


SSA_FORWARD: Final = (
    _row(
        "no alias",
        "let x := calldataload(0) sstore(1, calldataload(32)) sstore(@, 5) sstore(9, sload(1))"
        " sstore(8, x)",
        "2",
        "x",
        ("sload(1)", "calldataload(32)"),
    ),
    _row(
        "no alias",
        "mstore(0, calldataload(32)) mstore(@, 5) sstore(9, mload(0)) return(0, 64)",
        "32",
        "31",
        ("mload(0)", "calldataload(32)"),
    ),
    _row(
        "no reentrancy",
        f"sstore(1, calldataload(32)) {_CALL} sstore(9, sload(1))",
        "staticcall",
        "delegatecall",
        ("sload(1)", "calldataload(32)"),
    ),
    _row(
        "dead stores",
        "let x := calldataload(0) let y := calldataload(32) sstore(1, y) if x { @ }"
        " sstore(1, x) sstore(2, y)",
        "sstore(3, 5)",
        "sstore(3, 5) stop()",
        ("sstore(1, y) ", ""),
    ),
)
