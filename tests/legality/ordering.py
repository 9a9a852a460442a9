"""When the EvaluationOrderer (`2`) is right."""

from __future__ import annotations

from typing import Final

from tests.legality.harness import Case, Row, case, row

_OPERANDS: Final = "{ let x := calldataload(0) sstore(0, add(f(x), @)) }"
_EXCHANGED: Final = ("add(f(x), @)", "add(@, f(x))")
_IN_PLACE: Final = "a := calldataload(0) b := calldataload(32)"

EVALUATION_ORDER: Final = (
    row(
        "movable operand",
        f"{{ {_OPERANDS.replace('@', 'sload(1)')}"
        " function f(a) -> r { @ r := div(a, calldataload(a)) } }",
        "",
        "sstore(1, a)",
        ("add(f(x), sload(1))", "add(sload(1), f(x))"),
    ),
    row(
        "movable operand",
        f"{{ {_OPERANDS} function f(a) -> r {{ r := mload(and(255, a)) }} }}",
        "calldatasize()",
        "msize()",
        _EXCHANGED,
    ),
    row(
        "movable operand",
        "{ { let x := calldataload(0) sstore(0, lt(f(x), g())) }"
        " function f(a) -> r { if a { stop() } r := calldataload(a) }"
        " function g() -> s { @ s := sload(7) } }",
        "",
        "sstore(1, 5)",
        ("lt(f(x), g())", "gt(g(), f(x))"),
    ),
    row(
        "movable statement",
        "{ { let a := f(0) let b := sload(1) sstore(a, b) log1(0, 0, b) }"
        " function f(x) -> r { @ r := calldataload(x) } }",
        "",
        "sstore(1, 5)",
        ("let a := f(0) let b := sload(1)", "let b := sload(1) let a := f(0)"),
    ),
    row(
        "movable statement",
        "{ { let a let b a := calldataload(0) b := calldataload(@) sstore(a, b) log1(0, 0, b) } }",
        "32",
        "a",
        ("a := calldataload(0) b := calldataload(@)", "b := calldataload(@) a := calldataload(0)"),
    ),
    Row(
        "movable statement",
        Case(f"{{ {{ let a let b {_IN_PLACE} sstore(a, b) log1(0, 0, b) }} }}"),
        case(
            "{ { sstore(2, f(0, 1)) }"
            " function f(x, y) -> a { let b a := sload(y) a := sload(x) sstore(a, b) } }",
            ("a := sload(y) a := sload(x)", "a := sload(x) a := sload(y)"),
        ),
        "{ { sstore(2, f(0, 1)) }"
        " function f(x, y) -> a { a := sload(y) a := sload(x) let b sstore(a, b) } }",
    ),
    Row(
        "movable statement",
        Case(f"{{ {{ let a let b {_IN_PLACE} sstore(a, b) log1(0, 0, b) }} }}"),
        Case(
            "{ { let a := calldataload(0) let b := calldataload(a) sstore(a, b) log1(0, 0, b) } }"
        ),
    ),
)
