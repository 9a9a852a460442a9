"""The UnusedAssignEliminator (r): removes assignments of unread values."""

from __future__ import annotations

from tests.steps.check import check_step, check_unchanged


def test_an_assignment_overwritten_before_any_read_is_removed() -> None:
    check_step(
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
    )


def test_declarations_and_immovable_values_stay() -> None:
    check_unchanged(
        "r",
        """{
            let a := 1
            a := mload(0)
            a := f()
            let b := 2
            function f() -> r { }
        }""",
    )


def test_immovable_values_overwrite_too() -> None:
    check_step(
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
    )


def test_an_assignment_read_on_one_path_stays() -> None:
    check_unchanged(
        "r",
        """{
            let a
            a := 1
            if callvalue() { a := 2 }
            sstore(0, a)
        }""",
    )


def test_an_assignment_overwritten_on_all_paths_is_removed() -> None:
    check_step(
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
    )


def test_without_a_default_control_may_pass_by_all_cases() -> None:
    check_unchanged(
        "r",
        """{
            let a
            a := 1
            switch callvalue()
            case 0 { a := 2 }
            case 1 { a := 3 }
            sstore(0, a)
        }""",
    )


def test_nothing_is_read_after_the_end_of_the_transaction_in_a_callee_or_directly() -> None:
    check_step(
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
    )


def test_return_variables_are_read_at_the_end_of_the_function_and_by_leave() -> None:
    check_step(
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
    )


def test_a_value_may_be_read_in_a_later_iteration_in_the_condition_and_after_a_break() -> None:
    check_step(
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
    )


def test_continue_leads_to_the_post_block() -> None:
    check_step(
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
    )


def test_a_variable_declared_in_the_body_of_a_loop_ends_with_the_iteration() -> None:
    check_step(
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
    )


def test_a_variable_declared_in_the_body_of_a_loop_does_not_end_at_continue() -> None:
    check_step(
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
    )


def test_iterations_of_loops_nested_deeper_than_five_are_not_followed_to_their_end() -> None:
    check_step(
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
    )


def test_a_body_that_loses_its_last_statement_stays() -> None:
    check_step(
        "r",
        """{
            let a
            if callvalue() { a := 1 }
        }""",
        """{
            let a
            if callvalue() { }
        }""",
    )


def test_in_loops_nested_deep_no_next_iteration_begins_where_its_condition_ends_the_program() -> (
    None
):
    opening = "for { } a { } {" * 5
    check_step(
        "r",
        f"""{{
            let a := calldataload(0)
            {opening}
                for {{ }} end() {{ }} {{
                    a := 1
                }}
            {"}" * 5}
            function end() -> r {{ revert(0, 0) }}
        }}""",
        f"""{{
            let a := calldataload(0)
            {opening}
                for {{ }} end() {{ }} {{
                }}
            {"}" * 5}
            function end() -> r {{ revert(0, 0) }}
        }}""",
    )
