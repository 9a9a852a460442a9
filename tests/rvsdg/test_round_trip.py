"""Yul through graphs and back: the text, and preserved behaviour."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import EXAMPLES
from tests.oracle import SHARED
from tests.rvsdg.round_trip import Figures, check_round_trip
from tests.slices import seeds
from tests.verification.programs import program
from yulopt.dialect import dialect_for, parse_evm_version
from yulopt.errors import Source
from yulopt.rvsdg.ir import Function, Graph, Loop, Node, Recursion, Switch
from yulopt.rvsdg.language import State, states_of, yul_language
from yulopt.rvsdg.parser import parse_expression
from yulopt.rvsdg.program import read_program, write_program
from yulopt.rvsdg.to_yul import write_code
from yulopt.rvsdg.traversal import postorder
from yulopt.rvsdg.verifier import GraphError

CORPUS = sorted((SHARED / "corpus").glob("*.yul"))
DIALECT = dialect_for(parse_evm_version("osaka"))


def graph_of(text: str) -> Node:
    """The graph of the outermost code of a program."""
    return read_program(Source(text), DIALECT)[0].root


def written(text: str) -> str:
    """The result for a program, on one line."""
    return " ".join(write_program(read_program(Source(text), DIALECT)).split())


def test_pure_code_is_nested_and_effects_stay_in_order() -> None:
    text = "{ sstore(0, add(calldataload(0), 1)) mstore(0, sload(0)) log0(0, 32) }"
    assert written(text) == (
        "{ { sstore(0, add(calldataload(0), 1)) let v := sload(0) mstore(0, v) log0(0, 32) } }"
    )


def test_values_used_twice_are_variables() -> None:
    text = "{ let x := calldataload(0) sstore(x, mul(x, x)) }"
    assert written(text) == "{ { let v := calldataload(0) sstore(v, mul(v, v)) } }"


def test_a_branch_that_ends_the_execution() -> None:
    text = "{ if lt(calldataload(0), 4) { revert(0, 0) } sstore(0, 1) }"
    assert written(text) == "{ { if lt(calldataload(0), 4) { revert(0, 0) } sstore(0, 1) } }"


def test_a_loop_is_left_at_its_exit_condition() -> None:
    text = "{ let i for {} lt(i, 9) { i := add(i, 1) } { sstore(i, i) } sstore(i, 0) }"
    assert written(text) == (
        "{ { let v := 0 for { } 1 { } { if iszero(lt(v, 9)) { break } sstore(v, v)"
        " let v_1 := add(v, 1) v := v_1 } sstore(v, 0) } }"
    )


def test_a_function_is_left_instead_of_nested() -> None:
    text = """{
        f(calldataload(0))
        function f(x) { if eq(x, 1) { leave } if eq(x, 2) { leave } if x { sstore(0, x) } }
    }"""
    assert written(text) == (
        "{ { f(calldataload(0)) } function f(p) { if eq(p, 1) { leave } if eq(p, 2) { leave }"
        " if p { sstore(0, p) } } }"
    )


def test_a_branch_that_changes_a_variable() -> None:
    text = "{ let x := 5 if calldataload(0) { x := 6 } sstore(0, x) }"
    assert written(text) == (
        "{ { let v := 5 if calldataload(0) { v := 6 } sstore(0, v) } }"  #
    )


def test_switches_keep_their_cases() -> None:
    text = "{ switch calldataload(0) case 3 { sstore(0, 1) } case 9 { sstore(0, 2) } }"
    assert written(text) == (
        "{ { switch calldataload(0) case 3 { sstore(0, 1) } case 9 { sstore(0, 2) } } }"
    )


def test_recursive_functions_are_in_a_rec() -> None:
    text = """{
        sstore(0, even(calldataload(0)))
        function even(n) -> r { r := 1 if n { r := odd(sub(n, 1)) } }
        function odd(n) -> r { if n { r := even(sub(n, 1)) } }
    }"""
    recursions = [node for node in postorder([graph_of(text)]) if isinstance(node, Recursion)]
    assert [len(node.operands) for node in recursions] == [2]
    assert check_round_trip(text).runs > 0


def test_pure_functions_take_no_states() -> None:
    text = "{ sstore(0, f(1)) function f(x) -> y { y := add(x, caller()) } }"
    root = graph_of(text)
    functions = [node for node in postorder([root]) if isinstance(node, Function)]
    assert (1, 1) in [(node.inputs, node.outputs) for node in functions]


PROGRAMS = {
    "leave": """{
        sstore(0, f(calldataload(0), calldataload(32)))
        function f(a, b) -> r {
            if a { r := 1 if b { r := 2 leave } r := add(r, 10) }
            if lt(b, 3) { leave }
            r := add(r, 100)
        }
    }""",
    "break and continue": """{
        let sum
        for { let i := 0 } lt(i, 20) { i := add(i, 1) } {
            if eq(i, calldataload(0)) { continue }
            if gt(sum, 60) { break }
            for { let j := 0 } lt(j, i) { j := add(j, 1) } {
                if eq(j, 5) { break }
                sum := add(sum, j)
                if gt(sum, 1000) { leave_it() }
            }
        }
        sstore(0, sum)
        function leave_it() { revert(0, 0) }
    }""",
    "several values": """{
        let a, b := swap(calldataload(0), calldataload(32))
        a, b := swap(b, a)
        for {} lt(a, 5) { a := add(a, 1) } { a, b := swap(a, add(b, 1)) a, b := swap(a, b) }
        sstore(a, b)
        function swap(x, y) -> u, v { u := y v := x }
    }""",
    "variables that change places in a loop": """{
        let a, b, c := three()
        for { let i := 0 } lt(i, and(calldataload(0), 7)) { i := add(i, 1) } {
            let t := a
            a := b
            b := c
            c := t
        }
        sstore(0, a) sstore(1, b) sstore(2, c)
        function three() -> x, y, z { x := 1 y := 2 z := 3 }
    }""",
    "what ends it in a function": """{
        sstore(0, 1)
        f(calldataload(0))
        sstore(0, 2)
        function f(x) {
            if eq(x, 1) { stop() }
            if eq(x, 2) { mstore(0, 7) return(0, 32) }
            if eq(x, 3) { mstore(0, 8) revert(0, 32) }
            if eq(x, 4) { invalid() }
            if eq(x, 5) { selfdestruct(9) }
        }
    }""",
    "endless, after a store": """{
        sstore(0, 1) if calldataload(0) { for {} 1 {} { } } sstore(1, 2)
    }""",
    "a function that never returns": """{
        if calldataload(0) { sstore(0, f()) } sstore(1, 1)
        function f() -> x { for {} 1 {} { x := add(x, 1) } }
    }""",
    "the end before an endless recursion": """{
        let x := f(calldataload(0))
        sstore(x, x)
        function f(a) -> r {
            if iszero(a) { g() }
            sstore(1, a)
            r := f(0)
        }
        function g() { stop() }
    }""",
    "all of them in one loop": """{
        let x := calldataload(0)
        for {} 1 {} {
            switch mod(x, 5)
            case 0 { x := add(x, 1) continue }
            case 1 { break }
            case 2 { sstore(x, 1) x := div(x, 3) }
            case 3 { return(0, 0) }
            default { x := f(x) }
        }
        sstore(0, x)
        function f(a) -> b { if gt(a, 100) { b := 1 leave } b := add(a, 2) }
    }""",
    "messages": """{
        mstore(0, 5)
        let ok := call(gas(), 0x9999, 0, 0, 32, 32, 32)
        sstore(ok, add(mload(32), returndatasize()))
        returndatacopy(64, 0, returndatasize())
        pop(staticcall(gas(), 0x9999, 0, 64, 0, 32))
        log2(0, 96, ok, keccak256(0, 64))
        tstore(1, msize())
        sstore(tload(1), selfbalance())
    }""",
    "recursion with effects": """{
        sstore(0, f(and(calldataload(0), 15)))
        function f(n) -> r {
            if iszero(n) { leave }
            for { let i := 0 } lt(i, 2) { i := add(i, 1) } {
                if eq(n, 9) { revert(0, 0) }
                if and(n, 1) { r := add(r, f(sub(n, 1))) break }
                r := add(r, mul(n, f(div(n, 2))))
            }
            sstore(n, r)
        }
    }""",
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_behaviour_of_small_programs(name: str) -> None:
    assert check_round_trip(PROGRAMS[name], tries=100).runs > 0


def test_verbatim_and_literals() -> None:
    text = """object "A" {
        code {
            let a, b := verbatim_1i_2o(hex"600160", 7)
            setimmutable(0, "i", a)
            sstore(linkersymbol("L.sol:L"), add(b, loadimmutable("i")))
            datacopy(0, dataoffset("d"), datasize("d"))
            pop(verbatim_0i_1o("\\x5f"))
        }
        data "d" "abc"
    }"""
    assert written(text) == (
        'object "A" { code { { let v, v_1 := verbatim_1i_2o("`\\x01`", 7) setimmutable(0, "i", v)'
        ' sstore(linkersymbol("L.sol:L"), add(v_1, loadimmutable("i")))'
        ' datacopy(0, dataoffset("d"), datasize("d"))'
        ' pop(verbatim_0i_1o("_")) } } data "d" hex"616263" }'
    )


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_examples(path: Path) -> None:
    assert check_round_trip(path.read_text(), evm_version="osaka").runs > 0


@pytest.mark.skipif(not CORPUS, reason="needs ../shared/corpus")
@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.stem)
def test_corpus(path: Path) -> None:
    assert check_round_trip(path.read_text(), evm_version="osaka", tries=10).runs > 0


def test_generated_programs() -> None:
    figures = Figures()
    for seed in seeds(12, at_length=150):
        made = program(seed)
        check_round_trip(made.text, tries=8, evm_version=made.evm_version, figures=figures)
    assert figures.runs > 50
    assert figures.graph_runs > 50


def test_no_access_to_memory_moves_past_an_end_of_execution() -> None:
    for builtin in DIALECT.builtins.values():
        if not builtin.control_flow.can_continue:
            assert {State.MEM, State.EXT} <= set(states_of(builtin)), builtin.name


@pytest.mark.parametrize("name", ["stop", "return", "selfdestruct", "verbatim_0i_0o"])
def test_a_successful_end_takes_all_states(name: str) -> None:
    """Earlier stores persist then, so they are needed."""
    builtin = DIALECT.builtin(name)
    assert builtin is not None
    assert states_of(builtin) == tuple(State)


def test_a_state_is_used_once() -> None:
    graph = Graph(yul_language(DIALECT))
    root = parse_expression(
        "(func-2-inputs-2-outputs (get-0 (sstore 0 1 get-0 get-1))"
        " (get-1 (sstore 0 2 get-0 get-1)))",
        graph,
    )
    with pytest.raises(GraphError, match="used twice"):
        write_code(root, graph)


def test_a_recursive_function_gives_results_and_then_states() -> None:
    """Else it is not known what it gives while it is being written."""
    graph = Graph(yul_language(DIALECT))
    root = parse_expression(
        """
        (?next (call get-3 get-0 get-1 get-2)
        (?store (sstore (get-2 ?next) 1 (get-0 ?next) (get-1 ?next))
        (?f (get-0 (rec-1 (func-3-inputs-3-outputs get-0 (get-0 ?store) (get-1 ?store) get-0)))
        (?called (call ?f 5 get-0 get-1)
        (func-2-inputs-2-outputs (get-0 ?called) (get-1 ?called))))))
        """,
        graph,
    )
    with pytest.raises(GraphError, match="something that is not a state"):
        write_code(root, graph)


def test_words_are_no_states() -> None:
    graph = Graph(yul_language(DIALECT))
    root = parse_expression(
        "(func-1-inputs-2-outputs (get-0 (sstore 0 1 get-0 7)) (get-1 (sstore 0 1 get-0 7)))", graph
    )
    with pytest.raises(GraphError, match="'sstore' takes something that is not a state"):
        write_code(root, graph)


def test_deep_nesting() -> None:
    depth = 300
    text = (
        "{ let x "
        + "if calldataload(x) { x := add(x, 1) " * depth
        + "}" * depth
        + " sstore(0, x) }"
    )
    root = graph_of(text)
    assert sum(isinstance(node, Switch) for node in postorder([root])) == depth
    assert written(text).count("if ") == depth


def test_many_statements() -> None:
    text = (
        "{ "
        + "if calldataload(0) { sstore(0, 1) } for {} lt(sload(0), 9) {} { sstore(0, 10) } " * 300
    )
    root = graph_of(text + "}")
    assert sum(isinstance(node, Loop) for node in postorder([root])) == 300
    assert written(text + "}").count("for ") == 300
