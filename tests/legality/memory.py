"""When steps about memory, signatures and constants are right."""

from __future__ import annotations

import re
from typing import Final

from tests.legality.harness import Case, Row, case, row

_HEAD: Final = "let x := calldataload(0) let y := calldataload(32)"
# Two objects of a word each.
_OBJECTS: Final = (
    "mstore(64, memoryguard(128)) let p := mload(64) mstore(64, add(p, 32))"
    " let q := mload(64) mstore(64, add(q, 32)) mstore(p, x) mstore(q, y)"
)
_IDENTITY: Final = "pop(staticcall(gas(), 4, 0, @, 128, 32))"


def _row(condition: str, template: str, meets: str, violates: str, *pieces: tuple[str, str]) -> Row:
    return row(condition, f"{{ {_HEAD} {template} }}", meets, violates, *pieces)


MEMORY_PROMOTER: Final = (
    _row(
        "no alias",
        "mstore(0, x) mstore(@, y) sstore(9, mload(0))",
        "32",
        "31",
        ("mload(0)", "x"),
    ),
    _row(
        "no alias",
        "mstore(32, x) @(0, y) sstore(9, mload(32))",
        "mstore",
        "sstore(2, 3) mstore(1, y) sstore",
        ("mload(32)", "x"),
    ),
    _row(
        "no alias",
        "mstore(32, x) mstore8(@, y) sstore(9, mload(32))",
        "31",
        "32",
        ("mload(32)", "x"),
    ),
    _row(
        "no alias",
        "mstore(0, x) mstore(add(and(y, 0xff), @), 5) sstore(9, mload(0))",
        "32",
        "31",
        ("mload(0)", "x"),
    ),
    _row(
        "no alias",
        "mstore(128, y) calldatacopy(32, 0, @) sstore(9, mload(128))",
        "96",
        "97",
        ("mload(128)", "y"),
    ),
    _row(
        "disjoint objects",
        f"{_OBJECTS} mstore(@, 5) sstore(9, mload(q))",
        "p",
        "add(p, and(y, 32))",
        ("mload(q)", "y"),
    ),
    _row(
        "monotonic pointer",
        f"{_OBJECTS} @ let r := mload(64) mstore(r, 5) sstore(9, mload(q))",
        "mstore(64, add(mload(64), and(x, 32)))",
        "mstore(64, sub(mload(64), and(x, 32)))",
        ("mload(q)", "y"),
    ),
    _row(
        "callee effects",
        "mstore(0, x) f(32) sstore(9, mload(0)) function f(a) { mstore(@, 5) }",
        "a",
        "sub(a, 1)",
        ("mload(0)", "x"),
    ),
    _row(
        "all paths",
        "mstore(0, x) if y { mstore(@, 5) } sstore(9, mload(0))",
        "32",
        "0",
        ("mload(0)", "x"),
    ),
    _row(
        "all paths",
        "let i mstore(0, x) for { } lt(i, 3) { i := add(i, 1) } {"
        " log1(0, 0, mload(0)) mstore(@, i) }",
        "32",
        "y",
        ("mload(0)", "x"),
    ),
    _row(
        "live holder",
        "mstore(0, x) @ sstore(9, mload(0)) sstore(8, x)",
        "y := 5",
        "x := 5",
        ("mload(0)", "x"),
    ),
    _row(
        "equal hash inputs",
        "mstore(0, x) mstore(32, 1) let h := keccak256(0, 64) mstore(@, 7)"
        " sstore(9, keccak256(0, 64))",
        "64",
        "63",
        ("(9, keccak256(0, 64))", "(9, h)"),
    ),
    _row(
        "equal hash inputs",
        "mstore(0, x) mstore(32, 1) let h := keccak256(0, 64) sstore(9, keccak256(0, @))",
        "64",
        "63",
        ("(9, keccak256(0, @))", "(9, h)"),
    ),
    _row(
        "redundant stores",
        "mstore(0, x) mstore(@, y) mstore(0, x) return(0, 32)",
        "32",
        "31",
        ("mstore(@, y) mstore(0, x)", "mstore(@, y)"),
    ),
    _row(
        "loop-invariant loads",
        "let i for { } lt(i, 3) { i := add(i, 1) } { log1(0, 0, mload(0)) mstore8(@, i) }",
        "32",
        "31",
        ("for", "let _1 := mload(0) for"),
        ("log1(0, 0, mload(0))", "log1(0, 0, _1)"),
    ),
    Row(
        "no `msize`",
        case(f"{{ {_HEAD} mstore(0, x) sstore(9, mload(0)) }}", ("mload(0)", "x")),
        Case(f"{{ {_HEAD} mstore(0, x) sstore(9, mload(0)) sstore(8, msize()) }}"),
    ),
)

