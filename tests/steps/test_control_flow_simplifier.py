"""ControlFlowSimplifier (`n`)."""

from __future__ import annotations

import pytest

from tests.steps.check import check_step, check_unchanged

# Branches


@pytest.mark.parametrize(
    ("statement", "left"),
    [
        ("if gas() { }", "pop(gas())"),
        ("if 1 { }", "pop(1)"),
        ("if gas() { stop() }", "if gas() { stop() }"),
        ("switch gas() default { }", "pop(gas())"),
        ("switch gas() case 0 { } default { }", "pop(gas())"),
        ("switch gas() case 0 { }", "pop(gas())"),
        ("switch gas() default { stop() }", "pop(gas()) { stop() }"),
        ("switch gas() case 0 { stop() }", "if eq(0, gas()) { stop() }"),
        ("switch gas() case 0x10 { stop() }", "if eq(0x10, gas()) { stop() }"),
        ('switch gas() case "a" { stop() } default { }', 'if eq("a", gas()) { stop() }'),
        (
            "switch gas() case 0 { } case 1 { stop() } default { }",
            "if eq(1, gas()) { stop() }",
        ),
        # An empty case is not nothing while a default does something.
        (
            "switch gas() case 0 { } default { stop() }",
            "switch gas() case 0 { } default { stop() }",
        ),
        # Cases removed from a remaining switch are gone.
        (
            "switch gas() case 0 { stop() } case 1 { } case 2 { stop() } default { }",
            "switch gas() case 0 { stop() } case 2 { stop() }",
        ),
        (
            "switch gas() case 0 { stop() } default { stop() }",
            "switch gas() case 0 { stop() } default { stop() }",
        ),
        # The result of a switch is simplified.
        ("switch gas() case 0 { if 2 { } }", "if eq(0, gas()) { pop(2) }"),
        ("switch gas() default { if 2 { } }", "pop(gas()) { pop(2) }"),
        ("if gas() { if 2 { } }", "if gas() { pop(2) }"),
    ],
)
def test_n_simplifies_branches(statement: str, left: str) -> None:
    check_step("n", f"{{ pop(1) {statement} pop(2) }}", f"{{ pop(1) {left} pop(2) }}")


def test_n_does_not_revisit_emptied_branches() -> None:
    """The loop in it becomes nothing but an `if`, the `if` becomes a `pop` in the next run."""
    source = "{ for { } gas() { } { break } }"
    check_step("n", source, "{ if gas() { } }")
    check_step("nn", source, "{ pop(gas()) }")


# Loops


@pytest.mark.parametrize(
    ("body", "left"),
    [
        ("break", ""),
        ("pop(2) break", "pop(2)"),
        ("pop(2) stop()", "pop(2) stop()"),
        ("pop(2) revert(0, 0)", "pop(2) revert(0, 0)"),
        ("pop(2) leave", "pop(2) leave"),
        ("if x { stop() } break", "if x { stop() }"),
        ("if x { leave } break", "if x { leave }"),
        # Jumps of inner loops do not count.
        (
            "for { } x { } { if x { break } if x { continue } } break",
            "for { } x { } { if x { break } if x { continue } }",
        ),
        ("for { } x { } { pop(2) break } break", "if x { pop(2) }"),
    ],
)
def test_n_makes_a_loop_that_ends_in_its_first_round_an_if(body: str, left: str) -> None:
    """The post block goes."""
    source = "{{ function f(x) {{ {} pop(1) }} function never() {{ stop() }} }}"
    loop = f"for {{ }} x {{ pop(7) }} {{ {body} }}"
    check_step("n", source.format(loop), source.format(f"if x {{ {left} }}"))


LOOPS_THAT_STAY = [
    "",
    "pop(2)",
    "continue",
    "if x { break } break",
    "if x { continue } break",
    "if x { break } stop()",
    "break break",
    "break pop(2)",
    "if x { break }",
    "{ break }",
    # Nothing is known about functions.
    "never()",
]


def test_n_leaves_other_loops() -> None:
    functions = (
        "function f(x) {{ for {{ }} x {{ pop(7) }} {{ {} }} }} function never() {{ stop() }}"
    )
    sources = [f"{{ {functions.format(body)} }}" for body in LOOPS_THAT_STAY]
    check_unchanged("n", *sources)


def test_n_does_not_interpret_the_condition() -> None:
    check_step("n", "{ for { } 1 { } { stop() } }", "{ if 1 { stop() } }")


# Functions


def test_n_removes_one_leave_from_the_end_of_a_function() -> None:
    source = "{ function f() { stop() leave leave } function g() { if 1 { leave } } }"
    check_step("n", source, "{ function f() { stop() leave } function g() { if 1 { leave } } }")
    check_step("nn", source, "{ function f() { stop() } function g() { if 1 { leave } } }")
