"""Bounds of words by the conditions on a path, and masks and checks that they make redundant."""

from __future__ import annotations

import pytest

from tests.prover.test_at_calls import are_proven
from tests.prover.test_verdict import DIALECT
from yulopt.errors import Source
from yulopt.prover.facts import Facts
from yulopt.prover.function_pair import Pairs
from yulopt.prover.graph import Graph
from yulopt.prover.invariants import StepInvariants
from yulopt.prover.versions import version_of
from yulopt.syntax.parser import parse_source

# A loop in which `f` is 0 if a test of that is not redundant.
_PRODUCTS = (
    "{ let n := calldataload(4) let f := 1 let i := 2 for { } iszero(gt(i, n))"
    " { if eq(i, not(0)) { revert(0, 0) } i := add(i, 1) } { let p := mul(f, i)"
    " if iszero(or(iszero(f), eq(i, div(p, f)))) { revert(0, 1) } f := p } sstore(0, f) }"
)
_UNTESTED = _PRODUCTS.replace("or(iszero(f), eq(i, div(p, f)))", "eq(i, div(p, f))")
_LOSING = (
    "{ let f := 3 for { let i := 0 } lt(i, calldataload(0)) { i := add(i, 1) }"
    " { if iszero(f) { sstore(1, 1) } if calldataload(i) { CHANGE continue } f := 5 } }"
)
# Each word is that of the word after it in the round before.
_CASCADE = (
    "{ let a := 9 let b := 9 let c := 9 let d := 9 let e := 9 for { let i := 0 }"
    " lt(i, calldataload(0)) { i := add(i, 1) }"
    " { if iszero(a) { sstore(1, 1) } a := b b := c c := d d := e e := sub(e, 1) } }"
)
_QUOTIENT = (
    "{ let x := calldataload(0) let y := calldataload(32) if iszero(eq(div(x, y), 7)) { stop() }"
)
_SIGNED = "let i := calldataload(0) if gt(i, 11) { revert(0, 0) } let d := sub(i, 6)"
_SAME = {
    "a signed number that is not too small": (
        f"{{ {_SIGNED} if slt(d, sub(0, 6)) {{ revert(0, 0) }} sstore(0, d) }}",
        f"{{ {_SIGNED} sstore(0, d) }}",
    ),
    "a signed number that is not too large": (
        f"{{ {_SIGNED} if or(slt(d, sub(0, 9)), sgt(d, 5)) {{ revert(0, 0) }} sstore(0, d) }}",
        f"{{ {_SIGNED} sstore(0, d) }}",
    ),
    "a word that is its own sign extension": (
        "{ let x := calldataload(0) let y := signextend(1, x)"
        " if iszero(eq(x, y)) { revert(0, 0) } sstore(y, sdiv(y, 2)) }",
        "{ let x := calldataload(0) if iszero(eq(x, signextend(1, x))) { revert(0, 0) }"
        " sstore(x, sdiv(x, 2)) }",
    ),
    "a product that is its own sign extension": (
        "{ let x := mul(signextend(1, calldataload(0)), 3) let y := signextend(1, x)"
        " if sub(y, x) { revert(0, 0) } sstore(y, sdiv(y, 2)) }",
        "{ let x := mul(signextend(1, calldataload(0)), 3)"
        " if sub(signextend(1, x), x) { revert(0, 0) } sstore(x, sdiv(x, 2)) }",
    ),
    "product that is not 0 in any round": (_PRODUCTS, _UNTESTED),
    "word that is kept or set in each round": (
        _LOSING.replace("CHANGE", "f := f"),
        _LOSING.replace("CHANGE", "f := f").replace("if iszero(f) { sstore(1, 1) }", ""),
    ),
    "dividend and divisor of a quotient": (
        _QUOTIENT + " if or(iszero(y), lt(x, 7)) { invalid() } sstore(x, y) }",
        _QUOTIENT + " sstore(x, y) }",
    ),
    "masked copy of an argument, before a loop": (
        "{ let x := calldataload(4) let y := and(x, 255) if iszero(eq(x, y)) { revert(0, 0) }"
        " for { } sload(y) { } { sstore(y, 0) mstore(y, 1) } return(0, y) }",
        "{ let x := calldataload(4) let y := and(x, 255) if iszero(eq(x, y)) { revert(0, 0) }"
        " for { } sload(x) { } { sstore(x, 0) mstore(x, 1) } return(0, x) }",
    ),
    "next number after a word that is not the largest one": (
        "{ let x := and(calldataload(0), 255) if eq(x, 255) { stop() } sstore(and(add(x, 1), 255),"
        " and(shl(64, add(x, 1)), shl(64, 255))) }",
        "{ let x := and(calldataload(0), 255) if eq(x, 255) { stop() } sstore(add(x, 1),"
        " shl(64, add(x, 1))) }",
    ),
    "previous number of a word that is not 0": (
        "{ let x := and(calldataload(0), 255) if eq(x, 0) { stop() }"
        " sstore(and(sub(x, 1), 255), 7) }",
        "{ let x := and(calldataload(0), 255) if eq(x, 0) { stop() } sstore(sub(x, 1), 7) }",
    ),
    "bits of a product": (
        "{ sstore(0, f(shr(224, calldataload(0)), shr(224, calldataload(4))))"
        " function f(x, y) -> z { z := and(mul(x, y), 0xffffffffffffffff) } }",
        "{ sstore(0, f(shr(224, calldataload(0)), shr(224, calldataload(4))))"
        " function f(x, y) -> z { z := mul(x, y) } }",
    ),
    "minimum of a word and one within bounds": (
        "{ let x := calldataload(0) let y := shr(240, calldataload(32)) if gt(x, y) { x := y }"
        " if gt(x, 0xffff) { invalid() } sstore(0, x) }",
        "{ let x := calldataload(0) let y := shr(240, calldataload(32)) if gt(x, y) { x := y }"
        " sstore(0, x) }",
    ),
    "minimum by the other comparison": (
        "{ let x := calldataload(0) let y := shr(240, calldataload(32)) let z := y"
        " if lt(x, y) { z := x } if gt(z, 0xffff) { invalid() } sstore(0, z) }",
        "{ let x := calldataload(0) let y := shr(240, calldataload(32)) let z := y"
        " if lt(x, y) { z := x } sstore(0, z) }",
    ),
    "shifted word that a loop carries": (
        "{ let x := shr(224, calldataload(0)) for { } sload(x) { } { x := shr(224, sload(x)) }"
        " sstore(0, and(shl(32, x), 0xffffffff00000000)) }",
        "{ let x := shr(224, calldataload(0)) for { } sload(x) { } { x := shr(224, sload(x)) }"
        " sstore(0, shl(32, x)) }",
    ),
    "result that is checked where it is set": (
        "{ let y := f(calldataload(0)) sstore(0, and(y, 255)) function f(x) -> z"
        " { if x { z := and(x, 255) if eq(z, 255) { stop() } z := add(z, 1) } } }",
        "{ let y := f(calldataload(0)) sstore(0, y) function f(x) -> z"
        " { if x { z := and(x, 255) if eq(z, 255) { stop() } z := add(z, 1) } } }",
    ),
    "square of a word that is checked": (
        "{ let x := calldataload(0) if shr(128, x) { stop() } let y := mul(x, x)"
        " if lt(add(y, 7), y) { invalid() } sstore(0, y) }",
        "{ let x := calldataload(0) if shr(128, x) { stop() } sstore(0, mul(x, x)) }",
    ),
    "sum with a word that was checked as a whole": (
        "{ let x := add(mload(64), calldataload(0)) if shr(64, x) { stop() }"
        " let y := and(calldataload(32), 0xffe0) if lt(add(x, y), x) { invalid() } sstore(0, y) }",
        "{ let x := add(mload(64), calldataload(0)) if shr(64, x) { stop() }"
        " let y := and(calldataload(32), 0xffe0) sstore(0, y) }",
    ),
    "selector in its case": (
        "{ switch shr(224, calldataload(0)) case 0x01020304 { sstore(0, and(calldataload(0),"
        " shl(224, 0xffffffff))) } default { sstore(1, 1) } }",
        "{ switch shr(224, calldataload(0)) case 0x01020304 { sstore(0, shl(224, 0x01020304)) }"
        " default { sstore(1, 1) } }",
    ),
    "high bits of a word that has no others": (
        "{ let x := calldataload(4) let y := and(x, shl(224, 0xffffffff))"
        " if iszero(eq(x, y)) { revert(0, 0) } sstore(0, eq(y, shl(224, 9))) }",
        "{ let x := calldataload(4) if shl(32, x) { revert(0, 0) } sstore(0, eq(x, shl(224, 9))) }",
    ),
    "word that is a truth value": (
        "{ let x := calldataload(4) if iszero(eq(x, iszero(iszero(x)))) { revert(0, 0) }"
        " sstore(0, x) }",
        "{ let x := calldataload(4) if iszero(lt(x, 2)) { revert(0, 0) } sstore(0, x) }",
    ),
    "address of a word that is written": (
        "{ let x := calldataload(0) mstore(x, 1) sstore(0, and(x, 0xffffffffffffffff)) }",
        "{ let x := calldataload(0) mstore(x, 1) sstore(0, x) }",
    ),
}
# Bodies of loops: the rounds must be the same terms, in which cases cannot be told apart.
_SAME_ROUNDS = {
    "word before an array of any length": (
        "{ let p := mload(64) let n := calldataload(0) if shr(64, n) { stop() } mstore(p, n)"
        " mstore(add(add(p, 32), and(add(n, 31), not(31))), 7) sstore(0, mload(p)) }",
        "{ let p := mload(64) let n := calldataload(0) if shr(64, n) { stop() } mstore(p, n)"
        " mstore(add(add(p, 32), and(add(n, 31), not(31))), 7) sstore(0, n) }",
    ),
    "write beside the result of a call": (
        "{ pop(call(gas(), 1, 0, 0, 0, 128, 32)) mstore(64, 9) let x := mload(128) mstore(64, 7)"
        " sstore(x, 1) }",
        "{ pop(call(gas(), 1, 0, 0, 0, 128, 32)) let x := mload(128) mstore(64, 7) sstore(x, 1) }",
    ),
}
_DIFFERENT = {
    "a number that may be less than a negative one": (
        f"{{ {_SIGNED} sstore(0, slt(d, sub(0, 1))) }}",
        f"{{ {_SIGNED} sstore(0, 0) }}",
    ),
    "a number that may be larger as a signed one": (
        f"{{ {_SIGNED} sstore(0, sgt(d, 4)) }}",
        f"{{ {_SIGNED} sstore(0, 0) }}",
    ),
    "a negative number and a positive one": (
        "{ let d := or(shl(255, 1), and(calldataload(0), 1)) sstore(0, slt(d, 5)) }",
        "{ let d := or(shl(255, 1), and(calldataload(0), 1)) sstore(0, 0) }",
    ),
    "a word that is another sign extension of itself": (
        "{ let x := calldataload(0) if eq(x, signextend(1, x)) { sstore(0, signextend(0, x)) } }",
        "{ let x := calldataload(0) if eq(x, signextend(1, x)) { sstore(0, x) } }",
    ),
    "a word whose sign extension is another one": (
        "{ let x := calldataload(0) if eq(signextend(1, x), calldataload(32))"
        " { sstore(0, signextend(1, x)) } }",
        "{ let x := calldataload(0) if eq(signextend(1, x), calldataload(32)) { sstore(0, x) } }",
    ),
    "a word that is not its own sign extension": (
        "{ let x := calldataload(0) if sub(x, signextend(1, x)) { sstore(0, signextend(1, x)) } }",
        "{ let x := calldataload(0) if sub(x, signextend(1, x)) { sstore(0, x) } }",
    ),
    "product that is 0 at first": (
        _PRODUCTS.replace("let f := 1", "let f := 0"),
        _UNTESTED.replace("let f := 1", "let f := 0"),
    ),
    "product that may overflow to 0": (
        _PRODUCTS.replace("f := p }", "f := mul(p, i) }"),
        _UNTESTED.replace("f := p }", "f := mul(p, i) }"),
    ),
    "word that becomes less in a round": (
        _LOSING.replace("CHANGE", "f := sub(f, 1)"),
        _LOSING.replace("CHANGE", "f := sub(f, 1)").replace("if iszero(f) { sstore(1, 1) }", ""),
    ),
    "words that become less one after the other": (
        _CASCADE,
        _CASCADE.replace("if iszero(a) { sstore(1, 1) }", ""),
    ),
    "quotient that may be 0": (
        "{ let x := calldataload(0) let y := calldataload(32) if gt(div(x, y), 7) { stop() }"
        " if iszero(y) { invalid() } sstore(x, y) }",
        "{ let x := calldataload(0) let y := calldataload(32) if gt(div(x, y), 7) { stop() }"
        " sstore(x, y) }",
    ),
    "dividend that may be the product": (
        _QUOTIENT + " if lt(x, 8) { invalid() } sstore(x, y) }",
        _QUOTIENT + " sstore(x, y) }",
    ),
    "masked copy of an argument that is checked for more bits": (
        "{ let x := calldataload(4) let y := and(x, 255) if shr(9, x) { revert(0, 0) }"
        " sstore(y, 1) }",
        "{ let x := calldataload(4) let y := and(x, 255) if shr(9, x) { revert(0, 0) }"
        " sstore(x, 1) }",
    ),
    "masked copy of an argument that is checked later": (
        "{ let x := calldataload(4) let y := and(x, 255) sstore(0, y) if shr(8, x) { stop() } }",
        "{ let x := calldataload(4) let y := and(x, 255) sstore(0, x) if shr(8, x) { stop() } }",
    ),
    "word that is not above the largest one": (
        "{ let x := calldataload(0) let y := shr(240, calldataload(32)) if gt(x, y) { stop() }"
        " if gt(x, 0xfffe) { invalid() } sstore(0, x) }",
        "{ let x := calldataload(0) let y := shr(240, calldataload(32)) if gt(x, y) { stop() }"
        " sstore(0, x) }",
    ),
    "maximum of a word and one within bounds": (
        "{ let x := calldataload(0) let y := shr(240, calldataload(32)) if lt(x, y) { x := y }"
        " if gt(x, 0xffff) { invalid() } sstore(0, x) }",
        "{ let x := calldataload(0) let y := shr(240, calldataload(32)) if lt(x, y) { x := y }"
        " sstore(0, x) }",
    ),
    "minimum that may be as large as the bound": (
        "{ let x := calldataload(0) let y := shr(240, calldataload(32)) if gt(x, y) { x := y }"
        " if gt(x, 0xfffe) { invalid() } sstore(0, x) }",
        "{ let x := calldataload(0) let y := shr(240, calldataload(32)) if gt(x, y) { x := y }"
        " sstore(0, x) }",
    ),
    "maximum that may be as large as the larger bound": (
        "{ let x := shr(248, calldataload(0)) let y := shr(240, calldataload(32))"
        " if lt(x, y) { x := y } if gt(x, 0xfffe) { invalid() } sstore(0, x) }",
        "{ let x := shr(248, calldataload(0)) let y := shr(240, calldataload(32))"
        " if lt(x, y) { x := y } sstore(0, x) }",
    ),
    "word that is not larger and may be equal": (
        "{ let x := calldataload(0) let y := shr(240, calldataload(32)) let z := 0"
        " if iszero(gt(x, y)) { z := x } if gt(z, 0xfffe) { invalid() } sstore(0, z) }",
        "{ let x := calldataload(0) let y := shr(240, calldataload(32)) let z := 0"
        " if iszero(gt(x, y)) { z := x } sstore(0, z) }",
    ),
    "another word than that which was compared": (
        "{ let x := calldataload(0) let y := shr(240, calldataload(32)) let z := calldataload(64)"
        " if gt(x, y) { z := y } if gt(z, 0xffff) { invalid() } sstore(0, z) }",
        "{ let x := calldataload(0) let y := shr(240, calldataload(32)) let z := calldataload(64)"
        " if gt(x, y) { z := y } sstore(0, z) }",
    ),
    "next number after a word that may be the largest one": (
        "{ let x := and(calldataload(0), 255) if eq(x, 254) { stop() }"
        " sstore(and(add(x, 1), 255), 7) }",
        "{ let x := and(calldataload(0), 255) if eq(x, 254) { stop() } sstore(add(x, 1), 7) }",
    ),
    "next number where a word is the largest one": (
        "{ let x := and(calldataload(0), 255) if eq(x, 255) { sstore(and(add(x, 1), 255), 7) } }",
        "{ let x := and(calldataload(0), 255) if eq(x, 255) { sstore(add(x, 1), 7) } }",
    ),
    "next number after a word whose largest value was excluded in one case": (
        "{ let x := and(calldataload(0), 255) if calldataload(32) { if eq(x, 255) { stop() } }"
        " sstore(and(add(x, 1), 255), 7) }",
        "{ let x := and(calldataload(0), 255) if calldataload(32) { if eq(x, 255) { stop() } }"
        " sstore(add(x, 1), 7) }",
    ),
    "mask of other bits than those of a shifted word": (
        "{ let x := and(calldataload(0), 255) sstore(0, and(shl(64, add(x, 1)), shl(65, 255))) }",
        "{ let x := and(calldataload(0), 255) sstore(0, shl(64, add(x, 1))) }",
    ),
    "mask of fewer bits than those of a shifted sum": (
        "{ let x := and(calldataload(0), 255) sstore(0, and(shl(64, add(x, 1)), shl(64, 255))) }",
        "{ let x := and(calldataload(0), 255) sstore(0, shl(64, add(x, 1))) }",
    ),
    "one bit too many in a product": (
        "{ sstore(0, f(shr(224, calldataload(0)), shr(223, calldataload(4))))"
        " function f(x, y) -> z { z := and(mul(x, y), 0xffffffffffffffff) } }",
        "{ sstore(0, f(shr(224, calldataload(0)), shr(223, calldataload(4))))"
        " function f(x, y) -> z { z := mul(x, y) } }",
    ),
    "product that wraps around": (
        "{ let x := shr(1, calldataload(0)) let y := shr(1, calldataload(32))"
        " sstore(0, and(mul(x, y), shr(2, not(0)))) }",
        "{ let x := shr(1, calldataload(0)) let y := shr(1, calldataload(32))"
        " sstore(0, mul(x, y)) }",
    ),
    "shifted word that a loop carries, with one bit more": (
        "{ let x := shr(224, calldataload(0)) for { } sload(x) { } { x := shr(223, sload(x)) }"
        " sstore(0, and(shl(32, x), 0xffffffff00000000)) }",
        "{ let x := shr(224, calldataload(0)) for { } sload(x) { } { x := shr(223, sload(x)) }"
        " sstore(0, shl(32, x)) }",
    ),
    "shifted word that overflows": (
        "{ let x := shr(224, calldataload(0)) sstore(0, and(shl(225, x), not(shl(225, 1)))) }",
        "{ let x := shr(224, calldataload(0)) sstore(0, shl(225, x)) }",
    ),
    "shifted word that overflows to a small one": (
        "{ let x := calldataload(0) if iszero(eq(shr(31, x), 1)) { stop() }"
        " if lt(shl(225, x), 5) { sstore(1, 1) } }",
        "{ stop() }",
    ),
    "product of large words that is small": (
        "{ let x := calldataload(0) let y := calldataload(32)"
        " if or(iszero(shr(128, x)), iszero(shr(128, y))) { stop() }"
        " if lt(mul(x, y), 5) { sstore(1, 1) } }",
        "{ stop() }",
    ),
    "result that is checked in another case": (
        "{ let y := f(calldataload(0)) sstore(0, and(y, 255)) function f(x) -> z"
        " { z := and(x, 255) if shr(8, x) { if eq(z, 255) { stop() } } z := add(z, 1) } }",
        "{ let y := f(calldataload(0)) sstore(0, y) function f(x) -> z"
        " { z := and(x, 255) if shr(8, x) { if eq(z, 255) { stop() } } z := add(z, 1) } }",
    ),
    "square of a word with a bit more": (
        "{ let x := calldataload(0) if shr(129, x) { stop() } let y := mul(x, x)"
        " if lt(add(y, 7), y) { invalid() } sstore(0, y) }",
        "{ let x := calldataload(0) if shr(129, x) { stop() } sstore(0, mul(x, x)) }",
    ),
    "square plus a number that may be too large": (
        "{ let x := calldataload(0) if shr(128, x) { stop() } let y := mul(x, x)"
        " if lt(add(y, shl(129, 1)), y) { invalid() } sstore(0, y) }",
        "{ let x := calldataload(0) if shr(128, x) { stop() } sstore(0, mul(x, x)) }",
    ),
    "sum with a word that was not checked": (
        "{ let x := add(mload(64), calldataload(0))"
        " let y := and(calldataload(32), 0xffe0) if lt(add(x, y), x) { invalid() } sstore(0, y) }",
        "{ let x := add(mload(64), calldataload(0))"
        " let y := and(calldataload(32), 0xffe0) sstore(0, y) }",
    ),
    "sum that may be equal to its part": (
        "{ let x := shr(192, calldataload(0)) let y := shr(192, calldataload(32))"
        " if lt(x, add(x, y)) { stop() } sstore(0, y) }",
        "{ stop() }",
    ),
    "selector in another case": (
        "{ switch shr(224, calldataload(0)) case 0x01020304 { sstore(1, 1) }"
        " default { sstore(0, and(calldataload(0), shl(224, 0xffffffff))) } }",
        "{ switch shr(224, calldataload(0)) case 0x01020304 { sstore(1, 1) }"
        " default { sstore(0, shl(224, 0x01020304)) } }",
    ),
    "more bits than the selector": (
        "{ switch shr(224, calldataload(0)) case 0x01020304 { sstore(0, and(calldataload(0),"
        " shl(223, 0x1ffffffff))) } default { sstore(1, 1) } }",
        "{ switch shr(224, calldataload(0)) case 0x01020304 { sstore(0, shl(224, 0x01020304)) }"
        " default { sstore(1, 1) } }",
    ),
    "high bits of a word that may have others": (
        "{ let x := calldataload(4) let y := and(x, shl(224, 0xffffffff))"
        " if shl(33, x) { revert(0, 0) } sstore(0, eq(y, shl(224, 9))) }",
        "{ let x := calldataload(4) if shl(33, x) { revert(0, 0) } sstore(0, eq(x, shl(224, 9))) }",
    ),
    "bits that are not all high": (
        "{ let x := calldataload(4) if eq(x, and(x, shl(8, 255))) { revert(0, 0) } }",
        "{ let x := calldataload(4) if iszero(shr(16, x)) { revert(0, 0) } }",
    ),
    "word under a mask that its largest value lacks": (
        "{ let x := calldataload(0) if gt(x, 4) { stop() } if and(x, 3) { invalid() } }",
        "{ stop() }",
    ),
    "word that may be 2": (
        "{ let x := calldataload(4) if iszero(eq(x, iszero(iszero(x)))) { revert(0, 0) }"
        " sstore(0, x) }",
        "{ let x := calldataload(4) if iszero(lt(x, 4)) { revert(0, 0) } sstore(0, x) }",
    ),
    "word that is no truth value": (
        "{ let x := calldataload(4) if iszero(eq(x, iszero(x))) { revert(0, 0) } sstore(0, x) }",
        "{ let x := calldataload(4) if iszero(lt(x, 2)) { revert(0, 0) } sstore(0, x) }",
    ),
    "disjunction with a term that may hold": (
        "{ let x := shr(240, calldataload(0)) let y := calldataload(32)"
        " if or(gt(y, 9), lt(add(x, 7), 8)) { stop() } sstore(0, f(y)) function f(z) -> w"
        " { w := z } }",
        "{ let x := shr(240, calldataload(0)) let y := calldataload(32)"
        " if gt(y, 9) { stop() } sstore(0, f(y)) function f(z) -> w { w := z } }",
    ),
    "word in an array of any length": (
        "{ let p := mload(64) let n := calldataload(0) if shr(64, n) { stop() } mstore(p, n)"
        " mstore(add(p, and(add(n, 31), not(31))), 7) sstore(0, mload(p)) }",
        "{ let p := mload(64) let n := calldataload(0) if shr(64, n) { stop() } mstore(p, n)"
        " mstore(add(p, and(add(n, 31), not(31))), 7) sstore(0, n) }",
    ),
    "word that ends in the first word of an array": (
        "{ let p := mload(64) let n := calldataload(0) if shr(64, n) { stop() } mstore(p, n)"
        " mstore(add(add(p, 31), n), 7) sstore(0, mload(p)) }",
        "{ let p := mload(64) let n := calldataload(0) if shr(64, n) { stop() } mstore(p, n)"
        " mstore(add(add(p, 31), n), 7) sstore(0, n) }",
    ),
    "word before an array of a length that may wrap around": (
        "{ let p := mload(64) let n := calldataload(0) mstore(p, n)"
        " mstore(add(add(p, 32), and(add(n, 31), not(31))), 7) sstore(0, mload(p)) }",
        "{ let p := mload(64) let n := calldataload(0) mstore(p, n)"
        " mstore(add(add(p, 32), and(add(n, 31), not(31))), 7) sstore(0, n) }",
    ),
    "word that has its bound in one of the cases": (
        "{ let x := calldataload(0) let y := 0 switch calldataload(32)"
        " case 0 { if gt(x, 9) { stop() } y := x }"
        " default { if gt(x, 99) { stop() } y := add(x, 1) }"
        " if gt(y, 99) { invalid() } sstore(0, y) }",
        "{ let x := calldataload(0) let y := 0 switch calldataload(32)"
        " case 0 { if gt(x, 9) { stop() } y := x }"
        " default { if gt(x, 99) { stop() } y := add(x, 1) }"
        " sstore(0, y) }",
    ),
    "word that is not changed in the other case": (
        "{ let x := calldataload(0) let y := calldataload(64) if calldataload(32) { if gt(x, 9)"
        " { stop() } y := x } if gt(y, 9) { invalid() } sstore(0, y) }",
        "{ let x := calldataload(0) let y := calldataload(64) if calldataload(32) { if gt(x, 9)"
        " { stop() } y := x } sstore(0, y) }",
    ),
    "slot that is written": (
        "{ let x := calldataload(0) sstore(x, 1) sstore(0, and(x, 0xffffffffffffffff)) }",
        "{ let x := calldataload(0) sstore(x, 1) sstore(0, x) }",
    ),
    "write below the result of a call that reaches it": (
        "{ mstore(64, 7) pop(call(gas(), 1, 0, 0, 0, 128, 32)) mstore(97, 9)"
        " sstore(mload(128), 1) }",
        "{ mstore(64, 7) pop(call(gas(), 1, 0, 0, 0, 128, 32)) sstore(mload(128), 1) }",
    ),
}


