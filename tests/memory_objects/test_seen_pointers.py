"""Programs that could observe that the free memory pointer is raised."""

from __future__ import annotations

import pytest

import yulopt
from tests.memory_objects.test_safety import report
from yulopt.errors import StackTooDeepError
from yulopt.interpreter.run import run

# The pointer after 0 to 3 allocations.
_LOOP = (
    "mstore(64, 128) for { let i := calldataload(32) } i { i := sub(i, 1) }"
    " { mstore(64, add(mload(64), 32)) } let p := mload(64) mstore(p, 1)"
)
_G = "function g(c) -> r { if c { r := mload(64) } }"
_RECURSIVE = "function g(c) -> r { if gt(c, 5) { r := g(sub(c, 1)) leave } r := mload(64) }"


@pytest.mark.parametrize(
    "shows",
    [
        # Bits of it, and sums that need not be pointers.
        "sstore(9, and(p, 0xff))",
        "sstore(9, and(p, not(63)))",
        "sstore(9, add(p, calldataload(0)))",
        "sstore(9, add(p, sub(0, 128)))",
        "sstore(9, sub(p, calldataload(0)))",
        "log1(0, 0, add(p, calldataload(0)))",
        "if eq(add(p, calldataload(0)), 128) { sstore(9, 1) }",
        "if add(p, calldataload(0)) { sstore(9, 1) }",
        "for { } add(p, calldataload(0)) { } { sstore(9, 1) break }",
        "switch add(p, calldataload(0)) case 128 { sstore(9, 1) }",
        # As a length, or as an address that is no pointer.
        "return(p, p)",
        "log0(p, p)",
        "sstore(9, keccak256(p, p))",
        "return(0, and(p, 0x20))",
        "let n := 32 if calldataload(0) { n := p } return(p, n)",
        "mstore(and(p, 0x20), 7) sstore(9, mload(0))",
        "sstore(9, mload(and(p, 0x20)))",
        "mstore(add(p, and(p, 0xff)), 7) return(p, 320)",
        # Two pointers in a sum, and something large that is no pointer.
        "sstore(9, eq(add(p, and(p, 0xff)), add(p, 128)))",
        "sstore(9, sub(add(p, and(p, 0xff)), add(p, 3)))",
        "let x := calldataload(0) if gt(x, 0xffffffffffffffff) { sstore(9, sub(x, p)) }",
        # Comparisons of sums that may wrap around, or be out of reach.
        "sstore(9, lt(p, 256))",
        "sstore(9, lt(add(p, calldataload(0)), p))",
        "sstore(9, gt(add(p, calldataload(0)), 0xffffffffffffffff))",
        "if lt(add(p, calldataload(0)), p) { sstore(9, 1) }",
        "switch lt(p, add(p, calldataload(0))) case 0 { sstore(9, 1) }",
        "sstore(9, gt(add(p, calldataload(0)), add(p, 64)))",
        "sstore(9, slt(add(p, calldataload(0)), p))",
        "sstore(9, eq(add(p, calldataload(0)), not(0)))",
        "sstore(9, eq(add(p, calldataload(0)), 0xffffffffffffffffffff))",
        "let n := add(p, calldataload(0)) let k := add(p, calldataload(32))"
        " if or(gt(n, 0xffffffffffffffff), lt(k, p)) { sstore(9, 1) }",
        "let n := add(p, calldataload(0))"
        " if and(gt(n, 0xffffffffffffffff), lt(n, p)) { sstore(9, 1) }",
        # A pointer on some paths.
        "let x := 5 if calldataload(0) { x := p } sstore(9, x)",
        "let x := 5 if calldataload(0) { x := add(p, 32) } sstore(9, x)",
        "let x := 5 if calldataload(0) { x := p } if eq(x, 128) { sstore(9, 1) }",
        f"sstore(9, g(calldataload(0))) {_G}",
        f"if g(calldataload(0)) {{ sstore(9, 1) }} {_G}",
        f"sstore(9, g(calldataload(0))) {_RECURSIVE}",
        "h(5) h(p) function h(x) { sstore(9, x) }",
        "h(5) h(p) function h(x) { if eq(x, 128) { sstore(9, 1) } }",
        "let q := p for { } gt(q, 128) { } { q := sub(q, 32) sstore(9, 1) }",
        "let e := p if calldataload(0) { e := or(calldataload(64), 0x1000000000000) }"
        " sstore(9, sub(e, p))",
        # A comparison that is constant for large pointers only, and half a check.
        "if gt(add(p, 0xffffffffffff0000), 0xffffffffffffffff) { revert(0, 0) } sstore(9, p)",
        "sstore(9, g(calldataload(0)))"
        " function g(x) -> r { let q := mload(64) r := gt(add(q, x), 0xffffffffffffffff) }",
        "let a := 0 if calldataload(0) { a := lt(add(p, calldataload(0)), p) }"
        " mstore(0, a) return(0, 32)",
        # In memory that is returned, on some paths or in part.
        "if calldataload(0) { mstore(0, p) } return(0, 32)",
        "switch calldataload(0) case 0 { mstore(0, and(p, 0xff)) } default { mstore(0, 1) }"
        " sstore(9, mload(0))",
        "for { let i := 0 } lt(i, 2) { i := add(i, 1) } { mstore(0, p) } return(0, 32)",
        "mstore(0, p) sstore(9, mload(16))",
        "mstore(0, and(p, not(31))) return(0, 32)",
        "mstore(0, add(p, calldataload(0))) return(0, 32)",
        "mstore(0, 5) if calldataload(0) { mstore(0, p) } return(0, 32)",
        f"mstore(0, g(calldataload(0))) return(0, 32) {_G}",
        "if calldataload(0) { mstore(64, add(mload(64), 32)) } return(64, 32)",
        "if calldataload(0) { mstore(64, 5) } sstore(9, keccak256(64, 32))",
        "let a := 64 let x := 5 if calldataload(0) { x := mload(a) } sstore(9, x)",
    ],
)
def test_programs_that_show_the_pointer(shows: str) -> None:
    found = report(f"{_LOOP} {shows}")
    assert found.sees_pointer
    assert not found.proven