# Scratch space is in use, and the pointer to free memory is set.
_USED: Final = "calldatacopy(0, 0, 64) mstore(64, 128)"
_POINTER: Final = "let p := mload(64) "


def _placed(condition: str, template: str, meets: str, violates: str) -> Row:
    """Programs that build something from p on; at 0 if the condition is met."""

    def at_0(program: str) -> Case:
        after = re.sub(r"add\(p, (\d+)\)", r"\1", program.replace(_POINTER, ""))
        return Case(program, re.sub(r"\bp\b", "0", after))

    program = f"{{ {_USED} {template.replace('$', _POINTER)} }}"
    return Row(
        condition,
        at_0(program.replace("@", meets)),
        at_0(program.replace("@", violates)),
    )


def _guarded(meets: int, violates: int) -> Row:
    """Programs of which the stack may be moved to memory from 160 on; what is wrong then shows only
    in what the code generator makes."""

    def copied(length: int) -> Case:
        guard = "mstore(64, memoryguard(160))"
        return Case(f"{{ {guard} {_POINTER} codecopy(p, 0, {length}) return(p, {length}) }}")

    return Row("below the guard", copied(meets), copied(violates))


def _logged(condition: str, then: str, between: str, meets: str, violates: str) -> Row:
    """Programs with a function that logs a word at p; at 0 if the condition is met."""
    template = (
        f"{{ mstore(64, memoryguard(128)) mstore(0, not(0)) f(calldataload(0)) {then}"
        f" function f(x) {{ {_POINTER} mstore(p, x) {between} log0(p, 32) sstore(2, x) }} }}"
    )
    at_0 = ("mstore(p, x)", "mstore(0, x)"), ("log0(p, 32)", "log0(0, 32)")
    return Row(
        condition,
        case(template.replace("@", meets), (_POINTER, ""), *at_0),
        case(template.replace("@", violates), *at_0),
    )


