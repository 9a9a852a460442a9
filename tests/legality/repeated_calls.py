"""Conditions of the RepeatedCallEliminator (`9`)."""

from __future__ import annotations

from typing import Final

from tests.legality.harness import CALLS_BACK, STORES, Row, row

_HEAD: Final = "let x := calldataload(0) let y := calldataload(32) let k := and(x, 0xff)"
_COUNT: Final = "sstore(0, add(sload(0), 1))"
_CHECK: Final = "function check(v) { if gt(v, 64) { revert(0, 0) } }"
_SQUARE: Final = "function f(v) -> r { if gt(v, 99) { revert(0, 0) } r := mul(v, v) }"
_TWO: Final = "function two(v) -> r, s { if gt(v, 99) { revert(0, 0) } r := add(v, 7) s := 5 }"
_COPY: Final = ("let b := f(k)", "let b := a")
_TWICE: Final = "let a := f(k) let b := f(k) sstore(1, b)"
# Where the program is called back, with what follows the first 4 bytes, it stores and returns.
_BACK: Final = "if eq(calldatasize(), 32) { sstore(1, 77) return(0, 32) }"
_CALLED_BACK: Final = f"pop(call(gas(), {CALLS_BACK}, 0, 0, 36, 0, 0))"
_PAYS: Final = "call(99999, 0x777, 1, 0, 0, 0, 0)"
_ROUNDS: Final = "for { let i } lt(i, 3) { i := add(i, 1) }"


def _row(condition: str, template: str, meets: str, violates: str, *pieces: tuple[str, str]) -> Row:
    """By default, the second call of `f` is replaced if the condition is met."""
    return row(condition, f"{{ {_HEAD} {template} }}", meets, violates, *(pieces or (_COPY,)))


def _function(condition: str, body: str, meets: str, violates: str, others: str = "") -> Row:
    """A function that is called twice."""
    template = f"{_TWICE} function f(v) -> r {{ {body} }} {others}"
    return _row(condition, template, meets, violates)


def _between(body: str, template: str, meets: str, violates: str, others: str = "") -> Row:
    """Two calls of a function with what may change what it reads between them."""
    program = f"{_BACK} let a := f(k) {template} let b := f(k) sstore(9, b) {others}"
    return _row(
        "unchanged reads", f"{program} function f(v) -> r {{ {body} }}", meets, violates, _COPY
    )


_WRITES: Final = (
    _function("known writes", f"if v {{ {_COUNT} @ }} r := 5", "revert(0, 0)", ""),
    _function(
        "known writes", f"if v {{ {_COUNT} @ revert(0, 0) }} r := 5", "", "if gt(v, 1) { leave }"
    ),
    _function("known writes", "g(v) r := 5", "stop()", _COUNT, "function g(v_1) { if v_1 { @ } }"),
    _function(
        "known writes",
        f"for {{ }} v {{ v := 0 }} {{ {_COUNT} @ }} r := 5",
        "revert(0, 0)",
        "break",
    ),
    _function("known writes", f"if v {{ {_COUNT} @ }} r := 5", "return(0, 0)", "log0(0, 0)"),
    _row(
        "known writes",
        "mstore(32, 9) let a := f(k) mstore(@, 5) let b := f(k) sstore(1, mload(32))"
        " function f(v) -> r { if gt(v, 1) { mstore(32, v) } r := 5 }",
        "64",
        "32",
    ),
    _function("known writes", "r := @", "callvalue()", _PAYS),
    _function("known writes", "r := g()", "callvalue()", _PAYS, "function g() -> s { s := @ }"),
    _row(
        "known writes",
        "check(x) check(x) sstore(5, 5) function check(v) { if v { @(0, 0) } }",
        "revert",
        "log0",
        ("check(x) check(x)", "check(x)"),
    ),
)

