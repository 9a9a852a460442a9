"""The StackLimitEvader: the spilled variables, their slots, and the code."""

from __future__ import annotations

import pytest

import yulopt
from tests.oracle import Job, run_batch, skip_unless_available
from tests.stack_programs import (
    HOMESTEAD,
    compile_code,
    declarations,
    move_to_memory,
    uses,
    variables,
)
from yulopt.analysis.call_graph import CallGraph
from yulopt.stack.memory_mover import allocate_memory_slots
from yulopt.stack.unreachable import unreachable_variables

# Choosing variables


def test_unreachable_variables_are_those_at_the_bottom() -> None:
    context, code = compile_code(f"{{ {declarations(20, 'sload({})')} {uses(20)} }}")
    assert unreachable_variables(context, code) == {"": variables(1, 0, 18, 17)}
    context, code = compile_code(f"{{ {declarations(18, 'sload({})')} {uses(18)} }}", HOMESTEAD)
    assert unreachable_variables(context, code) == {"": variables(0, 1)}


# Memory slots


def slots_of(calls: dict[str, list[str]], variables: dict[str, list[str]]) -> dict[str, int]:
    return allocate_memory_slots(CallGraph(calls, set(), False), variables)


def test_functions_never_active_together_share_slots() -> None:
    calls = {"": ["a", "b"], "a": ["c"], "b": [], "c": ["sload"]}
    slots = slots_of(calls, {"": ["m"], "a": ["x", "y"], "b": ["z"], "c": ["w"]})
    assert slots == {"w": 0, "x": 1, "y": 2, "z": 0, "m": 3}


@pytest.mark.parametrize("first", ["f", "g"])
@pytest.mark.parametrize("callees", [["f", "deep"], ["deep", "f"]])
def test_callers_of_mutually_recursive_functions_have_separate_slots(
    first: str, callees: list[str]
) -> None:
    # `caller` is active while `f` calls `g`, and this one `deep`; whichever is met first.
    calls = {"": [first, "caller"], "caller": ["f"], "f": ["g"], "g": callees, "deep": []}
    assert slots_of(calls, {"caller": ["x"], "deep": ["y"]}) == {"y": 0, "x": 1}


@pytest.mark.parametrize("callees", ["f(sub(n, 1)) deep(n)", "deep(n) f(sub(n, 1))"])
def test_solc_has_the_same_slots(callees: str) -> None:
    skip_unless_available()
    source = f"""object "a" {{ code {{
        mstore(64, memoryguard(128))
        g(calldataload(0))
        outer(calldataload(32))
        function outer(n) {{ {declarations(18, "sload({})")} f(n) {uses(18)} }}
        function f(n) {{ sstore(n, 1) g(n) }}
        function g(n) {{ sstore(n, 2) if n {{ {callees} }} }}
        function deep(n) {{ {declarations(19, "sload({})")} sstore(n, 3) {uses(19)} }}
    }} }}"""
    [result] = run_batch([Job("", source, ":", evm_version="cancun")])
    assert yulopt.optimize(source, steps=":", evm_version="cancun") == result.text


def test_uncalled_functions_keep_their_variables() -> None:
    source = """{
        pop(memoryguard(128))
        function f() { let x := sload(0) sstore(x, x) }
    }"""
    assert evade(source, "x")[1:2] == ["pop(memoryguard(0x80))"]


# Moving chosen variables


def lines(text: str) -> list[str]:
    return [line.strip() for line in text.strip().splitlines()]


def evade(source: str, *moved: str, function: str = "f") -> list[str]:
    """The lines of a bare block after `moved` were moved to memory."""
    context, code = compile_code(source)
    move_to_memory(context, code, {function: moved})
    return lines(yulopt.print_yul(code))


@pytest.mark.parametrize(
    ("guards", "result"),
    [
        (["128"], ["0x80"]),
        (["128", "0x0080"], ["0x80", "0x80"]),
        (["128", "0x0081"], ["128", "0x0081"]),
        (["0x007fffffff"], ["0x7fffffff"]),
        (["2147483648"], ["2147483648"]),
    ],
)
def test_guards_are_normalised_if_they_agree(guards: list[str], result: list[str]) -> None:
    body = " ".join(f"sstore(0, memoryguard({guard}))" for guard in guards)
    evaded = evade(f"{{ {body} stop() }}")
    assert evaded[1:-2] == [f"sstore(0, memoryguard({guard}))" for guard in result]


