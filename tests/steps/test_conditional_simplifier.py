"""ConditionalSimplifier (`C`)."""

from __future__ import annotations

import pytest

from tests.steps.check import check_step, check_unchanged


@pytest.mark.parametrize(
    "last", ["stop()", "revert(0, 0)", "leave", "never()", "let y := never_with()"]
)
def test_C_knows_the_variable_after_a_branch_that_ends(last: str) -> None:
    functions = "function never() { stop() } function never_with() -> r { stop() }"
    source = "{{ function f(x) {{ if x {{ pop(1) {} }} {} pop(2) }} {} }}"
    check_step("C", source.format(last, "", functions), source.format(last, "x := 0", functions))


@pytest.mark.parametrize("jump", ["break", "continue"])
def test_C_knows_the_variable_after_a_branch_with_a_jump(jump: str) -> None:
    source = "{{ let x for {{ }} 1 {{ }} {{ if x {{ {} }} {} pop(2) }} }}"
    check_step("C", source.format(jump, ""), source.format(jump, "x := 0"))


NOTHING_LEARNT = [
    "if x { }",
    "if x { stop() pop(1) }",
    "if iszero(x) { stop() }",
    "if 1 { stop() }",
    "if x { sometimes() }",
    "switch iszero(x) case 0 { }",
    "switch 1 case 0 { }",
]


def test_C_knows_nothing_otherwise() -> None:
    functions = "function sometimes() { if 1 { stop() } }"
    sources = [f"{{ let x {statement} pop(2) {functions} }}" for statement in NOTHING_LEARNT]
    check_unchanged("C", *sources)


def test_C_knows_the_variable_in_the_cases_of_a_switch() -> None:
    source = "{ let x switch x case 0x01 { stop() } case 'ab' { } default { invalid() } }"
    check_step(
        "C",
        source,
        """
        {
            let x
            switch x
            case 0x01 { x := 0x01 stop() }
            case "ab" { x := "ab" }
            default { invalid() }
        }
        """,
    )


def test_C_begins_inside() -> None:
    """The assignment after the inner branch is the last statement of the outer one."""
    source = "{ let x let y if x { if y { stop() } } }"
    check_step("C", source, "{ let x let y if x { if y { stop() } y := 0 } }")


def test_C_looks_into_all_cases() -> None:
    source = "{ let x switch 1 case 0 { if x { stop() } } default { if x { stop() } } }"
    check_step(
        "C",
        source,
        "{ let x switch 1 case 0 { if x { stop() } x := 0 } default { if x { stop() } x := 0 } }",
    )


def test_C_adds_an_assignment_each_time() -> None:
    check_step(
        "CC",
        "{ let x if x { stop() } switch x case 1 { } }",
        "{ let x if x { stop() } x := 0 x := 0 switch x case 1 { x := 1 x := 1 } }",
    )
