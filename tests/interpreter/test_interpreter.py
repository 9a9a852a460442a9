"""Execution of control flow and names."""

from __future__ import annotations

import re

import pytest

import yulopt
from tests.conftest import EXAMPLES
from yulopt.evm.environment import Limits
from yulopt.evm.halt import HaltKind
from yulopt.interpreter.run import DEFAULT_ADDRESS, run


def stored(source: str, calldata: bytes = b"") -> dict[int, int]:
    """The storage after the program."""
    outcome = run(source, calldata=calldata)
    assert outcome.is_success, outcome
    return {slot: word for (address, slot), word in outcome.storage.items()}


def test_variables_start_as_zero_in_every_iteration() -> None:
    assert stored("""{
        for { let i := 0 } lt(i, 3) { i := add(i, 1) } {
            let x
            x := add(x, 1)
            sstore(i, x)
        }
    }""") == {0: 1, 1: 1, 2: 1}


def test_arguments_are_evaluated_from_the_last_to_the_first() -> None:
    assert stored("""{
        sstore(next(), add(next(), mul(next(), 10)))
        function next() -> n { n := add(tload(0), 1) tstore(0, n) }
    }""") == {3: 12}


def test_a_call_does_not_change_the_variables_of_its_caller() -> None:
    assert stored("""{
        let x := 5
        x := add(x, f(x))
        sstore(0, x)
        function f(x_1) -> r { x_1 := 7 r := x_1 }
    }""") == {0: 12}


def test_several_results() -> None:
    assert stored("""{
        let a, b := swap(1, 2)
        a, b := swap(a, b)
        sstore(a, add(b, 10))
        function swap(x, y) -> p, q { p := y q := x }
    }""") == {1: 12}


def test_break_continue_and_leave() -> None:
    assert stored("""{
        f(10)
        function f(n) {
            for { let i := 1 } n { i := add(i, 1) } {
                if eq(i, 2) { continue }
                if eq(i, 5) { break }
                sstore(i, i)
                if eq(i, 9) { leave }
            }
            sstore(100, 1)
            leave
            sstore(101, 1)
        }
    }""") == {1: 1, 3: 3, 4: 4, 100: 1}


@pytest.mark.parametrize(("value", "expected"), [(0, 10), (1, 11), (2, 12), (7, 12)])
def test_switch(value: int, expected: int) -> None:
    source = """{
        switch calldataload(0)
        case 0 { sstore(0, 10) }
        case 1 { sstore(0, 11) }
        default { sstore(0, 12) }
    }"""
    assert stored(source, value.to_bytes(32, "big")) == {0: expected}


def test_a_switch_without_a_matching_case_continues() -> None:
    assert stored("{ switch 5 case 1 { sstore(0, 1) } sstore(1, 1) }") == {1: 1}


def test_sibling_scopes_may_use_the_same_names() -> None:
    assert stored("""{
        { let x := 1 function f() -> r { r := 10 } sstore(x, f()) }
        { let x := 2 function f() -> r { r := 20 } sstore(x, f()) }
    }""") == {1: 10, 2: 20}


def test_functions_inside_functions() -> None:
    assert stored("""{
        sstore(0, outer(3))
        function outer(n) -> r {
            r := inner(n)
            function inner(m) -> s { s := add(m, helper()) }
        }
        function helper() -> h { h := 100 }
    }""") == {0: 103}


def test_variables_of_the_init_block_are_visible_in_the_whole_loop() -> None:
    assert stored("""{
        for { let i := 0 let n := 2 } lt(i, n) { i := add(i, 1) } { sstore(add(i, n), i) }
    }""") == {3: 1}


def test_deep_recursion_needs_no_recursion() -> None:
    source = """{
        sstore(0, sum(9000))
        function sum(n) -> r { if n { r := add(n, sum(sub(n, 1))) } }
    }"""
    assert stored(source) == {0: 9000 * 9001 // 2}


def test_a_deeply_nested_expression() -> None:
    depth = 500
    assert stored("{ sstore(0, " + "add(1, " * depth + "0" + ")" * depth + ") }") == {0: depth}


ENDLESS = "{ sstore(0, 1) for { } 1 { } { } }"
BOTTOMLESS = "{ sstore(0, 1) f() function f() { f() } }"


@pytest.mark.parametrize(
    ("source", "kind", "reason"),
    [
        (ENDLESS, HaltKind.OUT_OF_STEPS, "more than 1000 steps were executed"),
        (BOTTOMLESS, HaltKind.OUT_OF_CALL_DEPTH, "more than 100 calls of functions are waiting"),
        (
            "{ sstore(0, 1) mstore(4096, 1) }",
            HaltKind.OUT_OF_MEMORY,
            "memory up to byte 0x1020 is needed, more than the limit of 0x1000",
        ),
        ("{ for { } 1 { } { pop(keccak256(0, 4096)) } }", HaltKind.OUT_OF_STEPS, "more than 1000"),
        ("{ verbatim_0i_0o('x') }", HaltKind.UNSUPPORTED, "`verbatim` is bytecode"),
        (
            "{ pop(call(0, 8, 0, 0, 0, 0, 0)) }",
            HaltKind.UNSUPPORTED,
            "contract 0x8 is not modelled",
        ),
    ],
)
def test_limits(source: str, kind: HaltKind, reason: str) -> None:
    outcome = run(source, limits=Limits(1000, 4096, 100))
    assert outcome.kind == kind
    assert outcome.is_limit
    assert reason in outcome.reason
    assert not outcome.storage


def test_a_limit_inside_a_message_ends_everything() -> None:
    """Its caller must not go on as if the message had failed."""
    source = """{
        if calldatasize() { for { } 1 { } { } }
        sstore(0, call(gas(), address(), 0, 0, 1, 0, 0))
    }"""
    outcome = run(source, limits=Limits(1000))
    assert outcome.kind == HaltKind.OUT_OF_STEPS
    assert not outcome.storage


@pytest.mark.parametrize(
    "steps", ["", "hgfo", "hgfodhfoDgvulfnTUtnIf", "hgfodhfoDgvulfnTUtnIfxarrscLMcCTU"]
)
def test_trees_between_steps(steps: str) -> None:
    """A recursive example, without optimisation and after some steps."""
    text = next(path for path in EXAMPLES if path.stem == "recursion").read_text("utf-8")
    optimised = yulopt.optimize(text, steps, bare=True)
    selectors = sorted(set(re.findall(r"case 0x([0-9a-f]{8}) ", text)))
    assert selectors
    for selector in selectors:
        data = bytes.fromhex(selector) + b"".join(n.to_bytes(32, "big") for n in (5, 3, 2, 1))
        before, after = run(text, calldata=data), run(optimised, calldata=data)
        before.steps = after.steps = 0
        assert before == after
        assert not before.is_limit


def test_the_storage_before() -> None:
    outcome = run("{ sstore(1, add(sload(0), 1)) sstore(2, 0) }", storage={0: 41, 2: 5})
    assert outcome.storage == {(DEFAULT_ADDRESS, 1): 42, (DEFAULT_ADDRESS, 2): 0}
