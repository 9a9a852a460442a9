"""The trials of a campaign: each step alone, and random sequences."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from tests.generator import random_sequence
from yulopt.driver.options import Options
from yulopt.passes.properties import (
    BLOCKS_AND_FUNCTIONS,
    EMPTY_LOOP_INITIALISERS,
    GROUPED_FUNCTIONS,
    HOISTED_FUNCTIONS,
)
from yulopt.passes.step import Step
from yulopt.suite.pipelines import Pipeline, pipeline_names
from yulopt.suite.registry import all_steps, is_extension, steps_by_letter
from yulopt.syntax.arguments import DEFAULT_RUNS

# Steps that establish required forms. (The Disambiguator runs always.)
_ESTABLISHING = {
    HOISTED_FUNCTIONS: "h",
    BLOCKS_AND_FUNCTIONS: "hg",
    GROUPED_FUNCTIONS: "hg",
    EMPTY_LOOP_INITIALISERS: "o",
}
# Into this form, most steps find more to do: without nested expressions, each value with a name.
_SPLIT = "hgfoxa"


@dataclass(frozen=True)
class Trial:
    """A sequence and its settings, as they are sent to a process.

    `last` is the name of a step that runs after `steps`, which may be one without a letter. The
    other fields mean what they mean for `yulopt.optimize`.
    """

    steps: str
    last: str = ""
    bare: bool = False
    runs: int = DEFAULT_RUNS
    stack_allocation: bool = True

    def options(self, evm_version: str) -> Options:
        """The options for the verifier."""
        return Options(
            self.steps,
            self.bare,
            self.runs,
            evm_version,
            stack_allocation=self.stack_allocation,
            step_names=(self.last,) if self.last else (),
        )

    def __str__(self) -> str:
        if self.bare:
            return f"only {self.steps!r} {self.last}".rstrip()
        allocation = "" if self.stack_allocation else ", no stack allocation"
        return f"steps {self.steps!r}, runs {self.runs}{allocation}"


def own_steps() -> list[Step]:
    """All steps of solc's."""
    return [step for step in all_steps().values() if not is_extension(step)]


def pipeline_trials() -> list[Trial]:
    """The steps of all named pipelines, each with its own `runs` if it has any."""
    pipelines = dict.fromkeys(map(Pipeline.named, pipeline_names()))
    trials = [
        Trial(pipeline.letters or "", runs=pipeline.runs_or(DEFAULT_RUNS)) for pipeline in pipelines
    ]
    return list(dict.fromkeys(trials))


def each_step() -> list[Trial]:
    """Each step alone, once in its required forms, once over split code."""
    alone = []
    for step in own_steps():
        needed = "".join(_ESTABLISHING.get(name, "") for name in step.requires)
        alone.append(Trial("".join(dict.fromkeys(needed)), step.name, bare=True))
    return alone + [Trial(_SPLIT, step.name, bare=True) for step in own_steps()]


def random_trials(seed: int, count: int) -> list[Trial]:
    """Ordinary runs with random sequences of all steps, and sometimes other settings."""
    rng = Random(f"sequences {seed}")
    letters = "".join(
        letter for letter, step in steps_by_letter().items() if not is_extension(step)
    )
    return [
        Trial(
            random_sequence(rng, letters),
            runs=rng.choice((DEFAULT_RUNS, DEFAULT_RUNS, 1, 1_000_000)),
            stack_allocation=rng.random() < 0.8,
        )
        for _ in range(count)
    ]


def share(trials: list[Trial], number: int, size: int) -> list[Trial]:
    """The part of the trials that is for program `number`: all get their turn equally often."""
    if not size or size >= len(trials):
        return trials
    start = number * size
    return [trials[(start + index) % len(trials)] for index in range(size)]