SCRATCH_SPACE: Final = (
    _placed("address uses only", "$ mstore(p, @) return(p, 32)", "7", "add(p, 7)"),
    _placed("address uses only", "$ sstore(0, @) mstore(p, 7) return(p, 32)", "5", "p"),
    _placed("written before read", "$ mstore(p, 7) return(p, @)", "32", "33"),
    _placed(
        "written before read", "$ mstore8(add(p, @), 7) mstore(p, 7) return(p, 33)", "32", "31"
    ),
    _placed("written before read", "$ @ { mstore(p, 7) } return(p, 32)", "", "if callvalue()"),
    _placed("written before read", "$ mstore(p, 7) log1(p, 32, @) stop()", "5", "mload(0)"),
    _placed(
        "unchanged memory at exits",
        "f() return(0, 64) function f() { $ mstore(p, 7) log0(p, 32) @ }",
        "stop()",
        "",
    ),
    _placed(
        "unchanged memory at exits",
        "for { let i } lt(i, 2) { i := add(i, 1) } { $ mstore(p, i) @(p, 32) } return(0, 64)",
        "return",
        "log0",
    ),
    _placed(
        "no escape",
        "mstore(64, 128) sstore(0, f()) function f() -> r { $ @ r := p }",
        "stop()",
        "",
    ),
    _placed(
        "no escape",
        "mstore(64, 128) let q for { let i } lt(i, 2) { i := add(i, 1) } { { $ q := p @ } }"
        " sstore(0, q)",
        "stop()",
        "",
    ),
    _placed(
        "callee effects",
        "$ mstore(p, 7) f() return(p, 32) function f() { @ }",
        "sstore(0, 1)",
        "sstore(0, mload(0))",
    ),
    _placed(
        "callee effects",
        "$ mstore(p, 7) f(1) return(p, 32) function f(n) { if n { @ } }",
        "sstore(0, n)",
        "f(0) } if iszero(n) { sstore(0, mload(0))",
    ),
    Row(
        "single assignment",
        Case(f"{{ {_USED} {_POINTER} mstore(p, 7) return(p, 32) }}"),
        Case(
            f"{{ {_USED} {_POINTER} mstore(p, 7) p := 32 return(p, 32) }}",
            f"{{ {_USED} mstore(0, 7) return(0, 32) }}",
        ),
    ),
    _guarded(160, 161),
    Row(
        "no `msize`",
        Case(f"{{ {_USED} {_POINTER} mstore(p, 7) return(p, 32) }}"),
        Case(
            f"{{ {_USED} {_POINTER} mstore(p, 7) sstore(0, msize()) return(p, 32) }}",
            f"{{ {_USED} mstore(0, 7) sstore(0, msize()) return(0, 32) }}",
        ),
    ),
    _logged("unread scratch space", "sstore(0, mload(@))", "", "32", "0"),
    _logged("unread former place", "sstore(0, mload(@))", "", "32", "128"),
    _logged("words stored right before", "stop()", "x := add(@, 1)", "7", "mload(0)"),
    _logged("words stored right before", "stop()", "@", "x := 1", "p := 160"),
)

_GUARD: Final = "mstore(64, memoryguard(128))"

SIGNATURE_REDUCER: Final = (
    row(
        "all call sites",
        "{ f(1, calldataload(0)) f(@, calldataload(32)) function f(a, b) { sstore(a, b) } }",
        "1",
        "2",
        ("f(1, ", "f("),
        ("f(@, ", "f("),
        ("f(a, b) { sstore(a", "f(b) { sstore(1"),
    ),
    row(
        "all call sites",
        "{ f(300, calldataload(0)) f(300, 7) function f(a, b) { @ log1(0, 0, a) sstore(a, b) } }",
        "b := add(b, 1)",
        "if b { f(301, 0) }",
    ),
    row(
        "position-independent constants",
        "{ f(@) f(@) function f(a) { pop(staticcall(gas(), 4, 0, 32, 0, 32))"
        " sstore(add(calldataload(0), a), 1) } }",
        "caller()",
        "returndatasize()",
        ("f(@)", "f()"),
        ("f(a)", "f()"),
        ("calldataload(0), a", "calldataload(0), @"),
    ),
    row(
        "side-effect-free arguments",
        "{ f(@) function f(a) { sstore(calldataload(0), add(calldataload(32), 7)) }"
        " function g() -> r { sstore(0, 3) r := 1 } }",
        "sload(0)",
        "g()",
        ("f(@)", "f()"),
        ("f(a)", "f()"),
    ),
    row(
        "unassigned parameters",
        "{ f(calldataload(0), calldataload(0)) f(calldataload(32), calldataload(32))"
        " function f(a, b) { @ sstore(a, b) } }",
        "log0(0, 0)",
        "a := calldataload(64)",
        (
            "f(calldataload(0), calldataload(0)) f(calldataload(32), calldataload(32))",
            "f(calldataload(0)) f(calldataload(32))",
        ),
        ("f(a, b)", "f(a)"),
        ("(a, b)", "(a, a)"),
    ),
    row(
        "unused results",
        "{ let x := f(calldataload(0)) let y := f(calldataload(32)) sstore(@, 1)"
        " function f(a) -> r { r := add(a, 1) log1(0, 0, a) } }",
        "2",
        "y",
    ),
    row(
        "no `msize`",
        "{ f(mload(calldataload(0))) function f(a) { sstore(1, @) } }",
        "2",
        "msize()",
        ("f(mload(calldataload(0)))", "f()"),
        ("f(a)", "f()"),
    ),
)