@pytest.mark.parametrize("case", _SAME)
def test_equivalent_programs_are_proven(case: str) -> None:
    assert are_proven(*_SAME[case], ())


@pytest.mark.parametrize("case", _SAME_ROUNDS)
def test_equivalent_rounds_are_proven(case: str) -> None:
    one, other = (f"{{ for {{ }} sload(7) {{ }} {body} }}" for body in _SAME_ROUNDS[case])
    assert are_proven(one, other, ())


@pytest.mark.parametrize(("check", "least"), [("if iszero(x) { stop() }", 1), ("", 0)])
def test_bounds_are_joined_where_arms_meet(check: str, least: int) -> None:
    text = (
        "{ let x := calldataload(0) let y := 0 switch calldataload(32)"
        f" case 0 {{ {check} y := x }}"
        " default { y := add(and(x, 7), 1) } f(y) function f(z) { sstore(0, z) } }"
    )
    code = version_of(parse_source(Source(text), DIALECT).code).code
    assert code is not None
    known = StepInvariants(2.0).of(Pairs(code, code, {"f": "f"}, DIALECT))
    assert known["f"].parameters[0].least == least


def test_terms_that_do_not_hold_are_left_out_of_a_disjunction() -> None:
    graph = Graph()
    words = graph.words
    x, y = (graph.terms.unknown_word(name) for name in "xy")
    facts = Facts(graph.terms, words, drops_masks=True)
    facts.limit(x, 0, 9)
    test = words.less(y, x)
    assert facts.here(words.disjunction((words.less(graph.terms.constant(9), x), test))) is test
    whole = words.disjunction((words.less(graph.terms.constant(8), x), test))
    assert facts.here(whole) is whole


@pytest.mark.parametrize("case", _DIFFERENT)
def test_programs_that_differ_are_not_proven(case: str) -> None:
    one, other = _DIFFERENT[case]
    assert not are_proven(one, other, ())
    assert not are_proven(other, one, ())
