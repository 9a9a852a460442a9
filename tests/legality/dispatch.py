"""Conditions of the steps for dispatch and checks: SwitchSplitter (`b`), CalldataSizeSimplifier
(`y`), BitTestSimplifier (`Y`), BranchCombiner (`7`), IfConverter (`8`) and MaskShifter (`q`).
"""

from __future__ import annotations

from typing import Final

from tests.legality.harness import Case, Row, case, row

_CHECK: Final = "if callvalue() { revert(0, 0) }"

_LABELS: Final = (2, 3, 4, 5, 6, 7, 1 << 254, 1 << 255)


def _cases(labels: tuple[int, ...]) -> str:
    return " ".join(f"case {label} {{ sstore(1, {label}) }}" for label in labels)


def _searching(value: str) -> tuple[str, str]:
    """A switch with a value, and the search for it."""
    default = "default { revert(0, 0) }"
    function = "function f() -> r { log0(0, 1) r := calldataload(0) }"
    return (
        f"{{ switch {value} {_cases(_LABELS)} {default} {function} }}",
        f"""{{ let _1 := {value} switch lt(_1, 0x6)
            case 0 {{ switch _1 {_cases(_LABELS[4:])} {default} }}
            default {{ switch _1 {_cases(_LABELS[:4])} {default} }} {function} }}""",
    )


SWITCH_SPLITTER: Final = (
    Row(
        "single evaluation",
        Case(*_searching("calldataload(0)")),
        Case(_searching("f()")[0], _searching("f()")[1].replace("lt(_1", "lt(f()")),
        instead=_searching("f()")[1],
    ),
    row(
        "no declarations in the default",
        f"{{ switch calldataload(0) {_cases(_LABELS)} default {{ @ sstore(0, 5) }} }}",
        "mstore(0, 5)",
        "let x := 5",
    ),
)

_ROUNDS: Final = "for { let i } lt(i, 2) { i := add(i, 1) }"
_ONCE: Final = "let x := calldataload(0) for { } x { x := 0 }"
_AT_LEAST_36: Final = "sstore(1, lt(calldatasize(), 36))"

CALLDATA_SIZE: Final = (
    row(
        "bounds below 2**64",
        "{ sstore(0, slt(calldatasize(), @)) }",
        f"{(1 << 64) - 1}",
        f"{1 << 255}",
        ("slt", "lt"),
    ),
    row(
        "signed differences",
        "{ sstore(0, @(sub(calldatasize(), 4), 32)) }",
        "slt",
        "lt",
        ("@(sub(calldatasize(), 4), 32)", "lt(calldatasize(), 36)"),
    ),
    row(
        "all paths",
        "{ if lt(calldatasize(), 4) { @ } sstore(0, lt(calldatasize(), 4)) }",
        "revert(0, 0)",
        "if callvalue() { revert(0, 0) }",
        ("sstore(0, lt(calldatasize(), 4))", "sstore(0, 0)"),
    ),
    Row(
        "all paths",
        case(
            f"{{ {_ROUNDS} {{ if lt(calldatasize(), 36) {{ break }} {_AT_LEAST_36} }} }}",
            (_AT_LEAST_36, "sstore(1, 0)"),
        ),
        case(
            f"{{ {_ROUNDS} {{ if lt(calldatasize(), 36) {{ break }} }} {_AT_LEAST_36} }}",
            (_AT_LEAST_36, "sstore(1, 0)"),
        ),
    ),
    Row(
        "all paths",
        case(
            f"{{ {_ONCE} {{ if lt(calldatasize(), 36) {{ revert(0, 0) }} {_AT_LEAST_36} }} }}",
            (_AT_LEAST_36, "sstore(1, 0)"),
        ),
        case(
            f"{{ {_ONCE[:-1]} if lt(calldatasize(), 36) {{ revert(0, 0) }} }} {{ }}"
            f" {_AT_LEAST_36} }}",
            (_AT_LEAST_36, "sstore(1, 0)"),
        ),
    ),
    row(
        "all call sites",
        "{ if lt(calldatasize(), 4) { @ } f() function f() { sstore(0, lt(calldatasize(), 4)) } }",
        "revert(0, 0)",
        "f() stop()",
        ("sstore(0, lt(calldatasize(), 4))", "sstore(0, 0)"),
    ),
    row(
        "decided by the bounds",
        "{ if lt(calldatasize(), 36) { revert(0, 0) } sstore(0, lt(@)) }",
        "calldatasize(), 36",
        "36, calldatasize()",
        ("lt(@)) }", "0) }"),
    ),
    row(
        "decided by the bounds",
        "{ if lt(calldatasize(), 36) { revert(0, 0) } sstore(0, gt(calldatasize(), @)) }",
        "35",
        "36",
        ("gt(calldatasize(), @)", "1"),
    ),
)

_X: Final = "let x := calldataload(0) let y := calldataload(32)"
_LOW: Final = (1 << 160) - 1
_HIGH: Final = ((1 << 96) - 1) << 160