_VARYING: Final = (
    _row(
        "nothing varies",
        "let a := f(k) pop(mload(320)) let b := f(k) sstore(1, eq(a, b))"
        " function f(v) -> r { r := add(v, @) }",
        "callvalue()",
        "msize()",
    ),
    _row(
        "nothing varies",
        "let a := f(k) pop(mload(320)) let b := f(k) sstore(1, eq(a, b))"
        " function f(v) -> r { r := g() } function g() -> s { s := @ }",
        "callvalue()",
        "msize()",
    ),
)

_ARGUMENTS: Final = (
    _row(
        "equal arguments",
        f"let a := f(x) let c := @ let b := f(c) sstore(1, b) {_SQUARE}",
        "x",
        "y",
        ("let b := f(c)", "let b := a"),
    ),
    _row(
        "equal arguments",
        f"let a := f(k) @ := add(@, 1) let b := f(k) sstore(1, b) sstore(2, y) {_SQUARE}",
        "y",
        "k",
    ),
    _row(
        "equal arguments",
        "let a := f(x, y) let b := f(@) sstore(1, b) function f(v, w) -> r { r := sub(v, w) }",
        "x, y",
        "y, x",
        ("let b := f(@)", "let b := a"),
    ),
    _row(
        "equal arguments",
        f"check(k) {_ROUNDS} {{ sstore(i, i) check(@) }} {_CHECK}",
        "k",
        "add(k, i)",
        (" check(@) }", " }"),
    ),
)

_READS: Final = (
    _between("r := sload(v)", "sstore(@, 5)", "256", "1"),
    _between("r := sload(add(v, 3))", "sstore(add(k, @), 5)", "2", "3"),
    _between("r := tload(v)", "@(k, 5)", "sstore", "tstore"),
    _between("r := sload(1)", f"pop(@(gas(), {STORES}, 0, 0, 0, 0))", "staticcall", "delegatecall"),
    _between("r := sload(1)", f"if @ {{ {_CALLED_BACK} }}", "0", "y"),
    _between("r := returndatasize()", f"if @ {{ {_CALLED_BACK} }}", "0", "y"),
    _between("r := selfbalance()", "if @ { pop(call(gas(), 0x777, 1, 0, 0, 0, 0)) }", "0", "y"),
    _between("r := mload(v)", "mstore(@, 5)", "287", "255"),
    _between("r := mload(add(v, 3))", "mstore(add(k, @), not(0))", "35", "34"),
    _between("r := mload(v)", "mstore8(add(k, @), 5)", "32", "31"),
    _between("r := keccak256(v, 64)", "mstore(add(k, @), 5)", "64", "32"),
    _between("r := keccak256(v, 600)", "@(add(k, 580), not(0))", "sstore", "mstore"),
    _between("r := mload(v) if iszero(r) { r := sload(1) }", "@(1, 5)", "tstore", "sstore"),
    _between(
        "r := g(v)",
        "mstore(@, 5)",
        "320",
        "255",
        "function g(v_1) -> r_1 { r_1 := mload(add(v_1, 1)) }",
    ),
    _between("r := sload(1)", "w(y)", "revert", "sstore", "function w(v_1) { if v_1 { @(1, 5) } }"),
    _between("r := mload(0)", f"{_ROUNDS} {{ @(0, 5) }}", "tstore", "mstore"),
    _between("switch v case 7 { r := 3 } default { r := sload(@) }", "sstore(1, 5)", "2", "1"),
)

_LOOP: Final = (
    _row(
        "unchanged reads",
        f"let a := f(k) {_ROUNDS} {{ let b := f(k) sstore(i, b) @(k, not(i)) }}"
        " function f(v) -> r { r := keccak256(v, 600) }",
        "tstore",
        "mstore",
    ),
    _function(
        "unchanged reads", "@", "mstore(0, v) r := not(mload(0))", "r := not(mload(0)) mstore(0, v)"
    ),
)

_HASH: Final = "function hash(v) -> r { mstore(0, v) mstore(32, 5) r := keccak256(0, 64) }"


