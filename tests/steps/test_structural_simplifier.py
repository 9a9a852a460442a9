"""StructuralSimplifier (`t`)."""

from __future__ import annotations

import pytest

from tests.steps.check import check_step, check_unchanged


@pytest.mark.parametrize(
    ("statement", "left"),
    [
        ("if 1 { stop() }", "stop()"),
        ("if true { stop() invalid() }", "stop() invalid()"),
        ('if "a" { stop() }', "stop()"),
        ("if 0 { stop() }", ""),
        ("if 0x00 { stop() }", ""),
        ("if false { stop() }", ""),
        ('if "" { stop() }', ""),
        (r'if "\x00" { stop() }', ""),
        ("if 1 { { stop() } }", "{ stop() }"),
        # A switch leaves a block.
        ("switch 1 case 0 { stop() } case 1 { invalid() }", "{ invalid() }"),
        ("switch 1 case 0 { stop() } default { invalid() }", "{ invalid() }"),
        ("switch 0 case 0 { stop() } default { invalid() }", "{ stop() }"),
        ("switch 1 case 0 { stop() }", ""),
        ("switch 1 default { }", "{ }"),
        # Labels are compared by value.
        ("switch 3 case 0x03 { stop() } default { invalid() }", "{ stop() }"),
        ("switch 1 case true { stop() } default { invalid() }", "{ stop() }"),
        ('switch 0 case "" { stop() } default { invalid() }', "{ stop() }"),
        ("for { } 0 { stop() } { invalid() }", ""),
        ("for { } false { } { }", ""),
        ("for { let a stop() } 0 { } { a := 1 }", "let a stop()"),
    ],
)
def test_t_resolves_literal_conditions(statement: str, left: str) -> None:
    check_step("t", f"{{ pop(1) {statement} pop(2) }}", f"{{ pop(1) {left} pop(2) }}")


NOT_LITERAL = [
    "let x := 1 if x { stop() }",
    "if iszero(0) { stop() }",
    "switch gas() case 0 { } default { stop() }",
    "for { } 1 { } { break }",
    "for { let x } x { } { }",
]


def test_t_leaves_other_conditions() -> None:
    check_unchanged("t", *(f"{{ {text} }}" for text in NOT_LITERAL))


def test_t_simplifies_remaining_code() -> None:
    source = "{ if 1 { if 1 { switch 0 default { if 0 { } if 1 { stop() } } } } }"
    check_step("t", source, "{ { stop() } }")


def test_t_enters_unresolved_branches() -> None:
    source = "{ if gas() { if 1 { pop(1) } } for { } gas() { if 0 { } } { if 1 { break } } }"
    check_step("t", source, "{ if gas() { pop(1) } for { } gas() { } { break } }")
