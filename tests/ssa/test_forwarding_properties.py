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
from tests.slices import amount
from tests.ssa.equivalence import EVM_VERSION, assert_same
from tests.ssa.programs import read
from tests.ssa.random_state import random_state_module, state_behaviour
from tests.ssa.state_programs import state_program
from yulopt.ssa.ir.function import Module
from yulopt.ssa.kernel.running import run_pipeline
from yulopt.ssa.kernel.verifier import verify_module
from yulopt.ssa.pipeline import all_passes, parse_pipeline
from yulopt.ssa.text.printer import print_module

STATE_PIPELINES = (
    "mem2reg,evm-forward,evm-dead-stores",
    "evm-dead-stores,evm-forward:value-phis=no",
    "mem2reg,gvn,evm-forward,trivial-phis,evm-forward,evm-dead-stores,evm-dead-stores,dce",
)
GRAPHS = (
    "evm-forward,evm-dead-stores,evm-forward",
    "evm-dead-stores,evm-forward:value-phis=no",
    "mem2reg,evm-dead-stores,evm-forward",
)
STATE_PROGRAMS = amount(5, 40)
RANDOM_GRAPHS = amount(20, 200)


def run(pipeline: str, module: Module) -> int:
    """Run some passes; how much they did."""
    done = run_pipeline(parse_pipeline(pipeline), module, verify_each=True)
    return sum(sum(counts.values()) for counts in done.values())


@pytest.mark.parametrize("pipeline", STATE_PIPELINES)
def test_programs_that_load_and_store_behave_the_same(pipeline: str) -> None:
    compared = changes = 0
    for seed in range(STATE_PROGRAMS):

        def transform(module: Module) -> None:
            nonlocal changes
            changes += run(pipeline, module)

        text = state_program(seed, Random(seed).choice((8, 15, 30)))
        compared += assert_same(text, transform, seed=seed)
    assert compared > STATE_PROGRAMS
    assert changes > STATE_PROGRAMS


def test_generated_programs_behave_the_same() -> None:
    compared = 0
    for seed in range(500, 500 + amount(4, 40)):
        pipeline = STATE_PIPELINES[seed % len(STATE_PIPELINES)]

        def transform(module: Module, pipeline: str = pipeline) -> None:
            run(pipeline, module)

        compared += assert_same(generate(seed, evm_version=EVM_VERSION), transform, seed=seed)
    assert compared > 3


@pytest.mark.parametrize("pipeline", GRAPHS)
def test_random_graphs_behave_the_same(pipeline: str) -> None:
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


# Documentation and time


@pytest.mark.parametrize("name", ["evm-forward", "evm-dead-stores"])
def test_examples_show_the_passes(name: str) -> None:
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
@pytest.mark.parametrize("pipeline", ["evm-forward", "evm-dead-stores"])
def test_large_functions_need_no_deep_stack(shape: Callable[[int], str], pipeline: str) -> None:
    module = read(shape(amount(300, 1000)))
    run(pipeline, module)
    verify_module(module)