@pytest.mark.parametrize(
    "uses",
    [
        "return(p, 32)",
        "let x := p if calldataload(0) { x := add(p, 32) } mstore(x, 1) return(x, 32)",
        "let end := add(p, and(calldataload(0), 0xff)) sstore(9, sub(end, p))",
        "let n := add(p, and(add(calldataload(0), 31), not(31)))"
        " if or(gt(n, 0xffffffffffffffff), lt(n, p)) { revert(0, 0) }"
        " mstore(64, n) mstore(p, 4) return(p, 32)",
        f"let q := g(1) if calldataload(0) {{ q := p }} mstore(p, 4) {_G}",
        "mstore(0, 5) if calldataload(0) { mstore(0, 7) } return(0, 32)",
        "if p { sstore(9, 1) }",
    ],
)
def test_programs_that_only_use_the_pointer(uses: str) -> None:
    assert report(f"{_LOOP} {uses}").proven


def test_immutables_are_written_somewhere() -> None:
    assert not report('mstore(256, 1) setimmutable(0, "a", calldataload(0))').proven


def test_no_pipeline_moves_a_pointer_that_shows() -> None:
    loads = " ".join(f"let v{index} := sload({index})" for index in range(18))
    stores = " ".join(f"sstore({index + 1}, v{index})" for index in range(18))
    raises = "mstore(64, 128) if calldataload(0) { mstore(64, add(mload(64), 32)) }"
    program = f"{{ {raises} {loads} sstore(0, 0) {stores} sstore(99, and(mload(64), 255)) }}"
    assert {slot: word for (_, slot), word in run(program).storage.items()}[99] == 128
    with pytest.raises(StackTooDeepError, match="too deep"):
        yulopt.compile(program, pipeline="gas", evm_version="shanghai")
