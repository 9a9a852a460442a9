"""The call graph, and recursive functions."""

from __future__ import annotations

import pytest

from tests.parsing import graph
from yulopt.analysis.call_graph import (
    OUTERMOST,
)


def calls(source: str) -> dict[str, str]:
    return {name: " ".join(callees) for name, callees in graph(source).calls.items()}


def test_calls_are_listed_once_in_the_order_of_their_visit() -> None:
    """The callee before its arguments, and these from the last to the first."""
    assert calls("{ sstore(sload(2), mload(tload(4))) sstore(0, 1) }") == {
        OUTERMOST: "sstore mload tload sload"
    }


def test_pure_builtins_are_left_out() -> None:
    assert calls("{ sstore(add(1, 2), mul(calldatasize(), 5)) }") == {OUTERMOST: "sstore"}


def test_every_function_is_a_key_even_without_calls() -> None:
    assert calls("{ f() function f() { g() } function g() { } }") == {
        OUTERMOST: "f",
        "f": "g",
        "g": "",
    }


def test_calls_belong_to_the_innermost_function() -> None:
    assert calls("{ function f() { stop() function g() { invalid() } g() } stop() }") == {
        OUTERMOST: "stop",
        "f": "stop g",
        "g": "invalid",
    }


def test_the_body_of_a_loop_is_visited_before_its_post_block() -> None:
    assert calls("{ for { mstore(0, 1) } sload(0) { stop() } { invalid() } }") == {
        OUTERMOST: "mstore sload invalid stop"
    }


def test_functions_with_loops() -> None:
    source = """
        {
            if 1 { for { } 1 { } { } }
            function f() { for { } 1 { } { } }
            function g() { f() }
            function h() { function i() { for { } 1 { } { } } }
        }
    """
    assert graph(source).with_loops == {OUTERMOST, "f", "i"}


@pytest.mark.parametrize(
    ("functions", "recursive"),
    [
        ({"f": ""}, ""),
        ({"f": "f"}, "f"),
        ({"f": "g", "g": "f"}, "f g"),
        # Who only calls recursive functions is not recursive.
        ({"f": "f", "g": "f", "h": "g"}, "f"),
        # All of a cycle, whichever path finds it.
        ({"p1": "p2 p3", "p2": "p1", "p3": "p2"}, "p1 p2 p3"),
        ({"f": "g", "g": "h", "h": "g i", "i": ""}, "g h"),
    ],
)
def test_recursive_functions(functions: dict[str, str], recursive: str) -> None:
    bodies = " ".join(
        f"function {name}() {{ {' '.join(f'{callee}()' for callee in callees.split())} }}"
        for name, callees in functions.items()
    )
    assert graph(f"{{ {bodies} }}").recursive_functions() == set(recursive.split())


def test_reachable_functions() -> None:
    functions = (
        "function f() { g() } function g() { f() } function h() { f() i() } function i() { }"
    )
    found = graph(f"{{ f() {functions} }}")
    assert found.reachable_from([OUTERMOST]) == {OUTERMOST, "f", "g"}
    assert found.reachable_from(["h"]) == {"h", "f", "g", "i"}
