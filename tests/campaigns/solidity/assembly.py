"""Blocks of inline assembly that are memory-safe, and some that only look unsafe.

Each takes words from variables and gives a word to one, so that each can stand anywhere. Names in
capitals in a template are replaced: A, B by words, R by the variable for the result, K by a random
constant, M by a variable of type `bytes memory`, N by a number that makes names unique.
"""

from __future__ import annotations

import re
from random import Random
from typing import Final

_HEAD: Final = 'assembly ("memory-safe") {'

# Lines that start with `!` are Solidity between blocks.
TEMPLATES: Final = {
    "a hash of new memory": """
        let p := mload(0x40)
        mstore(p, A)
        mstore(add(p, 0x20), B)
        mstore(0x40, add(p, 0x40))
        R := keccak256(p, 0x40)
    """,
    "a hash of memory beyond the pointer": """
        let p := mload(0x40)
        mstore(p, A)
        mstore8(add(p, 0x20), B)
        R := keccak256(p, 0x21)
        if gt(R, A) { mstore(add(p, 0x20), R) R := xor(mload(p), mload(add(p, 0x20))) }
    """,
    "scratch space": """
        mstore(0x00, A)
        mstore(0x20, B)
        R := keccak256(0x00, 0x40)
        mstore8(0x1f, R)
        R := add(R, mload(0x10))
    """,
    "bytes of its own": """
        M := mload(0x40)
        let length := and(A, 0x3f)
        mstore(M, length)
        let end := add(add(M, 0x20), length)
        calldatacopy(add(M, 0x20), calldatasize(), length)
        for { let p := add(M, 0x20) } lt(p, end) { p := add(p, 1) } {
            if eq(and(sub(end, p), 7), 3) { continue }
            mstore8(p, add(B, sub(end, p)))
        }
        mstore(end, 0)
        mstore(0x40, and(add(end, 0x3f), not(0x1f)))
        R := sub(end, M)
    """,
    "a function that leaves early and moves the pointer": """
        function reserve(size, kind) -> p {
            p := mload(0x40)
            {
                if iszero(and(kind, 3)) {
                    mstore(0x40, add(p, 0x20))
                    mstore(p, size)
                    leave
                }
                mstore(0x40, add(p, and(add(and(size, 0xff), 0x3f), not(0x1f))))
            }
            mstore(p, kind)
            switch and(size, 3)
            case 0 { leave }
            case 1 { mstore(p, not(kind)) }
            mstore8(add(p, 3), size)
        }
        R := add(mload(reserve(A, B)), mload(reserve(B, K)))
    """,
    "a pointer that a function sets": """
        function point(end, kind) {
            mstore(0x40, end)
            if lt(and(kind, 0xf), 0xf) { { if and(kind, 1) { mstore(0, kind) leave } } leave }
            revert(0, 0)
        }
        pN := mload(0x40)
        mstore(pN, A)
        point(add(pN, add(0x20, and(B, 0x1e0))), A)
        !string memory mN = string.concat("abc", "def");
        !R ^= bytes(mN).length;
        R := xor(R, mload(pN))
    """,
    "a pointer that a function returns": """
        function free() -> r { let p := mload(0x40) r := p }
        let p := free()
        mstore(p, A)
        mstore(0x40, add(p, 0x40))
        mstore(add(p, 0x20), B)
        R := keccak256(p, sub(free(), p))
    """,
    "memory that is read after Solidity has taken more": """
        pN := mload(0x40)
        mstore(pN, A)
        mstore(add(pN, 0x20), B)
        mstore(0x40, add(pN, 0x40))
        !bytes memory mN = abi.encode(R, pN > 0);
        !R ^= uint256(keccak256(mN)) ^ mN.length;
        R := xor(R, xor(mload(pN), mload(add(pN, 0x20))))
    """,
    "memory that is written after Solidity has taken more": """
        pN := mload(0x40)
        mstore(0x40, add(pN, 0x60))
        calldatacopy(pN, calldatasize(), 0x60)
        !uint256[] memory mN = new uint256[](3);
        !mN[1] = R;
        mstore(add(pN, and(A, 0x20)), B)
        mstore(add(mN, 0x20), xor(mload(pN), mload(add(pN, 0x20))))
        !R ^= mN[0] ^ mN[1] ^ mN[2];
        R := add(R, keccak256(pN, 0x60))
    """,
    "an array cut short": """
        !uint256[] memory mN = new uint256[](4);
        !mN[0] = A; mN[1] = B; mN[3] = K;
        mstore(mN, and(B, 3))
        !R ^= uint256(keccak256(abi.encode(mN))) ^ mN.length;
    """,
    "unaligned stores": """
        let p := add(mload(0x40), and(A, 0x1f))
        mstore(p, A)
        mstore(add(p, 5), B)
        mstore(add(p, 0x20), K)
        R := xor(mload(p), mload(add(p, 17)))
        mstore(0x40, and(add(p, 0x5f), not(0x1f)))
    """,
    "loops and leaving": """
        function mixed(a, b) -> r {
            for { let i := 0 } lt(i, 6) { i := add(i, 1) } {
                r := add(mul(r, 3), byte(i, a))
                if gt(and(b, 0xf), 9) { if and(a, 1) { leave } b := shr(4, b) continue }
                for { } 1 { } { if iszero(and(r, 1)) { leave } r := shr(1, r) break }
                b := shr(1, b)
            }
            r := not(r)
        }
        R := add(mixed(A, B), mixed(B, R))
    """,
    "recursion": """
        function down(n, a) -> r {
            let p := mload(0x40)
            mstore(p, a)
            mstore(0x40, add(p, 0x20))
            if n { r := down(sub(n, 1), add(a, K)) }
            r := add(mul(r, 5), mload(p))
        }
        R := down(and(A, 7), B)
    """,
    "the identity": """
        let p := mload(0x40)
        mstore(p, A)
        mstore(add(p, 0x20), B)
        let done := staticcall(gas(), 4, add(p, 7), 0x39, add(p, 0x40), 0x20)
        R := xor(add(done, returndatasize()), mload(add(p, 0x40)))
        returndatacopy(p, sub(returndatasize(), 9), 9)
        R := add(R, mload(p))
    """,
    "calldata": """
        let p := mload(0x40)
        calldatacopy(p, and(A, 0x7f), 0x60)
        R := xor(keccak256(p, 0x60), calldataload(sub(calldatasize(), 7)))
        mstore(0x40, add(p, 0x60))
    """,
    "copied memory": """
        let p := mload(0x40)
        mstore(p, A)
        mstore(add(p, 0x20), B)
        mcopy(add(p, 9), p, 0x35)
        R := xor(mload(add(p, 9)), mload(add(p, 0x1e)))
        mstore(0x40, add(p, 0x60))
    """,
    "the length of bytes": """
        R := add(mload(M), A)
        if gt(mload(M), 2) { mstore(M, sub(mload(M), 1)) mstore8(add(M, 0x20), B) }
    """,
    "storage of its own": """
        mstore(0, A)
        mstore(0x20, K)
        let slot := keccak256(0, 0x40)
        sstore(slot, add(sload(slot), B))
        sstore(add(slot, 1), not(sload(slot)))
        R := sload(add(slot, and(A, 1)))
    """,
    "transient storage": """
        tstore(A, add(tload(A), B))
        tstore(not(A), tload(B))
        R := xor(tload(A), tload(not(A)))
    """,
    "a log": """
        let p := mload(0x40)
        mstore(p, A)
        log2(add(p, and(B, 7)), 0x1d, B, K)
        log0(0, 0)
        R := mload(p)
    """,
    "dirty bits": """
        let small := and(A, 0xffff)
        small := or(small, shl(200, B))
        R := add(signextend(1, small), sar(and(B, 0x1f), small))
        R := xor(R, byte(and(A, 0x3f), B))
    """,
    "an early return": """
        if eq(and(A, 0x1f), 0x11) {
            let p := mload(0x40)
            mstore(p, B)
            mstore(add(p, 0x20), R)
            return(p, 0x40)
        }
        if eq(and(A, 0x1f), 0x12) { mstore(0, B) revert(0x1c, 4) }
        if eq(and(A, 0x7f), 0x13) { stop() }
        if eq(and(A, 0x7f), 0x14) { invalid() }
        R := not(B)
    """,
}
# Assembly that does not say that it is memory-safe.
UNSAFE: Final = {
    "the pointer is put back": """
        let p := mload(0x40)
        mstore(p, A)
        mstore(0x40, add(p, 0x80))
        R := keccak256(p, 0x20)
        mstore(0x40, p)
    """,
    "odd pointers": """
        mstore(0x40, add(mload(0x40), 0x23))
        R := A
    """,
    "the zero slot": """
        mstore(0x60, A)
        R := mload(0x5f)
        mstore(0x60, 0)
    """,
    "stores far beyond the pointer": """
        let p := add(mload(0x40), 0x200)
        mstore(p, A)
        mstore(add(p, 0x10), B)
        R := xor(mload(p), mload(add(p, 8)))
        mstore(p, 0) mstore(add(p, 0x10), 0)
    """,
}
# Statements that change the state, which view functions may not contain.
CHANGING: Final = {"storage of its own", "transient storage", "a log"}


class AssemblyWriter:
    """Writes blocks of inline assembly."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._number = 0

    def block(self, name: str, a: str, b: str, result: str, text: str) -> list[str]:
        """The lines of a template with variables for two words, the result, and bytes."""
        self._number += 1
        is_unsafe = name in UNSAFE
        template = UNSAFE[name] if is_unsafe else TEMPLATES[name]
        head = "assembly {" if is_unsafe else _HEAD
        constant = str(self._rng.choice((1, 0x20, 0x40, 0x80, 2**255, 2**64 - 1)))
        values = {"A": a, "B": b, "R": result, "M": text, "K": constant}
        body = re.sub(r"\b[ABRMK]\b", lambda found: values[found[0]], template)
        body = re.sub(r"\b([pm])N\b", rf"\1_{self._number}", body)
        lines = [f"uint256 p_{self._number};"] if "pN" in template else []
        is_open = False
        for line in filter(None, map(str.strip, body.splitlines())):
            if line.startswith("!"):
                lines += ["}"] * is_open + [line[1:]]
            else:
                lines += [head] * (not is_open) + [line]
            is_open = not line.startswith("!")
        return lines + ["}"] * is_open
