"""The interpreter of SSA modules: reference programs, and generated Yul against the interpreter of
Yul."""

from __future__ import annotations

import pytest

from tests.generator import generate
from tests.slices import seeds
from tests.ssa.equivalence import Comparison, Input, assert_same, unchanged
from tests.ssa.interpreter import empty_frame, run_function
from tests.ssa.programs import first_function, module_of, read
from tests.ssa.promotion import promote
from yulopt.evm.frame import TraceEntry, Tracer
from yulopt.ssa.ir.function import Module

CAMPAIGN = seeds(2, at_length=100)


class Log:
    """A host that records the calls of declared functions."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, list[int]]] = []

    def __call__(self, name: str, arguments: list[int]) -> list[int]:
        self.calls.append((name, arguments))
        return []


def calls(module: Module) -> list[tuple[str, list[int]]]:
    log = Log()
    run_function(module, first_function(module).name, [], host=log)
    return log.calls


def printed(module: Module) -> list[int]:
    return [arguments[0] for name, arguments in calls(module) if name == "println"]


@pytest.mark.parametrize("promoted", [False, True])
@pytest.mark.parametrize(("name", "output"), [("N1", [1, 2, 3, 3]), ("N1b", [8, 8, 8, 7])])
def test_noir_programs_print(name: str, output: list[int], promoted: bool) -> None:
    module = module_of(name)
    if promoted:
        promote(first_function(module))
    assert printed(module) == output


@pytest.mark.parametrize("promoted", [False, True])
@pytest.mark.parametrize(
    ("name", "constraints"),
    [
        ("N4", [[7, 7]]),
        ("N5", [[7, 7], *([n, 7] for n in range(1, 11))]),
        ("N6", [[7, 7]]),
        ("N8", [[30, 30]]),
        ("N9", [[0, 0]]),
    ],
)
def test_noir_programs_constrain(name: str, constraints: list[list[int]], promoted: bool) -> None:
    module = module_of(name)
    if promoted:
        promote(first_function(module))
    assert [arguments for _, arguments in calls(module)] == constraints


@pytest.mark.parametrize("promoted", [False, True])
@pytest.mark.parametrize(
    ("program", "function", "argument", "result"),
    [
        ("T2", "fib", 0, 0),
        ("T2", "fib", 1, 1),
        ("T2", "fib", 10, 55),
        ("T4", "sopfr", 42, 12),
        ("T4", "sopfr", 40, 11),
    ],
)
def test_tinyoptimizer_programs(
    program: str, function: str, argument: int, result: int, promoted: bool
) -> None:
    module = module_of(program)
    if promoted:
        for item in module.functions.values():
            promote(item)
    assert run_function(module, function, [argument]) == [result]


def test_max_compares_signed_numbers() -> None:
    assert run_function(module_of("T1"), "max", [2**256 - 1, 3]) == [3]


def test_counter_counts_to_ten() -> None:
    assert run_function(module_of("T3"), "counter", []) == [10]


def test_cells_are_zero_at_first() -> None:
    assert run_function(module_of("C2"), "C2", []) == [0]


def test_phis_of_a_block_are_evaluated_at_once() -> None:
    module = read("""
        func @swap(%n: i256) -> i256, i256 {
        entry:
          br %loop
        loop:
          %a = phi i256 [ 1, %entry ], [ %b, %loop ]
          %b = phi i256 [ 2, %entry ], [ %a, %loop ]
          %i = phi i256 [ 0, %entry ], [ %next, %loop ]
          %next = add %i, 1
          %more = lt %i, %n
          br %more, %loop, %end
        end:
          ret %a, %b
        }
    """)
    assert run_function(module, "swap", [2]) == [1, 2]
    assert run_function(module, "swap", [3]) == [2, 1]


def test_parallel_copies_are_evaluated_at_once() -> None:
    module = read("""
        func @swap() -> i256, i256 post-ssa {
        entry:
          %a = copy 1
          %b = copy 2
          [%a, %b] = pcopy [%b, %a]
          ret %a, %b
        }
    """)
    assert run_function(module, "swap", []) == [2, 1]


def test_an_alloca_is_a_new_cell_each_time() -> None:
    module = read("""
        func @f() -> i256 {
        entry:
          br %loop
        loop:
          %i = phi i256 [ 0, %entry ], [ %next, %loop ]
          %cell = alloca i256
          %old = load i256, %cell
          store i256 7, %cell
          %next = add %i, 1
          %more = lt %next, 3
          br %more, %loop, %end
        end:
          ret %old
        }
    """)
    assert run_function(module, "f", []) == [0]


def test_trace_has_builtins_with_their_results() -> None:
    entries: list[TraceEntry] = []
    frame = empty_frame()
    frame.transaction.tracer = Tracer(entries.append)
    module = read("func @f() -> i256 { entry: sstore 3, 4 %x = sload 3 ret %x }")
    run_function(module, "f", [], frame=frame)
    reported = [(entry.name, entry.arguments, entry.result) for entry in entries]
    assert reported == [("sstore", (3, 4), None), ("sload", (3,), 4)]


@pytest.mark.parametrize("seed", CAMPAIGN)
def test_generated_programs_do_the_same_in_ssa_form(seed: int) -> None:
    assert_same(generate(seed, size=25, evm_version="cancun"), seed=seed)


def steps(trace: list[TraceEntry]) -> list[tuple[object, ...]]:
    """The steps of a trace, without source positions; memoryguard does nothing."""
    return [
        (entry.kind, entry.name, entry.literals, entry.arguments, entry.result, entry.nesting)
        for entry in trace
        if entry.name != "memoryguard"
    ]


@pytest.mark.parametrize("seed", CAMPAIGN)
def test_lowering_keeps_the_order_of_evaluation(seed: int) -> None:
    comparison = Comparison(generate(seed, size=25, evm_version="cancun"))
    expected = comparison.yul(Input())
    trace = steps(comparison.trace)
    found = comparison.ssa(Input(), unchanged)
    if not expected.is_limit and not found.is_limit:
        assert steps(comparison.trace) == trace


def test_most_generated_programs_can_be_compared() -> None:
    compared = sum(
        assert_same(generate(seed, size=10, evm_version="cancun"), seed=seed) for seed in range(10)
    )
    assert compared > 20
