"""The SSATransform (a): each assigned value gets a variable of its own."""

from __future__ import annotations

from tests.step_cases import Case, every, printed, solc, unchanged

CASES = [
    Case(
        "each assigned value gets a variable, and reads use it",
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
    ),
    unchanged(
        "variables that are never assigned stay as they are",
        "a",
        """{
            let a, b := f(1)
            sstore(a, b)
            function f(x) -> y, z { sstore(x, y) }
        }""",
    ),
    Case(
        "variables that are declared together all get values if one is assigned",
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
    ),
    Case(
        "where control flow joins, the value is copied before the next statement",
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
    ),
    Case(
        "assigned parameters are copied at the start, return variables are not",
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
    ),
    Case(
        "copies come before every kind of statement, also where control never gets",
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
    ),
    Case(
        "variables that a loop assigns are copied in body and post block, in hash order",
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
    ),
    Case(
        "a loop condition is redirected if the loop does not assign the variable",
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
    ),
    Case(
        "what one case of a switch assigns is copied in the following ones too",
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
    ),
    Case(
        "a copy in the program serves like one made by the step",
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
    ),
    Case(
        "a variable that ends with its block leaves nothing to copy",
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
    ),
]


@every(CASES)
def test_steps(case: Case) -> None:
    assert case.result() == printed(case.after)


@every(CASES)
def test_solc_does_the_same(case: Case) -> None:
    assert solc(case.before, case.steps) == solc(case.after)
