"""Mutants of steps before the prover: which ones, and what it says of what they do."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Final

from tests.mutation.mutant import Mutant, StepMutant, SuiteMutant
from tests.mutation.table import MUTANTS
from tests.prover.harvest import programs_of_tests
from tests.prover.mutated import Change, Run, differs, proofs_about, wrong_changes
from tests.verification.programs import program
from yulopt.pipeline.registry import all_steps
from yulopt.prover.pair_finding import EXECUTION
from yulopt.prover.verdict import Status

# What brings code into the form that most steps need, and gives them something to do.
_PREPARED: Final = "hgfoxac"
# The steps that use a module, or else a package, beside steps.
_USED_BY: Final = {
    "yulopt.frequency.code_frequencies": "JXN",
    "yulopt.analysis.known_values": "z",
    "yulopt.analysis.forward_walk": "zA",
    "yulopt.analysis.moved_memory": "A",
    "yulopt.analysis.repeats": "X",
    "yulopt.analysis.skeletons": "XN",
    "yulopt.rewriting.signatures": "z",
    "yulopt.rewriting": "JXN",
    "yulopt.yul_writer": "Q",
    "yulopt.ranges": "K",
    "yulopt.ssa": "RPWQ",
    "yulopt.rvsdg": "G",
    "yulopt.egraph": "G",
}
_STYLES: Final = ("dense", "telling", "tame")
# The number of runs with which steps are ready to pay for speed.
_MANY_RUNS: Final = 100_000
# So many programs are optimised while a mistake is in place, since putting it there takes long.
_BATCH: Final = 12


def _letters() -> dict[str, str]:
    """The letter of the step in each module."""
    return {type(step).__module__: step.letter for step in all_steps().values()}


def _sequence(mutant: Mutant, letters: dict[str, str]) -> str:
    """Steps that show a mutant, empty if none do."""
    if isinstance(mutant, StepMutant):
        return mutant.steps
    if not isinstance(mutant, SuiteMutant) or mutant.equivalent:
        return ""
    if letters.get(mutant.module):
        return _PREPARED + letters[mutant.module]
    package = ".".join(mutant.module.split(".")[:2])
    used = _USED_BY.get(mutant.module) or _USED_BY.get(package, "")
    return f"{_PREPARED}{used}" if used else ""


_LETTERS: Final = _letters()
PROVEN_MUTANTS: Final = tuple(
    mutant
    for mutant in MUTANTS
    if not mutant.equivalent
    and (_sequence(mutant, _LETTERS) or (isinstance(mutant, StepMutant) and mutant.last))
)


@dataclass
class Judged:
    """What the prover said of changes that execution shows to be wrong: `proven`, `different` or
    `open` of each; why it is open; and the changes that were proven all the same.

    `models` counts the functions about which a solver gave values in the end, `replayed` those of
    them for which execution with these values shows a difference.
    """

    statuses: list[str] = field(default_factory=list)
    reasons: list[str] = field(default_factory=list)
    false_proofs: list[str] = field(default_factory=list)
    seconds: float = 0.0
    models: int = 0
    replayed: int = 0


def judged(mutant: Mutant, programs: int, tries: int, seconds: float) -> Judged:
    """Put changes before the prover, of so many programs, from at most so many generated ones."""
    started = time.monotonic()
    result = Judged()
    for change in islice(_shown(mutant, tries), programs):
        proofs = proofs_about(change, seconds)
        statuses = {proof.status for proof in proofs}
        models = [proof for proof in proofs if proof.queries and proof.queries[-1].answer == "sat"]
        result.models += len(models)
        result.replayed += sum(
            proof.replay is not None and proof.method != EXECUTION for proof in models
        )
        if Status.REFUTED in statuses:
            result.statuses.append("different")
        elif Status.OPEN in statuses:
            result.statuses.append("open")
            result.reasons += sorted(
                {proof.reason for proof in proofs if proof.status is Status.OPEN}
            )
        else:
            result.statuses.append("proven")
            result.false_proofs.append(f"{change.step}\n{change.before}\n{change.after}")
    result.seconds = time.monotonic() - started
    return result


def _shown(mutant: Mutant, tries: int) -> Iterator[Change]:
    """What execution shows to be wrong, one change of each program."""
    runs = _runs(mutant, tries)
    while batch := list(islice(runs, _BATCH)):
        for number, found in enumerate(wrong_changes(mutant, batch)):
            yield from islice((change for change in found if _is_wrong(change, number)), 1)


def _runs(mutant: Mutant, tries: int) -> Iterator[Run]:
    """Over programs that the tests have that catch the mutant, and over generated ones."""
    steps = _sequence(mutant, _LETTERS)
    if isinstance(mutant, StepMutant):
        for seed in dict.fromkeys((mutant.seed, *range(tries))):
            given = program(seed, mutant.style)
            yield Run(given.text, steps, given.evm_version, mutant.last)
    if isinstance(mutant, SuiteMutant):
        alone = steps.removeprefix(_PREPARED)
        for given in programs_of_tests(mutant):
            yield Run(given.text, alone, given.evm_version)
            yield Run(given.text, alone, given.evm_version, runs=_MANY_RUNS)
            yield Run(given.text, steps, given.evm_version)
        for seed in range(tries):
            given = program(seed, _STYLES[seed % len(_STYLES)])
            yield Run(given.text, steps, given.evm_version)


def _is_wrong(change: Change, seed: int) -> bool:
    try:
        return differs(change, seed)
    except Exception:
        # What a broken step leaves may be no program any more.
        return False