BIT_TESTS: Final = (
    row(
        "one-sided mask",
        f"{{ {_X} sstore(0, eq(x, and(x, @))) }}",
        f"{_LOW:#x}",
        f"{_LOW - 1:#x}",
        ("eq(x, and(x, @))", "iszero(shr(160, x))"),
    ),
    row(
        "one-sided mask",
        f"{{ {_X} sstore(0, eq(x, and(x, @))) }}",
        f"{_HIGH:#x}",
        f"{_HIGH ^ (1 << 255):#x}",
        ("eq(x, and(x, @))", "iszero(shl(96, x))"),
    ),
    row(
        "power-of-two bound",
        f"{{ {_X} if gt(x, @) {{ revert(0, 0) }} }}",
        f"{(1 << 64) - 1:#x}",
        f"{1 << 64:#x}",
        ("gt(x, @)", "shr(64, x)"),
    ),
    row(
        "same operand",
        f"{{ {_X} sstore(0, eq(x, and(@, {_LOW:#x}))) }}",
        "x",
        "y",
        (f"eq(x, and(@, {_LOW:#x}))", "iszero(shr(160, x))"),
    ),
    row(
        "boolean context",
        f"{{ {_X} @ }}",
        "if iszero(iszero(x)) { sstore(0, y) }",
        "sstore(0, iszero(iszero(x)))",
        ("iszero(iszero(x))", "x"),
    ),
    row(
        "boolean context",
        f"{{ {_X} switch iszero(iszero(x)) case @ {{ sstore(0, 7) }} default {{ sstore(0, 8) }} }}",
        "0",
        "1",
        ("iszero(iszero(x))", "x"),
    ),
    row(
        "boolean context",
        f"{{ {_X} if @(x, iszero(iszero(y))) {{ sstore(0, 3) }} }}",
        "or",
        "eq",
        ("iszero(iszero(y))", "y"),
    ),
    row(
        "pure operand",
        f"{{ sstore(0, eq(@, and(@, {_LOW:#x})))"
        " function f() -> r { r := sload(0) sstore(0, add(r, 1)) } }",
        "calldataload(0)",
        "f()",
        (f"eq(@, and(@, {_LOW:#x}))", "iszero(shr(160, @))"),
    ),
)

_STOPS: Final = ("if x { stop() }", "")

BRANCHES: Final = (
    row(
        "same end",
        f"{{ {_X} if x {{ stop() }} if y {{ @ }} sstore(0, 1) }}",
        "stop()",
        "revert(0, 0)",
        _STOPS,
        ("if y {", "if or(y, x) {"),
    ),
    row(
        "same end",
        f"{{ {_X} if x {{ @ }} if y {{ @ }} sstore(0, 1) }}",
        "sstore(5, 1) stop()",
        "sstore(5, add(sload(5), 1))",
        ("if x { @ }", ""),
        ("if y {", "if or(y, x) {"),
    ),
    row(
        "pure in between",
        f"{{ {_X} if x {{ stop() }} @ if y {{ stop() }} sstore(0, 1) }}",
        "let z := y",
        "sstore(1, y)",
        _STOPS,
        ("if y {", "if or(y, x) {"),
    ),
    row(
        "pure in between",
        f"{{ {_X} if lt(x, 5) {{ revert(0, 0) }} @ if y {{ revert(0, 0) }} sstore(0, x) }}",
        "let z := y",
        "x := y",
        ("if lt(x, 5) { revert(0, 0) }", ""),
        ("if y {", "if or(y, lt(x, 5)) {"),
    ),
    row(
        "truth values",
        f"{{ {_X} if iszero(@) {{ revert(0, 0) }} if iszero(slt(x, y)) {{ revert(0, 0) }}"
        " sstore(0, 1) }",
        "lt(x, y)",
        "y",
        ("if iszero(@) { revert(0, 0) }", ""),
        ("iszero(slt(x, y))", "iszero(and(slt(x, y), @))"),
        instead=(
            "if iszero(y) { revert(0, 0) } if iszero(slt(x, y))",
            "if or(iszero(slt(x, y)), iszero(y))",
        ),
    ),
    row(
        "same shift",
        f"{{ {_X} if shr(64, y) {{ revert(0, 0) }} if @, x) {{ revert(0, 0) }} sstore(0, 1) }}",
        "shr(64",
        "shr(160",
        ("if shr(64, y) { revert(0, 0) }", ""),
        ("if @, x)", "if shr(64, or(x, y))"),
        instead=("if shr(64, y) { revert(0, 0) } if shr(160, x)", "if or(shr(160, x), shr(64, y))"),
    ),
    row(
        "within the word",
        f"{{ {_X} if x {{ revert(0, 0) }} if iszero(gt(y, @)) {{ revert(0, 0) }} sstore(0, 1) }}",
        "5",
        f"{(1 << 256) - 1:#x}",
        ("if x { revert(0, 0) }", ""),
        ("if iszero(gt(y, @))", "if or(lt(y, 6), x)"),
        instead=(
            f"if x {{ revert(0, 0) }} if iszero(gt(y, {(1 << 256) - 1:#x}))",
            f"if or(iszero(gt(y, {(1 << 256) - 1:#x})), x)",
        ),
    ),
)

