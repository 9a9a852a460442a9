"""The UnusedStoreEliminator (S): stores to storage and memory that nothing reads are removed.

How areas of memory are compared is tested in `test_unused_store_ranges`.
"""

from __future__ import annotations

from tests.step_cases import Case, every, printed, solc, unchanged

CASES = [
    Case(
        "a store that is overwritten goes, if both name the same variable",
        "S",
        """{
            let x := calldataload(0)
            let zero := 0
            let also_zero := 0
            sstore(x, 1)
            sstore(x, 2)
            sstore(zero, 3)
            sstore(also_zero, 4)
            sstore(5, 5)
            sstore(5, 6)
        }""",
        """{
            let x := calldataload(0)
            let zero := 0
            let also_zero := 0
            sstore(x, 2)
            sstore(zero, 3)
            sstore(also_zero, 4)
            sstore(5, 5)
            sstore(5, 6)
        }""",
    ),
    Case(
        "a read of a slot that is surely another one does not matter",
        "S",
        """{
            let x := calldataload(0)
            let y := add(x, 1)
            let z := calldataload(1)
            sstore(x, 1)
            pop(sload(y))
            sstore(x, 2)
            pop(sload(z))
            sstore(x, 3)
        }""",
        """{
            let x := calldataload(0)
            let y := add(x, 1)
            let z := calldataload(1)
            pop(sload(y))
            sstore(x, 2)
            pop(sload(z))
            sstore(x, 3)
        }""",
    ),
    Case(
        "storage may be read after the end of the program, memory may not",
        "S",
        """{
            let x := calldataload(0)
            sstore(x, 1)
            mstore(x, 2)
        }""",
        """{
            let x := calldataload(0)
            sstore(x, 1)
        }""",
    ),
    unchanged(
        "both may be read after the end of a function, and after leave",
        "S",
        """{
            function f(x) {
                mstore(x, 1)
                sstore(x, 2)
                if callvalue() { leave }
                mstore(x, 3)
                sstore(x, 4)
            }
        }""",
    ),
    Case(
        "a revert undoes stores to storage, and memory ends with the call",
        "S",
        """{
            function f(x) {
                if callvalue() {
                    sstore(x, 1)
                    mstore(x, 2)
                    invalid()
                }
                if calldatasize() {
                    sstore(x, 3)
                    mstore(x, 4)
                    stop()
                }
            }
        }""",
        """{
            function f(x) {
                if callvalue() { invalid() }
                if calldatasize() {
                    sstore(x, 3)
                    stop()
                }
            }
        }""",
    ),
    Case(
        "a function reads all of what it touches at all",
        "S",
        """{
            let x := calldataload(0)
            mstore(x, 1)
            sstore(x, 2)
            log_it(x)
            mstore(x, 3)
            sstore(x, 4)
            store_it(x)
            mstore(x, 5)
            sstore(x, 6)
            nothing(x)
            sstore(x, 7)
            function log_it(a) { log0(a, a) }
            function store_it(b) { sstore(b, b) }
            function nothing(c) { pop(c) }
        }""",
        """{
            let x := calldataload(0)
            mstore(x, 1)
            log_it(x)
            sstore(x, 4)
            store_it(x)
            nothing(x)
            sstore(x, 7)
            function log_it(a) { log0(a, a) }
            function store_it(b) { sstore(b, b) }
            function nothing(c) { pop(c) }
        }""",
    ),
    Case(
        "a function that always reverts undoes stores, unless it touches storage itself",
        "S",
        """{
            let x := calldataload(0)
            if callvalue() {
                sstore(x, 1)
                fail()
            }
            sstore(x, 2)
            store_and_fail(x)
            function fail() { revert(0, 0) }
            function store_and_fail(a) {
                sstore(a, 3)
                revert(0, 0)
            }
        }""",
        """{
            let x := calldataload(0)
            if callvalue() { fail() }
            sstore(x, 2)
            store_and_fail(x)
            function fail() { revert(0, 0) }
            function store_and_fail(a) { revert(0, 0) }
        }""",
    ),
    Case(
        "with msize all writes to memory stay",
        "S",
        """{
            let x := calldataload(0)
            mstore(x, 1)
            mstore(x, msize())
            sstore(x, 2)
            sstore(x, 3)
        }""",
        """{
            let x := calldataload(0)
            mstore(x, 1)
            mstore(x, msize())
            sstore(x, 3)
        }""",
    ),
    unchanged(
        "transient storage is not looked at",
        "S",
        """{
            let x := calldataload(0)
            tstore(x, 1)
            tstore(x, 2)
        }""",
    ),
    Case(
        "a store in a loop may be read in a later iteration",
        "S",
        """{
            let x := calldataload(0)
            let y := add(x, 64)
            for { } callvalue() { } {
                pop(mload(x))
                mstore(x, 1)
                mstore(y, 2)
                sstore(x, 3)
                if calldatasize() { break }
                sstore(x, 4)
            }
            sstore(x, 5)
        }""",
        """{
            let x := calldataload(0)
            let y := add(x, 64)
            for { } callvalue() { } {
                pop(mload(x))
                mstore(x, 1)
                if calldatasize() { break }
            }
            sstore(x, 5)
        }""",
    ),
    Case(
        "stores that reach the end of an iteration nested deeper than five stay",
        "S",
        """{
            let x := calldataload(0)
            let y := add(x, 64)
            mstore(y, 1)
            for { } 1 { } { for { } 2 { } { for { } 3 { } { for { } 4 { } { for { } 5 { } {
                mstore(x, 50)
                for { } 6 { } {
                    mstore(x, 60)
                    mstore(x, 61)
                }
                mstore(x, 51)
            } } } } }
        }""",
        """{
            let x := calldataload(0)
            let y := add(x, 64)
            mstore(y, 1)
            for { } 1 { } { for { } 2 { } { for { } 3 { } { for { } 4 { } { for { } 5 { } {
                for { } 6 { } { mstore(x, 61) }
            } } } } }
        }""",
    ),
    Case(
        "a variable that is assigned counts as a constant of its own (wrong, like the reference)",
        "S",
        """{
            let x := calldataload(4)
            let a := add(x, 32)
            x := add(x, 32)
            let b := x
            let length := 32
            mstore(a, 1)
            return(b, length)
        }""",
        """{
            let x := calldataload(4)
            let a := add(x, 32)
            x := add(x, 32)
            let b := x
            let length := 32
            return(b, length)
        }""",
    ),
]


@every(CASES)
def test_steps(case: Case) -> None:
    assert case.result() == printed(case.after)


@every(CASES)
def test_solc_does_the_same(case: Case) -> None:
    assert solc(case.before, case.steps) == solc(case.after)
