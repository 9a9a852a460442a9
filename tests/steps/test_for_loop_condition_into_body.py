"""ForLoopConditionIntoBody (`I`)."""

from __future__ import annotations

from tests.steps.check import check_step, check_unchanged


def test_I_makes_the_condition_a_break() -> None:
    source = "{ for { let x } lt(x, 5) { stop() } { if x { continue } } }"
    check_step(
        "I",
        source,
        "{ for { let x } true { stop() } { if iszero(lt(x, 5)) { break } if x { continue } } }",
    )


SIMPLE_CONDITIONS = [
    "1",
    "0",
    "true",
    '"a"',
    "x",
]


def test_I_leaves_literals_and_variables() -> None:
    for condition in SIMPLE_CONDITIONS:
        check_unchanged("I", f"{{ let x for {{ }} {condition} {{ }} {{ }} }}")


def test_I_takes_calls_of_functions_too() -> None:
    source = "{ for { } f() { } { } function f() -> r { } }"
    check_step(
        "I", source, "{ for { } true { } { if iszero(f()) { break } } function f() -> r { } }"
    )


def test_I_rewrites_all_loops_in_a_loop() -> None:
    loop = "for { } gas() { } { }"
    rewritten = "for { } true { } { if iszero(gas()) { break } }"
    source = f"{{ for {{ {loop} }} gas() {{ {loop} }} {{ {loop} }} }}"
    check_step(
        "I",
        source,
        f"""
        {{
            for {{ {rewritten} }} true {{ {rewritten} }}
            {{ if iszero(gas()) {{ break }} {rewritten} }}
        }}
        """,
    )
