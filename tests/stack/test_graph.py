"""The control-flow graph below everything about the stack: blocks, operations, calls, and exits."""

from __future__ import annotations

import pytest

from tests.stack_programs import graph_of, layout_text
from yulopt.stack.graph import CallOperation, Terminated, reachable_blocks


def test_arguments_are_pushed_from_the_last_to_the_first() -> None:
    (operation,) = graph_of("{ mstore(0x40, 1) }").entry.operations
    assert layout_text(operation.input) == "[0x1 0x40]"


def test_literal_only_arguments_are_not_on_the_stack() -> None:
    operation = graph_of('{ setimmutable(0, "name", 1) }').entry.operations[0]
    assert layout_text(operation.input) == "[0x1 0x0]"


def test_a_call_that_returns_leaves_its_return_label_below_the_arguments() -> None:
    (operation,) = graph_of("{ f(1, 2) function f(a, b) {} }").entry.operations
    assert layout_text(operation.input) == "[label(f) 0x2 0x1]"


def test_nothing_follows_a_call_that_does_not_return() -> None:
    graph = graph_of("{ f() sstore(0, 1) function f() { revert(0, 0) } }")
    (operation,) = graph.entry.operations
    assert layout_text(operation.input) == "[]"
    assert isinstance(graph.entry.exit, Terminated)


def test_unreachable_functions_are_dropped() -> None:
    graph = graph_of("{ f() function f() {} function g() { h() } function h() {} }")
    assert [function.name for function in graph.functions] == ["f"]


def test_recursive_calls_lead_back_to_the_function_they_are_in() -> None:
    graph = graph_of(
        "{ f() function f() { g() } function g() { if sload(0) { f() } h() } function h() {} }"
    )
    recursive = {
        (function.name, operation.function.name): operation.is_recursive
        for function in graph.functions
        for block in reachable_blocks(function.entry)
        for operation in block.operations
        if isinstance(operation, CallOperation)
    }
    assert recursive == {("f", "g"): True, ("g", "f"): True, ("g", "h"): False}


@pytest.mark.parametrize(
    ("source", "allowed"),
    [
        # The body ends the program; before and after the `if` the function will return.
        ("{ f() function f() { if sload(0) { revert(0, 0) } } }", [False, False, True]),
        # Only the end of the program lies after a bridge.
        ("{ if sload(0) { sstore(0, 1) } stop() }", [False, True, False]),
    ],
)
def test_junk_may_stay_where_nothing_returns_to(source: str, allowed: list[bool]) -> None:
    graph = graph_of(source)
    entry = graph.functions[0].entry if graph.functions else graph.entry
    assert [block.allows_junk for block in reachable_blocks(entry)] == allowed


def test_deep_graphs_need_no_recursion() -> None:
    count = 2000
    body = " ".join(f"if sload({index}) {{ sstore({index}, 1) }}" for index in range(count))
    assert len(reachable_blocks(graph_of(f"{{ {body} }}").entry)) == 2 * count + 1