MASKS: Final = (
    row(
        "one-sided mask",
        f"{{ {_X} sstore(0, and(x, @)) }}",
        f"{_LOW:#x}",
        f"{_LOW - 1:#x}",
        ("and(x, @)", "shr(96, shl(96, x))"),
    ),
    row(
        "one-sided mask",
        f"{{ {_X} sstore(0, and(x, @)) }}",
        f"{_HIGH:#x}",
        f"{_HIGH ^ (1 << 255):#x}",
        ("and(x, @)", "shl(160, shr(160, x))"),
    ),
    row(
        "smaller shift",
        f"{{ {_X} sstore(0, and(shr(@, x), {_LOW:#x})) }}",
        "95",
        "97",
        (f"and(shr(@, x), {_LOW:#x})", "shr(96, shl(1, x))"),
        instead=(f"and(shr(@, x), {_LOW:#x})", "shr(96, shl(96, shr(@, x)))"),
    ),
)

_COMBINED: Final = ("if a { a := lt(y, 9) }", "a := and(lt(y, 9), a)")

IF_CONVERTER: Final = (
    row(
        "truth values",
        f"{{ {_X} let a := @ if a {{ a := lt(y, 9) }} sstore(0, a) }}",
        "lt(x, 5)",
        "x",
        _COMBINED,
    ),
    row(
        "truth values",
        f"{{ {_X} let a := lt(x, 5) if a {{ a := and(@, y) }} sstore(0, a) }}",
        "1",
        "3",
        ("if a { a := and(@, y) }", "a := and(and(@, y), a)"),
    ),
    row(
        "pure operand",
        f"{{ {_X} let a := lt(x, 5) if a {{ a := eq(@, 9) }} sstore(0, a)"
        " function f(v) -> r { sstore(7, v) r := v } }",
        "y",
        "f(y)",
        ("if a { a := eq(@, 9) }", "a := and(eq(@, 9), a)"),
    ),
    row(
        "known before",
        f"{{ {_X} let a := @ if x {{ a := y }} sstore(0, a) }}",
        "0",
        "1",
        ("if x { a := y }", "a := mul(y, iszero(iszero(x)))"),
    ),
    row(
        "known before",
        f"{{ {_X} let a := lt(x, 5) let b := @ if a {{ b := lt(y, 9) }} sstore(a, b) }}",
        "a",
        "lt(y, 4)",
        ("if a { b := lt(y, 9) }", "b := and(lt(y, 9), a)"),
    ),
    row(
        "dead before the switch",
        f"{{ {_X} let a := y switch @ case 0 {{ a := 3 }} default {{ a := sload(x) }}"
        " sstore(0, a) }",
        "x",
        "a",
        ("let a := y switch @ case 0 { a := 3 } default {", "let a := 3 if @ {"),
    ),
    row(
        "dead before the switch",
        f"{{ {_X} let a := y switch x case 0 {{ a := 3 }} default {{ a := sload(@) }}"
        " sstore(0, a) }",
        "x",
        "a",
        ("let a := y switch x case 0 { a := 3 } default {", "let a := 3 if x {"),
    ),
    row(
        "dead before the switch",
        f"{{ {_X} let a := y switch x case 0 {{ a := 3 }} default {{ if lt(x, 3) {{ @ }}"
        " a := sload(x) } sstore(0, a) }",
        "sstore(7, x)",
        "sstore(7, a)",
        ("let a := y switch x case 0 { a := 3 } default {", "let a := 3 if x {"),
    ),
    row(
        "unused declaration",
        f"{{ {_X} let a := @ switch x case 0 {{ a := 3 }} default {{ a := sload(x) }}"
        " sstore(0, a) function f() -> r { sstore(7, 7) r := 4 } }",
        "y",
        "f()",
        ("let a := @ switch x case 0 { a := 3 } default {", "let a := 3 if x {"),
        instead=("switch x case 0 { a := 3 } default {", "a := 3 if x {"),
    ),
    Row(
        "unused declaration",
        case(
            f"{{ {_X} let a := y switch x case 0 {{ a := add(x, 3) }} default {{ a := 4 }}"
            " sstore(0, a) }",
            (
                "let a := y switch x case 0 { a := add(x, 3) } default {",
                "let a := add(x, 3) if x {",
            ),
        ),
        Case(
            f"{{ {_X} let a := y switch x case 0 {{ a := add(a, 3) }} default {{ a := sload(x) }}"
            " sstore(0, a) }"
        ),
        f"{{ {_X} let a := y a := add(a, 3) if x {{ a := sload(x) }} sstore(0, a) }}",
    ),
)
