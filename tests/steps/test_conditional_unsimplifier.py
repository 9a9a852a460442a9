"""ConditionalUnsimplifier (`U`)."""

from __future__ import annotations

import pytest

from tests.steps.check import check_step, check_unchanged


@pytest.mark.parametrize("zero", ["0", "0x00", "false", '""'])
def test_U_removes_a_zero_after_a_branch_that_ends(zero: str) -> None:
    source = "{{ let x if x {{ stop() }} {} pop(x) }}"
    check_step("U", source.format(f"x := {zero}"), source.format(""))


OTHER_ASSIGNMENTS = [
    "if x { stop() } x := 1",
    "if x { stop() } y := 0",
    "if x { stop() } x := y",
    "if x { stop() } let z := 0",
    "if x { stop() } pop(1) x := 0",
    "if x { } x := 0",
    "if x { pop(1) } x := 0",
    "if iszero(x) { stop() } x := 0",
    "if x { stop() } x, y := two()",
    "switch x case 1 { x := 2 }",
    "switch x case 1 { y := 1 }",
    "switch x case 1 { pop(1) x := 1 }",
    "switch x case 1 { x := y }",
    "switch x default { x := 0 }",
    "switch iszero(x) case 1 { x := 1 }",
]


def test_U_leaves_other_assignments() -> None:
    functions = "function two() -> p, q { }"
    sources = [f"{{ let x let y {text} {functions} }}" for text in OTHER_ASSIGNMENTS]
    check_unchanged("U", *sources)


def test_U_removes_one_of_two_assignments() -> None:
    check_step(
        "U",
        "{ let x if x { stop() } x := 0 x := 0 switch x case 1 { x := 1 x := 1 } }",
        "{ let x if x { stop() } x := 0 switch x case 1 { x := 1 } }",
    )


def test_U_knows_functions_that_never_return() -> None:
    source = "{{ let x if x {{ never() }} {} pop(x) function never() {{ stop() }} }}"
    check_step("U", source.format("x := 0"), source.format(""))


def test_U_compares_labels_by_value() -> None:
    source = "{ let x switch x case 0x01 { x := true stop() } case '' { x := 0 } default { } }"
    check_step("U", source, "{ let x switch x case 0x01 { stop() } case '' { } default { } }")


def test_U_begins_inside() -> None:
    """Without the assignment in it, the outer branch ends in the inner one, which continues."""
    source = "{ let x let y if x { stop() if y { stop() } y := 0 } x := 0 }"
    check_step("U", source, "{ let x let y if x { stop() if y { stop() } } x := 0 }")


def test_U_undoes_c() -> None:
    source = "{ let x if x { stop() } switch x case 1 { if x { stop() } } default { } }"
    check_step("CU", source, source)
