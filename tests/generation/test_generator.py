"""The generator is deterministic, makes valid programs, and covers all constructs."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from random import Random

import pytest

import yulopt
from tests.generation.builtins import ARITHMETIC, ENVIRONMENT, EVM_VERSIONS, UNTIL
from tests.generation.shapes import EFFECTS, HALTS, READS
from tests.generator import generate, random_sequence
from tests.oracle import ROOT, Job, run_batch, skip_unless_available, stack_too_deep
from tests.slices import amount, seeds
from tests.stack_generator import generate_stack_pressure
from yulopt.analysis.call_graph import call_graph

LETTERS = "acCdDeEfFghiIjlLmMnoOprsStTuUvVx"


def test_same_arguments_same_program() -> None:
    assert generate(7) == generate(7)
    assert generate(7) != generate(8)
    assert generate(7) != generate(7, size=100)


def test_program_does_not_depend_on_hash_randomisation() -> None:
    script = "from tests.generator import generate; print(*map(generate, range(20)))"
    texts = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": seed},
            cwd=ROOT,
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(texts) == 1


@pytest.mark.parametrize("evm_version", EVM_VERSIONS)
def test_programs_are_valid_for_their_version(evm_version: str) -> None:
    for seed in seeds(6, at_length=100):
        print(f"seed {seed}, {evm_version}")
        yulopt.parse(generate(seed, evm_version=evm_version), evm_version=evm_version)


@pytest.mark.parametrize(
    ("evm_version", "memoryguard"),
    [("osaka", False), ("osaka", True), ("shanghai", False), ("homestead", False)],
)
def test_solc_compiles_nearly_all_programs(evm_version: str, memoryguard: bool) -> None:
    skip_unless_available()
    jobs = (
        Job(
            id=f"seed {seed}",
            source=generate(seed, evm_version=evm_version, memoryguard=memoryguard),
            evm_version=evm_version,
        )
        for seed in seeds(6, at_length=60)
    )
    errors = {result.id: result.error for result in run_batch(jobs) if result.error is not None}
    print(errors)
    assert len(errors) <= amount(2, 6)
    assert all("StackTooDeep" in error for error in errors.values())


def test_every_builtin_and_construct_occurs() -> None:
    programs = [generate(seed) for seed in range(400)]
    programs += [generate(seed, memoryguard=True) for seed in range(5)]
    programs += [generate(seed, evm_version="london") for seed in range(50)]
    words = set(re.findall(r"[\w$.]+", "\n".join(programs)))
    tables = " ".join([*READS, *EFFECTS, *HALTS])
    expected = {*ARITHMETIC, *ENVIRONMENT, *UNTIL, *re.findall(r"(\w+)\(", tables)}
    expected |= set("for if switch case default break continue leave let function".split())
    expected |= {"true", "false", "object", "data", "memoryguard", "setimmutable"}
    assert expected - words == set()


def test_random_sequences_are_well_formed() -> None:
    rng = Random(1)
    sequences = [random_sequence(rng, LETTERS) for _ in range(1000)]
    for sequence in sequences:
        main, _, cleanup = sequence.partition(":")
        depths = [main[:end].count("[") - main[:end].count("]") for end in range(len(main) + 1)]
        assert min(depths) == 0
        assert depths[-1] == 0
        assert set(main + cleanup) <= {*LETTERS, "[", "]"}
        assert len(main.replace("[", "").replace("]", "")) <= 25
    assert 250 < sum("[" in sequence for sequence in sequences) < 420
    assert 420 < sum(":" in sequence for sequence in sequences) < 580
    assert sum(sequence.endswith(":") for sequence in sequences) > 150


# Programs that need much stack.


def test_stack_pressure_is_deterministic() -> None:
    source = generate_stack_pressure(7, memoryguard=False)
    assert source == generate_stack_pressure(7, memoryguard=False)
    assert source != generate_stack_pressure(8, memoryguard=False)
    assert source != generate_stack_pressure(7, memoryguard=True)


@pytest.mark.parametrize("evm_version", EVM_VERSIONS)
def test_stack_pressure_is_valid_for_its_version(evm_version: str) -> None:
    for seed in seeds(6, at_length=100):
        print(f"seed {seed}, {evm_version}")
        source = generate_stack_pressure(
            seed, memoryguard=seed % 2 == 0, evm_version=evm_version, recursion=seed % 3 == 0
        )
        yulopt.parse(source, evm_version=evm_version)


def test_only_recursion_makes_cycles() -> None:
    def circles(recursion: bool) -> int:
        sources = (
            generate_stack_pressure(seed, memoryguard=False, recursion=recursion)
            for seed in range(40)
        )
        graphs = (call_graph(yulopt.parse(source).code) for source in sources)
        return sum(bool(graph.recursive_functions()) for graph in graphs)

    assert circles(False) == 0
    assert circles(True) > 8


def test_solc_finds_the_stack_too_deep_in_some_programs_only() -> None:
    skip_unless_available()
    jobs = [
        Job(f"seed {seed}", generate_stack_pressure(seed, memoryguard=False), ":")
        for seed in range(24)
    ]
    errors = [result.error for result in run_batch(jobs) if result.error is not None]
    print(len(errors))
    assert all(stack_too_deep(error) for error in errors)
    assert 3 < len(errors) < 21
