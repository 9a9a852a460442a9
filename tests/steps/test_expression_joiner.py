"""The ExpressionJoiner (j): variables that are used once, right afterwards, are folded back."""

from __future__ import annotations

from tests.steps.check import check_step, check_unchanged


def test_a_variable_that_is_used_once_in_the_next_statement_is_folded_into_it() -> None:
    check_step(
        "j",
        """{ {
            let a := mload(0)
            let b := not(a)
            sstore(1, b)
        } }""",
        """{ {
            sstore(1, not(mload(0)))
        } }""",
    )


def test_declarations_in_the_order_of_evaluation_are_folded_together() -> None:
    check_step(
        "j",
        """{ {
            let value := sload(0)
            let key := mload(0)
            sstore(key, value)
        } }""",
        """{ {
            sstore(mload(0), sload(0))
        } }""",
    )


def test_nothing_is_folded_over_the_gap_that_another_variable_left() -> None:
    check_step(
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
    )


def test_a_second_run_folds_over_the_gap_that_another_variable_left() -> None:
    check_step(
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
    )


def test_an_argument_to_the_left_of_a_call_is_evaluated_after_it() -> None:
    check_unchanged(
        "j",
        """{ {
            let key := mload(0)
            sstore(key, sload(0))
        } }""",
    )


def test_an_argument_to_the_right_of_a_call_is_evaluated_before_it() -> None:
    check_step(
        "j",
        """{ {
            let value := mload(0)
            sstore(sload(0), value)
        } }""",
        """{ {
            sstore(sload(0), mload(0))
        } }""",
    )


def test_a_variable_that_is_used_twice_or_assigned_stays() -> None:
    check_unchanged(
        "j",
        """{ {
            let a := mload(0)
            sstore(a, a)
            let b := mload(1)
            sstore(b, 1)
            b := 2
        } }""",
    )


def test_variables_that_are_declared_together_or_without_a_value_stay() -> None:
    check_unchanged(
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
    )


def test_values_that_are_literals_or_variables_are_folded_as_well() -> None:
    check_step(
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
    )


def test_conditions_of_if_and_switch_are_filled_those_of_loops_are_not() -> None:
    check_step(
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
    )


def test_nothing_is_folded_into_a_body() -> None:
    check_unchanged(
        "j",
        """{ {
            let a := mload(0)
            if calldatasize() { sstore(a, 1) }
        } }""",
    )


def test_a_function_keeps_its_body_and_the_top_block_its_form_when_nothing_is_left_in_them() -> (
    None
):
    check_step(
        "j",
        """{
            { }
            function f() { { } { { } } }
        }""",
        """{
            { }
            function f() { }
        }""",
    )
