"""The ExpressionSplitter (x): nested expressions get variables."""

from __future__ import annotations

from tests.step_cases import Case, every, printed, solc

CASES = [
    Case(
        "arguments get variables from right to left, the innermost first",
        "x",
        """{
            sstore(add(caller(), 1), mload(mload(2)))
        }""",
        """{
            let _1 := 2
            let _2 := mload(_1)
            let _3 := mload(_2)
            let _4 := 1
            let _5 := caller()
            let _6 := add(_5, _4)
            sstore(_6, _3)
        }""",
    ),
    Case(
        "the outermost expression of a statement stays, and so do variables",
        "x",
        """{
            let a := 7
            let b := a
            b := not(a)
            b := 8
            pop(b)
        }""",
        """{
            let a := 7
            let b := a
            b := not(a)
            b := 8
            pop(b)
        }""",
    ),
    Case(
        "conditions get a variable, even a literal and a call without arguments",
        "x",
        """{
            if 1 { pop(2) }
            switch callvalue()
            case 0 { }
        }""",
        """{
            let _1 := 1
            if _1 {
                let _2 := 2
                pop(_2)
            }
            let _3 := callvalue()
            switch _3
            case 0 { }
        }""",
    ),
    Case(
        "a loop condition stays; the post block is split before the body",
        "x",
        """{
            for { } lt(calldatasize(), 9) { pop(1) } { pop(2) }
        }""",
        """{
            for { } lt(calldatasize(), 9) {
                let _1 := 1
                pop(_1)
            }
            {
                let _2 := 2
                pop(_2)
            }
        }""",
    ),
    Case(
        "arguments that must be literals stay",
        "x",
        """{
            setimmutable(0, "owner", memoryguard(0x80))
            pop(verbatim_1i_1o("\\x01", 3))
        }""",
        """{
            let _1 := memoryguard(0x80)
            let _2 := 0
            setimmutable(_2, "owner", _1)
            let _3 := 3
            let _4 := verbatim_1i_1o("\\x01", _3)
            pop(_4)
        }""",
    ),
    Case(
        "names that the program uses are skipped",
        "x",
        """{
            let _1
            let _3
            pop(not(not(_1)))
            pop(_3)
        }""",
        """{
            let _1
            let _3
            let _2 := not(_1)
            let _4 := not(_2)
            pop(_4)
            pop(_3)
        }""",
    ),
]


@every(CASES)
def test_steps(case: Case) -> None:
    assert case.result() == printed(case.after)


@every(CASES)
def test_solc_does_the_same(case: Case) -> None:
    assert solc(case.before, case.steps) == solc(case.after)
