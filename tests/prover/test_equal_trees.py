"""Trees are equal only if nothing but names differs."""

from __future__ import annotations

import pytest

from yulopt.dialect import DEFAULT_EVM_VERSION, dialect_for
from yulopt.errors import Source
from yulopt.prover.equal_trees import EqualTrees
from yulopt.syntax.ast import FunctionDefinition
from yulopt.syntax.parser import parse_source

_DIALECT = dialect_for(DEFAULT_EVM_VERSION)
_PAIRS = {"f": "f", "g": "h", "h": "g"}


def function(body: str) -> FunctionDefinition:
    others = "function g(a) -> b { } function h(a) -> b { }"
    text = f"{{ function f(x, y) -> r {{ {body} }} {others} }}"
    found = parse_source(Source(text), _DIALECT).code.statements[0]
    assert isinstance(found, FunctionDefinition)
    return found


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("let z := add(x, 0x10) r := z", "let other := add(x, 16) r := other"),
        ("r := g(f(x, y))", "r := h(f(x, y))"),
        ("switch x case 1 { r := y } case 2 { }", "switch x case 2 { } case 1 { r := y }"),
        ("r := i(x) function i(a) -> b { }", "r := i(x)  function i(a) -> b { b := 1 }"),
        ("for { } x { } { break }", "for { } x { } { break }"),
    ],
)
def test_equal(one: str, other: str) -> None:
    pairs = {**_PAIRS, "i": "i"}
    trees = EqualTrees(pairs)
    assert trees.functions_equal(function(one), function(other))
    assert all(pairs[mine] == theirs for mine, theirs in trees.called)
    assert ("g(" in one) == (("g", "h") in trees.called)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        # Functions correspond as the pairs say, not by name.
        ("r := g(x)", "r := g(x)"),
        ("r := f(x, y)", "r := h(x)"),
        # Neither function nor builtin is the other.
        ("r := mload(x)", "r := h(x)"),
        ("r := g(x)", "r := mload(x)"),
        ("r := mload(x)", "r := sload(x)"),
        ("r := add(x, y)", "r := add(y, x)"),
        ("let a := x let b := y r := a", "let a := x let b := y r := b"),
        ("{ let a := x r := a }", "{ let a := y r := a }"),
        ("r := 1", "r := 2"),
        ("r := 1", "x := 1"),
        ("switch x case 1 { r := y } case 2 { }", "switch x case 2 { r := y } case 1 { }"),
        ("switch x case 1 { } default { }", "switch x case 1 { }"),
        ("if x { r := 1 }", "if x { }"),
        ("for { } x { } { break }", "for { } x { } { continue }"),
        ("for { } x { r := 1 } { }", "for { } x { } { r := 1 }"),
    ],
)
def test_different(one: str, other: str) -> None:
    assert not EqualTrees(_PAIRS).functions_equal(function(one), function(other))
    assert not EqualTrees(_PAIRS).functions_equal(function(other), function(one))


def test_signatures_count() -> None:
    one, other = function("r := x"), function("r := x")
    other.parameters.pop()
    assert not EqualTrees(_PAIRS).functions_equal(one, other)
