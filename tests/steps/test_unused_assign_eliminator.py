"""The UnusedAssignEliminator (r): assignments of values that nothing reads are removed."""

from __future__ import annotations

from tests.step_cases import Case, every, printed, solc, unchanged

CASES = [
    Case(
        "an assignment that is overwritten before any read goes",
        "r",
        """{
            let a
            a := 1
            a := 2
            sstore(0, a)
            a := 3
        }""",
        """{
            let a
            a := 2
            sstore(0, a)
        }""",
    ),
    unchanged(
        "declarations stay, and so does what is not movable",
        "r",
        """{
            let a := 1
            a := mload(0)
            a := f()
            let b := 2
            function f() -> r { }
        }""",
    ),
    Case(
        "what is not movable overwrites, too",
        "r",
        """{
            let a
            a := 1
            a := sload(0)
            sstore(0, a)
        }""",
        """{
            let a
            a := sload(0)
            sstore(0, a)
        }""",
    ),
    unchanged(
        "an assignment that is read on one of the ways stays",
        "r",
        """{
            let a
            a := 1
            if callvalue() { a := 2 }
            sstore(0, a)
        }""",
    ),
    Case(
        "an assignment that is overwritten on all ways goes",
        "r",
        """{
            let a
            a := 1
            switch callvalue()
            case 0 { a := 2 }
            default { a := 3 }
            sstore(0, a)
        }""",
        """{
            let a
            switch callvalue()
            case 0 { a := 2 }
            default { a := 3 }
            sstore(0, a)
        }""",
    ),
    unchanged(
        "without a default, control may pass by all cases",
        "r",
        """{
            let a
            a := 1
            switch callvalue()
            case 0 { a := 2 }
            case 1 { a := 3 }
            sstore(0, a)
        }""",
    ),
    Case(
        "nothing is read after the end of the transaction, in a callee or directly",
        "r",
        """{
            function f(x) -> r {
                r := 1
                if x {
                    r := 2
                    fail()
                }
                if calldatasize() {
                    r := 3
                    stop()
                }
            }
            function fail() { revert(0, 0) }
        }""",
        """{
            function f(x) -> r {
                r := 1
                if x { fail() }
                if calldatasize() { stop() }
            }
            function fail() { revert(0, 0) }
        }""",
    ),
    Case(
        "return variables are read at the end of the function and by leave",
        "r",
        """{
            function f(x) -> r {
                r := 1
                if x {
                    r := 2
                    x := 3
                    leave
                }
                r := 4
                x := 5
            }
        }""",
        """{
            function f(x) -> r {
                if x {
                    r := 2
                    leave
                }
                r := 4
            }
        }""",
    ),
    Case(
        "a value may be read in a later iteration, in the condition, and after a break",
        "r",
        """{
            let a
            let b
            let c
            let d
            for { } lt(b, 10) { d := 1 } {
                sstore(0, a)
                a := 2
                b := 3
                if a {
                    c := 4
                    d := 5
                    break
                }
                c := 6
                d := 7
            }
            sstore(c, 1)
        }""",
        """{
            let a
            let b
            let c
            let d
            for { } lt(b, 10) { } {
                sstore(0, a)
                a := 2
                b := 3
                if a {
                    c := 4
                    break
                }
                c := 6
            }
            sstore(c, 1)
        }""",
    ),
    Case(
        "after continue comes the post block",
        "r",
        """{
            let a
            let b
            for { } callvalue() {
                sstore(0, a)
                b := 1
            } {
                a := 2
                if calldatasize() {
                    a := 3
                    b := 4
                    continue
                }
                a := 5
            }
            sstore(0, b)
        }""",
        """{
            let a
            let b
            for { } callvalue() {
                sstore(0, a)
                b := 1
            } {
                if calldatasize() {
                    a := 3
                    continue
                }
                a := 5
            }
            sstore(0, b)
        }""",
    ),
    Case(
        "a variable declared in the body of a loop ends with the iteration",
        "r",
        """{
            for { } callvalue() { } {
                let a := 1
                sstore(0, a)
                a := 2
            }
        }""",
        """{
            for { } callvalue() { } {
                let a := 1
                sstore(0, a)
            }
        }""",
    ),
    Case(
        "unless the iteration ends with continue",
        "r",
        """{
            for { } callvalue() { } {
                let a := 1
                sstore(0, a)
                if calldatasize() {
                    a := 2
                    continue
                }
                a := 3
            }
        }""",
        """{
            for { } callvalue() { } {
                let a := 1
                sstore(0, a)
                if calldatasize() {
                    a := 2
                    continue
                }
            }
        }""",
    ),
    Case(
        "iterations of loops nested deeper than five are not followed to their end",
        "r",
        """{
            let a
            let b
            let c
            for { } 1 { } { for { } 2 { } { for { } 3 { } { for { } 4 { } { for { } 5 { } {
                a := 50
                for { } 6 { } {
                    b := 60
                    b := 61
                    if callvalue() {
                        c := 62
                        break
                    }
                }
            } } } } }
        }""",
        """{
            let a
            let b
            let c
            for { } 1 { } { for { } 2 { } { for { } 3 { } { for { } 4 { } { for { } 5 { } {
                for { } 6 { } {
                    b := 61
                    if callvalue() { break }
                }
            } } } } }
        }""",
    ),
    Case(
        "a body that loses its last statement stays",
        "r",
        """{
            let a
            if callvalue() { a := 1 }
        }""",
        """{
            let a
            if callvalue() { }
        }""",
    ),
]


@every(CASES)
def test_steps(case: Case) -> None:
    assert case.result() == printed(case.after)


@every(CASES)
def test_solc_does_the_same(case: Case) -> None:
    assert solc(case.before, case.steps) == solc(case.after)
