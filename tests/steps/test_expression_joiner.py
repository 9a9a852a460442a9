"""The ExpressionJoiner (j): variables that are used once, right afterwards, are folded back."""

from __future__ import annotations

from tests.step_cases import Case, every, printed, solc, unchanged

CASES = [
    Case(
        "a variable that is used once, in the next statement, is folded into it",
        "j",
        """{ {
            let a := mload(0)
            let b := not(a)
            sstore(1, b)
        } }""",
        """{ {
            sstore(1, not(mload(0)))
        } }""",
    ),
    Case(
        "declarations in the order of evaluation are folded together",
        "j",
        """{ {
            let value := sload(0)
            let key := mload(0)
            sstore(key, value)
        } }""",
        """{ {
            sstore(mload(0), sload(0))
        } }""",
    ),
    Case(
        "nothing is folded over the gap that another variable left",
        "j",
        """{ {
            let value := sload(0)
            let offset := calldataload(0)
            let key := mload(offset)
            sstore(key, value)
        } }""",
        """{ {
            let value := sload(0)
            sstore(mload(calldataload(0)), value)
        } }""",
    ),
    Case(
        "a second run does it",
        "jj",
        """{ {
            let value := sload(0)
            let offset := calldataload(0)
            let key := mload(offset)
            sstore(key, value)
        } }""",
        """{ {
            sstore(mload(calldataload(0)), sload(0))
        } }""",
    ),
    unchanged(
        "an argument to the left of a call is evaluated after it",
        "j",
        """{ {
            let key := mload(0)
            sstore(key, sload(0))
        } }""",
    ),
    Case(
        "an argument to the right of a call is evaluated before it",
        "j",
        """{ {
            let value := mload(0)
            sstore(sload(0), value)
        } }""",
        """{ {
            sstore(sload(0), mload(0))
        } }""",
    ),
    unchanged(
        "a variable that is used twice, or assigned, stays",
        "j",
        """{ {
            let a := mload(0)
            sstore(a, a)
            let b := mload(1)
            sstore(b, 1)
            b := 2
        } }""",
    ),
    unchanged(
        "variables that are declared together or without a value stay",
        "j",
        """{
            {
                let a, b := f()
                sstore(a, b)
                let c
                sstore(c, 0)
            }
            function f() -> r, s { }
        }""",
    ),
    Case(
        "values that are literals or variables are folded as well",
        "j",
        """{ {
            let a := calldataload(0)
            let b := a
            sstore(b, 1)
            let c := 7
            sstore(a, c)
        } }""",
        """{ {
            let a := calldataload(0)
            sstore(a, 1)
            sstore(a, 7)
        } }""",
    ),
    Case(
        "conditions of if and switch are filled, those of loops are not",
        "j",
        """{ {
            let a := mload(0)
            if a { }
            let b := mload(1)
            switch b
            case 0 { }
            let c := mload(2)
            for { } c { } { }
        } }""",
        """{ {
            if mload(0) { }
            switch mload(1)
            case 0 { }
            let c := mload(2)
            for { } c { } { }
        } }""",
    ),
    unchanged(
        "nothing is folded into a body",
        "j",
        """{ {
            let a := mload(0)
            if calldatasize() { sstore(a, 1) }
        } }""",
    ),
    Case(
        "a function keeps its body, and the top block its form, when nothing is left in them",
        "j",
        """{
            { }
            function f() { { } { { } } }
        }""",
        """{
            { }
            function f() { }
        }""",
    ),
]


@every(CASES)
def test_steps(case: Case) -> None:
    assert case.result() == printed(case.after)


@every(CASES)
def test_solc_does_the_same(case: Case) -> None:
    assert solc(case.before, case.steps) == solc(case.after)
