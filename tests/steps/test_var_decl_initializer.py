"""VarDeclInitializer (`d`)."""

from __future__ import annotations

from tests.steps.check import check_step, check_unchanged


def test_d_gives_variables_a_zero() -> None:
    check_step("d", "{ let a if a { let b } }", "{ let a := 0 if a { let b := 0 } }")


def test_d_splits_a_declaration_of_several_variables() -> None:
    check_step("d", "{ let a, b, c }", "{ let a := 0 let b := 0 let c := 0 }")


def test_d_leaves_initialised_variables() -> None:
    check_unchanged("d", "{ let a := 1 let b, c := f(a) function f(p) -> q, r { } }")


def test_d_looks_into_all_blocks() -> None:
    source = "{ for { let a } a { let b } { let c } switch 0 default { let d } { let e } }"
    check_step(
        "d",
        source,
        "{ for { let a := 0 } a { let b := 0 } { let c := 0 } "
        "switch 0 default { let d := 0 } { let e := 0 } }",
    )
