"""The SSAReverser (V): copies made by the SSATransform change places with what they copy."""

from __future__ import annotations

from tests.step_cases import Case, every, printed, solc, unchanged

CASES = [
    Case(
        "a new variable and the assignment of it change places",
        "V",
        """{
            let a
            let a_1 := mload(0)
            a := a_1
            sstore(a_1, a)
        }""",
        """{
            let a
            a := mload(0)
            let a_1 := a
            sstore(a_1, a)
        }""",
    ),
    Case(
        "so do two declarations if the second variable is assigned more often",
        "V",
        """{
            let a_1 := mload(0)
            let a := a_1
            a := 1
        }""",
        """{
            let a := mload(0)
            let a_1 := a
            a := 1
        }""",
    ),
    unchanged(
        "two declarations stay if both variables are assigned equally often",
        "V",
        """{
            let a := mload(0)
            let b := a
            let c := 1
            let d := c
            c := 2
            d := 3
        }""",
    ),
    Case(
        "the assignment of a variable to itself disappears, once",
        "V",
        """{
            let a := mload(0)
            a := a
            a := a
        }""",
        """{
            let a := mload(0)
            a := a
        }""",
    ),
    Case(
        "a statement that was swapped is not swapped again",
        "V",
        """{
            let a := 1
            let b := a
            let c := b
            b := 2
            c := 3
            c := 4
        }""",
        """{
            let b := 1
            let a := b
            let c := b
            b := 2
            c := 3
            c := 4
        }""",
    ),
    unchanged(
        "other neighbours stay",
        "V",
        """{
            let a
            a := a
            let b, c := f()
            a := b
            let d := 1
            a := add(d, 0)
            function f() -> r, s { }
        }""",
    ),
]


@every(CASES)
def test_steps(case: Case) -> None:
    assert case.result() == printed(case.after)


@every(CASES)
def test_solc_does_the_same(case: Case) -> None:
    assert solc(case.before, case.steps) == solc(case.after)
