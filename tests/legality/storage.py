"""Conditions of the StorageForwarder (`B`)."""

from __future__ import annotations

from typing import Final

from tests.legality.harness import CALLS_BACK, STORES, Row, case, row

_HEAD: Final = "mstore(64, 128) let x := calldataload(0) let y := calldataload(32)"
# Where the program is called back, with what follows the first 4 bytes, it stores and stops.
_BACK: Final = "if eq(calldatasize(), 92) { sstore(1, 77) tstore(1, 77) stop() }"
_CALL: Final = f"pop(@(gas(), {STORES}, 0, 0, 0, 0))"
_CALL_VALUE: Final = f"calldatacopy(128, 0, 96) pop(call(gas(), {CALLS_BACK}, 0, 128, 96, 0, 0))"


def _row(
    condition: str,
    template: str,
    meets: str,
    violates: str,
    *pieces: tuple[str, str],
    instead: tuple[str, str] | None = None,
) -> Row:
    program = f"{{ {_HEAD} {template} }}"
    return row(condition, program, meets, violates, *pieces, instead=instead)


_ROUNDS: Final = "let i for { } lt(i, and(x, 7)) { i := add(i, 1) }"


_BODY: Final = "sstore(1, add(sload(1), 2))"
# What slot 1 becomes: a variable in the loop, which is stored where the log is.
_VARIABLE: Final = (
    (_ROUNDS, f"let i let _1 := sload(1) let _2 := _1 {_ROUNDS.removeprefix('let i')}"),
    (_BODY, "_2 := add(_2, 2)"),
    (" log0", " if sub(_2, _1) { sstore(1, _2) } log0"),
)


def _in_loop(condition: str, meets: str, violates: str, functions: str = "") -> Row:
    """A loop that adds to slot 1, which is a variable there if the condition is met."""
    program = f"{{ {_HEAD} {_BACK} {_ROUNDS} {{ {_BODY} @ }} log0(0, i) {functions} }}"
    return row(condition, program, meets, violates, *_VARIABLE)


STORAGE: Final = (
    _row(
        "no alias",
        "sstore(x, y) sstore(@, 5) sstore(9, sload(x))",
        "add(x, 1)",
        "add(y, 1)",
        ("sload(x)", "y"),
    ),
    _row(
        "no alias",
        "let k := and(x, 0xff) sstore(k, y) sstore(@, 5) sstore(9, sload(k))",
        "256",
        "255",
        ("sload(k)", "y"),
    ),
    _row(
        "no alias",
        "mstore(0, 1) mstore(32, 2) let a := keccak256(0, 64) sstore(a, y)"
        " mstore(0, @) let b := keccak256(0, 64) sstore(b, 5) sstore(9, sload(a))",
        "2",
        "x",
        ("sload(a)", "y"),
    ),
    _row(
        "no alias",
        "mstore(0, 1) let a := keccak256(0, 32) sstore(a, y) sstore(@, 5) sstore(9, sload(a))",
        "and(x, 0xffffffffffffffff)",
        "add(a, and(x, 1))",
        ("sload(a)", "y"),
    ),
    _row(
        "separate address spaces",
        "@(1, y) tstore(1, 5) sstore(9, sload(1))",
        "sstore",
        "mstore",
        ("sload(1)", "y"),
    ),
    _row(
        "no reentrancy",
        f"sstore(1, y) {_CALL} sstore(9, sload(1))",
        "staticcall",
        "delegatecall",
        ("sload(1)", "y"),
    ),
    Row(
        "no reentrancy",
        case(
            f"{{ {_HEAD} {_BACK} tstore(1, y) tstore(2, x) sstore(9, tload(1)) {_CALL_VALUE} }}",
            ("tload(1)", "y"),
        ),
        case(
            f"{{ {_HEAD} {_BACK} tstore(1, y) tstore(2, x) {_CALL_VALUE} sstore(9, tload(1)) }}",
            ("tload(1)", "y"),
        ),
    ),
    _row(
        "callee effects",
        "sstore(x, y) f(x) sstore(9, sload(x)) function f(a) { sstore(@, 5) }",
        "add(a, 1)",
        "add(a, calldataload(32))",
        ("sload(x)", "y"),
    ),
    _row(
        "callee effects",
        "sstore(1, y) f(1) sstore(9, sload(1)) function f(a) { if a { @ } sstore(2, a) }"
        " function g(b) { if b { sstore(3, b) } }",
        "g(a)",
        "f(0) sstore(a, 5)",
        ("sload(1)", "y"),
    ),
    _row(
        "all paths",
        "sstore(1, y) if x { @ } sstore(9, sload(1))",
        "sstore(2, 5)",
        "sstore(1, 5)",
        ("sload(1)", "y"),
    ),
    _row(
        "all paths",
        "let i sstore(1, y) for { } lt(i, 2) { i := add(i, 1) sstore(@, 5) }"
        " { log1(0, 0, sload(1)) }",
        "2",
        "x",
        ("sload(1)", "y"),
    ),
    _row(
        "live holder",
        "sstore(1, y) @ sstore(9, sload(1)) sstore(8, y)",
        "x := 5",
        "y := 5",
        ("sload(1)", "y"),
    ),
    _row(
        "no side effects",
        "sstore(1, y) sstore(9, sload(or(1, and(@, 0)))) sstore(8, msize())",
        "x",
        "mload(1000)",
        ("sload(or(1, and(@, 0)))", "y"),
    ),
    _row(
        "loop-invariant loads",
        "let i for { } lt(i, 4) { i := add(i, 1) } { log1(0, 0, sload(y)) sstore(@, i) }",
        "add(y, 1)",
        "x",
        ("for", "let _1 := sload(y) for"),
        ("log1(0, 0, sload(y))", "log1(0, 0, _1)"),
    ),
    _in_loop("no alias in the loop", "sstore(add(i, 2), i)", "sstore(add(i, 1), i)"),
    _in_loop("no alias in the loop", "tstore(sload(add(i, 2)), 5)", "tstore(sload(add(i, 1)), 5)"),
    _in_loop(
        "no alias in the loop",
        "f(2)",
        "f(1)",
        "function f(a) { log1(0, 0, sload(a)) }",
    ),
    _in_loop(
        "no alias in the loop",
        f"calldatacopy(128, 0, 96) pop(extcodesize({CALLS_BACK}))",
        _CALL_VALUE,
    ),
    _in_loop("loop exits", "if eq(i, 2) { revert(0, 0) }", "if eq(i, 2) { stop() }"),
    row(
        "loop exits",
        f"{{ f(calldataload(0)) function f(x) {{ {_ROUNDS} {{ {_BODY} if eq(i, 2) {{ @ }} }}"
        " log0(0, 0) } }",
        "break",
        "leave",
        *_VARIABLE,
    ),
)
