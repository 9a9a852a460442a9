"""Conditions of CodeHoister (`k`)."""

from __future__ import annotations

from typing import Final

from tests.legality.harness import Case, Row, case, row

_CHECK: Final = "if callvalue() { revert(0, 0) }"
_ENDING: Final = (
    "{{ switch calldataload(0) case 0 {{ if callvalue() {{ {0} }} sstore(1, 1) }}"
    " case 1 {{ if callvalue() {{ {0} }} sstore(1, 2) }} default {{ {0} }}"
    " function f() {{ log0(0, 0) }} }}"
)


def _hoisted(statement: str) -> tuple[tuple[str, str], ...]:
    check = f"if callvalue() {{ {statement} }}"
    return (f"{check} ", ""), ("{ switch", f"{{ {check} switch")


_CALLING: Final = (
    "{ switch calldataload(0) case 0 { f() } case 1 { f() } default { sstore(5, 5) } @"
    " function f() { sstore(5, 5) sstore(1, 1) } }"
)
_FROM_FUNCTION: Final = (
    ("() { sstore(5, 5)", "() {"),
    ("default { sstore(5, 5)", "default { "),
    ("{ switch", "{ sstore(5, 5) switch"),
)
_LOGGED: Final = (
    (") { log0(0, 1) sstore", ") { sstore"),
    ("default { log0(0, 1) }", "default { }"),
    ("{ switch", "{ log0(0, 1) switch"),
)
_PARTITION: Final = (
    "{ switch calldataload(0) case 3 { @ } case 1 { f() }"
    f" case 2 {{ {_CHECK} sstore(0, 2) }} case 64 {{ {_CHECK} sstore(0, 3) }}"
    f" case 255 {{ {_CHECK} sstore(0, 4) }}"
    f" default {{ revert(0, 0) }} function f() {{ {_CHECK} sstore(1, 1) }} }}"
)
_PARTED: Final = (
    ("{ switch calldataload(0)", "{ let _1 := calldataload(0) switch _1"),
    ("case 1 {", f"default {{ {_CHECK} switch _1 case 1 {{"),
    (f"case 2 {{ {_CHECK}", "case 2 {"),
    (f"case 64 {{ {_CHECK}", "case 64 {"),
    (f"case 255 {{ {_CHECK}", "case 255 {"),
    ("default { revert(0, 0) }", "default { revert(0, 0) } }"),
)
_NO_DATA: Final = "if iszero(calldataload(0)) { revert(0, 0) }"


def _parted(value: str) -> tuple[str, str]:
    """A switch of a value, and its partition."""
    function = "function f() -> r { log0(0, 1) r := calldataload(0) }"
    checked = (2, 64, 255)
    before = " ".join(f"case {one} {{ {_CHECK} sstore(0, {one}) }}" for one in checked)
    after = " ".join(f"case {one} {{ sstore(0, {one}) }}" for one in checked)
    return (
        f"{{ switch {value} case 5 {{ sstore(0, 5) }} {before} default {{ revert(0, 0) }}"
        f" {function} }}",
        f"{{ let _1 := {value} switch _1 case 5 {{ sstore(0, 5) }} default {{ {_CHECK} switch _1"
        f" {after} default {{ revert(0, 0) }} }} {function} }}",
    )


