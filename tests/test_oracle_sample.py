"""A small part of the comparison with solc, which `python -m tests.compare` makes in full.

Needs the oracle (see `tests.oracle`); without it, everything here is skipped with the reason.
"""

from __future__ import annotations

import difflib
from random import Random

import pytest

import yulopt
from tests.conftest import EXAMPLES
from tests.generator import generate, random_sequence
from tests.oracle import Job, run_batch, skip_unless_available

LETTERS = "acCdDeEfFghiIjlLmMnoOprsStTuUvVx"
DEFAULT_SEEDS = range(9000, 9030)
RANDOM_SEEDS = range(9030, 9060)
# The number of programs that share one test, and with it one process of the oracle.
BATCH = 15
SIZE = 15
# solc may refuse a few of the generated programs, whose stack is too deep.
MAX_WITHOUT_REFERENCE = 3


def random_job(seed: int) -> Job:
    """A generated program with a random sequence and random settings."""
    rng = Random(seed)
    version = rng.choice(["osaka", "osaka", "cancun", "london", "byzantium", "homestead"])
    return Job(
        id=f"seed {seed}",
        source=generate(seed, size=SIZE, evm_version=version),
        steps=random_sequence(rng, LETTERS),
        evm_version=version,
        runs=rng.choice([0, 1, 200, 100_000]),
    )


def differences(jobs: list[Job], most_without_reference: int) -> list[str]:
    """The differences of the results from solc's; empty if there are none."""
    result = []
    without_reference = []
    for job, reference in zip(jobs, run_batch(jobs), strict=True):
        if reference.text is None:
            without_reference.append(f"{job.id}: {reference.error}")
            continue
        text = yulopt.optimize(job.source, job.steps, evm_version=job.evm_version, runs=job.runs)
        if text != reference.text:
            lines = difflib.unified_diff(
                reference.text.splitlines(), text.splitlines(), "solc", "yulopt", lineterm=""
            )
            heading = f"{job.id}, --steps {job.steps!r} {job.evm_version} runs {job.runs}"
            result.append("\n".join([heading, *lines]))
    assert len(without_reference) <= most_without_reference, without_reference
    return result


def batches(seeds: range) -> list[range]:
    return [seeds[start : start + BATCH] for start in range(0, len(seeds), BATCH)]


def show(seeds: range) -> str:
    return f"seeds-{seeds.start}-to-{seeds.stop - 1}"


@pytest.mark.parametrize("seeds", batches(DEFAULT_SEEDS), ids=show)
def test_generated_programs_with_the_default_steps(seeds: range) -> None:
    skip_unless_available()
    jobs = [Job(id=f"seed {seed}", source=generate(seed, size=SIZE)) for seed in seeds]
    assert differences(jobs, MAX_WITHOUT_REFERENCE) == []


@pytest.mark.parametrize("seeds", batches(RANDOM_SEEDS), ids=show)
def test_generated_programs_with_random_steps(seeds: range) -> None:
    skip_unless_available()
    assert differences([random_job(seed) for seed in seeds], MAX_WITHOUT_REFERENCE) == []


def test_examples() -> None:
    skip_unless_available()
    jobs = [Job(id=path.name, source=path.read_text("utf-8")) for path in EXAMPLES]
    assert differences(jobs, 0) == []