CONSTANT_PROPAGATOR: Final = (
    row(
        "all paths",
        "{ let a := 5 if calldataload(0) { @ } sstore(0, a) }",
        "sstore(1, 1)",
        "a := 6",
        ("(0, a)", "(0, 5)"),
    ),
    row(
        "pointer not clobbered",
        "{ mstore(64, 128) mstore(@, calldataload(0)) sstore(0, mload(64)) }",
        "96",
        "95",
        ("mload(64)", "128"),
    ),
    row(
        "pointer not clobbered",
        "{ mstore(64, 128) mstore(@, calldataload(0)) sstore(0, mload(64)) }",
        "32",
        "33",
        ("mload(64)", "128"),
    ),
    Row(
        "pointer not clobbered",
        Case(f"{{ {_GUARD} mstore(add(mload(64), 32), 7) sstore(0, mload(64)) }}"),
        case(
            f"{{ {_GUARD} mstore(calldataload(0), 7) sstore(0, mload(64)) }}",
            ("(0, mload(64))", "(0, memoryguard(128))"),
        ),
    ),
    row(
        "pointer not clobbered",
        "{ mstore(64, 128) f(@) f(200) sstore(0, mload(64))"
        " function f(a) { mstore(a, calldataload(0)) } }",
        "96",
        "95",
        ("mload(64)", "128"),
    ),
    Row(
        "no `msize`",
        Case("{ mstore(64, 128) sstore(0, mload(64)) }"),
        Case("{ mstore(64, 128) sstore(0, mload(64)) sstore(1, msize()) }"),
    ),
    row(
        "single memory guard",
        "{ switch calldataload(0) case 0 { mstore(64, memoryguard(128)) }"
        " default { mstore(64, memoryguard(@)) } sstore(0, add(mload(64), 0)) }",
        "128",
        "160",
    ),
)

_UNREAD: Final = f"{_GUARD} mstore(200, 7) sstore(0, @)"

UNREAD_STORES: Final = (
    row(
        "dead stores",
        f"{{ {_GUARD} let x := calldataload(0) mstore(128, not(x)) log0(@, 32) }}",
        "96",
        "97",
        (f"{_GUARD} ", ""),
        ("mstore(128, not(x)) ", ""),
        instead=(f"{_GUARD} ", ""),
    ),
    row(
        "no `msize`",
        f"{{ {_UNREAD} }}",
        "1",
        "msize()",
        (f"{_GUARD} mstore(200, 7) ", ""),
    ),
    row(
        "single memory guard",
        f"{{ {_UNREAD} }}",
        "memoryguard(128)",
        "memoryguard(160)",
    ),
)

_READ: Final = "sstore(0, mload(64)) stop()"

POINTER_SINKER: Final = (
    row(
        "not observed",
        f"{{ {_GUARD} if mload(@) {{ {_READ} }} }}",
        "96",
        "95",
        (f"{_GUARD} ", ""),
        ("{ sstore", f"{{ {_GUARD} sstore"),
    ),
    row(
        "not observed",
        f"{{ {_GUARD} if calldataload(0) {{ mstore(@, 7) }} if calldataload(32) {{ {_READ} }} }}",
        "96",
        "95",
        (f"{_GUARD} ", ""),
        ("sstore(0", f"{_GUARD} sstore(0"),
    ),
    row(
        "unread pointer",
        f"{{ {_GUARD} sstore(0, mload(@)) }}",
        "96",
        "95",
        (f"{_GUARD} ", ""),
    ),
    row(
        "no `msize`",
        f"{{ {_GUARD} sstore(0, @) }}",
        "1",
        "msize()",
        (f"{_GUARD} ", ""),
    ),
    row(
        "single memory guard",
        f"{{ {_GUARD} if calldataload(0) {{ {_READ} }} sstore(0, @) }}",
        "memoryguard(128)",
        "memoryguard(160)",
    ),
)
