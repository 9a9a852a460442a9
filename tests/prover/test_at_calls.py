"""Facts about parameters and results at all calls, and in single cases.

Programs that differ where this is taken too far must not be proven.
"""

from __future__ import annotations

import pytest

from tests.prover.test_verdict import DIALECT
from tests.slices import every_nth
from yulopt.errors import Source
from yulopt.prover.replay import Executions
from yulopt.prover.step_proof import prove_step
from yulopt.prover.verdict import ProofSettings, Status
from yulopt.prover.versions import version_of
from yulopt.syntax.parser import parse_source

# A length that is no larger than any array that can be paid for.
_CHECKED = "let n := calldataload(0) if shr(64, n) { revert(0, 0) }"
_AFTER = "mstore(64, 128) mstore(add(96, n), 7)"
_ELEMENTS = "0x8a35acfbc15ff81a39ae7d344fd709f28e8600b4aa8c65c6b64bfe7fe36bd19b"
_CALL = (
    "mstore(add(160, n), 7) pop(call(gas(), 1, 0, add(160, n), 64, 0, 0))"
    " let k := returndatasize() let r := 32"
)
_SAME = {
    "parameter that all callers mask": (
        "{ f(and(calldataload(0), 255)) f(9) function f(x) { sstore(0, and(x, 255)) } }",
        "{ f(and(calldataload(0), 255)) f(9) function f(x) { sstore(0, x) } }",
    ),
    "parameter that is handed on": (
        "{ f(and(calldataload(0), 255)) function f(x) { if x { g(x) } }"
        " function g(y) { sstore(0, and(y, 255)) } }",
        "{ f(and(calldataload(0), 255)) function f(x) { if x { g(x) } }"
        " function g(y) { sstore(0, y) } }",
    ),
    "parameter that is checked before": (
        "{ let x := calldataload(0) if shr(8, x) { revert(0, 0) } f(x)"
        " function f(y) { sstore(0, and(y, 255)) } }",
        "{ let x := calldataload(0) if shr(8, x) { revert(0, 0) } f(x)"
        " function f(y) { sstore(0, y) } }",
    ),
    "parameter between bounds": (
        "{ let x := calldataload(0) if or(lt(x, 5), gt(x, 9)) { revert(0, 0) } f(x)"
        " function f(y) { if lt(y, 5) { invalid() } if gt(y, 9) { invalid() } sstore(0, y) } }",
        "{ let x := calldataload(0) if or(lt(x, 5), gt(x, 9)) { revert(0, 0) } f(x)"
        " function f(y) { sstore(0, y) } }",
    ),
    "result that is checked before it is returned": (
        "{ sstore(0, and(f(), 255))"
        " function f() -> r { r := calldataload(0) if gt(r, 255) { revert(0, 0) } } }",
        "{ sstore(0, f())"
        " function f() -> r { r := calldataload(0) if gt(r, 255) { revert(0, 0) } } }",
    ),
    "mask after a check in one case": (
        "{ let x := calldataload(0) switch calldataload(32)"
        " case 0 { if lt(x, 256) { sstore(0, and(x, 255)) } } default { sstore(0, x) } }",
        "{ let x := calldataload(0) switch calldataload(32)"
        " case 0 { if lt(x, 256) { sstore(0, x) } } default { sstore(0, x) } }",
    ),
    "switch as a tree": (
        "{ let x := calldataload(0) switch x case 1 { sstore(0, 4) } case 7 { sstore(0, 5) }"
        " case 9 { sstore(0, 6) } default { sstore(0, x) } }",
        "{ let x := calldataload(0) switch lt(x, 7) case 0 { switch x case 7 { sstore(0, 5) }"
        " case 9 { sstore(0, 6) } default { sstore(0, x) } } default { switch x"
        " case 1 { sstore(0, 4) } default { sstore(0, x) } } }",
    ),
    "difference of what is known to be larger": (
        "{ if iszero(lt(calldatasize(), 4)) { if slt(sub(calldatasize(), 4), 0) { invalid() } } }",
        "{ }",
    ),
    "pointer that nothing reads before a loop": (
        "{ mstore(64, 128) let n := and(calldataload(0), 255) mstore(128, n)"
        " for { let i := 0 } lt(i, n) { i := add(i, 32) } { mstore(add(160, i), sload(i)) }"
        " return(128, add(32, n)) }",
        "{ let n := and(calldataload(0), 255) mstore(128, n)"
        " for { let i := 0 } lt(i, n) { i := add(i, 32) } { mstore(add(160, i), sload(i)) }"
        " return(128, add(32, n)) }",
    ),
    "product that does not overflow": (
        "{ let x := shr(9, calldataload(0))"
        " if iszero(or(iszero(x), eq(500, div(mul(x, 500), x)))) { revert(0, 0) } sstore(0, x) }",
        "{ let x := shr(9, calldataload(0)) sstore(0, x) }",
    ),
    "product of words that are not 0": (
        "{ let x := shr(128, calldataload(0)) let y := shr(128, calldataload(32))"
        " if x { if iszero(eq(y, div(mul(x, y), x))) { invalid() } sstore(0, 1) } }",
        "{ let x := shr(128, calldataload(0)) let y := shr(128, calldataload(32))"
        " if x { sstore(0, 1) } }",
    ),
    "bounds of a choice, and of a quotient": (
        "{ let x := calldataload(0) if calldataload(32) { x := 7 } if gt(div(x, 3), shr(1, not(0)))"
        " { invalid() } sstore(0, x) }",
        "{ let x := calldataload(0) if calldataload(32) { x := 7 } sstore(0, x) }",
    ),
    "difference that does not wrap around": (
        "{ let x := calldataload(0) let y := calldataload(32) if lt(y, x)"
        " { if gt(sub(x, y), x) { invalid() } sstore(0, y) } }",
        "{ let x := calldataload(0) let y := calldataload(32) if lt(y, x) { sstore(0, y) } }",
    ),
    "next number after a bound": (
        "{ let x := sload(4) if lt(x, 0x10000000000000000)"
        " { if iszero(lt(x, add(x, 1))) { invalid() } sstore(4, 1) } }",
        "{ let x := sload(4) if lt(x, 0x10000000000000000) { sstore(4, 1) } }",
    ),
    "time and number of a block": (
        "{ sstore(and(timestamp(), 0xffffffffffffffff), and(number(), 0xffffffffffffffff)) }",
        "{ sstore(timestamp(), number()) }",
    ),
    "pointer after an array whose length was checked": (
        f"{{ {_CHECKED} mstore(64, 128) mstore(add(96, n), 7) sstore(0, mload(64)) }}",
        f"{{ {_CHECKED} mstore(64, 128) mstore(add(96, n), 7) sstore(0, 128) }}",
    ),
    "pointer after a word that ends before it": (
        "{ let n := calldataload(0) if gt(n, 32) { stop() } mstore(64, 128) mstore(n, 7)"
        " sstore(0, mload(64)) }",
        "{ let n := calldataload(0) if gt(n, 32) { stop() } mstore(64, 128) mstore(n, 7)"
        " sstore(0, 128) }",
    ),
    "pointer after a copy that ends before it": (
        "{ let n := calldataload(0) if gt(n, 32) { stop() } mstore(64, 128)"
        " calldatacopy(32, 0, n) sstore(0, mload(64)) }",
        "{ let n := calldataload(0) if gt(n, 32) { stop() } mstore(64, 128)"
        " calldatacopy(32, 0, n) sstore(0, 128) }",
    ),
    "first slot after an element of an array": (
        f"{{ {_CHECKED} let x := sload(0) sstore(add({_ELEMENTS}, n), 1) sstore(1, sload(0)) }}",
        f"{{ {_CHECKED} let x := sload(0) sstore(add({_ELEMENTS}, n), 1) sstore(1, x) }}",
    ),
    "slot after a slot with a bound": (
        "{ let n := calldataload(0) if gt(n, 9) { stop() } let x := sload(15)"
        " sstore(add(5, n), 1) sstore(1, sload(15)) }",
        "{ let n := calldataload(0) if gt(n, 9) { stop() } let x := sload(15)"
        " sstore(add(5, n), 1) sstore(1, x) }",
    ),
    "bits that were tested after a shift": (
        "{ let x := calldataload(0) if and(shr(128, x), 255) { stop() }"
        " sstore(0, and(x, not(shl(128, 255)))) }",
        "{ let x := calldataload(0) if and(shr(128, x), 255) { stop() } sstore(0, x) }",
    ),
    "size of what a call of the same data returns": (
        f"{{ {_CHECKED} mstore(0, 5) {_CALL} if gt(32, k) {{ r := k }} sstore(0, add(r, 31)) }}",
        f"{{ {_CHECKED} {_CALL} if gt(32, k) {{ r := k }} sstore(0, add(r, 31)) }}",
    ),
}
_DIFFERENT = {
    "pointer after an array whose length was not checked": (
        "{ let n := calldataload(0) mstore(64, 128) mstore(add(96, n), 7) sstore(0, mload(64)) }",
        "{ let n := calldataload(0) mstore(64, 128) mstore(add(96, n), 7) sstore(0, 128) }",
    ),
    "pointer after an array whose length was checked in one case": (
        f"{{ let n := calldataload(0) if calldataload(32) {{ if shr(64, n) {{ stop() }} }} {_AFTER}"
        " sstore(0, mload(64)) }",
        f"{{ let n := calldataload(0) if calldataload(32) {{ if shr(64, n) {{ stop() }} }} {_AFTER}"
        " sstore(0, 128) }",
    ),
    "pointer after an array that is too near": (
        f"{{ {_CHECKED} mstore(64, 128) mstore(add(95, n), 7) sstore(0, mload(64)) }}",
        f"{{ {_CHECKED} mstore(64, 128) mstore(add(95, n), 7) sstore(0, 128) }}",
    ),
    "pointer after a word that reaches into it": (
        "{ let n := calldataload(0) if gt(n, 33) { stop() } mstore(64, 128) mstore(n, 7)"
        " sstore(0, mload(64)) }",
        "{ let n := calldataload(0) if gt(n, 33) { stop() } mstore(64, 128) mstore(n, 7)"
        " sstore(0, 128) }",
    ),
    "pointer after a copy that reaches into it": (
        "{ let n := calldataload(0) if gt(n, 33) { stop() } mstore(64, 128)"
        " calldatacopy(32, 0, n) sstore(0, mload(64)) }",
        "{ let n := calldataload(0) if gt(n, 33) { stop() } mstore(64, 128)"
        " calldatacopy(32, 0, n) sstore(0, 128) }",
    ),
    "bytes after an array that reach into it": (
        f"{{ {_CHECKED} mstore(64, 128) mstore(add(96, n), 7) return(64, 33) }}",
        f"{{ {_CHECKED} mstore(64, 128) return(64, 33) }}",
    ),
    "first slot after an element that may be anywhere": (
        f"{{ let n := calldataload(0) let x := sload(0) sstore(add({_ELEMENTS}, n), 1)"
        " sstore(1, sload(0)) }",
        f"{{ let n := calldataload(0) let x := sload(0) sstore(add({_ELEMENTS}, n), 1)"
        " sstore(1, x) }",
    ),
    "slot after the last slot with a bound": (
        "{ let n := calldataload(0) if gt(n, 10) { stop() } let x := sload(15)"
        " sstore(add(5, n), 1) sstore(1, sload(15)) }",
        "{ let n := calldataload(0) if gt(n, 10) { stop() } let x := sload(15)"
        " sstore(add(5, n), 1) sstore(1, x) }",
    ),
    "slot after the first slot with a bound": (
        "{ let n := calldataload(0) if gt(n, 9) { stop() } let x := sload(5)"
        " sstore(add(5, n), 1) sstore(1, sload(5)) }",
        "{ let n := calldataload(0) if gt(n, 9) { stop() } let x := sload(5)"
        " sstore(add(5, n), 1) sstore(1, x) }",
    ),
    "slot with a bound after the last of these": (
        "{ let n := calldataload(0) if gt(n, 10) { stop() } let x := sload(add(5, n))"
        " sstore(15, 1) sstore(1, sload(add(5, n))) }",
        "{ let n := calldataload(0) if gt(n, 10) { stop() } let x := sload(add(5, n))"
        " sstore(15, 1) sstore(1, x) }",
    ),
    "bits below those that were tested after a shift": (
        "{ let x := calldataload(0) if and(shr(128, x), 255) { stop() }"
        " sstore(0, and(x, not(or(1, shl(128, 255))))) }",
        "{ let x := calldataload(0) if and(shr(128, x), 255) { stop() } sstore(0, x) }",
    ),
    "size of what a call of other data returns": (
        f"{{ {_CHECKED} mstore(add(192, n), 5) {_CALL} if gt(32, k) {{ r := k }}"
        " sstore(0, add(r, 31)) }",
        f"{{ {_CHECKED} {_CALL} if gt(32, k) {{ r := k }} sstore(0, add(r, 31)) }}",
    ),
    "masks of different words": (
        f"{{ let n := 0 {_CALL} if gt(32, k) {{ r := and(k, calldataload(0)) }} sstore(0, r) }}",
        f"{{ let n := 0 {_CALL} if gt(32, k) {{ r := and(k, calldataload(32)) }} sstore(0, r) }}",
    ),
    "product that may overflow": (
        "{ let x := shr(8, calldataload(0))"
        " if iszero(or(iszero(x), eq(500, div(mul(x, 500), x)))) { revert(0, 0) } sstore(0, x) }",
        "{ let x := shr(8, calldataload(0)) sstore(0, x) }",
    ),
    "product of a word that may be 0": (
        "{ let x := shr(9, calldataload(0))"
        " if iszero(eq(500, div(mul(x, 500), x))) { revert(0, 0) } sstore(0, x) }",
        "{ let x := shr(9, calldataload(0)) sstore(0, x) }",
    ),
    "quotient of something else than the product": (
        "{ let x := shr(9, calldataload(0))"
        " if iszero(or(iszero(x), eq(500, div(mul(x, 501), x)))) { revert(0, 0) } sstore(0, x) }",
        "{ let x := shr(9, calldataload(0)) sstore(0, x) }",
    ),
    "difference that may wrap around": (
        "{ let x := calldataload(0) let y := calldataload(32) if lt(x, y)"
        " { if gt(sub(x, y), x) { invalid() } sstore(0, y) } }",
        "{ let x := calldataload(0) let y := calldataload(32) if lt(x, y) { sstore(0, y) } }",
    ),
    "next number without a bound": (
        "{ let x := sload(4) if iszero(lt(x, add(x, 1))) { invalid() } sstore(4, 1) }",
        "{ let x := sload(4) sstore(4, 1) }",
    ),
    "bounds of one case of a choice": (
        "{ let x := calldataload(0) if calldataload(32) { x := 7 } if gt(x, 9) { invalid() }"
        " sstore(0, x) }",
        "{ let x := calldataload(0) if calldataload(32) { x := 7 } sstore(0, x) }",
    ),
    "time with fewer bits": (
        "{ sstore(0, and(timestamp(), 0x7fffffffffffffff)) }",
        "{ sstore(0, timestamp()) }",
    ),
    "parameter that is handed on by one of two callers": (
        "{ f(and(calldataload(0), 255)) g(calldataload(32)) function f(x) { if x { g(x) } }"
        " function g(y) { sstore(0, and(y, 255)) } }",
        "{ f(and(calldataload(0), 255)) g(calldataload(32)) function f(x) { if x { g(x) } }"
        " function g(y) { sstore(0, y) } }",
    ),
    "parameter that one of two callers masks": (
        "{ f(and(calldataload(0), 255)) f(calldataload(32))"
        " function f(x) { sstore(0, and(x, 255)) } }",
        "{ f(and(calldataload(0), 255)) f(calldataload(32)) function f(x) { sstore(0, x) } }",
    ),
    "parameter that one of two callers checks": (
        "{ let x := calldataload(0) if calldataload(32) { if shr(8, x) { revert(0, 0) } f(x) } f(x)"
        " function f(y) { sstore(0, and(y, 255)) } }",
        "{ let x := calldataload(0) if calldataload(32) { if shr(8, x) { revert(0, 0) } f(x) } f(x)"
        " function f(y) { sstore(0, y) } }",
    ),
    "parameter that is checked after the call": (
        "{ let x := calldataload(0) f(x) if shr(8, x) { stop() }"
        " function f(y) { sstore(0, and(y, 255)) } }",
        "{ let x := calldataload(0) f(x) if shr(8, x) { stop() } function f(y) { sstore(0, y) } }",
    ),
    "what is known of calls before the step only": (
        "{ f(1) function f(x) { } }",
        "{ f(256) function f(x) { if shr(8, x) { sstore(0, 1) } } }",
    ),
    "what is known of calls after the step only": (
        "{ f(256) function f(x) { if shr(8, x) { sstore(0, 1) } } }",
        "{ f(1) function f(x) { } }",
    ),
    "recursion with other arguments": (
        "{ f(1) function f(x) { sstore(x, and(x, 255)) if lt(x, 9999) { f(mul(x, 300)) } } }",
        "{ f(1) function f(x) { sstore(x, x) if lt(x, 9999) { f(mul(x, 300)) } } }",
    ),
    "recursion through another function": (
        "{ f(1) function f(x) { sstore(x, and(x, 255)) g(x) }"
        " function g(y) { if lt(y, 9999) { f(mul(y, 300)) } } }",
        "{ f(1) function f(x) { sstore(x, x) g(x) }"
        " function g(y) { if lt(y, 9999) { f(mul(y, 300)) } } }",
    ),
    "argument that grows in a loop": (
        "{ for { let i := 0 } lt(i, 999) { i := add(i, 1) } { f(i) }"
        " function f(x) { sstore(x, and(x, 255)) } }",
        "{ for { let i := 0 } lt(i, 999) { i := add(i, 1) } { f(i) }"
        " function f(x) { sstore(x, x) } }",
    ),
    "result of one of two ways": (
        "{ sstore(0, and(f(), 255)) function f() -> r"
        " { r := calldataload(0) if calldataload(32) { leave } r := and(r, 255) } }",
        "{ sstore(0, f()) function f() -> r"
        " { r := calldataload(0) if calldataload(32) { leave } r := and(r, 255) } }",
    ),
    "result checked before it changes": (
        "{ sstore(0, and(f(), 255)) function f() -> r"
        " { r := calldataload(0) if gt(r, 255) { revert(0, 0) } r := add(r, 1) } }",
        "{ sstore(0, f()) function f() -> r"
        " { r := calldataload(0) if gt(r, 255) { revert(0, 0) } r := add(r, 1) } }",
    ),
    "result after a loop that breaks where it is checked": (
        "{ sstore(0, and(f(), 255)) function f() -> r { for { } calldataload(0) { }"
        " { r := calldataload(32) if lt(r, 256) { break } if calldataload(64) { leave } } } }",
        "{ sstore(0, f()) function f() -> r { for { } calldataload(0) { }"
        " { r := calldataload(32) if lt(r, 256) { break } if calldataload(64) { leave } } } }",
    ),
    "result checked only where the round goes on": (
        "{ sstore(0, and(f(), 255)) function f() -> r { for { let i := 0 } lt(i, 2)"
        " { i := add(i, 1) } { r := calldataload(32) if i { continue } if gt(r, 255) { revert(0, 0)"
        " } } } }",
        "{ sstore(0, f()) function f() -> r { for { let i := 0 } lt(i, 2)"
        " { i := add(i, 1) } { r := calldataload(32) if i { continue } if gt(r, 255) { revert(0, 0)"
        " } } } }",
    ),
    "mask after a check in the other case": (
        "{ let x := calldataload(0) switch calldataload(32)"
        " case 0 { if lt(x, 256) { sstore(0, and(x, 255)) } } default { sstore(0, and(x, 255)) } }",
        "{ let x := calldataload(0) switch calldataload(32)"
        " case 0 { if lt(x, 256) { sstore(0, x) } } default { sstore(0, x) } }",
    ),
    "one more than the mask": (
        "{ let x := calldataload(0) if gt(x, 256) { revert(0, 0) } sstore(0, and(x, 255)) }",
        "{ let x := calldataload(0) if gt(x, 256) { revert(0, 0) } sstore(0, x) }",
    ),
    "the least number itself": (
        "{ let x := calldataload(0) if lt(x, 5) { revert(0, 0) } if lt(x, 6) { sstore(0, 1) } }",
        "{ let x := calldataload(0) if lt(x, 5) { revert(0, 0) } }",
    ),
    "the largest number itself": (
        "{ f(5) f(9) function f(x) { sstore(0, eq(x, 9)) } }",
        "{ f(5) f(9) function f(x) { sstore(0, 0) } }",
    ),
    "difference that is large": (
        "{ let x := calldataload(0) if lt(x, 5) { stop() } if slt(sub(x, 5), 0) { sstore(0, 1) } }",
        "{ let x := calldataload(0) if lt(x, 5) { stop() } }",
    ),
    "sum that overflows": (
        "{ let x := calldataload(0) if lt(x, 5) { stop() } if lt(add(x, 5), 5) { sstore(0, 1) } }",
        "{ let x := calldataload(0) if lt(x, 5) { stop() } }",
    ),
    "pointer that a loop reads": (
        "{ mstore(64, 128) let n := and(calldataload(0), 255)"
        " for { let i := 0 } lt(i, n) { i := add(i, 32) } { mstore(add(160, i), mload(64)) }"
        " return(160, n) }",
        "{ mstore(64, calldataload(32)) let n := and(calldataload(0), 255)"
        " for { let i := 0 } lt(i, n) { i := add(i, 32) } { mstore(add(160, i), mload(64)) }"
        " return(160, n) }",
    ),
    "pointer that a loop reads at an unknown address": (
        "{ mstore(64, 128) for { let i := 0 } lt(i, 3) { i := add(i, 1) }"
        " { mstore(add(160, i), mload(mul(i, 32))) } return(160, 96) }",
        "{ for { let i := 0 } lt(i, 3) { i := add(i, 1) }"
        " { mstore(add(160, i), mload(mul(i, 32))) } return(160, 96) }",
    ),
    "pointer that is read where an address may be small": (
        "{ mstore(64, 128) return(calldataload(0), 32) }",
        "{ return(calldataload(0), 32) }",
    ),
    "pointer that is read with what is before": (
        "{ mstore(64, 128) let n := and(calldataload(0), 255) return(32, n) }",
        "{ let n := and(calldataload(0), 255) return(32, n) }",
    ),
    "word that ends above the pointer": (
        "{ mstore(65, not(0)) let n := and(calldataload(0), 255) return(96, n) }",
        "{ let n := and(calldataload(0), 255) return(96, n) }",
    ),
    "copy that may be long": (
        "{ calldatacopy(64, 0, calldataload(0)) return(96, and(calldataload(0), 255)) }",
        "{ return(96, and(calldataload(0), 255)) }",
    ),
    "end of the code in one of two cases": (
        "{ function f(x) { switch x case 0 { sstore(0, 1) } default { stop() } sstore(1, 1) }"
        " f(calldataload(0)) }",
        "{ function f(x) { switch x case 0 { sstore(0, 1) } default { stop() } sstore(1, 2) }"
        " f(calldataload(0)) }",
    ),
}


def are_proven(before: str, after: str, solvers: tuple[str, ...]) -> bool:
    """Whether all changes of functions are proven."""
    old, new = (version_of(parse_source(Source(text), DIALECT).code) for text in (before, after))
    proofs = prove_step(old, new, ProofSettings(DIALECT, 2, solvers), Executions(DIALECT), {})
    return bool(proofs) and all(proof.status is Status.PROVEN for proof in proofs)


@pytest.mark.parametrize("texts", _SAME.values(), ids=_SAME)
def test_equivalent_programsare_proven(texts: tuple[str, str]) -> None:
    assert are_proven(*texts, ())


@pytest.mark.parametrize(
    ("name", "solvers"),
    [
        *[(name, ()) for name in _DIFFERENT],
        *[
            (name, ("z3",))
            for name in every_nth(5, [name for name in _DIFFERENT if "product" not in name])
        ],
    ],
)
def test_programs_that_differ_are_not_proven(name: str, solvers: tuple[str, ...]) -> None:
    one, other = _DIFFERENT[name]
    assert not are_proven(one, other, solvers)
    assert not are_proven(other, one, solvers)
