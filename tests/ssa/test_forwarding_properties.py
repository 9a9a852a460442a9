"""The passes that forward loads, on random programs: they keep what these do, and the form valid;
their analyses take time in proportion to the size of functions."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from random import Random
from textwrap import dedent

import pytest

from tests.generator import generate
from tests.ssa.equivalence import EVM_VERSION, assert_same
from tests.ssa.interpreter import RuntimeValue, empty_frame, run_function
from tests.ssa.programs import read
from tests.ssa.random_state import random_state_module, state_behaviour
from tests.ssa.reference_programs import reference_program
from tests.ssa.state_programs import state_program
from yulopt.evm.environment import Limits
from yulopt.evm.halt import Halt
from yulopt.ssa.ir.function import Module
from yulopt.ssa.ir.instructions import Load
from yulopt.ssa.ir.verifier import verify_module
from yulopt.ssa.pipeline import all_passes, parse_pipeline, run_pipeline
from yulopt.ssa.text.printer import print_module

STATE_PIPELINES = (
    "mem2reg,evm-forward,evm-dead-stores",
    "evm-dead-stores,evm-forward:value-phis=no",
    "mem2reg,gvn,evm-forward,trivial-phis,evm-forward,evm-dead-stores,evm-dead-stores,dce",
)
REFERENCE_PIPELINES = (
    "forward",
    "forward:value-phis=no",
    "forward:mode=note",
    "forward:mode=note:nyk=no",
    "mem2reg:references=yes,forward,mem2reg,dce,forward",
)
GRAPHS = ("evm-dead-stores,evm-forward:value-phis=no", "forward:mode=note,forward:value-phis=no")
STATE_PROGRAMS = 14
REFERENCE_PROGRAMS = 35
RANDOM_GRAPHS = 50


def run(pipeline: str, module: Module) -> int:
    """Run some passes; how much they did."""
    done = run_pipeline(parse_pipeline(pipeline), module, verify_each=True)
    return sum(sum(counts.values()) for counts in done.values())


@pytest.mark.parametrize("pipeline", STATE_PIPELINES)
def test_programs_that_load_and_store_do_the_same(pipeline: str) -> None:
    compared = changes = 0
    for seed in range(STATE_PROGRAMS):

        def transform(module: Module) -> None:
            nonlocal changes
            changes += run(pipeline, module)

        text = state_program(seed, Random(seed).choice((8, 15, 30)))
        compared += assert_same(text, transform, seed=seed)
    assert compared > STATE_PROGRAMS
    assert changes > STATE_PROGRAMS


def test_generated_programs_do_the_same() -> None:
    compared = 0
    for seed in range(500, 508):
        pipeline = STATE_PIPELINES[seed % len(STATE_PIPELINES)] + ",forward"

        def transform(module: Module, pipeline: str = pipeline) -> None:
            run(pipeline, module)

        compared += assert_same(generate(seed, evm_version=EVM_VERSION), transform, seed=seed)
    assert compared > 8


@pytest.mark.parametrize("pipeline", ["evm-forward,evm-dead-stores,forward,evm-forward", *GRAPHS])
def test_random_graphs_do_the_same(pipeline: str) -> None:
    compared = changes = 0
    for seed in range(RANDOM_GRAPHS):
        module = random_state_module(Random(seed))
        verify_module(module)
        text = print_module(module)
        before = [state_behaviour(module, Random(number)) for number in range(3)]
        changes += run(pipeline, module)
        for number, expected in enumerate(before):
            if expected is not None:
                found = state_behaviour(module, Random(number), steps=2000)
                assert found == expected, f"seed {seed}\n{text}\n{print_module(module)}"
                compared += 1
    assert compared > RANDOM_GRAPHS
    assert changes > RANDOM_GRAPHS / 2


# References


def reference_behaviour(module: Module, arguments: list[RuntimeValue]) -> list[object]:
    """The calls of declared functions, and how `f` ends."""
    told: list[object] = []

    def host(name: str, given: list[RuntimeValue]) -> list[RuntimeValue]:
        told.append((name, given))
        return []

    try:
        frame = empty_frame(Limits(20_000))
        told.append(run_function(module, "f", arguments, host=host, frame=frame))
    except Halt as halt:
        told.append(halt.kind)
    return told


@pytest.mark.parametrize("pipeline", REFERENCE_PIPELINES)
def test_programs_with_references_do_the_same(pipeline: str) -> None:
    changes = 0
    for seed in range(REFERENCE_PROGRAMS):
        text = reference_program(seed, Random(seed).choice((10, 20, 40)))
        before, after = read(text), read(text)
        changes += run(pipeline, after)
        for arguments in ([0, 0], [1, 0], [0, 1], [1, 2]):
            expected = reference_behaviour(before, [*arguments])
            found = reference_behaviour(after, [*arguments])
            assert found == expected, f"seed {seed}, {arguments}\n{text}\n{print_module(after)}"
    assert changes > REFERENCE_PROGRAMS


def test_the_note_never_finds_more() -> None:
    fewer = 0
    for seed in range(REFERENCE_PROGRAMS):
        text = reference_program(seed)
        counts = []
        for pipeline in ("forward:value-phis=no", "forward:mode=note"):
            module = read(text)
            run(pipeline, module)
            function = module.functions["f"]
            counts.append(sum(isinstance(one, Load) for one in function.all_instructions()))
        assert counts[0] <= counts[1], f"seed {seed}\n{text}"
        fewer += counts[0] < counts[1]
    assert fewer


# Documentation and time


@pytest.mark.parametrize("name", ["forward", "evm-forward", "evm-dead-stores"])
def test_examples_are_what_the_passes_do(name: str) -> None:
    documentation = sys.modules[all_passes()[name].__module__].__doc__
    assert documentation is not None
    found = re.fullmatch(r".*\nExample::\n(.*?)\nbecomes::\n(.*?)\n\S.*", documentation, re.DOTALL)
    assert found is not None
    module = read(found[1])
    run(name, module)
    assert print_module(module).strip() == dedent(found[2]).strip()


def straight(size: int) -> str:
    """Many stores and loads of different slots and words, in many blocks."""
    lines = ["func @f(%p: i256) {", "b0:"]
    for number in range(size):
        lines.append(f"%a{number} = add %p, {number}  sstore %a{number}, {number}")
        lines.append(f"mstore {32 * number}, %a{number}")
        lines.append(f"%s{number} = sload %a{number // 2}  sstore %s{number}, 1")
        lines.append(f"br %b{number + 1} b{number + 1}:")
    return "\n".join([*lines, "ret }"])


def nested(size: int) -> str:
    """Loops in loops, each with a slot and a word of its own."""
    heads = [
        f"b{number}: sstore {number}, 1 %v{number} = sload {number + 1}"
        f" br %v{number}, %b{number + 1}, %e{number}"
        for number in range(1, size)
    ]
    ends = [f"e{number}: sstore {number}, 2 br %b{number - 1}" for number in range(2, size)]
    return "\n".join(
        ["func @f() {", "b0: br %b1", *heads, f"b{size}: br %e{size - 1}", *ends, "e1: ret }"]
    )


@pytest.mark.parametrize("shape", [straight, nested])
@pytest.mark.parametrize("pipeline", ["evm-forward", "evm-dead-stores", "forward"])
def test_large_functions_need_no_deep_stack(shape: Callable[[int], str], pipeline: str) -> None:
    module = read(shape(1000))
    run(pipeline, module)
    verify_module(module)
