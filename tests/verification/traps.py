"""Small programs written by hand, each of which a certain mistake of an optimiser would change.

Generated programs seldom have all that such a mistake needs; where one does, nothing is here.
"""

from __future__ import annotations

from typing import Final

TRAPS: Final = (
    # Facts at the end of a body do not hold after a `continue`.
    """{
        let x := 1
        for { let i := 0 } lt(i, 2) { i := add(i, 1) sstore(i, x) } {
            if calldataload(0) { x := 5 continue }
            x := 7
        }
    }""",
    # Facts after `post` do not hold without an iteration.
    """{
        let x
        for { let i := 0 } lt(i, and(calldataload(0), 3)) { i := add(i, 1) x := 3 } { log0(0, 0) }
        sstore(9, x)
    }""",
    # An inner loop has a `continue` of its own.
    """{
        let x := 1
        for { let i := 0 } lt(i, 2) { i := add(i, 1) sstore(i, x) } {
            x := 3
            for { let j := 0 } lt(j, 2) { j := add(j, 1) } { if calldataload(j) { continue } }
            if calldataload(0) { continue }
            x := 7
        }
    }""",
    # An unused value has an argument with an effect.
    """{
        function f() -> r { sstore(0, 1) r := 2 }
        let x
        x := add(f(), 1)
        x := 3
        sstore(1, x)
    }""",
    # A byte does not cover a word.
    """{
        let p := and(calldataload(0), 0xff)
        mstore(p, not(0))
        mstore8(p, 2)
        return(p, 32)
    }""",
    # A word is read that begins inside another.
    """{
        let p := and(calldataload(0), 0xff)
        mstore(p, not(0))
        sstore(0, mload(add(p, 16)))
    }""",
    # A call writes its output over what is known; the callee returns its input.
    """{
        mstore(64, calldataload(0))
        mstore(0, 5)
        pop(call(gas(), 4, 0, 64, 32, 0, 32))
        sstore(0, mload(0))
    }""",
    # Memory is read by a copy, not written.
    """{
        mstore(64, calldataload(0))
        mcopy(0, 64, 32)
        return(0, 32)
    }""",
    # Shifts to and fro, by more, by less, and by as much.
    """{
        let x := calldataload(0)
        sstore(0, shr(4, shl(8, x)))
        sstore(1, shr(8, shl(4, x)))
        sstore(2, shr(8, shl(8, x)))
        sstore(3, shl(4, shr(8, x)))
        sstore(4, shl(8, shr(4, x)))
        sstore(5, shl(8, shr(8, x)))
    }""",
    # A function reads what is stored.
    """{
        function f() -> r { r := sload(0) }
        let k := 0
        sstore(k, calldataload(0))
        let y := f()
        sstore(k, 1)
        sstore(1, y)
    }""",
    # A loop that ends at the end of its body continues after a `continue`.
    """{
        for { let i := 0 } 1 { i := add(i, 1) } {
            sstore(i, 1)
            if lt(i, 3) { continue }
            break
        }
        for { let i := 10 } 1 { i := add(i, 1) } {
            sstore(i, 1)
            if lt(i, 13) { continue }
            return(0, 0)
        }
    }""",
    # A function that is called once has a `leave`.
    """{
        function f(a) -> r {
            if a { r := 1 leave }
            r := 2
        }
        let c := calldataload(0)
        let x := f(c)
        sstore(0, x)
        sstore(1, 1)
    }""",
    # Several results are assigned at once.
    """{
        function f(a, b) -> r, s {
            r := sub(a, b)
            s := add(a, b)
        }
        let c := calldataload(0)
        let d := calldataload(32)
        let x, y
        x, y := f(c, d)
        sstore(0, x)
        sstore(1, y)
    }""",
)
