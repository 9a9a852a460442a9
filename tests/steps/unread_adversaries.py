"""Adversarial programs whose stores to memory are read after all."""

from __future__ import annotations

from typing import Final

from tests.steps.adversary import Adversary


def _program(statements: str, functions: str = "") -> str:
    return f"""{{
        {{
            mstore(64, memoryguard(128))
            let x := calldataload(0)
            let y := calldataload(32)
            {statements}
        }}
        {functions}
    }}"""


_READ: Final = "sstore(0, mload(160))"
_STORE: Final = "mstore(160, 7)"
_F: Final = f"function f() {{ {_STORE} }}"
_COUNT: Final = "for { let i := 0 } lt(i, 3) { i := add(i, 1) }"


def _kept(statements: str, functions: str = "", piece: str = _STORE) -> Adversary:
    """A program whose store, the piece, is read."""
    return Adversary(_program(statements, functions), piece, "")


UNREAD_ADVERSARIES: Final = {
    "the caller reads": _kept(f"f() {_READ}", _F),
    "one of the callers reads": _kept(f"if x {{ f() stop() }} f() {_READ}", _F),
    "the caller of the caller reads": _kept(
        f"f() {_READ}", f"function f() {{ g() }} function g() {{ {_STORE} }}"
    ),
    "a function that is called reads": _kept(
        f"{_STORE} f()", f"function f() {{ g() }} function g() {{ {_READ} }}"
    ),
    "a function reads after a call that does not": _kept(
        f"{_STORE} f() g()", f"function f() {{ sstore(1, 1) }} function g() {{ {_READ} }}"
    ),
    "the caller reads after leave": _kept(
        f"f(x) {_READ}",
        f"function f(a) {{ {_STORE} if a {{ leave }} stop() }}",
    ),
    "a function that calls itself reads": _kept(
        "f(3)",
        """function f(n) {
            if n { f(sub(n, 1)) sstore(n, mload(160)) leave }
            mstore(160, 7)
        }""",
    ),
    "functions that call each other read": _kept(
        "f(3)",
        """function f(n) { if n { g(n) sstore(n, mload(160)) } }
        function g(n) { mstore(160, 7) f(sub(n, 1)) }""",
    ),
    "the next round of a loop reads": _kept(f"{_COUNT} {{ sstore(i, mload(160)) {_STORE} }}"),
    "the next round reads after continue": _kept(
        f"{_COUNT} {{ sstore(i, mload(160)) {_STORE} if y {{ continue }} stop() }}"
    ),
    "code after break reads": _kept(f"{_COUNT} {{ {_STORE} if y {{ break }} stop() }} {_READ}"),
    "code after a loop reads": _kept(f"{_COUNT} {{ {_STORE} }} {_READ}"),
    "code after a round reads": _kept(
        f"for {{ let i := 0 }} lt(i, 3) {{ i := add(i, 1) {_READ} }} {{ {_STORE} }} stop()"
    ),
    "the condition of a loop reads": _kept(
        "for { let i := 0 } lt(mload(160), 7) { i := add(i, 1) }"
        " { sstore(0, i) if gt(i, 2) { mstore(160, 7) } }"
    ),
    "a loop that is not entered does not end what is read": _kept(
        f"{_STORE} for {{ }} x {{ }} {{ stop() }} {_READ}"
    ),
    "a branch that is not taken does not end what is read": _kept(
        f"{_STORE} if x {{ stop() }} {_READ}"
    ),
    "a switch without default goes on": _kept(
        f"{_STORE} switch x case 0 {{ stop() }} case 1 {{ stop() }} {_READ}"
    ),
    "a case goes on": _kept(f"{_STORE} switch x case 0 {{ }} default {{ stop() }} {_READ}"),
    "the default reads": _kept(f"{_STORE} switch x case 0 {{ stop() }} default {{ {_READ} }}"),
    "the last argument is evaluated first": _kept(
        "sstore(f(), g())",
        "function f() -> a { a := mload(160) } function g() -> b { mstore(160, 7) b := 1 }",
    ),
    "an object is returned": _kept(
        "f()", f"function f() {{ {_STORE} g() }} function g() {{ return(128, 64) }}"
    ),
    "an object is reverted with": _kept(
        "f()", f"function f() {{ {_STORE} g() }} function g() {{ revert(160, 32) }}"
    ),
    "an object is logged": _kept("f() log0(160, 32)", _F),
    "an object is hashed": _kept("f() sstore(0, keccak256(160, 32))", _F),
    "an object is copied": _kept("f() mcopy(192, 160, 32) return(192, 32)", _F),
    "an object is given to a call": _kept(
        "f() pop(staticcall(gas(), 4, 160, 32, 0, 32)) return(0, 32)", _F
    ),
    "a call writes its output into an object and leaves the rest": _kept(
        "f() pop(staticcall(gas(), 4, 0, 8, 160, 8)) return(160, 32)", _F
    ),
    "a copy over an object leaves the rest": _kept(
        "f() calldatacopy(160, 32, 8) return(160, 32)", _F
    ),
    "a byte over a word leaves the rest": _kept(
        "f() mstore8(32, 1) return(32, 32)",
        "function f() { mstore(32, 7) }",
        "mstore(32, 7)",
    ),
    "words overlap": _kept(
        "f(y) mstore(1, x) return(0, 32)",
        "function f(a) { mstore(0, a) }",
        "mstore(0, a)",
    ),
    "a store somewhere does not write a word": _kept(
        "f() mstore(and(x, 32), y) return(0, 64)",
        "function f() { mstore(0, 7) }",
        "mstore(0, 7)",
    ),
    "a word is read partly in front of the first object": _kept(
        "f() return(112, 32)", "function f() { mstore(96, not(0)) }", "mstore(96, not(0))"
    ),
    "a word is written partly in front of the first object": _kept(
        "f() return(112, 16)", "function f() { mstore(112, not(0)) }", "mstore(112, not(0))"
    ),
    "a word is written partly past it": _kept(
        "f() return(128, 16)", "function f() { mstore(112, not(0)) }", "mstore(112, not(0))"
    ),
    "an unknown address is that of the object": _kept("f() sstore(0, mload(x))", _F),
    "an unknown address is that of scratch space": _kept(
        "f() sstore(0, mload(x))", "function f() { mstore(32, 7) }", "mstore(32, 7)"
    ),
    "an unknown address is that of the pointer": _kept(
        "f() sstore(0, mload(x))",
        "function f() { mstore(64, add(mload(64), 32)) }",
        "mstore(64, add(mload(64), 32))",
    ),
    "an address wraps around": _kept(
        "f() sstore(0, mload(add(x, 64)))", "function f() { mstore(32, 7) }", "mstore(32, 7)"
    ),
    "a pointer is stored in memory": _kept("mstore(128, 160) f() sstore(0, mload(mload(128)))", _F),
    "the free memory pointer is changed by hand": _kept(
        "f() mstore(64, 0) sstore(0, mload(mload(64)))",
        "function f() { mstore(0, 7) }",
        "mstore(0, 7)",
    ),
    "who allocates again sees where": _kept(
        "let p := mload(64) f() sstore(0, sub(mload(64), p))",
        "function f() { mstore(64, add(mload(64), 32)) }",
        "mstore(64, add(mload(64), 32))",
    ),
    "who allocates again overwrites an object": _kept(
        "let p := f() let q := f() mstore(p, x) mstore(q, y) return(p, 32)",
        "function f() -> r { r := mload(64) mstore(64, add(r, 32)) }",
        "mstore(64, add(r, 32))",
    ),
    "memory that is not initialised is read": _kept(
        "let p := mload(64) mstore(add(p, 32), 7) mstore(64, add(p, 32))"
        " let q := mload(64) return(q, 32)",
        piece="mstore(add(p, 32), 7)",
    ),
    "the size of memory is asked for": _kept(
        "f() sstore(0, msize())", "function f() { mstore(4096, 7) }", "mstore(4096, 7)"
    ),
    "too much returned data is copied": _kept(
        "f() stop()",
        "function f() { returndatacopy(128, 0, 1) sstore(0, 1) }",
        "returndatacopy(128, 0, 1)",
    ),
    "returned data is copied from too far": _kept(
        "f() stop()",
        """function f() {
            pop(staticcall(gas(), 4, 0, 32, 0, 0)) sstore(0, 1)
            returndatacopy(128, 1, returndatasize())
        }""",
        "returndatacopy(128, 1, returndatasize())",
    ),
    "the stored value has effects": _kept(
        "mstore(160, f()) stop()",
        "function f() -> a { sstore(0, 7) }",
        "mstore(160, f())",
    ),
    "the check of an allocation fails": _kept(
        "f(x) stop()",
        """function f(n) {
            let p := mload(64)
            let q := add(p, n)
            if lt(q, p) { revert(0, 0) }
            mstore(64, q)
            mstore(p, n)
            sstore(0, 1)
        }""",
        "if lt(q, p) { revert(0, 0) }",
    ),
}
