"""All passes: they keep the form valid, and what programs do; on random functions, and on generated
Yul."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from tests.generator import generate
from tests.slices import amount
from tests.ssa.equivalence import EVM_VERSION, assert_same
from tests.ssa.graphs import is_reducible
from tests.ssa.random_functions import behaviour, demote_values, random_module, repeat_ends
from yulopt.errors import SequenceError
from yulopt.ssa.ir.function import Module
from yulopt.ssa.kernel.pass_contract import SSA
from yulopt.ssa.kernel.running import run_pipeline
from yulopt.ssa.kernel.verifier import verify_module
from yulopt.ssa.pipeline import all_passes, parse_pipeline
from yulopt.ssa.text.parser import parse_module
from yulopt.ssa.text.printer import print_module
from yulopt.suite.documentation import read_module_documentation

# Saturation takes longer than all other passes; its own tests and the campaign have it.
PASSES = [name for name in all_passes() if name != "eqsat"]
# Passes before others that would otherwise have no effect on a random function.
PREPARED: dict[str, Callable[[Random, Module], None]] = {
    "mem2reg": demote_values,
    "tail-merging": repeat_ends,
}
# These can be in any order, and what they leave can be executed in SSA form.
BEFORE_THE_END = [name for name in PASSES if SSA in all_passes()[name].preserves]
RANDOM_FUNCTIONS = amount(8, 300)
RANDOM_PIPELINES = amount(15, 600)
GENERATED_PROGRAMS = amount(4, 60)


@pytest.mark.parametrize("name", all_passes())
def test_example_in_the_docstring(name: str) -> None:
    documentation = read_module_documentation(all_passes()[name].__module__)
    assert documentation.name == name
    module = parse_module(documentation.before)
    run_pipeline(parse_pipeline(name), module, verify_each=True)
    assert print_module(module).strip() == documentation.after.strip()


def check_random_function(
    seed: int, pipeline: str, *prepare: Callable[[Random, Module], None]
) -> tuple[int, int]:
    """Compare a function before and after some passes; how much they did, and how many calls could
    be compared."""
    module = random_module(Random(seed))
    for preparation in prepare:
        preparation(Random(seed), module)
    verify_module(module)
    text = print_module(module)
    reducible = is_reducible(module.functions["f"])
    before = [behaviour(module, Random(number)) for number in range(4)]
    done = run_pipeline(parse_pipeline(pipeline), module, verify_each=True)["f"]
    assert is_reducible(module.functions["f"]) or not reducible, f"{seed}\n{text}"
    compared = 0
    for number, expected in enumerate(before):
        if expected is not None:
            found = behaviour(module, Random(number), steps=1000)
            assert found == expected, f"seed {seed}, {pipeline}\n{text}\n{print_module(module)}"
            compared += 1
    return sum(done.values()), compared


@pytest.mark.parametrize("name", PASSES)
def test_pass_preserves_behaviour_of_random_functions(name: str) -> None:
    changes = compared = 0
    prepare = [PREPARED[name]] if name in PREPARED else []
    for seed in range(RANDOM_FUNCTIONS):
        done, calls = check_random_function(seed, name, *prepare)
        changes += done
        compared += calls
    assert compared > 2 * RANDOM_FUNCTIONS
    assert changes >= RANDOM_FUNCTIONS / 15


def test_random_pipelines_are_rejected_or_preserve_behaviour() -> None:
    """Over all passes, those after phi elimination included, with all declarations checked."""
    refused = 0
    for seed in range(RANDOM_PIPELINES):
        rng = Random(f"pipeline {seed}")
        pipeline = ",".join(rng.choice(PASSES) for _ in range(rng.randint(2, 8)))
        try:
            check_random_function(seed + 10_000, pipeline, demote_values, repeat_ends)
        except SequenceError:
            refused += 1
    assert RANDOM_PIPELINES / 10 < refused < RANDOM_PIPELINES / 2


def test_random_pipelines_preserve_behaviour_of_yul() -> None:
    compared = 0
    for seed in range(GENERATED_PROGRAMS):
        rng = Random(f"program {seed}")
        names = [rng.choice(BEFORE_THE_END) for _ in range(rng.randint(3, 9))]

        def optimise(module: Module, names: list[str] = names) -> None:
            passes = parse_pipeline(",".join(["mem2reg", *names]))
            run_pipeline(passes, module, verify_each=True)

        text = generate(seed, evm_version=EVM_VERSION)
        compared += assert_same(text, optimise, seed=seed)
    assert compared > GENERATED_PROGRAMS
