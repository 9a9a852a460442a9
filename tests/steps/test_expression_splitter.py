"""The ExpressionSplitter (x): nested expressions get variables."""

from __future__ import annotations

from tests.steps.check import check_step


def test_arguments_get_variables_from_right_to_left_the_innermost_first() -> None:
    check_step(
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
    )


def test_the_outermost_expression_of_a_statement_stays_and_so_do_variables() -> None:
    check_step(
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
    )


def test_conditions_get_a_variable_even_a_literal_and_a_call_without_arguments() -> None:
    check_step(
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
    )


def test_a_loop_condition_stays_the_post_block_is_split_before_the_body() -> None:
    check_step(
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
    )


def test_arguments_that_must_be_literals_stay() -> None:
    check_step(
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
    )


def test_names_that_the_program_uses_are_skipped() -> None:
    check_step(
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
    )
