"""Adversarial pairs of different programs: never proven, in either direction.

Order of effects and of failures, what other contracts can see and change, ends of data, loops that
may run for ever, and arithmetic that is almost the same.
"""

from __future__ import annotations

import pytest

from tests.prover.test_verdict import DIALECT, view
from tests.slices import every_nth
from yulopt.prover.verdict import FunctionProver, ProofSettings, Status

_SECONDS = 0.5
_PAIRS = {
    "fourth factor of a product in a loop": (
        "{ let a := calldataload(0) let b := calldataload(1) let c := caller() let d := origin()"
        "  let z for { } 1 { } { z := mul(mul(add(z, a), b), mul(c, d)) break } sstore(0, z) }",
        "{ let a := calldataload(0) let b := calldataload(1) let c := caller() let d := origin()"
        "  let z for { } 1 { } { z := mul(b, mul(c, d)) break } sstore(0, z) }",
    ),
    "loop that may run for ever": (
        "{ for { } calldataload(0) { } { } sstore(0,1) }",
        "{ sstore(0,1) }",
    ),
    "loop that may miss its end": (
        "{ let i := calldataload(0) for { } i { i := add(i, 2) } { } sstore(0,1) }",
        "{ sstore(0,1) }",
    ),
    "revert order": (
        "{ if calldataload(0) { revert(0,0) } if calldataload(32) { invalid() } }",
        "{ if calldataload(32) { invalid() } if calldataload(0) { revert(0,0) } }",
    ),
    "revert data": (
        "{ mstore(0, 1) revert(0, 32) }",
        "{ mstore(0, 1) revert(0, 31) }",
    ),
    "revert data beyond what was written": (
        "{ mstore(0, 1) revert(0, 33) }",
        "{ mstore(0, 1) mstore(32, shl(248, 1)) revert(0, 33) }",
    ),
    "reentrancy": (
        "{ sstore(0, 1) pop(call(gas(), 1, 0, 0, 0, 0, 0)) sstore(1, sload(0)) }",
        "{ sstore(0, 1) pop(call(gas(), 1, 0, 0, 0, 0, 0)) sstore(1, 1) }",
    ),
    "store before call": (
        "{ sstore(0, 1) pop(call(gas(), 1, 0, 0, 0, 0, 0)) sstore(0, 2) }",
        "{ pop(call(gas(), 1, 0, 0, 0, 0, 0)) sstore(0, 2) }",
    ),
    "store before create": (
        "{ sstore(0, 1) pop(create(0, 0, 0)) sstore(0, 2) }",
        "{ pop(create(0, 0, 0)) sstore(0, 2) }",
    ),
    "transient reentrancy": (
        "{ tstore(0, 1) pop(call(gas(), 1, 0, 0, 0, 0, 0)) sstore(1, tload(0)) }",
        "{ tstore(0, 1) pop(call(gas(), 1, 0, 0, 0, 0, 0)) sstore(1, 1) }",
    ),
    "staticcall reads storage": (
        "{ sstore(0, 1) sstore(1, staticcall(10000, 1, 0, 0, 0, 0)) sstore(0, 2) }",
        "{ sstore(1, staticcall(10000, 1, 0, 0, 0, 0)) sstore(0, 2) }",
    ),
    "stores that overlap by a byte in another order": (
        "{ let p := calldataload(0) mstore(p, 1) mstore(add(p, 31), 2)"
        "  return(calldataload(1), 96) }",
        "{ let p := calldataload(0) mstore(add(p, 31), 2) mstore(p, 1)"
        "  return(calldataload(1), 96) }",
    ),
    "bounds that hold in a branch, in another one": (
        "{ let x := calldataload(0)"
        "  switch lt(x, 10) case 1 { if lt(add(x, 5), 20) { sstore(0, 1) } }"
        "  default { if lt(add(x, 5), 20) { sstore(1, 1) } } }",
        "{ let x := calldataload(0)"
        "  switch lt(x, 10) case 1 { if lt(add(x, 5), 20) { sstore(0, 1) } }"
        "  default { sstore(1, 1) } }",
    ),
    "bounds that hold in a branch, after it": (
        "{ let x := calldataload(0) switch lt(x, 10) case 1 { sstore(0, 1) }"
        "  default { if lt(x, 5) { sstore(0, 2) } } if lt(x, 5) { sstore(1, 1) } }",
        "{ let x := calldataload(0) switch lt(x, 10) case 1 { sstore(0, 1) }"
        "  default { if lt(x, 5) { sstore(0, 2) } } }",
    ),
    "a byte before the end of a word in another order": (
        "{ let p := calldataload(0) mstore(p, caller()) mstore8(add(p, 31), 2)"
        "  return(calldataload(1), 96) }",
        "{ let p := calldataload(0) mstore8(add(p, 31), 2) mstore(p, caller())"
        "  return(calldataload(1), 96) }",
    ),
    "a byte, and one at a place that is not known, in another order": (
        "{ let p := calldataload(0) mstore8(add(p, 1), 1) mstore8(calldataload(32), 2)"
        "  mstore8(p, 3) return(calldataload(1), 96) }",
        "{ let p := calldataload(0) mstore8(p, 3) mstore8(add(p, 1), 1)"
        "  mstore8(calldataload(32), 2) return(calldataload(1), 96) }",
    ),
    "a store that overlaps the one between in another order": (
        "{ let p := calldataload(0) mstore(add(p, 33), 1) mstore(add(p, 16), 2) mstore(p, 3)"
        "  return(calldataload(1), 96) }",
        "{ let p := calldataload(0) mstore(p, 3) mstore(add(p, 33), 1) mstore(add(p, 16), 2)"
        "  return(calldataload(1), 96) }",
    ),
    "a store to a place that is not known in another order": (
        "{ let p := calldataload(0) mstore(add(p, 32), 1) mstore(calldataload(32), 2) mstore(p, 3)"
        "  return(calldataload(1), 96) }",
        "{ let p := calldataload(0) mstore(p, 3) mstore(add(p, 32), 1) mstore(calldataload(32), 2)"
        "  return(calldataload(1), 96) }",
    ),
    "a store to a slot that is not known in another order": (
        "{ let s := calldataload(0) sstore(add(s, 1), 1) sstore(caller(), 2) sstore(s, 3) }",
        "{ let s := calldataload(0) sstore(s, 3) sstore(add(s, 1), 1) sstore(caller(), 2) }",
    ),
    "a store to a slot before another one to it": (
        "{ let s := calldataload(0) sstore(s, 1) sstore(add(s, 1), 2) sstore(s, 3) }",
        "{ let s := calldataload(0) sstore(s, 3) sstore(add(s, 1), 2) sstore(s, 1) }",
    ),
    "memory where a call returns less": (
        "{ mstore(0, 7) pop(call(gas(), 1, 0, 0, 0, 0, 32)) sstore(1, mload(0)) }",
        "{ pop(call(gas(), 1, 0, 0, 0, 0, 32)) sstore(1, mload(0)) }",
    ),
    "memory where a call returns more": (
        "{ mstore(0, 7) pop(call(gas(), 1, 0, 0, 0, 0, 32)) sstore(1, mload(0)) }",
        "{ mstore(0, 7) pop(call(gas(), 1, 0, 0, 0, 0, 32)) sstore(1, 7) }",
    ),
    "order of words in memory that overlap": (
        "{ mstore(40, calldataload(0)) mstore(9, calldataload(1)) return(0, 96) }",
        "{ mstore(9, calldataload(1)) mstore(40, calldataload(0)) return(0, 96) }",
    ),
    "order of a word and a copy that overlap": (
        "{ calldatacopy(40, 0, 33) mstore(9, calldataload(1)) return(0, 96) }",
        "{ mstore(9, calldataload(1)) calldatacopy(40, 0, 33) return(0, 96) }",
    ),
    "order of a word and a copy of unknown size": (
        "{ calldatacopy(40, 0, calldataload(0)) mstore(80, 1) return(0, 96) }",
        "{ mstore(80, 1) calldatacopy(40, 0, calldataload(0)) return(0, 96) }",
    ),
    "bits of a word below the known ones": (
        "{ if iszero(eq(shr(8, calldataload(0)), 3)) { stop() }"
        " if and(calldataload(0), 0xff) { sstore(0, 1) } }",
        "{ if iszero(eq(shr(8, calldataload(0)), 3)) { stop() } sstore(0, 1) }",
    ),
    "returndatacopy as a mere store": (
        "{ pop(call(gas(), 1, 0, 0, 0, 0, 0)) returndatacopy(0, 0, 32) }",
        "{ pop(call(gas(), 1, 0, 0, 0, 0, 0)) }",
    ),
    "returndatacopy of nothing": (
        "{ pop(call(gas(), 1, 0, 0, 0, 0, 0)) returndatacopy(0, 1, 0) }",
        "{ pop(call(gas(), 1, 0, 0, 0, 0, 0)) }",
    ),
    "returndata after static": (
        "{ pop(call(gas(), 1, 0, 0, 0, 0, 0)) let s := returndatasize() pop(staticcall(gas(), "
        "2, 0, 0, 0, 0)) sstore(0, s) }",
        "{ pop(call(gas(), 1, 0, 0, 0, 0, 0)) pop(staticcall(gas(), 2, 0, 0, 0, 0)) sstore(0, "
        "returndatasize()) }",
    ),
    "returndata after create": (
        "{ pop(call(gas(), 1, 0, 0, 0, 0, 0)) let s := returndatasize() pop(create(0, 0, 0)) "
        "sstore(0, s) }",
        "{ pop(call(gas(), 1, 0, 0, 0, 0, 0)) pop(create(0, 0, 0)) sstore(0, returndatasize()) }",
    ),
    "balance after call": (
        "{ let b := selfbalance() pop(call(gas(), 1, 5, 0, 0, 0, 0)) sstore(0, b) }",
        "{ pop(call(gas(), 1, 5, 0, 0, 0, 0)) sstore(0, selfbalance()) }",
    ),
    "extcodesize after create": (
        "{ let b := extcodesize(calldataload(0)) pop(create(0,0,0)) sstore(0, b) }",
        "{ pop(create(0,0,0)) sstore(0, extcodesize(calldataload(0))) }",
    ),
    "hashes of other lengths": (
        "{ sstore(keccak256(0, 32), 1) }",
        "{ sstore(keccak256(0, 64), 1) }",
    ),
    "hash that may be a small slot": (
        "{ mstore(0, calldataload(0)) sstore(keccak256(0, 32), 1) sstore(0, 2) sstore(5, "
        "sload(keccak256(0,32))) }",
        "{ mstore(0, calldataload(0)) sstore(keccak256(0, 32), 1) sstore(0, 2) sstore(5, 2) }",
    ),
    "slots may be same": (
        "{ sstore(calldataload(0), 1) sstore(calldataload(32), 2) }",
        "{ sstore(calldataload(32), 2) sstore(calldataload(0), 1) }",
    ),
    "slots stored back": (
        "{ let x := sload(calldataload(0)) sstore(calldataload(32), 2) "
        "sstore(calldataload(0), x) }",
        "{ sstore(calldataload(32), 2) }",
    ),
    "log order": (
        "{ log1(0,0,1) log1(0,0,2) }",
        "{ log1(0,0,2) log1(0,0,1) }",
    ),
    "log vs call": (
        "{ log1(0,0,1) pop(call(gas(),1,0,0,0,0,0)) }",
        "{ pop(call(gas(),1,0,0,0,0,0)) log1(0,0,1) }",
    ),
    "log dropped": (
        "{ log0(0,0) stop() }",
        "{ stop() }",
    ),
    "log data": (
        "{ mstore(0,1) log0(0,32) mstore(0,2) log0(0,32) }",
        "{ mstore(0,2) log0(0,32) log0(0,32) }",
    ),
    "gas asked twice": (
        "{ sstore(0, sub(gas(), gas())) }",
        "{ sstore(0, 0) }",
    ),
    "gas asked by a loop": (
        "{ for { } lt(gas(), 5) { } { } sstore(0, 1) }",
        "{ sstore(0, 1) }",
    ),
    "copy over itself": (
        "{ mstore(0, calldataload(0)) mcopy(1, 0, 32) sstore(0, mload(1)) sstore(1, mload(0)) }",
        "{ mstore(0, calldataload(0)) mcopy(1, 0, 32) sstore(0, mload(1)) sstore(1, "
        "calldataload(0)) }",
    ),
    "copied there and back": (
        "{ mcopy(0, 32, 64) mcopy(32, 0, 64) return(0, 96) }",
        "{ mcopy(0, 32, 64) return(0, 96) }",
    ),
    "byte of a larger word": (
        "{ mstore8(0, 256) return(0, 1) }",
        "{ mstore8(0, 1) return(0, 1) }",
    ),
    "selfdestruct and stop": (
        "{ selfdestruct(1) }",
        "{ stop() }",
    ),
    "revert after a loop body that breaks": (
        "{ let s for { let i } lt(i, 9) { i := add(i, 1) if eq(i, 4) { revert(0,0) } } { s := "
        "add(s, i) if eq(i, 5) { break } } sstore(0, s) }",
        "{ let s for { let i } lt(i, 9) { i := add(i, 1) } { s := add(s, i) if eq(i, 5) { "
        "break } } sstore(0, s) }",
    ),
    "value at a leave out of two loops": (
        "{ sstore(0, f(calldataload(0))) function f(n) -> r { for { } 1 { n := add(n, 1) } { "
        "for { let j } lt(j, n) { j := add(j, 1) } { if eq(j, 7) { r := n leave } } } } }",
        "{ sstore(0, g(calldataload(0))) function g(n) -> r { for { } 1 { n := add(n, 1) } { "
        "for { let j } lt(j, n) { j := add(j, 1) } { if eq(j, 7) { r := add(n, 1) leave } } } "
        "} }",
    ),
    "inner loop that may run for ever": (
        "{ for { let i } lt(i, calldataload(0)) { i := add(i, 1) } { for { let j := i } j { j "
        ":= sub(j, 2) } { } } }",
        "{ for { let i } lt(i, calldataload(0)) { i := add(i, 1) } { } }",
    ),
    "condition with effects evaluated once": (
        "{ let i for { } lt(i, f()) { i := add(i, 1) } { } function f() -> r { r := sload(0) "
        "sstore(0, sub(r, 1)) } sstore(1, i) }",
        "{ let i let n := f() for { } lt(i, n) { i := add(i, 1) } { } function f() -> r { r "
        ":= sload(0) sstore(0, sub(r, 1)) } sstore(1, i) }",
    ),
    "revert moved out of a loop": (
        "{ for { let i } lt(i, calldataload(0)) { i := add(i, 1) } { if calldataload(32) { "
        "revert(0,0) } }  }",
        "{ if calldataload(32) { revert(0,0) } for { let i } lt(i, calldataload(0)) { i := "
        "add(i, 1) } { } }",
    ),
    "store moved out of a loop": (
        "{ for { let i } lt(i, calldataload(0)) { i := add(i, 1) } { sstore(0, 1) } }",
        "{ sstore(0, 1) for { let i } lt(i, calldataload(0)) { i := add(i, 1) } { } }",
    ),
    "memory written by a loop": (
        "{ mstore(0, 5) for { let i } lt(i, calldataload(0)) { i := add(i, 1) } { mstore(i, "
        "7) } sstore(0, mload(0)) }",
        "{ mstore(0, 5) for { let i } lt(i, calldataload(0)) { i := add(i, 1) } { mstore(i, "
        "7) } sstore(0, 5) }",
    ),
    "other memory written by a loop": (
        "{ mstore(0, 5) for { let i := 32 } lt(i, calldataload(0)) { i := add(i, 32) } { "
        "mstore(i, 7) } sstore(0, mload(0)) }",
        "{ mstore(0, 5) for { let i := 64 } lt(i, calldataload(0)) { i := add(i, 32) } { "
        "mstore(i, 7) } sstore(0, mload(0)) }",
    ),
    "variable that is 0 where one of two ways to the next round begins": (
        "{ let x := calldataload(0) for { let i } lt(i, 5) { i := add(i, 1) }"
        " { if x { if calldataload(32) { break } } sstore(i, x) x := 0 } }",
        "{ let x := calldataload(0) for { let i } lt(i, 5) { i := add(i, 1) }"
        " { if x { if calldataload(32) { break } } sstore(i, x) } }",
    ),
    "variable that is not 0 where the next round begins": (
        "{ let x := calldataload(0) for { let i } lt(i, 5) { i := add(i, 1) }"
        " { if iszero(x) { break } sstore(i, x) x := 1 } }",
        "{ let x := calldataload(0) for { let i } lt(i, 5) { i := add(i, 1) }"
        " { if iszero(x) { break } sstore(i, x) } }",
    ),
    "variable that is what storage was before the loop": (
        "{ let x := sload(9) for { let i } lt(i, 5) { i := add(i, 1) }"
        " { if sload(9) { break } sstore(9, calldataload(i)) sstore(i, x) x := 0 } }",
        "{ let x := sload(9) for { let i } lt(i, 5) { i := add(i, 1) }"
        " { if sload(9) { break } sstore(9, calldataload(i)) sstore(i, x) } }",
    ),
    "variable that is set after a continue": (
        "{ let x := calldataload(0) for { let i } lt(i, 5) { i := add(i, 1) }"
        " { sstore(i, x) if calldataload(i) { continue } if x { break } x := 0 } }",
        "{ let x := calldataload(0) for { let i } lt(i, 5) { i := add(i, 1) }"
        " { sstore(i, x) if calldataload(i) { x := 0 continue } if x { break } } }",
    ),
    "hash and size of code": (
        "{ sstore(0, extcodehash(1)) }",
        "{ sstore(0, extcodesize(1)) }",
    ),
    "shifted right and divided": (
        "{ sstore(0, sar(1, calldataload(0))) }",
        "{ sstore(0, sdiv(calldataload(0), 2)) }",
    ),
    "sign extension of no byte": (
        "{ sstore(0, signextend(calldataload(32), calldataload(0))) }",
        "{ sstore(0, calldataload(0)) }",
    ),
    "signed remainder and mask": (
        "{ sstore(0, smod(calldataload(0), 4)) }",
        "{ sstore(0, and(calldataload(0), 3)) }",
    ),
    "sum modulo, without the carry": (
        "{ sstore(0, addmod(calldataload(0), calldataload(32), 7)) }",
        "{ sstore(0, mod(add(calldataload(0), calldataload(32)), 7)) }",
    ),
    "product modulo 0": (
        "{ sstore(0, mulmod(calldataload(0), 2, 0)) }",
        "{ sstore(0, mul(calldataload(0), 2)) }",
    ),
    "shift and power": (
        "{ sstore(0, shl(calldataload(0), 2)) }",
        "{ sstore(0, exp(2, add(calldataload(0), 1))) }",
    ),
    "product divided again": (
        "{ let s := calldataload(0) sstore(0, div(mul(calldataload(32), shl(s, 1)), shl(s, 1))) }",
        "{ sstore(0, calldataload(32)) }",
    ),
    "code of another contract after a call": (
        "{ extcodecopy(calldataload(0), 0, 0, 32) pop(call(gas(),1,0,0,0,0,0)) return(0, 32) }",
        "{ pop(call(gas(),1,0,0,0,0,0)) extcodecopy(calldataload(0), 0, 0, 32) return(0, 32) }",
    ),
    "comparison beside a known one": (
        "{ let x := calldataload(0) if gt(x, 5) { sstore(0, gt(x, 6)) } }",
        "{ let x := calldataload(0) if gt(x, 5) { sstore(0, 1) } }",
    ),
    "known word of storage after a call": (
        "{ if sload(0) { sstore(1, 1) pop(call(gas(),1,0,0,0,0,0)) if sload(0) { sstore(2, 2) "
        "} } }",
        "{ if sload(0) { sstore(1, 1) pop(call(gas(),1,0,0,0,0,0)) sstore(2, 2) } }",
    ),
    "known word of storage after a store elsewhere": (
        "{ if sload(0) { sstore(calldataload(0), 0) if sload(0) { sstore(2, 2) } } }",
        "{ if sload(0) { sstore(calldataload(0), 0) sstore(2, 2) } }",
    ),
    "calldata word near end": (
        "{ let n := calldatasize() sstore(0, calldataload(sub(n, 1))) }",
        "{ sstore(0, 0) }",
    ),
    "calldata at the last offset": (
        "{ sstore(0, calldataload(not(0))) }",
        "{ sstore(0, shl(8, calldataload(0))) }",
    ),
    "calldata at the last offset, for the solver": (
        "{ let p := calldataload(64) if eq(p, not(0)) { if eq(shr(8, calldataload(0)), "
        "and(calldataload(p), sub(shl(248, 1), 1))) { sstore(0, 1) } } }",
        "{ let p := calldataload(64) if eq(p, not(0)) { sstore(0, 1) } }",
    ),
    "creation that fails for its length": (
        "{ pop(create(0, 0, calldataload(0))) sstore(0, 1) }",
        "{ sstore(0, 1) pop(create(0, 0, calldataload(0))) }",
    ),
    "creation code that only some chains refuse": (
        "{ pop(create(0, 0, 49153)) sstore(0, 1) }",
        "{ pop(create(0, 0, 49153)) invalid() }",
    ),
    "other bytes of the code": (
        "{ codecopy(0, 0, 32) sstore(0, mload(0)) }",
        "{ codecopy(0, 1, 32) sstore(0, mload(0)) }",
    ),
    "immutable written": (
        '{ setimmutable(0, "a", 1) return(0, 32) }',
        "{ return(0, 32) }",
    ),
}


@pytest.mark.parametrize("name", every_nth(2, list(_PAIRS)))
def test_programs_that_differ_are_not_proven(name: str) -> None:
    texts = _PAIRS[name]
    for one, other in (map(view, texts), map(view, reversed(texts))):
        pairs = {name: name for name in one.functions if name in other.functions}
        prover = FunctionProver(one, other, pairs, ProofSettings(DIALECT, _SECONDS))
        verdicts = [prover.prove(name, name) for name in (None, *pairs)]
        assert any(found.status is not Status.PROVEN for found in verdicts), verdicts
