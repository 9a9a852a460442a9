"""LiteralRematerialiser (`T`)."""

from __future__ import annotations

from tests.steps.check import check_step, check_unchanged

# And with it what is known of variables


def test_T_replaces_variables_that_hold_a_literal() -> None:
    source = """
        {
            let a := 0x20 let z let s := "abc" let b := true let c := a let d := add(c, z)
            sstore(d, c) sstore(s, b)
        }
    """
    check_step(
        "T",
        source,
        """
        {
            let a := 0x20 let z let s := "abc" let b := true let c := 0x20 let d := add(0x20, 0)
            sstore(d, 0x20) sstore("abc", true)
        }
        """,
    )


def test_T_replaces_in_conditions_and_switches() -> None:
    source = "{ let x := 1 if x { } switch x case 1 { } for { } x { } { } }"
    check_step("T", source, "{ let x := 1 if 1 { } switch 1 case 1 { } for { } 1 { } { } }")


def test_T_keeps_assignment_targets() -> None:
    check_step("T", "{ let x := 1 x := add(x, x) }", "{ let x := 1 x := add(1, 1) }")


def test_T_knows_results_to_be_zero_at_first_and_nothing_of_parameters() -> None:
    source = "{ function f(x) -> r { sstore(r, x) r := 7 sstore(r, x) } }"
    check_step("T", source, "{ function f(x) -> r { sstore(0, x) r := 7 sstore(7, x) } }")


ASSIGNMENTS = [
    "x := sload(0)",
    "x := calldataload(0)",
    "x := f()",
    "x, y := two()",
    "if y { x := 8 }",
    "switch y case 0 { } default { x := 8 }",
    "for { } y { } { x := 8 }",
    "for { } y { x := 8 } { }",
]


def test_T_forgets_variables_that_may_be_assigned() -> None:
    functions = "function f() -> a { } function two() -> b, c { }"
    before = "let x := 7 let y := sload(0)"
    sources = [f"{{ {before} {text} sstore(1, x) {functions} }}" for text in ASSIGNMENTS]
    check_unchanged("T", *sources)


def test_T_knows_earlier_facts_in_a_branch() -> None:
    source = "{ let x := 7 if sload(0) { sstore(1, x) x := 8 sstore(1, x) } }"
    check_step("T", source, "{ let x := 7 if sload(0) { sstore(1, 7) x := 8 sstore(1, 8) } }")


def test_T_knows_less_in_later_cases_than_in_earlier_ones() -> None:
    """Assignments in one case are unknown in the next one."""
    source = """
        {
            let x := 7
            switch sload(0)
            case 0 { sstore(0, x) }
            case 1 { sstore(1, x) x := 8 }
            case 2 { sstore(2, x) }
        }
    """
    check_step(
        "T",
        source,
        source.replace("sstore(0, x)", "sstore(0, 7)").replace("sstore(1, x)", "sstore(1, 7)"),
    )


def test_T_knows_loop_invariant_literals() -> None:
    source = """
        {
            let x := 7 let y := 8
            for { } lt(x, y) { sstore(x, y) y := 1 } { sstore(x, y) y := 2 sstore(x, y) }
            sstore(x, y)
        }
    """
    check_step(
        "T",
        source,
        """
        {
            let x := 7 let y := 8
            for { } lt(7, y) { sstore(7, 2) y := 1 } { sstore(7, y) y := 2 sstore(7, 2) }
            sstore(7, y)
        }
        """,
    )


def test_T_forgets_assignments_after_a_continue_in_the_post_block() -> None:
    source = """
        {
            let x let y let c := sload(0)
            for { } 1 { sstore(x, y) } { x := 3 if c { continue } y := 4 sstore(x, y) }
        }
    """
    check_step(
        "T",
        source,
        """
        {
            let x let y let c := sload(0)
            for { } 1 { sstore(3, y) } { x := 3 if c { continue } y := 4 sstore(3, 4) }
        }
        """,
    )


def test_T_knows_nothing_of_other_functions() -> None:
    source = "{ let x := 1 function f(a) -> b { b := 2 sstore(a, b) } sstore(x, f(x)) }"
    check_step(
        "T", source, "{ let x := 1 function f(a) -> b { b := 2 sstore(a, 2) } sstore(1, f(1)) }"
    )
