"""The SSATransform (a): each assigned value gets a variable of its own."""

from __future__ import annotations

from tests.steps.check import check_step, check_unchanged


def test_each_assigned_value_gets_a_variable_and_reads_use_it() -> None:
    check_step(
        "a",
        """{
            let a
            sstore(0, a)
            a := mload(a)
            sstore(1, a)
        }""",
        """{
            let a_1
            let a := a_1
            sstore(0, a_1)
            let a_2 := mload(a_1)
            a := a_2
            sstore(1, a_2)
        }""",
    )


def test_variables_that_are_never_assigned_stay_as_they_are() -> None:
    check_unchanged(
        "a",
        """{
            let a, b := f(1)
            sstore(a, b)
            function f(x) -> y, z { sstore(x, y) }
        }""",
    )


def test_variables_that_are_declared_together_all_get_values_if_one_is_assigned() -> None:
    check_step(
        "a",
        """{
            let a, b := f()
            a, b := f()
            let c, d := f()
            c := d
            function f() -> r, s { }
        }""",
        """{
            let a_1, b_2 := f()
            let a := a_1
            let b := b_2
            let a_3, b_4 := f()
            a := a_3
            b := b_4
            let c_5, d_6 := f()
            let c := c_5
            let d := d_6
            let c_7 := d
            c := c_7
            function f() -> r, s { }
        }""",
    )


def test_where_control_flow_joins_the_value_is_copied_before_the_next_statement() -> None:
    check_step(
        "a",
        """{
            let a := 1
            if calldatasize() {
                a := 2
                if callvalue() { a := 3 }
            }
            sstore(0, a)
        }""",
        """{
            let a_1 := 1
            let a := a_1
            if calldatasize() {
                let a_2 := 2
                a := a_2
                if callvalue() {
                    let a_3 := 3
                    a := a_3
                }
            }
            let a_4 := a
            sstore(0, a_4)
        }""",
    )


def test_assigned_parameters_are_copied_at_the_start_return_variables_are_not() -> None:
    check_step(
        "a",
        """{
            function f(x, y) -> z {
                z := x
                x := y
                z := x
            }
        }""",
        """{
            function f(x, y) -> z {
                let x_4 := x
                let z_1 := x_4
                z := z_1
                let x_2 := y
                x := x_2
                let z_3 := x_2
                z := z_3
            }
        }""",
    )


def test_copies_come_before_every_kind_of_statement_also_where_control_never_gets() -> None:
    check_step(
        "a",
        """{
            function f(x) {
                if callvalue() {
                    if calldatasize() {
                        x := 1
                        leave
                    }
                    leave
                }
                sstore(0, x)
            }
        }""",
        """{
            function f(x) {
                let x_2 := x
                if callvalue() {
                    if calldatasize() {
                        let x_1 := 1
                        x := x_1
                        leave
                    }
                    let x_3 := x
                    leave
                }
                let x_4 := x
                sstore(0, x_4)
            }
        }""",
    )


def test_variables_that_a_loop_assigns_are_copied_in_body_and_post_block_in_hash_order() -> None:
    check_step(
        "a",
        """{
            let alpha := 1
            let beta := 2
            let gamma := 3
            for { } lt(alpha, gamma) { beta := alpha } {
                gamma := beta
                alpha := gamma
            }
            sstore(alpha, beta)
        }""",
        """{
            let alpha_1 := 1
            let alpha := alpha_1
            let beta_2 := 2
            let beta := beta_2
            let gamma_3 := 3
            let gamma := gamma_3
            for { } lt(alpha, gamma) {
                let alpha_10 := alpha
                let beta_11 := beta
                let gamma_12 := gamma
                let beta_4 := alpha_10
                beta := beta_4
            }
            {
                let alpha_7 := alpha
                let beta_8 := beta
                let gamma_9 := gamma
                let gamma_5 := beta_8
                gamma := gamma_5
                let alpha_6 := gamma_5
                alpha := alpha_6
            }
            let alpha_13 := alpha
            let beta_14 := beta
            let gamma_15 := gamma
            sstore(alpha_13, beta_14)
        }""",
    )


def test_a_loop_condition_is_redirected_if_the_loop_does_not_assign_the_variable() -> None:
    check_step(
        "a",
        """{
            let a := 1
            a := 2
            for { } a { } { sstore(0, a) }
        }""",
        """{
            let a_1 := 1
            let a := a_1
            let a_2 := 2
            a := a_2
            for { } a_2 { } { sstore(0, a_2) }
        }""",
    )


def test_what_one_case_of_a_switch_assigns_is_copied_in_the_following_ones_too() -> None:
    check_step(
        "a",
        """{
            let a := 1
            let b := 2
            switch callvalue()
            case 0 { a := 3 }
            case 1 { }
            case 2 { b := 4 }
            default { sstore(a, b) }
            sstore(b, a)
        }""",
        """{
            let a_1 := 1
            let a := a_1
            let b_2 := 2
            let b := b_2
            switch callvalue()
            case 0 {
                let a_3 := 3
                a := a_3
            }
            case 1 { }
            case 2 {
                let a_5 := a
                let b_4 := 4
                b := b_4
            }
            default {
                let a_6 := a
                let b_7 := b
                sstore(a_6, b_7)
            }
            let a_8 := a
            let b_9 := b
            sstore(b_9, a_8)
        }""",
    )


def test_a_copy_in_the_program_serves_like_one_made_by_the_step() -> None:
    check_step(
        "a",
        """{
            function f() -> r {
                let y := r
                sstore(r, y)
                r := 1
            }
        }""",
        """{
            function f() -> r {
                let y := r
                sstore(y, y)
                let r_1 := 1
                r := r_1
            }
        }""",
    )


def test_a_variable_that_ends_with_its_block_leaves_nothing_to_copy() -> None:
    check_step(
        "a",
        """{
            {
                let a := 1
                a := 2
            }
            sstore(0, 0)
        }""",
        """{
            {
                let a_1 := 1
                let a := a_1
                let a_2 := 2
                a := a_2
            }
            sstore(0, 0)
        }""",
    )
