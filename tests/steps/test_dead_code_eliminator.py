"""DeadCodeEliminator (`D`)."""

from __future__ import annotations

import pytest

from tests.steps.check import check_step, check_unchanged


@pytest.mark.parametrize(
    "last",
    [
        "stop()",
        "revert(0, 0)",
        "return(0, 0)",
        "invalid()",
        "selfdestruct(0)",
        "leave",
        "never()",
        "pop(never_with())",
        "let x := never_with()",
        "v := add(1, never_with())",
        "sstore(0, never_with())",
        "recurses()",
    ],
)
def test_D_removes_code_after_an_end(last: str) -> None:
    functions = """
        function never() { revert(0, 0) }
        function never_with() -> r { stop() }
        function recurses() { recurses() }
    """
    source = f"{{ function f(v) {{ pop(1) {last} pop(2) {{ }} if v {{ }} }} {functions} }}"
    check_step("D", source, f"{{ function f(v) {{ pop(1) {last} }} {functions} }}")


NO_END = [
    "if 1 { stop() }",
    "{ stop() }",
    "switch 1 default { stop() }",
    "for { } 1 { } { stop() }",
    "if never() { }",
    "sometimes()",
    'verbatim_0i_0o("a")',
]


def test_D_keeps_other_code() -> None:
    functions = "function never() -> r { stop() } function sometimes() { if 1 { stop() } }"
    sources = [f"{{ {statement} pop(2) {functions} }}" for statement in NO_END]
    check_unchanged("D", *sources)


def test_D_removes_code_after_jumps_in_a_loop() -> None:
    source = "{ for { } 1 { stop() pop(1) } { if 1 { break pop(2) } continue pop(3) } }"
    check_step("D", source, "{ for { } 1 { stop() } { if 1 { break } continue } }")


def test_D_keeps_functions() -> None:
    source = "{ stop() function f() { } pop(1) function g() { stop() f() } pop(2) }"
    check_step("D", source, "{ stop() function f() { } function g() { stop() } }")


def test_D_looks_at_calls_as_they_are_before_it() -> None:
    """`f` could return as long as there is a `leave` that control never comes to."""
    functions = "function f() { stop() leave } function g() { f() }"
    check_step(
        "D", f"{{ g() pop(1) {functions} }}", "{ g() function f() { stop() } function g() { f() } }"
    )
