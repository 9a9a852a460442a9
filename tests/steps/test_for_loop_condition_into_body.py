"""ForLoopConditionIntoBody (`I`)."""

from __future__ import annotations

from tests.step_runs import after, is_unchanged, yul


def test_I_makes_the_condition_a_break() -> None:
    source = "{ for { let x } lt(x, 5) { stop() } { if x { continue } } }"
    assert after("I", source) == yul(
        "{ for { let x } true { stop() } { if iszero(lt(x, 5)) { break } if x { continue } } }"
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
        assert is_unchanged("I", f"{{ let x for {{ }} {condition} {{ }} {{ }} }}")


def test_I_takes_calls_of_functions_too() -> None:
    source = "{ for { } f() { } { } function f() -> r { } }"
    assert after("I", source) == yul(
        "{ for { } true { } { if iszero(f()) { break } } function f() -> r { } }"
    )


def test_I_rewrites_all_loops_in_a_loop() -> None:
    loop = "for { } gas() { } { }"
    rewritten = "for { } true { } { if iszero(gas()) { break } }"
    source = f"{{ for {{ {loop} }} gas() {{ {loop} }} {{ {loop} }} }}"
    assert after("I", source) == yul(
        f"""
        {{
            for {{ {rewritten} }} true {{ {rewritten} }}
            {{ if iszero(gas()) {{ break }} {rewritten} }}
        }}
        """
    )
