"""Statements that break the conventions of Solidity, as templates.

Each statement is a template with letters for what is random: A and B are words, V is a variable
that may be changed, P is an address, N makes names unique, K is a small number, L a length.
A template goes on in lines that are indented further.
"""

from __future__ import annotations

from typing import Final

# Everywhere.
COMMON: Final = """
    V := add(V, A)
    V := xor(A, and(B, 0xff))
    V := signextend(K, or(A, shl(200, B)))
    V := sub(byte(and(A, 0x3f), B), shr(K, A))
    sstore(K, A)
    sstore(and(A, 3), add(sload(K), 1))
    V := sload(and(A, 3))
    tstore(and(A, 3), B) V := tload(K)
    mstore(0, A) mstore(0x20, B) V := keccak256(0, 0x40)
    mstore(0, A) sstore(keccak256(0, 0x20), B) mstore8(31, K) V := sload(keccak256(0, 0x20))
    mstore(0, A) let hN := keccak256(0, 0x20) sstore(add(hN, 1), B) sstore(hN, K) V :=
        sload(add(hN, and(A, 1)))
    mstore(0x20, A) mstore(0, B) let hN := keccak256(0, 0x40) mstore(0, K) V := xor(hN,
        keccak256(0, 0x40))
    V := keccak256(not(0), 0)
    log1(not(0), 0, A)
    log2(0, 0x40, A, B)
    mcopy(not(0), A, 0)
    calldatacopy(0, calldatasize(), 0x20) V := add(V, mload(0))
    calldatacopy(0, sub(calldatasize(), 5), 0x20) V := mload(0)
    V := mixed(A, B)
    V := mixed(B, A)
    V := deeper(and(A, 3), B, V)
    V := deeper(and(B, 3), V, A)
    pop(reserve(and(A, 0x7f)))
    leaving(A, B)
    switch and(A, 3) case 0 { V := B } case 2 { STATEMENT }
    switch A case 0 { STATEMENT } case 1 { V := 7 } default { STATEMENT }
    if and(A, 1) { STATEMENT }
    if lt(A, B) { STATEMENT STATEMENT }
    { STATEMENT }
    for { let iN := 0 } lt(iN, and(A, 3)) { iN := add(iN, 1) } { STATEMENT if eq(iN, V) {
        break } if A { continue } V := add(V, 1) }
    let hN := and(A, 3) let aN for { } or(sload(add(hN, 1)), 1) { } { aN := sload(add(hN, 1))
        sstore(add(hN, 1), add(aN, B)) break } V := xor(aN, sload(add(hN, 1)))
    let hN := and(A, 7) let aN let iN for { } lt(iN, and(mload(add(hN, 1)), 3)) { iN := add(iN, 1)
        V := mload(add(hN, 1)) } { aN := mload(add(hN, 1)) mstore(add(hN, 1), add(aN, B))
        if V { continue } STATEMENT }
    let dN := add(V, 32) sstore(dN, A) sstore(V, 1) if B { V := dN } sstore(V, 2) V := sload(dN)
    let aN := A if B { aN := V } let dN := add(aN, 1) sstore(dN, B) sstore(aN, 1) if V { aN := dN }
        sstore(aN, 2) V := sload(dN)
    V := verbatim_2i_1o(hex"01", A, B)
    V := verbatim_0i_1o(hex"6007")
    if lt(calldatasize(), 0x41) { mstore(0, A) V := call(gas(), address(), 0, 0, 0x51, 0,
        0x20) V := add(V, mload(0)) }
    if lt(calldatasize(), 0x41) { mstore(0, A) V := staticcall(gas(), 4, 0, 0x20, 0x20, 0x20)
        V := add(V, returndatasize()) }
    mstore(0, A) pop(staticcall(gas(), 4, 3, 0x20, 0, 0)) returndatacopy(0, 0x1c, 4) V :=
        mload(0)
    let aN := A for { let iN := 0 } lt(iN, mul(lt(aN, 0x21), and(B, 3))) { iN := add(iN, 1) } {
        V := xor(mul(V, 3), mload(aN)) }
    let aN := A for { let iN := 0 } lt(iN, mul(lt(aN, 0x21), and(B, 3))) { iN := add(iN, 1) } {
        sstore(K, keccak256(aN, 0x20)) }
    let aN := A V := xor(mload(aN), near(aN))
    let aN := A V := add(keccak256(0, aN), near(aN))
    let aN, dN if A { aN := B dN := aN } V := add(mul(V, 3), xor(aN, dN))
    for { let iN := 0 } lt(iN, 2) { iN := add(iN, 1) } { let aN, dN if eq(iN, and(A, 1)) {
        aN := B } V := add(mul(V, 3), xor(aN, dN)) }
    switch and(A, 3) case 0 { unpaid() V := B } case 1 { checked(A) V := 7 } default { unpaid()
        sstore(K, A) }
    checked(A)
    switch and(A, 0xf) case 0 { V := 1 } case 1 { V := xor(V, B) } case 2 { STATEMENT } case 3 {
        V := 3 } case 4 { sstore(K, A) } case 5 { leaving(A, 5) } case 6 { V := 6 } case 7 { V :=
        7 } case 8 { V := add(V, 8) } case 9 { V := 9 } case 11 { STATEMENT } case 12 { V := B }
        default { STATEMENT }
"""
# With the pointer, which has an even and small value at all times or is guarded.
POINTER: Final = """
    let pN := mload(0x40) mstore(pN, A) mstore(0x40, add(pN, 0x20)) V := add(V, mload(pN))
    let pN := mload(0x40) mstore(pN, A) mstore8(add(pN, 7), B) V := mload(pN)
    let pN := mload(0x40) mstore(pN, A) mstore(add(pN, 0x20), B) log1(add(pN, and(A, 0x1f)),
        0x20, V)
    let pN := reserve(0x40) mstore(pN, A) let qN := reserve(0x20) mstore(qN, B) mstore(add(pN,
        0x20), V) V := keccak256(pN, 0x60)
    let pN := reserve(0x60) mstore(pN, A) mstore(add(pN, 5), B) mcopy(add(pN, 0x20), pN, 0x20)
        V := xor(mload(pN), mload(add(pN, 0x20)))
    let pN := reserve(0x40) mstore(pN, A) tstore(9, pN) V := call(gas(), 0xb0, 0, pN, 0x20,
        add(pN, 0x20), 0) V := mload(tload(9))
    let pN := reserve(0x20) mstore(pN, A) V := deeper(and(B, 3), A, B) V := xor(V, mload(pN))
    let pN := reserve(0x20) calldatacopy(pN, A, 0x20) V := add(V, mload(pN)) leaving(V, A) V
        := xor(V, mload(pN))
    let pN := mload(0x40) for { let iN := 0 } lt(iN, and(A, 7)) { iN := add(iN, 1) } {
        mstore(0x40, add(mload(0x40), 0x20)) mstore(add(pN, mul(iN, 0x20)), add(B, iN)) } V :=
        keccak256(pN, mul(and(A, 7), 0x20))
    let qN := mload(0x40) V := deeper(and(B, 3), A, B) V := keccak256(qN, sub(mload(0x40), qN))
    let qN := mload(0x40) pointer(add(qN, 0x23), B) let pN := mload(0x40) mstore(qN, A)
        mstore(pN, B) mstore(0x40, add(pN, 0x20)) V := xor(mload(qN), mload(pN))
    let pN := reserve(0x60) let qN := add(pN, 0x20) mstore(qN, A) mstore(pN, 1) if B { pN := qN }
        mstore(pN, 2) V := mload(qN)
    let qN := reserve(0x20) mstore(qN, A) let pN := mload(0x40) let aN := sub(0, and(B, 0x40)) let
        dN := add(pN, aN) if and(lt(aN, 0x20), eq(B, 9)) { mstore(0x40, dN) log0(dN, 0x20) stop() }
        mstore(dN, K) V := mload(qN)
    mstore(0, 1) let hN := keccak256(0, 0x20) let pN := mload(0x40) mstore(pN, 2)
        verbatim_0i_0o(hex"604051602001604052") let qN := mload(0x40) mstore(qN, 1) sstore(hN, A)
        V := sload(keccak256(pN, 0x20))
    let pN := mload(0x40) mstore(pN, A) many(pN, B) let qN := mload(0x40) mstore(qN, K)
        V := mload(pN)
"""
REGION: Final = """
    let qN := mload(0x40) V := deep(and(A, 3), B, 0) V := keccak256(qN, sub(mload(0x40), qN))
    let qN := mload(0x40) V := deep(and(A, 3), B, 0) log0(qN, sub(mload(0x40), qN))
"""
# Only without a guard, as the pointer, or a word with a pointer, is shown. No pointer stays in an
# object: other forms show all memory, and such pointers are assumed to be for the program itself.
SHOWN: Final = """
    log0(0x20, 0x60)
    log1(add(and(A, 0x1f), 0x20), 0x40, V)
    V := xor(V, keccak256(0, 0x60))
    sstore(K, mload(0x40))
    if eq(and(A, 7), 1) { revert(0x20, 0x40) }
    if eq(and(A, 7), 1) { return(0x40, 0x20) }
    if staticcall(gas(), 4, 0x40, 0x20, 0, 0x20) { V := mload(0) }
    let pN := reserve(0x40) mstore(pN, pN) log0(pN, 0x20) mstore(pN, 0)
    let pN := reserve(0x40) mstore(pN, A) mstore(add(pN, 0x20), mload(0x40)) V := keccak256(pN,
        0x40) mstore(add(pN, 0x20), 0)
    let pN := reserve(0x20) mstore(pN, mload(0x40)) if eq(and(A, 7), 2) { return(pN, 0x20) }
        mstore(pN, 0)
    mcopy(0, 0x40, 0x20) V := add(V, mload(0))
"""
# Only without a guard.
ODD: Final = """
    pointer(A, B) V := mload(0x40) mstore(0x40, 0x80)
    pointer(and(A, 0x1ff), B) let pN := mload(0x40) mstore(pN, A) V := mload(P)
    let pN := and(V, 0x7f) let qN := add(pN, 32) mstore(qN, A) mstore(pN, 1) if B { pN := qN }
        mstore(pN, 2) V := mload(qN)
    mstore(0x40, ODD)
    mstore(0x40, add(and(mload(0x40), 0x1ff), K))
    mstore(P, A)
    mstore8(P, A)
    mstore(P, mload(P))
    mstore(add(P, and(A, 0x1f)), B)
    V := mload(P)
    V := keccak256(P, L)
    log0(P, L)
    log1(P, L, A)
    mcopy(P, P, L)
    calldatacopy(P, and(A, 0x3f), L)
    let pN := and(mload(0x40), 0x3ff) mstore(pN, A) mstore(0x40, add(pN, L)) V :=
        mload(add(pN, K))
    let pN := and(mload(0x40), 0x3ff) sstore(9, pN) mstore(pN, A) mstore(and(sload(9), 0x3ff),
        B) V := mload(pN)
    mstore(0x40, and(mload(0x40), 0x3ff)) let pN := mload(0x40) mstore(pN, A) V := add(pN,
        mload(pN))
    mstore(0x40, and(A, 0x1ff)) let pN := mload(0x40) mstore(pN, B) V := mload(P)
    for { let iN := 0 } lt(iN, and(mload(0x40), 0x1ff)) { iN := add(iN, 0x20) } { V :=
        xor(mul(V, 3), mload(iN)) }
    V := staticcall(gas(), 4, P, L, P, L)
    pop(call(gas(), 0xb0, 0, P, L, P, L))
    mstore(P, A) returndatacopy(P, 0, returndatasize())
    V := frame(and(A, 3), B)
    mstore(0x60, A) V := mload(0x5f)
"""
SIZE: Final = """
    V := msize()
    sstore(K, msize())
    mstore(0x40, msize()) mstore(0x40, and(mload(0x40), 0x3ff))
    pop(mload(P)) V := msize()
"""
ENDS: Final = (
    *("stop()", "invalid()", "revert(0, 0x40)", "return(0, 0x40)", "return(not(0), 0)"),
    *("revert(not(0), 0)", "selfdestruct(0xbeef)"),
)
ODD_POINTERS: Final = "0 1 0x1f 0x20 0x40 0x5f 0x60 0x80 0x81 0xa3 0x100 and(A,0xff)".split()
WORDS: Final = "0 1 2 7 31 32 64 0x80 not(0) 0xffff calldataload(0) calldataload(32)".split()
PLACES: Final = "0 1 0x1f 0x20 0x21 0x3f 0x40 0x41 0x5f 0x60 0x80 0x8c 0xa0 0x100".split()
LENGTHS: Final = "0 1 31 32 33 64 96 0x100".split()
# In creation code whose last statement returns the code of D from this address. An immutable may be
# assigned anywhere, by code that runs several times or that steps copy; the last one counts.
CODE: Final = "0x8000"
ASSIGNING: Final = """
    setimmutable(CODE, "I", A)
    if A { setimmutable(CODE, "I", B) }
    if eq(A, B) { setimmutable(CODE, "I", A) finish() }
    assign(A)
    if A { assign(B) finish() }
    V := assigned(A, B)
    for { let iN := 0 } lt(iN, and(A, 3)) { iN := add(iN, 1) } { setimmutable(CODE, "I", add(B,
        iN)) if eq(iN, V) { break } }
    switch and(A, 0x1f) case 0 { V := 1 } case 1 { V := 7 } case 2 { setimmutable(CODE, "I", B) }
        case 3 { V := 3 } case 4 { assign(A) } case 5 { V := 4 } case 6 { sstore(K, A) } case 7 {
        V := 2 } case 31 { V := B } case 32 { V := 9 } default { setimmutable(CODE, "I", A) }
"""
