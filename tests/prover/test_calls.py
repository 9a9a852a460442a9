"""The prover's own call graph, with which no fault of that of the steps interferes."""

from __future__ import annotations

from importlib import import_module

import pytest

from tests.mutation.in_place import in_place
from tests.mutation.mutant import Mutant
from tests.prover.test_step_proof import DIALECT
from yulopt.errors import Source
from yulopt.prover.calls import OUTERMOST, CallGraph, are_components
from yulopt.syntax.parser import parse_source

_EVERYWHERE = (
    "{ let a := f1() a := f2() f3() { f4() } if f5() { f6() } switch f7() case 0 { f8() }"
    " default { f9() } for { f10() } f11() { f12() } { f13() } sstore(f14(), add(1, f15())) "
)


_RECURSIVE = "{ sstore(0, f(1)) function f(n) -> r { r := g(n) } function g(n) -> r { r := f(n) } }"


def _graph(text: str) -> CallGraph:
    return CallGraph(parse_source(Source(text), DIALECT).code)


def test_calls_are_found_everywhere() -> None:
    with_result = {1, 2, 5, 7, 11, 14, 15}
    functions = "".join(
        f" function f{number}(){' -> r' * (number in with_result)} {{ }}" for number in range(1, 16)
    )
    graph = _graph(f"{_EVERYWHERE} {functions} }}")
    assert set(graph.calls[OUTERMOST]) == {f"f{one}" for one in range(1, 16)} | {"sstore", "add"}
    assert graph.with_loops == {OUTERMOST}
    assert len(graph.of_builtins["sstore"]) == 1


def test_calls_are_those_of_the_innermost_function() -> None:
    graph = _graph(
        "{ function f() { for { } 1 { } { } function g() { stop() } } f() function h() { f() } }"
    )
    assert list(graph.calls[OUTERMOST]) == ["f"]
    assert graph.calls["f"] == {}
    assert list(graph.calls["g"]) == ["stop"]
    assert graph.with_loops == {"f"}
    assert graph.reachable_from(["h"]) == {"h", "f"}


@pytest.mark.parametrize("call", ["msize()", "verbatim_0i_1o(hex'59')"])
def test_the_size_of_memory_is_asked_for(call: str) -> None:
    text = f"object 'o' {{ code {{ sstore(0, {call}) }} }}"
    assert _graph(text).contains_msize
    assert not _graph("{ sstore(0, mload(0)) }").contains_msize


def test_recursion() -> None:
    graph = _graph(
        "{ f() function f() { g() } function g() { f() } function h() { h() }"
        " function i() { f() } }"
    )
    assert graph.recursive_functions() == {"f", "g", "h"}


_CALLS = {OUTERMOST: ["f"], "f": ["g", "stop"], "g": ["f"]}


@pytest.mark.parametrize(
    "wrong",
    [[["f"], ["g"], [""]], [["f", "g"]], [["f", "g"], ["f"], [""]], [[""], ["f", "g"]]],
    ids=["split", "incomplete", "twice", "in the wrong order"],
)
def test_wrong_components_are_noticed(wrong: list[list[str]]) -> None:
    assert are_components([["g", "f"], [""]], _CALLS)
    assert not are_components(wrong, _CALLS)


def test_components_are_checked() -> None:
    split = Mutant(
        "yulopt.graphs.components",
        "each node is a component",
        "if low[node] == number[node]:",
        "if pending[-1] == node:",
    )
    with in_place(split):
        proving = import_module("tests.prover.proving")
        with pytest.raises(AssertionError):
            proving.are_proven(_RECURSIVE, _RECURSIVE.replace("1", "2"), 1)


def test_loops_must_not_change_more_than_was_expected() -> None:
    incomplete = Mutant(
        "yulopt.syntax.visitor",
        "blocks after iterations are left out",
        "self.visit_block(loop.body)\n        self.visit_block(loop.post)",
        "self.visit_block(loop.body)",
    )
    code = (
        "{ let x let i for { } lt(i, 2) { i := add(i, 1) }"
        " { let j for { } lt(j, 2) { j := add(j, 1) x := 5 } { } } sstore(0, RESULT) }"
    )
    with in_place(incomplete):
        proving = import_module("tests.prover.proving")
        assert not proving.are_proven(code.replace("RESULT", "x"), code.replace("RESULT", "0"), 1)