CODE_HOISTER: Final = (
    row(
        "all cases",
        "{ switch calldataload(0) case 0 { if callvalue() { sstore(1, 1) } sstore(0, 1) }"
        " case 1 { @ sstore(0, 2) } default { if callvalue() { sstore(1, 1) } stop() } }",
        "if callvalue() { sstore(1, 1) }",
        "if callvalue() { sstore(1, 2) }",
        ("@ sstore(0, 2)", "sstore(0, 2)"),
        ("if callvalue() { sstore(1, 1) } sstore(0, 1)", "sstore(0, 1)"),
        ("if callvalue() { sstore(1, 1) } stop()", "stop()"),
        ("{ switch", "{ if callvalue() { sstore(1, 1) } switch"),
    ),
    row(
        "all cases",
        "{ switch calldataload(0) case 0 { if callvalue() { sstore(1, 1) } sstore(0, 1) }"
        " case 1 { if callvalue() { sstore(1, 1) @ } sstore(0, 2) }"
        " default { if callvalue() { sstore(1, 1) } stop() } }",
        "",
        "sstore(2, 2)",
        ("{ if callvalue() { sstore(1, 1) @ } sstore(0, 2)", "{ sstore(0, 2)"),
        ("{ if callvalue() { sstore(1, 1) } sstore(0, 1)", "{ sstore(0, 1)"),
        ("{ if callvalue() { sstore(1, 1) } stop()", "{ stop()"),
        ("{ switch", "{ if callvalue() { sstore(1, 1) } switch"),
    ),
    row(
        "the default",
        f"{{ switch calldataload(0) case 0 {{ {_CHECK} sstore(0, 1) }}"
        f" case 1 {{ {_CHECK} sstore(0, 2) }} @ }}",
        "revert(0, 0)",
        "sstore(0, 3)",
        (f"{_CHECK} ", ""),
        ("{ switch", f"{{ {_CHECK} switch"),
    ),
    row(
        "the default",
        f"{{ switch calldataload(0) case 0 {{ {_CHECK} sstore(0, 1) }}"
        f" case 1 {{ {_CHECK} sstore(0, 2) }} default {{ @ }} }}",
        "revert(0, 0)",
        "revert(0, 1)",
        (f"{_CHECK} ", ""),
        ("{ switch", f"{{ {_CHECK} switch"),
    ),
    Row(
        "terminating default",
        case(_ENDING.format("return(0, 32)"), *_hoisted("return(0, 32)")),
        case(_ENDING.format("f()"), *_hoisted("f()")),
    ),
    row(
        "pure condition",
        "{ switch calldataload(0) case 0 { if f() { stop() } sstore(1, 1) }"
        " case 1 { if f() { stop() } sstore(1, 2) } default { stop() }"
        " function f() -> r { @ r := callvalue() } }",
        "r := 5",
        "sstore(5, 5)",
        ("if f() { stop() } ", ""),
        ("{ switch", "{ if f() { stop() } switch"),
    ),
    row(
        "no definitions",
        "{ let x switch calldataload(0) case 0 { @ sstore(0, x) }"
        " case 1 { @ sstore(1, x) } default { @ sstore(2, x) } }",
        "sstore(7, 3)",
        "x := 3",
        *(),
    ),
    row(
        "switch value first",
        "{ switch @ case 0 { sstore(0, 1) sstore(1, 1) } case 7 { sstore(0, 1) sstore(1, 2) }"
        " default { sstore(0, 1) } }",
        "calldataload(0)",
        "sload(0)",
        ("sstore(0, 1) sstore(1, 1)", "sstore(1, 1)"),
        ("sstore(0, 1) sstore(1, 2)", "sstore(1, 2)"),
        ("default { sstore(0, 1) }", "default { }"),
        ("{ switch", "{ sstore(0, 1) switch"),
    )._replace(
        instead="{ let _1 := sload(0) sstore(0, 1) switch _1 case 0 { sstore(1, 1) }"
        " case 7 { sstore(1, 2) } default { } }"
    ),
    Row(
        "single evaluation",
        Case(*_parted("calldataload(0)")),
        Case(_parted("f()")[0], _parted("f()")[1].replace("switch _1", "switch f()")),
        instead=_parted("f()")[1],
        runs=1,
    ),
    Row(
        "all call sites",
        case(_CALLING.replace("@", ""), *_FROM_FUNCTION),
        case(_CALLING.replace("@", "sstore(5, 6) f()"), *_FROM_FUNCTION),
    ),
    Row(
        "all call sites",
        case(
            _PARTITION.replace("@", "sstore(0, 5)"),
            *_PARTED,
            (f"f() {{ {_CHECK}", "f() {"),
        ),
        case(
            _PARTITION.replace("@", "sstore(0, 5) f()"),
            *_PARTED,
            (f"f() {{ {_CHECK}", "f() {"),
        ),
        instead=f"""{{ let _1 := calldataload(0)
            switch _1 case 3 {{ sstore(0, 5) f() }} case 1 {{ f() }}
            default {{ {_CHECK} switch _1 case 2 {{ sstore(0, 2) }} case 64 {{ sstore(0, 3) }}
            case 255 {{ sstore(0, 4) }} default {{ revert(0, 0) }} }}
            function f() {{ {_CHECK} sstore(1, 1) }} }}""",
        runs=1,
    ),
    Row(
        "no arguments",
        case(
            "{ switch calldataload(0) case 0 { f() } case 1 { f() } default { log0(0, 1) }"
            " function f() { log0(0, 1) sstore(1, g()) } function g() -> r { log0(0, 2) } }",
            *_LOGGED,
        ),
        case(
            "{ switch calldataload(0) case 0 { f(g()) } case 1 { f(g()) } default { log0(0, 1) }"
            " function f(a) { log0(0, 1) sstore(1, a) } function g() -> r { log0(0, 2) } }",
            *_LOGGED,
        ),
    ),
    Row(
        "known successor",
        case(
            f"{{ if calldataload(32) {{ switch calldataload(0) case 0 {{ {_CHECK} return(0, 1) }}"
            f" case 1 {{ {_CHECK} return(0, 2) }} }} revert(0, 0) }}",
            (f"{_CHECK} return", "return"),
            ("{ switch", f"{{ {_CHECK} switch"),
        ),
        case(
            f"{{ for {{ let i := 3 }} i {{ i := sub(i, 1) }} {{ switch calldataload(0)"
            f" case 0 {{ {_CHECK} return(0, 1) }} case 1 {{ {_CHECK} return(0, 2) }}"
            " if eq(i, 2) { return(0, 3) } } revert(0, 0) }",
            (f"{_CHECK} return", "return"),
            ("{ switch", f"{{ {_CHECK} switch"),
        ),
    ),
    row(
        "calls with data",
        "{ if iszero(lt(calldatasize(), @)) { switch calldataload(0)"
        f" case 1 {{ {_NO_DATA} return(0, 1) }} case 2 {{ {_NO_DATA} return(0, 2) }} }}"
        " if iszero(calldatasize()) { sstore(0, 1) stop() } revert(0, 0) }",
        "1",
        "0",
        (f"{_NO_DATA} return", "return"),
        ("{ switch", f"{{ {_NO_DATA} switch"),
    ),
)
