"""Pairs of small programs that normal forms alone prove, and pairs that must never be proven."""

from __future__ import annotations

import pytest

from tests.prover.test_verdict import verdict
from yulopt.prover.attempt import NORMAL_FORM
from yulopt.prover.graph import Graph
from yulopt.prover.verdict import Status

EQUAL = {
    "a word without the multiple of its quotient": (
        "{ let x := calldataload(0) sstore(0, sub(x, shl(4, shr(4, x)))) }",
        "{ let x := calldataload(0) sstore(0, and(x, 15)) }",
    ),
    "a remainder that is added to itself": (
        "{ let x := calldataload(0) sstore(0, add(and(x, 15), sub(x, shl(4, shr(4, x))))) }",
        "{ let x := calldataload(0) sstore(0, mul(2, and(x, 15))) }",
    ),
    "three times a remainder, and more": (
        "{ let x := calldataload(0) let y := add(caller(), 7)"
        " sstore(0, add(y, sub(mul(3, x), mul(48, shr(4, x))))) }",
        "{ let x := calldataload(0) sstore(0, add(7, add(caller(), mul(3, and(x, 15))))) }",
    ),
    "condition that follows from another": (
        "{ let x := sload(0) if gt(x, 31) { if gt(x, 5) { sstore(1, x) } sstore(2, sload(1)) } }",
        "{ let x := sload(0) if gt(x, 31) { sstore(1, x) sstore(2, sload(1)) } }",
    ),
    "a byte of a sum in the highest byte": (
        "{ sstore(0, byte(0, shl(248, add(48, mod(calldataload(0), 10))))) }",
        "{ sstore(0, and(add(48, mod(calldataload(0), 10)), 255)) }",
    ),
    "a number that is no sign extension": (
        "{ let x := signextend(2, calldataload(0)) if eq(x, shl(255, 1)) { sstore(0, 1) }"
        " if eq(0x800000, x) { sstore(1, 1) } sstore(2, x) }",
        "{ sstore(2, signextend(2, calldataload(0))) }",
    ),
    "copies": (
        "{ let a := calldataload(0) let b := a sstore(b, a) }",
        "{ let x := calldataload(0) sstore(x, x) }",
    ),
    "split": (
        "{ sstore(add(calldataload(0), 1), mul(caller(), 2)) }",
        "{ let a := 2 let b := caller() let c := mul(b, a) let d := calldataload(0)"
        "  sstore(add(d, 1), c) }",
    ),
    "joined branches": (
        "{ let x if calldataload(0) { x := 1 } sstore(0, x) }",
        "{ let x := iszero(iszero(calldataload(0))) sstore(0, x) }",
    ),
    "switch to if": (
        "{ switch calldataload(0) case 5 { sstore(0, 1) } default { sstore(0, 2) } }",
        "{ let x := calldataload(0) if eq(x, 5) { sstore(0, 1) }"
        "  if iszero(eq(5, x)) { sstore(0, 2) } }",
    ),
    "store that is overwritten": (
        "{ mstore(0, 1) mstore(0, 2) return(0, 32) }",
        "{ mstore(0, 2) return(0, 32) }",
    ),
    "store before revert": ("{ sstore(0, 1) mstore(64, 2) revert(0, 32) }", "{ revert(0, 32) }"),
    "a word of calldata that is copied": (
        "{ calldatacopy(0, calldataload(4), 32) mstore(128, mload(0)) return(128, 32) }",
        "{ calldatacopy(0, calldataload(4), 32) return(0, 32) }",
    ),
    "stop and empty return": ("{ return(0, 0) }", "{ mstore(0, 1) stop() }"),
    "hash of known words": (
        "{ mstore(0, caller()) mstore(32, 1) mstore(64, 7) sstore(keccak256(0, 64), 1) }",
        "{ mstore(32, 1) mstore(0, caller()) sstore(keccak256(0, 64), 1) }",
    ),
    "stores at known distances in another order": (
        "{ let p := calldataload(0) mstore(p, 1) mstore(add(p, 32), 2) mstore(add(p, 64), 3)"
        "  return(calldataload(1), 96) }",
        "{ let p := calldataload(0) mstore(add(p, 64), 3) mstore(p, 1) mstore(add(p, 32), 2)"
        "  return(calldataload(1), 96) }",
    ),
    "bytes and a word at known distances in another order": (
        "{ let p := calldataload(0) mstore8(p, 1) mstore8(add(p, 1), 2) mstore(add(p, 2), 3)"
        "  mstore8(add(p, 34), 4) return(calldataload(1), 96) }",
        "{ let p := calldataload(0) mstore8(add(p, 34), 4) mstore(add(p, 2), 3)"
        "  mstore8(add(p, 1), 2) mstore8(p, 1) return(calldataload(1), 96) }",
    ),
    "stores at known distances in each case, in another order": (
        "{ let p := 128 if calldataload(0) { p := 320 if caller() { p := 512 } }"
        "  mstore(p, 1) mstore(add(p, 32), 2) return(calldataload(1), 640) }",
        "{ let p := 128 if calldataload(0) { p := 320 if caller() { p := 512 } }"
        "  mstore(add(p, 32), 2) mstore(p, 1) return(calldataload(1), 640) }",
    ),
    "signed comparisons with neighbouring numbers": (
        "{ let x := calldataload(0) sstore(x, sgt(x, not(7))) sstore(1, slt(x, 0))"
        "  if iszero(slt(x, 9)) { stop() } if slt(x, shl(255, 1)) { revert(0, 0) } }",
        "{ let x := calldataload(0) sstore(x, iszero(slt(x, not(6))))"
        "  sstore(1, iszero(sgt(x, not(0))))"
        "  if sgt(x, 8) { stop() } if sgt(x, not(shl(255, 1))) { revert(0, 0) } }",
    ),
    "stores to neighbouring slots in another order": (
        "{ let s := calldataload(0) sstore(s, 1) sstore(add(s, 1), 2) sstore(add(s, 2), 3) }",
        "{ let s := calldataload(0) sstore(add(s, 2), 3) sstore(s, 1) sstore(add(s, 1), 2) }",
    ),
    "memory in use at the beginning": (
        "{ sstore(0, msize()) mstore(0, 1) sstore(1, msize()) }",
        "{ sstore(0, 0) mstore(0, 2) sstore(1, msize()) }",
    ),
    "a loop that ends the execution before it leaves the function": (
        "{ f(calldataload(0)) function f(a) { let y for { let i } lt(i, a) { i := add(i, 1) }"
        "  { if xor(y, 32) { y := 3 stop() } log0(0, 0) if a { leave } } } }",
        "{ let y let a := calldataload(0) for { let i } lt(i, a) { i := add(1, i) }"
        "  { if xor(y, 32) { y := 4 return(0, 0) } log0(0, 0) } }",
    ),
    "a round that ends the execution before it leaves the function": (
        "{ sstore(0, f()) function f() -> r { for { let y := 0 } 1 { y := 1 }"
        "  { if y { if calldataload(0) { r := 1 leave } r := 2 leave } stop() } } }",
        "{ stop() }",
    ),
    "a loop that never gets to its end": (
        "{ for { let x := 1 } x { x := x } { sstore(0, x) } sstore(1, 2) }",
        "{ for { } 1 { } { sstore(0, 1) } sstore(1, 3) }",
    ),
    "condition of a loop": (
        "{ for { let i := 0 } lt(i, 9) { i := add(i, 1) } { sstore(i, 1) } }",
        "{ let i := 0 for {} 1 { i := add(i, 1) } { if iszero(lt(i, 9)) { break } sstore(i, 1) } }",
    ),
    "invariant of a loop": (
        "{ let n := calldataload(0) for { let i } lt(i, n) { i := add(i, 1) }"
        " { let k := mul(n, caller()) sstore(i, k) } }",
        "{ let n := calldataload(0) let k := mul(n, caller()) let j := 0"
        " for { let i } lt(i, n) { i := add(i, 1) j := add(j, 1) }"
        " { sstore(j, k) } }",
    ),
    "what is known where the next round begins": (
        "{ let x := iszero(calldataload(0)) for { let i } lt(i, 9) { i := add(i, 1) }"
        " { sstore(i, x) if x { break } } }",
        "{ let x := iszero(calldataload(0)) for { let i } lt(i, 9) { i := add(i, 1) }"
        " { sstore(i, x) if x { break } x := 0 } }",
    ),
    "order of variables in nested loops": (
        "{ let a let b for { let i } lt(i, 9) { i := add(i, 1) }"
        " { for { let j := i } lt(j, a) { j := add(j, 1) } { b := add(b, j) } a := add(a, 3) }"
        " sstore(a, b) }",
        "{ let b let a for { let i } gt(9, i) { i := add(1, i) } { let x := a"
        " for { let j := i } gt(x, j) { j := add(1, j) } { b := add(j, b) } a := add(a, 3) }"
        " sstore(a, b) }",
    ),
    "a word of memory that is saved and written back": (
        "{ pop(call(gas(), calldataload(0), 0, 0, 0, 0, 32)) sstore(7, 1) return(0, 64) }",
        "{ pop(call(gas(), calldataload(0), 0, 0, 0, 0, 32)) let w := mload(0) mstore(0, 1)"
        " sstore(7, mload(0)) mstore(0, w) return(0, 64) }",
    ),
    "the result of a call that is saved and written back, after a write elsewhere": (
        "{ mstore(64, 7) pop(call(gas(), calldataload(0), 0, 0, 0, 0, 32)) sstore(7, 1)"
        " return(0, 96) }",
        "{ mstore(64, 7) pop(call(gas(), calldataload(0), 0, 0, 0, 0, 32)) let w := mload(0)"
        " mstore(0, 1) sstore(7, mload(0)) mstore(0, w) return(0, 96) }",
    ),
    "a word of memory that is saved and written back, in cases": (
        "{ if calldataload(0) { mstore(0, 5) } if calldataload(32) { mstore8(4, caller()) }"
        " sstore(7, 1) return(0, 64) }",
        "{ if calldataload(0) { mstore(0, 5) } if calldataload(32) { mstore8(4, caller()) }"
        " let w := mload(0) mstore(0, 1) sstore(7, mload(0)) mstore(0, w) return(0, 64) }",
    ),
    "a word of memory that is written back after cases have met": (
        "{ mstore8(3, calldataload(0)) let w := mload(0)"
        " if calldataload(32) { mstore(64, 7) mstore(0, 2) mstore(0, w) }"
        " sstore(7, 1) return(0, 96) }",
        "{ mstore8(3, calldataload(0)) let w := mload(0)"
        " if calldataload(32) { mstore(64, 7) mstore(0, 2) mstore(0, w) }"
        " mstore(0, 1) sstore(7, mload(0)) mstore(0, w) return(0, 96) }",
    ),
    "a number that is added on all ways out of a loop": (
        "{ let x for { } 1 { } { if sload(x) { x := add(sload(x), 1) break }"
        " if sload(add(x, 9)) { x := add(x, 1) break } x := sload(add(x, 7)) } sstore(0, x) }",
        "{ let x for { } 1 { } { if sload(x) { x := sload(x) break }"
        " if sload(add(x, 9)) { break } x := sload(add(x, 7)) } sstore(0, add(x, 1)) }",
    ),
    "choices in choices": (
        "{ let c := calldataload(0) let d := calldataload(32) let x := 1 if c { x := sload(1) }"
        " if d { x := sload(2) } if c { if d { sstore(0, sload(2)) stop() } }"
        " if iszero(c) { sstore(0, x) stop() } sstore(0, x) }",
        "{ let c := calldataload(0) let d := calldataload(32) if d { sstore(0, sload(2)) stop() }"
        " if c { sstore(0, sload(1)) stop() } sstore(0, 1) }",
    ),
    "inlined": (
        "{ function f(x) -> r { if x { r := 7 leave } r := 8 } sstore(0, f(caller())) }",
        "{ let r := 8 if caller() { r := 7 } sstore(0, r) }",
    ),
    "known in a branch": (
        "{ let x := calldataload(0) if iszero(x) { sstore(1, x) } sstore(x, 1) }",
        "{ let x := calldataload(0) if iszero(x) { sstore(1, 0) } sstore(x, 1) }",
    ),
    "known after a check": (
        "{ let x := calldataload(0) if x { revert(0, 0) } sstore(x, 1) }",
        "{ let x := calldataload(0) if x { revert(0, 0) } sstore(0, 1) }",
    ),
}

