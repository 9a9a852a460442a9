"""Estimated frequencies of functions and blocks."""

from __future__ import annotations

import pytest

from tests.parsing import block
from yulopt.analysis.call_graph import call_graph
from yulopt.analysis.control_flow import function_control_flow
from yulopt.frequency.call_profile import CallProfile
from yulopt.frequency.code_frequencies import Frequencies
from yulopt.gas.model import WEIGHT_ONE
from yulopt.syntax.ast import ForLoop, FunctionDefinition, If


def frequencies(source: str, profile: CallProfile | None = None) -> dict[str, int]:
    """The frequency of each function, and of the body of each `if` and loop in `main`, by its
    number there."""
    code = block(source)
    calls = call_graph(code)
    flow = function_control_flow(code, calls)
    found = Frequencies(code, calls, flow, profile)
    result: dict[str, int] = {}
    for index, statement in enumerate(code.statements):
        if isinstance(statement, FunctionDefinition):
            result[statement.name] = 100 * found.of_function(statement.name) // WEIGHT_ONE
        elif isinstance(statement, (If, ForLoop)):
            result[str(index)] = 100 * found.of_block(statement.body) // WEIGHT_ONE
    return result


@pytest.mark.parametrize(
    ("body", "frequency"),
    [
        ("sstore(0, 1)", 100),
        ("revert(0, 0)", 0),
        ("sstore(0, 1) revert(0, 0)", 0),
        ("fails()", 0),
        ("stop()", 100),
        ("if callvalue() { return(0, 0) } revert(0, 0)", 100),
        ("if callvalue() { stops() } revert(0, 0)", 100),
        ("let x := f() revert(0, x)", 0),
    ],
)
def test_failing_paths_do_not_count(body: str, frequency: int) -> None:
    found = frequencies(f"""{{
        if calldatasize() {{ {body} }}
        function fails() {{ revert(0, 0) }}
        function stops() {{ stop() }}
        function f() -> r {{ }}
    }}""")
    assert found["0"] == frequency


def test_loops_multiply() -> None:
    found = frequencies("""{
        for { init() } condition() { post() } { body() for { } 1 { } { inner() break } }
        function init() { }
        function condition() -> r { }
        function post() { }
        function body() { }
        function inner() { }
    }""")
    assert found == {
        "0": 800,
        "init": 100,
        "condition": 800,
        "post": 800,
        "body": 800,
        "inner": 6400,
    }


def test_a_function_runs_as_often_as_the_most_frequent_call() -> None:
    found = frequencies("""{
        once() once()
        for { } 1 { } { often() }
        often()
        if callvalue() { never() revert(0, 0) }
        function once() { often() }
        function often() { far() }
        function far() { }
        function never() { deep() }
        function deep() { }
        function unused() { }
    }""")
    assert found["once"] == 100
    assert found["often"] == found["far"] == 800
    assert found["never"] == found["deep"] == found["unused"] == 0


def test_recursion_adds_nothing() -> None:
    found = frequencies("""{
        f()
        function f() { if callvalue() { for { } 1 { } { g() } } }
        function g() { f() h() }
        function h() { }
    }""")
    assert found["f"] == 100


def test_functions_run_as_often_as_calls_of_a_profile() -> None:
    found = frequencies(
        """{
            let selector := shr(224, calldataload(0))
            switch lt(selector, 10)
            case 0 {
                switch selector
                case 10 { a() shared() }
                case 20 { if calldataload(4) { b() } shared() }
                default { fallback() }
            }
            default { c() for { } 1 { } { d() } }
            always()
            function a() { } function b() { } function c() { } function d() { }
            function shared() { } function fallback() { } function always() { }
        }""",
        CallProfile({10: 30, 20: 10, 5: 20, 3: 20}),
    )
    # Four functions are called, so what runs once for each is 400.
    assert found["a"] == found["shared"] == 150
    assert found["b"] == 50
    assert found["c"] == 200
    assert found["d"] == 1600
    assert found["always"] == 400
    assert found["fallback"] == 1


def test_calls_that_take_a_branch_in_a_loop() -> None:
    source = """{
        for { } 1 { } { if eq(shr(224, calldataload(0)), 7) { a() } }
        function a() { }
    }"""
    assert frequencies(source, CallProfile({7: 3, 8: 1}))["a"] == 8 * 150


def test_other_conditions_are_unchanged() -> None:
    source = "{ if calldataload(0) { a() } if calldatasize() { a() } function a() { } }"
    assert frequencies(source, CallProfile({1: 2}))["a"] == frequencies(source)["a"] == 100


def test_an_empty_profile_is_none() -> None:
    source = "{ if shr(224, calldataload(0)) { a() } function a() { } }"
    assert frequencies(source, CallProfile({})) == frequencies(source)
