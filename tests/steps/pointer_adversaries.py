"""Adversarial programs for the sinking of the free memory pointer."""

from __future__ import annotations

from typing import Final

from tests.steps.adversary import Adversary

_XY: Final = "let x := calldataload(0) let y := calldataload(32)"
_SET: Final = "mstore(64, memoryguard(128))"
_LOOK: Final = "sstore(0, mload(64)) stop()"
_RAISE: Final = "function raise() { mstore(64, add(mload(64), 32)) }"


def _left_out(code: str, functions: str = "") -> Adversary:
    """The pointer seems not to be needed."""
    return Adversary(f"{{ {_XY} {_SET} {code} {functions} }}", f" {_SET} ", " ")


def _moved(before: str, after: str, functions: str = "") -> Adversary:
    """It seems that the pointer could as well be set between two pieces of code."""
    return Adversary(
        f"{{ {_XY} {_SET} {before} {after} {functions} }}",
        f"{_SET} {before}",
        f"{before} {_SET}",
    )


POINTER_ADVERSARIES: Final = {
    "a branch looks at it": _left_out(f"if x {{ {_LOOK} }}"),
    "a nested branch looks at it": _left_out(f"if x {{ if y {{ {_LOOK} }} revert(0, 0) }}"),
    "one case looks at it": _left_out(f"switch x case 0 {{ {_LOOK} }} default {{ stop() }}"),
    "the end of the code looks at it": _left_out(f"if x {{ stop() }} {_LOOK}"),
    "a branch that goes on looks at it": _left_out(
        "if x { sstore(0, mload(64)) } if y { stop() } sstore(1, 1)"
    ),
    "a branch sets another one and goes on": _moved(
        "if x { mstore(64, 7) }", f"if y {{ {_LOOK} }}"
    ),
    "a branch sets a byte of another one and goes on": _moved(
        "if x { mstore8(95, 7) }", f"if y {{ {_LOOK} }}"
    ),
    "a branch overwrites it piece by piece and goes on": _moved(
        "if x { mstore(60, 7) mstore(80, y) }", f"if y {{ {_LOOK} }}"
    ),
    "a case sets another one and goes on": _moved(
        "switch x case 0 { stop() } case 1 { mstore(64, 7) }", f"if y {{ {_LOOK} }}"
    ),
    "a branch raises it and goes on": _moved("if x { raise() }", f"if y {{ {_LOOK} }}", _RAISE),
    "a condition raises it": _moved(
        "if f(x) { stop() }",
        f"if y {{ {_LOOK} }}",
        "function f(a) -> b { mstore(64, add(mload(64), 32)) b := a }",
    ),
    "a selector looks at it": _left_out(
        "switch f() case 0 { stop() } default { sstore(0, 1) stop() }",
        "function f() -> p { p := mload(64) }",
    ),
    "each round of a loop raises it": Adversary(
        f"""{{ {_XY} {_SET} if x {{ stop() }}
            for {{ let i := 0 }} lt(i, 2) {{ i := add(i, 1) }} {{
                sstore(i, mload(64)) mstore(64, add(mload(64), 32))
            }} }}""",
        "sstore(i, mload(64))",
        "mstore(64, memoryguard(128)) sstore(i, mload(64))",
    ),
    "a loop looks at it": _left_out(
        """if x { stop() }
        for { let i := 0 } lt(i, 2) { i := add(i, 1) } { sstore(i, mload(64)) }"""
    ),
    "a function looks at it": _left_out(
        "if x { f() }", "function f() { sstore(0, mload(64)) stop() }"
    ),
    "a function of a function looks at it": _left_out(
        "if x { f() }", "function f() { g() } function g() { sstore(0, mload(64)) }"
    ),
    "functions that call each other look at it": _left_out(
        "if x { f(1) }",
        """function f(a) { if a { g(sub(a, 1)) } }
        function g(a) { f(a) sstore(a, mload(64)) }""",
    ),
    "a function overwrites it, and the end looks at it": _moved(
        "if x { f() }",
        f"if y {{ {_LOOK} }}",
        "function f() { mstore(64, 7) }",
    ),
    "a function overwrites it, and leaves in a branch": _moved(
        "if x { f(y) }",
        f"if y {{ {_LOOK} }}",
        "function f(c) { mstore(64, 7) if c { leave } revert(0, 0) }",
    ),
    "a function overwrites it, and leaves in a loop": _moved(
        "if x { f(y) }",
        f"if y {{ {_LOOK} }}",
        "function f(c) { mstore(64, 7) for { } 1 { } { if c { leave } revert(0, 0) } }",
    ),
    "a function overwrites it, and leaves in one of several ways": _moved(
        "if x { f(x) }",
        f"if y {{ {_LOOK} }}",
        """function f(c) {
            switch c case 0 { stop() } case 1 { mstore(64, 7) if c { leave } } default { leave }
            revert(0, 0)
        }""",
    ),
    "a function leaves, and its caller reverts in another branch": _moved(
        "if x { f(y) }",
        f"if y {{ {_LOOK} }}",
        """function f(c) { g(c) if c { leave } revert(0, 0) }
        function g(c) { mstore(64, 7) if c { leave } stop() }""",
    ),
    "a loop overwrites it, and breaks in a branch": _moved(
        "for { } 1 { } { mstore(64, 7) if y { break } revert(0, 0) }", _LOOK
    ),
    "a loop overwrites it, and continues in a branch": _moved(
        "for { let i := 0 } iszero(i) { i := 1 } { mstore(64, 7) if y { continue } stop() }",
        _LOOK,
    ),
    "a loop overwrites it where it goes on": _moved(
        "for { let i := 0 } lt(i, 2) { i := add(i, 1) mstore(64, 7) } { if x { stop() } }", _LOOK
    ),
    "a function leaves before it overwrites it": _left_out(
        f"if x {{ f(y) {_LOOK} }}", "function f(c) { if c { leave } mstore(64, 7) stop() }"
    ),
    "a loop breaks before it overwrites it": _left_out(
        f"for {{ }} x {{ }} {{ if y {{ break }} mstore(64, 7) stop() }} {_LOOK}"
    ),
    "a raised one is looked at": _left_out("if x { raise() sstore(0, mload(64)) stop() }", _RAISE),
    "a sum with it replaces it": _left_out(
        "if x { mstore(64, add(mload(64), 32)) sstore(0, mload(64)) stop() }"
    ),
    "a function looks at it before it is replaced": _left_out(
        "if x { mstore(64, f()) sstore(0, mload(64)) stop() }",
        "function f() -> p { p := add(mload(64), 1) }",
    ),
    "it is hashed": _left_out("if x { sstore(0, keccak256(0, 96)) stop() }"),
    "its last byte is hashed": _left_out("if x { sstore(0, keccak256(95, 1)) stop() }"),
    "it is returned": _left_out("if x { return(32, 64) }"),
    "it is data of a revert": _left_out("if x { revert(64, 32) }"),
    "it is logged": _left_out("if x { log0(0, 128) stop() }"),
    "it is copied": _left_out("if x { mcopy(0, 65, 31) sstore(0, mload(0)) stop() }"),
    "a call is given it": _left_out(
        "if x { pop(staticcall(gas(), 4, 64, 32, 0, 32)) sstore(0, mload(0)) stop() }"
    ),
    "a word that overlaps it is loaded": _left_out("if x { sstore(0, mload(80)) stop() }"),
    "a word at an unknown address is loaded": _left_out("if y { sstore(0, mload(x)) stop() }"),
    "a word at a small address is loaded": _left_out(
        "if y { sstore(0, mload(and(x, 64))) stop() }"
    ),
    "only a part is overwritten": _left_out(
        "if x { mstore(36, y) return(0, 96) }",
    ),
    "its first bytes are not overwritten": Adversary(
        f"{{ {_XY} mstore(64, not(0)) {_SET} if x {{ mstore(80, y) return(64, 32) }} }}",
        f" {_SET}",
        "",
    ),
    "it is read before it is overwritten": _left_out(
        "if x { mstore(0, mload(65)) mstore(64, y) return(0, 96) }"
    ),
    "a part is read before it is overwritten": _left_out(
        "if x { mstore(40, y) sstore(0, mload(70)) mstore(64, y) return(0, 96) }"
    ),
    "a copy may overwrite less": _left_out(
        f"if y {{ calldatacopy(64, 0, and(x, 63)) {_LOOK} }}",
    ),
    "a call may overwrite less": _left_out(
        f"if y {{ pop(staticcall(gas(), 4, 0, and(x, 31), 64, 32)) {_LOOK} }}",
    ),
    "a branch overwrites it, and another one looks at it": _left_out(
        f"switch x case 0 {{ mstore(64, y) {_LOOK} }} case 1 {{ {_LOOK} }} default {{ stop() }}"
    ),
    "it is overwritten at the end of a branch, and read after it": _left_out(
        f"if x {{ if y {{ mstore(64, 7) stop() }} {_LOOK} }}"
    ),
}