DIFFERENT = {
    "a sum whose lowest bits are shifted out": (
        "{ sstore(0, shr(4, add(shl(3, calldataload(0)), 16))) }",
        "{ sstore(0, 1) }",
    ),
    "a sum that is shifted to the left before": (
        "{ sstore(0, shr(4, add(shl(4, calldataload(0)), 16))) }",
        "{ sstore(0, add(calldataload(0), 1)) }",
    ),
    "a number that is a sign extension": (
        "{ let x := signextend(2, calldataload(0)) if eq(x, not(0x7fffff)) { sstore(0, 1) }"
        " sstore(2, x) }",
        "{ sstore(2, signextend(2, calldataload(0))) }",
    ),
    "a word without a multiple of another quotient": (
        "{ let x := calldataload(0) sstore(0, sub(x, shl(4, shr(5, x)))) }",
        "{ let x := calldataload(0) sstore(0, and(x, 15)) }",
    ),
    "a word without twice the multiple of its quotient": (
        "{ let x := calldataload(0) sstore(0, sub(x, shl(5, shr(4, x)))) }",
        "{ let x := calldataload(0) sstore(0, and(x, 15)) }",
    ),
    "a word with the multiple of its quotient": (
        "{ let x := calldataload(0) sstore(0, add(x, shl(4, shr(4, x)))) }",
        "{ let x := calldataload(0) sstore(0, and(x, 15)) }",
    ),
    "a word without the multiple of the quotient of another one": (
        "{ let x := calldataload(0) sstore(0, sub(x, shl(4, shr(4, caller())))) }",
        "{ let x := calldataload(0) sstore(0, and(x, 15)) }",
    ),
    "a remainder with a bit more": (
        "{ let x := calldataload(0) sstore(0, sub(x, shl(4, shr(4, x)))) }",
        "{ let x := calldataload(0) sstore(0, and(x, 31)) }",
    ),
    "signed comparisons at the least number": (
        "{ if sgt(calldataload(0), shl(255, 1)) { revert(0, 0) } }",
        "{ if iszero(slt(calldataload(0), shl(255, 1))) { revert(0, 0) } }",
    ),
    "signed comparisons at the greatest number": (
        "{ if slt(calldataload(0), not(shl(255, 1))) { revert(0, 0) } }",
        "{ if iszero(slt(not(shl(255, 1)), calldataload(0))) { revert(0, 0) } }",
    ),
    "stores at other distances in one case, in another order": (
        "{ let p := 128 let q := 144 if calldataload(0) { p := 320 q := 352 }"
        "  mstore(p, 1) mstore(q, 2) return(128, 640) }",
        "{ let p := 128 let q := 144 if calldataload(0) { p := 320 q := 352 }"
        "  mstore(q, 2) mstore(p, 1) return(128, 640) }",
    ),
    "stores at known distances in cases of different conditions, in another order": (
        "{ let p := 128 let q := 160 if calldataload(0) { p := 160 } if caller() { q := 192 }"
        "  mstore(p, 1) mstore(q, 2) return(128, 640) }",
        "{ let p := 128 let q := 160 if calldataload(0) { p := 160 } if caller() { q := 192 }"
        "  mstore(q, 2) mstore(p, 1) return(128, 640) }",
    ),
    "a word of memory that is written back elsewhere": (
        "{ calldatacopy(0, 0, 64) return(0, 64) }",
        "{ calldatacopy(0, 0, 64) let w := mload(1) mstore(0, 7) mstore(1, w) return(0, 64) }",
    ),
    "a word of memory that is written back after another write": (
        "{ calldatacopy(0, 0, 64) mstore(5, 7) return(0, 64) }",
        "{ calldatacopy(0, 0, 64) let w := mload(0) mstore(5, 7) mstore(0, w) return(0, 64) }",
    ),
    "a word of memory that is written back in one case": (
        "{ if calldataload(0) { mstore(0, 5) } if calldataload(32) { mstore8(4, caller()) }"
        " return(0, 64) }",
        "{ if calldataload(0) { mstore(0, 5) } let w := mload(0)"
        " if calldataload(32) { mstore8(4, caller()) } mstore(0, w) return(0, 64) }",
    ),
    "a number that is added on one way out of a loop": (
        "{ let x for { } 1 { } { if sload(x) { x := add(sload(x), 1) break }"
        " if sload(add(x, 9)) { break } x := sload(add(x, 7)) } sstore(0, x) }",
        "{ let x for { } 1 { } { if sload(x) { x := sload(x) break }"
        " if sload(add(x, 9)) { break } x := sload(add(x, 7)) } sstore(0, add(x, 1)) }",
    ),
    "a number that is added in each round": (
        "{ let x for { let i } lt(i, 5) { i := add(i, 1) } { x := add(x, 1) } sstore(0, x) }",
        "{ let x for { let i } lt(i, 5) { i := add(i, 1) } { } sstore(0, add(x, 1)) }",
    ),
    "choices in choices of other conditions": (
        "{ let c := calldataload(0) let d := calldataload(32) let x := 1 if c { x := sload(1) }"
        " if d { x := sload(2) } sstore(0, x) }",
        "{ let c := calldataload(0) let d := calldataload(32) if c { sstore(0, sload(1)) stop() }"
        " if d { sstore(0, sload(2)) stop() } sstore(0, 1) }",
    ),
    "condition that follows only from the other way": (
        "{ let x := calldataload(0) if gt(x, 31) { sstore(0, gt(x, 40)) } sstore(1, gt(x, 5)) }",
        "{ let x := calldataload(0) if gt(x, 31) { sstore(0, gt(x, 40)) } sstore(1, 1) }",
    ),
    "condition that does not follow from a larger bound": (
        "{ let x := calldataload(0) if gt(x, 5) { if gt(x, 31) { sstore(0, x) } } }",
        "{ let x := calldataload(0) if gt(x, 5) { sstore(0, x) } }",
    ),
    "order of stores": (
        "{ let a := calldataload(0) sstore(a, 1) sstore(0, 2) }",
        "{ let a := calldataload(0) sstore(0, 2) sstore(a, 1) }",
    ),
    "store before a conditional return": (
        "{ sstore(0, 1) if calldataload(0) { return(0, 0) } sstore(0, 2) }",
        "{ if calldataload(0) { return(0, 0) } sstore(0, 2) }",
    ),
    "store before a function that may return": (
        "{ function f(x) { if x { return(0, 0) } } sstore(0, 1) f(calldataload(0)) sstore(0, 2) }",
        "{ function f(x) { if x { return(0, 0) } } f(calldataload(0)) sstore(0, 2) }",
    ),
    "store before a call": (
        "{ sstore(0, 1) pop(call(gas(), 1, 0, 0, 0, 0, 0)) sstore(0, 2) }",
        "{ pop(call(gas(), 1, 0, 0, 0, 0, 0)) sstore(0, 2) }",
    ),
    "data of a revert": ("{ mstore(0, 1) revert(0, 32) }", "{ revert(0, 32) }"),
    "part of data": (
        "{ mstore(0, not(0)) mstore(1, 2) return(0, 32) }",
        "{ mstore(1, 2) return(0, 32) }",
    ),
    "returndatacopy that fails": ("{ returndatacopy(0, 0, calldataload(0)) }", "{ }"),
    "returndatacopy that may fail": (
        "{ pop(call(gas(), 1, 0, 0, 0, 0, 0)) returndatacopy(0, 0, 32) }",
        "{ pop(call(gas(), 1, 0, 0, 0, 0, 0)) }",
    ),
    "missing check": ("{ if callvalue() { revert(0, 0) } sstore(0, 1) }", "{ sstore(0, 1) }"),
    "order of calls": (
        "{ pop(call(7, 1, 0, 0, 0, 0, 0)) pop(call(7, 2, 0, 0, 0, 0, 0)) }",
        "{ pop(call(7, 2, 0, 0, 0, 0, 0)) pop(call(7, 1, 0, 0, 0, 0, 0)) }",
    ),
    "missing call": ("{ pop(staticcall(7, 1, 0, 0, 0, 0)) }", "{ }"),
    "order of logs": ("{ log1(0, 0, 1) log1(0, 0, 2) }", "{ log1(0, 0, 2) log1(0, 0, 1) }"),
    "load after store": (
        "{ let a := mload(calldataload(0)) mstore(0, 1) sstore(0, a) }",
        "{ mstore(0, 1) let a := mload(calldataload(0)) sstore(0, a) }",
    ),
    "evaluation order": (
        "{ function f() -> r { r := sload(0) } function g() -> r { sstore(0, 1) r := 5 }"
        " sstore(f(), g()) }",
        "{ function f() -> r { r := sload(0) } function g() -> r { sstore(0, 1) r := 5 }"
        " let x := f() let y := g() sstore(x, y) }",
    ),
    "rounds of a loop": (
        "{ for { let i } lt(i, 9) { i := add(i, 1) } { sstore(i, 1) } }",
        "{ for { let i } lt(i, 10) { i := add(i, 1) } { sstore(i, 1) } }",
    ),
    "post block and continue": (
        "{ let s for { let i } lt(i, 9) { i := add(i, 1) } { if i { continue } s := add(s, i) }"
        " sstore(0, s) }",
        "{ let s for { let i } lt(i, 9) { i := add(i, 1) } { if i { break } s := add(s, i) }"
        " sstore(0, s) }",
    ),
    "first value in a loop": (
        "{ let s := 1 for { let i } lt(i, 9) { i := add(i, 1) } { s := add(s, s) } sstore(0, s) }",
        "{ let s := 2 for { let i } lt(i, 9) { i := add(i, 1) } { s := add(s, s) } sstore(0, s) }",
    ),
    "swapped in a loop": (
        "{ let a := 1 let b := 2 for { let i } lt(i, 9) { i := add(i, 1) }"
        " { let t := a a := b b := t } sstore(a, b) }",
        "{ let a := 1 let b := 2 for { let i } lt(i, 9) { i := add(i, 1) }"
        " { a := b b := a } sstore(a, b) }",
    ),
    "calldata does not come back to its beginning": (
        f"{{ calldatacopy(0, {(1 << 256) - 32}, 64) sstore(0, mload(32)) }}",
        "{ sstore(0, calldataload(0)) }",
    ),
    "copied from anywhere in calldata": (
        "{ let p := calldataload(0) calldatacopy(0, p, 64) sstore(0, mload(32)) }",
        "{ let p := calldataload(0) calldatacopy(0, p, 64) sstore(0, calldataload(add(p, 32))) }",
    ),
    "less than a word of calldata": (
        "{ calldatacopy(0, 4, 31) return(0, 32) }",
        "{ mstore(0, calldataload(4)) return(0, 32) }",
    ),
    "what memory has in use": ("{ pop(mload(64)) sstore(0, msize()) }", "{ sstore(0, msize()) }"),
    "endless": ("{ for {} 1 {} {} }", "{ }"),
    "literal beyond": (
        "{ sstore(0, shr(8, calldataload(0))) }",
        "{ sstore(0, shr(9, calldataload(0))) }",
    ),
    "signed": (
        "{ sstore(0, slt(calldataload(0), calldataload(32))) }",
        "{ sstore(0, lt(calldataload(0), calldataload(32))) }",
    ),
    "overlap": (
        "{ let p := calldataload(0) mstore(p, 1) mstore(add(p, 31), 2) sstore(0, mload(p)) }",
        "{ let p := calldataload(0) mstore(add(p, 31), 2) sstore(0, 1) }",
    ),
    "a word of memory that was saved too early, and is written back after cases have met": (
        "{ mstore8(3, calldataload(0)) let w := mload(0)"
        " if calldataload(32) { mstore(64, 7) mstore(0, 2) mstore(0, w) } return(0, 96) }",
        "{ let v := mload(0) mstore8(3, calldataload(0)) let w := mload(0)"
        " if calldataload(32) { mstore(64, 7) mstore(0, 2) mstore(0, w) }"
        " mstore(0, 1) mstore(0, v) return(0, 96) }",
    ),
    "the result of a call over a word that only one side has written": (
        "{ mstore(64, 7) pop(call(gas(), calldataload(0), 0, 0, 0, 0, 32)) return(0, 96) }",
        "{ mstore(64, 7) mstore(0, 9) pop(call(gas(), calldataload(0), 0, 0, 0, 0, 32))"
        " let w := mload(0) mstore(0, 1) mstore(0, w) return(0, 96) }",
    ),
    "a word of memory that is written back into other memory": (
        "{ mstore8(3, calldataload(0)) return(0, 96) }",
        "{ mstore8(3, calldataload(0)) let w := mload(0) mstore(64, 7)"
        " mstore(0, 1) mstore(0, w) return(0, 96) }",
    ),
    "a word of memory that is written back into other memory, in cases": (
        "{ mstore8(3, calldataload(0)) if calldataload(32) { mstore8(4, 2) } return(0, 96) }",
        "{ mstore8(3, calldataload(0)) let w := mload(0) if calldataload(32) { mstore8(4, 2) }"
        " mstore(0, 1) mstore(0, w) return(0, 96) }",
    ),
    "far apart modulo the address space": (
        "{ let p := calldataload(0) mstore(p, 1) mstore(sub(p, 31), 2) sstore(0, mload(p)) }",
        "{ let p := calldataload(0) mstore(sub(p, 31), 2) sstore(0, 1) }",
    ),
}


@pytest.mark.parametrize("name", EQUAL)
def test_equal(name: str) -> None:
    found = verdict(*EQUAL[name])
    assert found.status is Status.PROVEN, found.reason


@pytest.mark.parametrize("name", DIFFERENT)
def test_different(name: str) -> None:
    assert verdict(*DIFFERENT[name]).status is not Status.PROVEN


def test_a_saved_word_leaves_no_trace_where_cases_have_met() -> None:
    pair = EQUAL["a word of memory that is written back after cases have met"]
    assert verdict(*pair).method == NORMAL_FORM


def test_a_word_of_a_longer_result_does_not_bring_back_all_of_it() -> None:
    graph = Graph()
    terms, arrays = graph.terms, graph.arrays
    call, memory = terms.make("call"), graph.initial("memory")
    result = arrays.copy_result(memory, terms.zero, terms.constant(64), call)
    word = arrays.load_word(result, terms.zero)
    stored = arrays.store_word(memory, terms.zero, word)
    second = terms.constant(32)
    assert arrays.load_word(stored, second) is arrays.load_word(memory, second)
