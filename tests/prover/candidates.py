"""Programs that may show mutants made by rules, found by weak mutation testing.

The programs of the tests of each step, and generated ones, are optimised once, by sources with
probes (`tests.mutation.weak`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields, replace
from importlib import import_module
from random import Random
from typing import Final

from tests.campaign import ProgressLine
from tests.generation.witnesses import with_witnesses
from tests.mutation.by_tests import TESTS, checks_in
from tests.mutation.generated import PlacedMutant
from tests.mutation.weak import probed
from tests.prover.harvest import programs_of
from tests.prover.mutated import Run
from tests.verification.programs import Program, program
from yulopt.dialect import dialect_for, parse_evm_version
from yulopt.errors import YulError
from yulopt.passes.step import Step
from yulopt.suite.registry import all_steps

# Steps that establish the form that most steps need, with work for them.
PREPARED: Final = "hgfoxac"
_STYLES: Final = ("dense", "telling", "tame")
# Generated programs of each style for each step.
_GENERATED: Final = 8
# The most programs that are tried for a mutant.
_MAX_RUNS: Final = 60


@dataclass(frozen=True)
class PlausibleMutant(PlacedMutant):
    """A mutant with programs that may show it: its mistake changes a value while they run."""

    runs: tuple[Run, ...] = field(default=(), kw_only=True, repr=False)


def plausible(mutants: Sequence[PlacedMutant], runs: Sequence[Run]) -> list[PlausibleMutant]:
    """The mutants that some of the programs may show, with these programs."""
    found = _runs_by_mistake({mutant.module for mutant in mutants}, runs)
    return [
        PlausibleMutant(
            **{one.name: getattr(mutant, one.name) for one in fields(mutant)},
            runs=_chosen(found[mutant.module, mutant.number], mutant.number),
        )
        for mutant in mutants
        if (mutant.module, mutant.number) in found
    ]


def _chosen(runs: Sequence[Run], seed: int) -> tuple[Run, ...]:
    """Some of the programs, the shortest first."""
    some = Random(seed).sample(runs, min(len(runs), _MAX_RUNS))
    return tuple(sorted(some, key=lambda run: len(run.text)))


def _runs_by_mistake(
    modules: Iterable[str], runs: Iterable[Run]
) -> dict[tuple[str, int], list[Run]]:
    """The programs that may show each mistake, by its module and number."""
    progress = ProgressLine()
    found: defaultdict[tuple[str, int], list[Run]] = defaultdict(list)
    with probed(modules) as probe:
        recording = import_module("tests.prover.recording")
        # The modules of steps are imported before any program runs.
        import_module("yulopt.suite.registry").all_steps()
        for number, run in enumerate(runs):
            if number % 100 == 0:
                progress.show(f"{number} programs with probes")
            probe.found.clear()
            right = frozenset(map(hash, run.changes(recording)))
            known = replace(run, right=right)
            for mistake in probe.found:
                found[mistake].append(known)
    progress.clear()
    return found


def candidates() -> Iterator[Run]:
    """Programs, each with a step over it."""
    seed = 0
    for step in all_steps().values():
        last = "" if step.letter else step.name
        for given in _programs_of_tests(step):
            for text in dict.fromkeys((given.text, _telling(given))):
                yield Run(text, step.letter, given.evm_version, last)
            yield Run(given.text, PREPARED + step.letter, given.evm_version, last)
        for style in _STYLES:
            for _ in range(_GENERATED):
                seed += 1
                given = program(seed, style)
                yield Run(given.text, PREPARED + step.letter, given.evm_version, last)


def _programs_of_tests(step: Step) -> Iterable[Program]:
    tests = f"steps/test_{type(step).__module__.rpartition('.')[2]}"
    return programs_of(checks_in(tests)) if (TESTS / f"{tests}.py").is_file() else ()


def _telling(given: Program) -> str:
    """The program, with more results that can be observed."""
    try:
        return with_witnesses(given.text, dialect_for(parse_evm_version(given.evm_version)))
    except YulError:
        return given.text
