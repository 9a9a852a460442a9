"""How often functions and blocks are likely to run."""

from __future__ import annotations

import pytest

from tests.parsing import block
from yulopt.analysis.call_graph import call_graph
from yulopt.analysis.control_flow import function_control_flow
from yulopt.analysis.frequencies import Frequencies
from yulopt.syntax.ast import ForLoop, FunctionDefinition, If


def frequencies(source: str) -> dict[str, int]:
    """The frequency of each function, and of the body of each `if` and loop in `main`, by its
    number there."""
    code = block(source)
    calls = call_graph(code)
    flow = function_control_flow(code, calls)
    found = Frequencies(code, calls, flow, once=100, iterations=8)
    result: dict[str, int] = {}
    for index, statement in enumerate(code.statements):
        if isinstance(statement, FunctionDefinition):
            result[statement.name] = found.of_function(statement.name)
        elif isinstance(statement, (If, ForLoop)):
            result[str(index)] = found.of_block(statement.body)
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
def test_what_fails_does_not_count(body: str, frequency: int) -> None:
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
