"""Anti-unification: the common structure of pieces of code."""

from __future__ import annotations

import pytest

from tests.parsing import function, statements
from yulopt.analysis.anti_unification import (
    Skeleton,
    filling_of,
    skeleton_of_function,
    skeleton_of_statements,
)
from yulopt.analysis.declarations import assigned_names
from yulopt.syntax.ast import ForLoop


def skeleton(source: str) -> Skeleton:
    return skeleton_of_statements(statements(source))


def of_function(source: str) -> Skeleton:
    definition = function(source)
    return skeleton_of_function(definition, assigned_names(definition.body))


def fillings(found: Skeleton) -> list[int | str]:
    return [filling_of(hole) for hole in found.holes]


SAME = [
    ("sstore(1, 2)", "sstore(0x30, 4)"),
    ("let x := 1 sstore(x, 2)", "let y := 3 sstore(y, 4)"),
    ("mstore(0, 'abc')", "mstore(0, 7)"),
    ("for { let i } lt(i, 5) { } { break }", "for { let j } lt(j, 6) { } { break }"),
    ("switch calldatasize() case 1 { pop(3) }", "switch calldatasize() case 1 { pop(4) }"),
]
DIFFERENT = [
    ("sstore(1, 2)", "tstore(1, 2)"),
    ("let x := 1 sstore(x, 2)", "let y := 1 sstore(2, y)"),
    ("let x := 1 let y := 2 pop(x)", "let x := 1 let y := 2 pop(y)"),
    ("let x", "let x := 0"),
    ("let x := 1", "{ let x := 1 }"),
    ("switch calldatasize() case 1 { }", "switch calldatasize() case 2 { }"),
    ("switch calldatasize() case 1 { }", "switch calldatasize() default { }"),
    ("if calldatasize() { stop() }", "if calldatasize() { } stop()"),
    ("for { } 1 { } { break }", "for { } 1 { } { continue }"),
    ("sstore(linkersymbol('a'), 0)", "sstore(linkersymbol('b'), 0)"),
    ("setimmutable(0, 'a', 1)", "setimmutable(0, 'b', 1)"),
    ("pop(memoryguard(1))", "pop(memoryguard(2))"),
    ("let x := 1 x := 2", "let x := 1 let y := 2"),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_code_differing_in_constants_has_the_same_structure(one: str, other: str) -> None:
    assert skeleton(one).structure == skeleton(other).structure


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_other_code_has_another_structure(one: str, other: str) -> None:
    assert skeleton(one).structure != skeleton(other).structure


def test_holes_are_constants_and_outer_variables() -> None:
    whole = statements("let a := 1 { let b := add(a, 5) sstore(b, a) }")
    inner = skeleton_of_statements(whole[1:])
    assert fillings(inner) == ["a", 5, "a"]
    assert inner.is_closed


def test_literal_arguments_are_not_holes() -> None:
    assert fillings(skeleton("setimmutable(1, 'x', 2) pop(loadimmutable('x'))")) == [1, 2]
    assert fillings(skeleton("switch 7 case 8 { }")) == [7]


@pytest.mark.parametrize(
    ("code", "start", "kept"),
    [
        ("let a a := 1", 1, ["a"]),
        ("let a a := add(a, 1)", 1, None),
        ("let a if calldatasize() { a := 1 }", 1, None),
        ("let a sstore(0, a) a := 1", 1, None),
        ("let a a := 1 a := 2", 1, ["a"]),
    ],
)
def test_assigned_outer_variables(code: str, start: int, kept: list[str] | None) -> None:
    found = skeleton_of_statements(statements(code)[start:])
    assert found.is_closed == (kept is not None)
    if kept is not None:
        assert found.kept == kept


@pytest.mark.parametrize(
    ("code", "is_closed"),
    [
        ("leave", False),
        ("if calldatasize() { leave }", False),
        ("for { } 1 { } { break }", True),
        ("for { } 1 { } { leave }", False),
        ("for { } 1 { } { if calldatasize() { continue } }", True),
    ],
)
def test_jumps_out_of_the_code(code: str, is_closed: bool) -> None:
    body = function(f"function f() {{ {code} }}").body
    assert skeleton_of_statements(body.statements).is_closed == is_closed


def test_jumps_of_an_enclosing_loop() -> None:
    (loop,) = statements("for { } 1 { } { for { } 1 { } { } if calldatasize() { break } }")
    assert isinstance(loop, ForLoop)
    body = loop.body.statements
    assert not skeleton_of_statements(body).is_closed
    assert skeleton_of_statements(body[:1]).is_closed


def test_assigned_parameters_are_local() -> None:
    found = of_function("function f(a, b) -> c { a := add(a, b) c := a }")
    assert found.variables[:2] == ["c", "a"]
    assert fillings(found) == ["b"]
    other = of_function("function g(x, y) -> z { x := add(x, 5) z := x }")
    assert found.structure == other.structure
