"""Programs that faults of solc, or careless fixes of them, break, each with calls that show it."""

from __future__ import annotations

from typing import Final, NamedTuple


class KnownFault(NamedTuple):
    """A program, and the fault that breaks it.

    `calls`: words of calldata. `steps`: a sequence of solc's in which it shows, None for the
    default. `emulated`: solc 0.8.37 has the fault, and so have exact runs. `reference` does the
    same as the program, if that is out of reach of the interpreter.
    """

    program: str
    calls: tuple[tuple[int, ...], ...]
    steps: str | None = None
    emulated: bool = False
    reference: str = ""


def _deep(prefix: str, count: int, before_use: str = "") -> str:
    """Statements with variables, computed of x, of which there are more than fit on the stack."""
    first = 1000 * ord(prefix)
    names = [(f"{prefix}{index}", first + index) for index in range(count)]
    return " ".join(
        [
            *(f"let {name} := add(sload({number}), add(x, {number}))" for name, number in names),
            before_use,
            *(f"sstore({number}, {name})" for name, number in names),
        ]
    )


KNOWN_FAULTS: Final = {
    "an offset from a variable that was assigned since is used for a load": KnownFault(
        """{
            let base := calldataload(0)
            if calldataload(32) { base := calldataload(64) }
            let next := add(base, 32)
            sstore(next, 7)
            sstore(base, 1)
            if calldataload(96) { base := next }
            sstore(base, 2)
            sstore(99, sload(next))
        }""",
        ((0, 0, 0, 0), (0, 0, 0, 1), (0, 1, 64, 1)),
        emulated=True,
    ),
    "an offset from a variable that was assigned since makes a store seem needless": KnownFault(
        """{
            let base := calldataload(0)
            if calldataload(32) { base := calldataload(64) }
            let next := add(base, 64)
            let seven := calldataload(96)
            sstore(next, seven)
            sstore(base, 1)
            if calldataload(128) { base := next }
            sstore(base, 2)
            sstore(next, seven)
        }""",
        ((0, 0, 0, 7, 0), (0, 0, 0, 7, 1)),
        emulated=True,
    ),
    "an address seems apart from what was computed of a variable that has changed": KnownFault(
        """{
            let start := calldataload(0)
            if calldataload(32) { start := calldataload(64) }
            let next := add(start, 32)
            mstore(next, 7)
            if calldataload(96) { start := next }
            return(start, 32)
        }""",
        ((0, 0, 0, 0), (0, 0, 0, 1), (0, 1, 64, 1)),
        emulated=True,
    ),
    "a slot seems apart from what was computed of a variable that has changed": KnownFault(
        """{
            let slot := calldataload(0)
            if calldataload(32) { slot := calldataload(64) }
            let next := add(slot, 1)
            sstore(next, 7)
            if calldataload(96) { slot := next }
            let seen := sload(slot)
            sstore(next, 9)
            sstore(100, seen)
        }""",
        ((0, 0, 0, 0), (0, 0, 0, 1), (0, 1, 64, 1)),
        emulated=True,
    ),
    "what an iteration stores seems apart from what the next one reads": KnownFault(
        """{
            for { let i := 0 } lt(i, 3) { i := add(i, 1) } {
                let here := shl(5, calldataload(shl(5, i)))
                let next := add(here, 32)
                sstore(i, mload(here))
                mstore(next, 5)
            }
            stop()
        }""",
        ((0, 1, 2), (0, 0, 1), (3, 2, 1)),
        emulated=True,
    ),
    "what an iteration stores seems to be overwritten by the next one": KnownFault(
        """{
            for { let i := 0 } lt(i, 100) { i := add(i, 1) } {
                let here := shl(5, i)
                mstore(here, 1)
                if eq(i, calldataload(0)) { return(0, 128) }
                mstore(here, 2)
            }
        }""",
        ((0,), (1,), (3,), (200,)),
        emulated=True,
    ),
    "what an inner loop stores is forgotten where the outer one goes on": KnownFault(
        """{
            for { let i := 0 } lt(i, 3) { i := add(i, 1) } {
                for { let j := 0 } lt(j, 64) { j := add(j, 32) } {
                    let here := calldataload(add(i, j))
                    sstore(here, 7)
                }
            }
        }""",
        ((0, 0, 1), (1, 2, 3)),
    ),
    "what an iteration copies seems to be overwritten by one with the same length": KnownFault(
        """{
            let to := 0
            for { let i := 0 } lt(i, 3) { i := add(i, 1) } {
                let length := calldataload(shl(5, i))
                calldatacopy(to, 0, length)
                if eq(length, 5) { return(0, 96) }
                calldatacopy(to, 32, length)
            }
        }""",
        ((64, 5, 7), (5, 5, 5), (32, 32, 5)),
        emulated=True,
    ),
    "variables move to memory that no call has the gas for": KnownFault(
        f"""{{
            let free := memoryguard(0x70000000)
            let x := sload(0)
            {_deep("v", 20)}
            sstore(1, free)
        }}""",
        ((1,),),
        ":",
        emulated=True,
    ),
    "the size of memory tells that variables were moved there": KnownFault(
        f"""{{
            let free := memoryguard(128)
            let x := sload(0)
            {_deep("v", 20)}
            sstore(free, add(1, msize()))
        }}""",
        ((1, 2, 3),),
        ":",
        emulated=True,
    ),
    "variables of functions that are active at once share words of memory": KnownFault(
        f"""{{
            {{ mstore(64, memoryguard(128)) b(calldataload(32)) c(calldataload(0)) }}
            function a(x) {{ if x {{ b(sub(x, 1)) }} sstore(7, x) }}
            function b(x) {{ a(x) h(x) }}
            function c(x) {{ {_deep("v", 19, "a(x)")} }}
            function h(x) {{ {_deep("w", 20)} }}
        }}""",
        ((0, 0), (1, 0), (2, 1, 3)),
        ":",
    ),
    "a function in a cycle of calls counts as one that is in none": KnownFault(
        f"""{{
            {{ mstore(64, memoryguard(128)) p1(calldataload(0)) }}
            function p1(x) {{ p2(x) if x {{ p3(sub(x, 1)) }} }}
            function p2(x) {{ if x {{ p1(sub(x, 1)) }} }}
            function p3(x) {{ {_deep("v", 20, "p2(x)")} }}
        }}""",
        ((0,), (1,), (3,)),
        ":",
    ),
    "a word that a loop without iterations does not load is loaded before it": KnownFault(
        """{
            let address_ := calldataload(0)
            let sum
            for { let i := 0 } lt(i, calldataload(32)) { i := add(i, 1) } {
                sum := add(sum, add(mload(address_), keccak256(address_, 32)))
            }
            sstore(0, add(sum, 1))
        }""",
        ((0, 2), (1 << 255, 0)),
        emulated=True,
    ),
    "code that differs in verbatim bytes alone counts as equal": KnownFault(
        """{
            { sstore(0, f(calldataload(0))) sstore(1, g(calldataload(0))) }
            function f(x) -> r { if x { r := verbatim_1i_1o(hex"19", x) } sstore(2, r) }
            function g(x) -> r { if x { r := verbatim_1i_1o(hex"15", x) } sstore(2, r) }
        }""",
        ((0,), (1,)),
        reference="""{
            { sstore(0, f(calldataload(0))) sstore(1, g(calldataload(0))) }
            function f(x) -> r { if x { r := not(x) } sstore(2, r) }
            function g(x) -> r { if x { r := iszero(x) } sstore(2, r) }
        }""",
    ),
    "arguments are evaluated in another order where a function is inlined": KnownFault(
        """{
            { sstore(0, f(one(), two())) sstore(1, g(one(), add(two(), two()))) }
            function f(a, b) -> r { r := sub(a, b) }
            function g(a, b) -> r { r := sub(b, a) }
            function one() -> r { r := add(sload(7), 1) sstore(7, r) }
            function two() -> r { r := mul(sload(7), 2) sstore(7, add(r, 1)) }
        }""",
        ((0,),),
        "i",
    ),
    "a store before a function that may end the execution seems unused": KnownFault(
        """{
            { f(calldataload(0)) sstore(1, 3) g(calldataload(32)) sstore(1, 4) }
            function f(x) { sstore(1, 1) ends(x) sstore(1, 2) }
            function g(x) { ends(x) }
            function ends(x) { if x { return(0, 0) } }
        }""",
        ((0, 0), (0, 1), (1, 0)),
    ),
    "memory that a function writes seems unused, because nothing in it reads it": KnownFault(
        """{
            { w(calldataload(0)) sstore(0, mload(calldataload(0))) w(0) return(0, 32) }
            function w(x) { mstore(x, 42) }
        }""",
        ((0,), (32,)),
    ),
    "a value is simplified to one of variables that are out of scope": KnownFault(
        """{
            let sum
            for { let i := 0 } lt(i, 30) { i := add(i, sub(sum, 2)) } {
                let next := calldataload(i)
                sum := add(next, 5)
                sstore(i, sum)
            }
        }""",
        ((0,), (20,)),
        "s",
    ),
}
