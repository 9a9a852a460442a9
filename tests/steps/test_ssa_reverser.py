"""The SSAReverser (V): copies made by the SSATransform are swapped with their sources."""

from __future__ import annotations

from tests.steps.check import check_step, check_unchanged


def test_a_new_variable_and_the_assignment_of_it_change_places() -> None:
    check_step(
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
    )


def test_two_declarations_change_places_if_the_second_variable_is_assigned_more_often() -> None:
    check_step(
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
    )


def test_two_declarations_stay_if_both_variables_are_assigned_equally_often() -> None:
    check_unchanged(
        "V",
        """{
            let a := mload(0)
            let b := a
            let c := 1
            let d := c
            c := 2
            d := 3
        }""",
    )


def test_the_assignment_of_a_variable_to_itself_disappears_once() -> None:
    check_step(
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
    )


def test_a_statement_that_was_swapped_is_not_swapped_again() -> None:
    check_step(
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
    )


def test_other_pairs_of_statements_stay() -> None:
    check_unchanged(
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
    )