def test_without_a_guard_nothing_happens() -> None:
    source = "{ f() function f() { let x := sload(0) sstore(x, x) } }"
    assert evade(source, "x") == lines(yulopt.print_yul(compile_code(source)[1]))


def test_a_recursive_function_with_variables_to_move_cancels_everything() -> None:
    # `g` is part of a cycle, although a search that starts at `f` may not see it.
    source = """{
        pop(memoryguard(128))
        f()
        function f() { if sload(0) { h() } if sload(1) { g() } }
        function h() { if sload(2) { f() } let x := sload(0) sstore(x, x) }
        function g() { if sload(3) { h() } }
    }"""
    unchanged = lines(yulopt.print_yul(compile_code(source)[1]))
    assert evade(source, "x", function="h") == unchanged
    assert evade(source, function="g") == unchanged


def test_reads_and_writes() -> None:
    source = """{
        pop(memoryguard(128))
        f(1)
        function f(p) {
            let x
            if p { x := add(p, x) }
            for { } x { x := 0 } { sstore(x, p) }
        }
    }"""
    assert evade(source, "p", "x")[2:] == lines("""
        f(1)
        function f(p)
        {
        mstore(0xa0, p)
        mstore(0x80, 0)
        if mload(0xa0)
        {
        mstore(0x80, add(mload(0xa0), mload(0x80)))
        }
        for { } mload(0x80) { mstore(0x80, 0) }
        {
        sstore(mload(0x80), mload(0xa0))
        }
        }
        }
    """)


def test_several_variables_at_once_go_through_temporaries() -> None:
    source = """{
        pop(memoryguard(128))
        f()
        function f() { let a, b, c := g() a, b, c := g() let d, e }
        function g() -> x, y, z { }
    }"""
    assert evade(source, "b", "d")[4:-4] == lines("""
        {
        let a_1, b_2, c_3 := g()
        mstore(0xa0, b_2)
        let c := c_3
        let a := a_1
        let a_4, b_5, c_6 := g()
        mstore(0xa0, b_5)
        c := c_6
        a := a_4
        let d_7, e_8
        mstore(0x80, d_7)
        let e := e_8
    """)


def test_callers_read_return_variables_from_memory() -> None:
    source = """{
        pop(memoryguard(128))
        let a, b := f()
        sstore(a, b)
        function f() -> x, y { x, y := f_2() }
        function f_2() -> x_2, y_2 { }
    }"""
    assert evade(source, "x")[2:15] == lines("""
        let b_1 := f()
        let b := b_1
        let a := mload(0x80)
        sstore(a, b)
        function f() -> y
        {
        mstore(0x80, 0)
        let x_3, y_4 := f_2()
        mstore(0x80, x_3)
        y := y_4
        }
        function f_2() -> x_2, y_2
        { }
    """)


def test_a_call_without_results_on_the_stack_stands_alone() -> None:
    source = """{
        pop(memoryguard(0x80))
        let a, b := f()
        function f() -> x, y { }
    }"""
    assert evade(source, "x", "y")[2:5] == lines("""
        f()
        let b := mload(0x80)
        let a := mload(0xa0)
    """)


def test_a_single_return_variable_needs_a_wrapper() -> None:
    source = """{
        pop(memoryguard(128))
        sstore(0, f(1, 2))
        function f(p, q) -> r { if p { r := q leave } r := 7 }
    }"""
    assert evade(source, "r", "p")[3:] == lines("""
        function f(p, q_2) -> r
        {
        mstore(0x80, p)
        mstore(0xa0, 0)
        f_1(q_2)
        r := mload(0xa0)
        }
        function f_1(q)
        {
        if mload(0x80)
        {
        mstore(0xa0, q)
        leave
        }
        mstore(0xa0, 7)
        }
        }
    """)


def test_ghosts_waste_a_slot() -> None:
    assert evade("{ pop(memoryguard(128)) f() function f() { } }", "GHOST[0]")[1:2] == [
        "pop(memoryguard(0xa0))"
    ]
