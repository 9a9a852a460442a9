"""ForLoopConditionOutOfBody (`O`)."""

from __future__ import annotations

import pytest

from tests.steps.check import check_step, check_unchanged


def loop(condition: str, body: str) -> str:
    return f"{{ let x for {{ }} {condition} {{ }} {{ {body} }} function f() -> r {{ }} }}"


@pytest.mark.parametrize(
    ("condition", "body", "new_condition", "new_body"),
    [
        ("1", "if iszero(x) { break } stop()", "x", "stop()"),
        ("1", "if x { break } stop()", "iszero(x)", "stop()"),
        ("1", "if iszero(iszero(x)) { break }", "iszero(x)", ""),
        ("1", "if 5 { break }", "iszero(5)", ""),
        # Any literal but a zero.
        ("true", "if x { break }", "iszero(x)", ""),
        ("0x02", "if x { break }", "iszero(x)", ""),
        ('"a"', "if x { break }", "iszero(x)", ""),
        # Code after the `break` is removed with it.
        ("1", "if x { break sstore(7, 7) }", "iszero(x)", ""),
        # Only one, even if there is another one.
        ("1", "if x { break } if gas() { break }", "iszero(x)", "if gas() { break }"),
        (
            "1",
            "if lt(calldataload(x), address()) { break }",
            "iszero(lt(calldataload(x), address()))",
            "",
        ),
    ],
)
def test_O_makes_the_first_break_the_condition(
    condition: str, body: str, new_condition: str, new_body: str
) -> None:
    check_step("O", loop(condition, body), loop(new_condition, new_body))


OTHER_LOOPS = [
    ("0", "if x { break }"),
    ("false", "if x { break }"),
    ('""', "if x { break }"),
    (r'"\x00"', "if x { break }"),
    ("x", "if x { break }"),
    ("gas()", "if x { break }"),
    ("1", ""),
    ("1", "stop() if x { break }"),
    ("1", "if x { }"),
    ("1", "if x { stop() break }"),
    ("1", "if x { { break } }"),
    ("1", "if x { continue }"),
    ("1", "switch x case 0 { break }"),
    # The condition must be movable; nothing is known about functions.
    ("1", "if sload(x) { break }"),
    ("1", "if mload(x) { break }"),
    ("1", "if gas() { break }"),
    ("1", "if keccak256(0, 0) { break }"),
    ("1", "if returndatasize() { break }"),
    ("1", "if f() { break }"),
    ("1", "if iszero(f()) { break }"),
]


def test_O_leaves_other_loops() -> None:
    check_unchanged("O", *(loop(*pair) for pair in OTHER_LOOPS))


def test_O_begins_with_inner_loops() -> None:
    source = (
        "{ for { } 1 { for { } 1 { } { if 3 { break } } } { for { } 1 { } { if 4 { break } } } }"
    )
    check_step(
        "O", source, "{ for { } 1 { for { } iszero(3) { } { } } { for { } iszero(4) { } { } } }"
    )


def test_O_undoes_i() -> None:
    source = "{ for { } lt(calldatasize(), 5) { } { stop() } }"
    check_step("IO", source, source)
