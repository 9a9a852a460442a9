"""Side effects of code."""

from __future__ import annotations

import pytest

from tests.parsing import OSAKA, block, expression, graph, statements
from yulopt.analysis.call_graph import (
    OUTERMOST,
)
from yulopt.analysis.side_effects import (
    can_be_removed,
    contains_msize,
    expression_effects,
    find_calls,
    is_movable,
    is_movable_relative_to,
    propagate_side_effects,
    statement_effects,
)
from yulopt.dialect import (
    NONE,
    READ,
    WRITE,
    SideEffects,
)
from yulopt.syntax.printer import print_expression


def test_effects_are_those_of_all_calls() -> None:
    assert expression_effects(expression("a")) == SideEffects()
    assert expression_effects(expression("add(a, mul(b, 7))")) == SideEffects()
    assert expression_effects(expression("add(sload(mload(a)), balance(b))")) == SideEffects(
        False, True, False, True, True, READ, READ, READ, NONE
    )


def test_an_unknown_function_may_do_anything() -> None:
    assert expression_effects(expression("add(f(a), 1)")) == SideEffects.worst()
    assert expression_effects(expression("f(sload(a))"), {"f": SideEffects()}) == (
        OSAKA.builtins["sload"].side_effects
    )


def test_loops_and_assignments_alone_have_no_effects() -> None:
    code = "let a for { } 1 { a := 1 } { if a { break } }"
    assert statement_effects(*statements(code)) == SideEffects()


def test_effects_inside_of_function_definitions_count() -> None:
    assert statement_effects(*statements("function h() { sstore(0, 1) }")).storage == WRITE


MOVABLE = {
    "1": True,
    "a": True,
    "add(a, calldataload(caller()))": True,
    "add(a, sload(0))": False,
    "keccak256(0, 0)": False,
    "gas()": False,
    "returndatasize()": False,
    "f(a)": False,
}


def test_movable_expressions() -> None:
    assert {text: is_movable(expression(text)) for text in MOVABLE} == MOVABLE


def test_a_known_function_may_be_movable() -> None:
    assert is_movable(expression("f(a)"), {"f": SideEffects()})
    assert not is_movable(expression("f(g())"), {"f": SideEffects()})


def test_reads_of_memory_are_removable_without_msize() -> None:
    effects = expression_effects(expression("mload(a)"))
    assert can_be_removed(effects, code_contains_msize=False)
    assert not can_be_removed(effects, code_contains_msize=True)
    assert can_be_removed(expression_effects(expression("sload(a)")), code_contains_msize=True)
    assert not can_be_removed(expression_effects(expression("create(a, b, c)")), False)


NEVER, WITHOUT_MSIZE, ALWAYS = "never", "without msize", "always"
# When an expression can be moved past a statement.
MOVES = {
    ("add(a, 1)", "sstore(0, 1)"): ALWAYS,
    ("add(a, 1)", "h()"): ALWAYS,
    ("sload(a)", "mstore(0, 1)"): ALWAYS,
    ("sload(a)", "pop(sload(0))"): ALWAYS,
    ("sload(a)", "pop(staticcall(1, 2, 3, 4, 5, 6))"): ALWAYS,
    ("sload(a)", "sstore(0, 1)"): NEVER,
    ("sload(a)", "pop(create(1, 2, 3))"): NEVER,
    ("tload(a)", "sstore(0, 1)"): ALWAYS,
    ("tload(a)", "tstore(0, 1)"): NEVER,
    ("mload(a)", "sstore(0, 1)"): WITHOUT_MSIZE,
    ("mload(a)", "log0(0, 1)"): WITHOUT_MSIZE,
    ("mload(a)", "mstore8(0, 1)"): NEVER,
    ("keccak256(a, b)", "sstore(0, 1)"): WITHOUT_MSIZE,
    ("keccak256(a, b)", "pop(staticcall(1, 2, 3, 4, 5, 6))"): NEVER,
    ("balance(a)", "sstore(0, 1)"): ALWAYS,
    ("balance(a)", "pop(staticcall(1, 2, 3, 4, 5, 6))"): NEVER,
    ("extcodesize(a)", "selfdestruct(0)"): NEVER,
    # Nothing is known about the function.
    ("returndatasize()", "h()"): NEVER,
    ("f(1)", "pop(0)"): NEVER,
    # Neither movable nor movable apart from effects.
    ("gas()", "pop(0)"): NEVER,
    ("msize()", "pop(0)"): NEVER,
    ("create(a, b, c)", "pop(0)"): NEVER,
    ("call(1, 2, 3, 4, 5, 6, 7)", "pop(0)"): NEVER,
}


def test_moving_past_a_statement() -> None:
    found = {}
    for text, statement in MOVES:
        effects = expression_effects(expression(text))
        others = statement_effects(statements(f"{statement} function h() {{ }}")[0])
        without_msize = is_movable_relative_to(effects, others, False)
        with_msize = is_movable_relative_to(effects, others, True)
        assert without_msize or not with_msize
        found[text, statement] = [NEVER, WITHOUT_MSIZE, ALWAYS][without_msize + with_msize]
    assert found == MOVES


def test_code_that_may_not_terminate_cannot_be_moved() -> None:
    effects = SideEffects(movable=True, cannot_loop=False)
    assert not is_movable_relative_to(effects, SideEffects(), False)


def effects_of_functions(source: str) -> dict[str, SideEffects]:
    return propagate_side_effects(graph(source), OSAKA)


def test_effects_propagate_to_all_callers() -> None:
    found = effects_of_functions(
        "{ f() function f() { g() } function g() { sstore(0, mload(1)) } function h() { } }"
    )
    worst = SideEffects(False, False, False, False, True, NONE, WRITE, READ, NONE)
    assert found == {OUTERMOST: worst, "f": worst, "g": worst, "h": SideEffects()}


LOOPING = SideEffects(
    movable=False, removable=False, removable_if_no_msize=False, cannot_loop=False
)


@pytest.mark.parametrize(
    "functions",
    [
        "function f() { for { } 1 { } { } }",
        "function f() { g() } function g() { for { } 1 { } { } }",
        "function f() { f() }",
        "function f() { g() } function g() { f() }",
        "function f() { g() } function g() { g() }",
        "function f() { if 0 { f() } }",
    ],
)
def test_loops_and_recursion_may_not_terminate(functions: str) -> None:
    """But what they compute is still movable apart from effects."""
    assert effects_of_functions(f"{{ {functions} }}")["f"] == LOOPING


def test_a_loop_elsewhere_does_not_count() -> None:
    source = "{ for { } 1 { } { f() } function f() { } function g() { for { } 1 { } { f() } } }"
    assert effects_of_functions(source)["f"] == SideEffects()
    assert effects_of_functions(source)[OUTERMOST] == LOOPING


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("{ sstore(0, add(1, msize())) }", True),
        ("{ function f() { if 0 { pop(msize()) } } }", True),
        ('{ verbatim_0i_0o("a") }', True),
        ("{ pop(mload(0)) pop(gas()) }", False),
        ('object "A" { code { } object "B" { code { pop(msize()) } } }', False),
    ],
)
def test_msize(source: str, found: bool) -> None:
    assert contains_msize(block(source)) == found


def test_calls_are_found_after_those_in_their_arguments() -> None:
    source = block("{ sstore(mload(mload(1)), mload(2)) function f() { pop(mload(3)) } }")
    assert [print_expression(call) for call in find_calls(source, "mload")] == [
        "mload(2)",
        "mload(1)",
        "mload(mload(1))",
        "mload(3)",
    ]
