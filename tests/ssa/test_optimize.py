"""optimize: all passes together, on reference programs and on programs of extreme shape."""

from __future__ import annotations

import pytest

from benchmarks.ssa import SHAPES
from tests.slices import every_nth
from tests.ssa.equivalence import Comparison, Input, difference
from tests.ssa.graphs import is_reducible
from tests.ssa.interpreter import run_function
from tests.ssa.optimised import assert_becomes, optimised
from tests.ssa.programs import first_function, module_of, read, text_of
from tests.ssa.raised import RaisedComparison
from yulopt.ssa.kernel.running import run_pipeline
from yulopt.ssa.kernel.verifier import verify_module
from yulopt.ssa.pipeline import parse_pipeline
from yulopt.ssa.text.printer import print_module

# The arguments of some calls of each program.
CALLS: dict[str, list[list[int]]] = {
    "N1": [[]],
    "N1b": [[]],
    "N2": [[0], [1]],
    "N4": [[]],
    "N5": [[]],
    "N6": [[]],
    "N8": [[]],
    "N9": [[]],
    "T1": [[1, 2], [2, 1], [(1 << 256) - 1, 0]],
    "T2": [[0], [1], [2], [10]],
    "T3": [[]],
    "S2": [[0, 1, 0], [1, 1, 0], [1, 0, 0]],
}


def observed(name: str, pipeline: str) -> list[object]:
    """The results of a reference program, and its arguments to declared functions."""
    found: list[object] = []
    for arguments in CALLS[name]:
        module = module_of(name)
        run_pipeline(parse_pipeline(pipeline), module, verify_each=True)

        def host(callee: str, given: list[int]) -> list[int]:
            found.append((callee, given))
            return []

        found.append(run_function(module, first_function(module).name, arguments, host=host))
    return found


@pytest.mark.parametrize("name", CALLS)
def test_reference_programs_behave_the_same(name: str) -> None:
    assert observed(name, "optimize") == observed(name, "")


def test_max() -> None:
    assert_becomes(
        text_of("T1"),
        """
        entry:
          %cmp = sgt %b, %a
          br %cmp, %if.then, %if.end
        if.then:
          br %if.end
        if.end:
          %result.1 = phi i256 [ %a, %entry ], [ %b, %if.then ]
          ret %result.1
        """,
        "mem2reg, sccp, gvn, dce, adce",
    )


def test_sum_of_prime_factors() -> None:
    module = read(text_of("T4"))
    run_pipeline(parse_pipeline("optimize"), module, verify_each=True)
    assert [run_function(module, "sopfr", [n]) for n in (42, 40)] == [[12], [11]]


S1 = """
{
    sstore(0, f(calldataload(0), calldataload(32)))
    function f(n, m) -> r {
        for { let i := 0 } lt(i, n) { i := add(i, 1) } {
            let stop_outer := 0
            for { let j := 0 } lt(j, m) { j := add(j, 1) } {
                r := add(r, mul(n, 32))
                if eq(sload(add(i, j)), 7) { stop_outer := 1 break }
            }
            if stop_outer { break }
            sstore(100, i)
        }
        r := add(r, 1)
    }
}
"""


@pytest.mark.parametrize("storage", [{}, {3: 7}, {0: 7}])
def test_break_out_of_two_loops(storage: dict[int, int]) -> None:
    given = Input((3).to_bytes(32, "big") + (4).to_bytes(32, "big"), storage)
    expected = Comparison(S1).yul(given)
    assert expected.is_success
    raised = RaisedComparison(S1).raised(given, "optimize")
    assert not difference(expected, raised)


def test_rounds_stop_when_nothing_changes() -> None:
    text = "func @f(%a: i256) -> i256 { e: %0 = sload %a ret %0 }"
    assert optimised(text, "optimize:rounds=1") == optimised(text, "optimize:rounds=9")


@pytest.mark.parametrize("shape", every_nth(2, list(SHAPES)))
def test_extreme_shapes_need_no_deep_stack(shape: str) -> None:
    module = read(SHAPES[shape](8))
    run_pipeline(parse_pipeline("mem2reg, optimize, tail-merging"), module)
    verify_module(module)
    assert all(is_reducible(function) for function in module.functions.values())
    # The same input gives the same output, in the same order.
    again = read(SHAPES[shape](8))
    run_pipeline(parse_pipeline("mem2reg, optimize, tail-merging"), again)
    assert print_module(again) == print_module(module)