def _hashed(template: str, meets: str, violates: str, functions: str = _HASH) -> Row:
    """Two calls of a function that writes to scratch space, with something between them."""
    uses = "sstore(a, mload(0)) sstore(add(b, 1), mload(32)) sstore(2, mload(64))"
    return _row(
        "unchanged writes",
        f"let a := hash(k) {template} let b := hash(k) {uses} {functions}",
        meets,
        violates,
        ("let b := hash(k)", "let b := a"),
    )


_WRITTEN: Final = (
    _hashed("mstore(@, 7)", "64", "33"),
    _hashed("mstore(@, 7)", "64", "32"),
    _hashed("sstore(@, hash(y))", "hash(k)", "hash(3)"),
    _hashed("if y { mstore(@, 7) }", "64", "0"),
    _hashed(
        "mstore(@, 7)",
        "add(k, 64)",
        "k",
        "function hash(v) -> r { mstore(add(v, 32), v) mstore(0, v) r := add(v, 5) }",
    ),
    _hashed(
        "mstore(64, 9)",
        "0",
        "32",
        "function hash(v) -> r { mstore(0, v) mstore(32, v) r := keccak256(@, 64) }",
    ),
)

_RETURNED: Final = (
    _row(
        "returned before",
        f"let a @ {{ a := f(k) }} let b := f(k) sstore(1, b) {_SQUARE}",
        "",
        "if y",
    ),
    _row(
        "returned before",
        f"@ {{ check(k) }} check(k) sstore(1, 5) {_CHECK}",
        "",
        "if y",
        ("} check(k)", "}"),
    ),
    _row(
        "returned before",
        "let a @ { a := f(k) } let b := f(k) sstore(1, b)"
        " function f(v) -> r { if gt(v, 64) { revert(0, 0) } r := v }",
        "",
        "if y",
        ("let b := f(k)", "let b := k"),
    ),
    _row(
        "returned before",
        "let a let b := 5 for { let i } lt(i, 2) { i := add(i, 1) }"
        f" {{ a := f(k) @ b := f(k) }} sstore(1, b) {_SQUARE}",
        "",
        "k := add(k, 1)",
        ("b := f(k)", "b := a"),
    ),
    _row(
        "returned before",
        "let a := g(f(k)) @ let b := f(k) sstore(1, b)"
        f" function g(v_1) -> r_1 {{ r_1 := add(v_1, 1) {_COUNT} }} {_SQUARE}",
        "a := f(k)",
        "",
    ),
)

_HOLDERS: Final = (
    _row("live holder", f"let a := f(k) @ := 7 let b := f(k) sstore(y, b) {_SQUARE}", "y", "a"),
    _row(
        "live holder",
        f"let a, b := two(k) @ := 7 let c, d := two(k) sstore(1, c) sstore(y, d) {_TWO}",
        "y",
        "b",
        ("let c, d := two(k)", "let c := a let d := b"),
    ),
)

_EFFECTS: Final = (
    _row(
        "no side effects",
        f"let a := f(k) let b := f(add(k, g())) sstore(1, b) function g() -> s {{ @ }} {_SQUARE}",
        "",
        _COUNT,
        ("let b := f(add(k, g()))", "let b := a"),
    ),
)

_PARALLEL: Final = (
    _row(
        "parallel assignment",
        f"let a, b := two(k) let c let d @ := two(k) sstore(1, a) sstore(2, b) sstore(c, d) {_TWO}",
        "d, c",
        "b, a",
        ("d, c := two(k)", "d := a c := b"),
        ("b, a := two(k)", "b := a a := b"),
    ),
)

REPEATED_CALLS: Final = (
    *_WRITES,
    *_VARYING,
    *_ARGUMENTS,
    *_READS,
    *_LOOP,
    *_WRITTEN,
    *_RETURNED,
    *_HOLDERS,
    *_EFFECTS,
    *_PARALLEL,
)
