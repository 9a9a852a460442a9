"""Mutants of steps before the prover: which ones, and what it says of what they do."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from tests.mutation.mutant import Mutant, StepMutant, SuiteMutant
from tests.mutation.table import MUTANTS
from tests.prover.mutated import Change, changes, differs, proofs_about
from tests.verification.programs import program
from yulopt.pipeline.registry import all_steps
from yulopt.prover.verdict import Status

# What brings code into the form that most steps need, and gives them something to do.
_PREPARED: Final = "hgfoxac"
_PACKAGE: Final = "yulopt"
# The steps that use a package beside steps.
_USED_BY: Final = {"ranges": "K", "ssa": "hgfoRPWQ", "rvsdg": "", "egraph": ""}


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
    used = _USED_BY.get(mutant.module.split(".")[1], "")
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
    `open` of each; why it is open; and the changes that were proven all the same."""

    statuses: list[str] = field(default_factory=list)
    reasons: list[str] = field(default_factory=list)
    false_proofs: list[str] = field(default_factory=list)
    seconds: float = 0.0


def judged(mutant: Mutant, programs: int, tries: int, seconds: float) -> Judged:
    """Put so many changes before the prover, from at most so many programs."""
    started = time.monotonic()
    result = Judged()
    for change in _wrong_changes(mutant, tries):
        proofs = proofs_about(change, seconds)
        statuses = {proof.status for proof in proofs}
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
        if len(result.statuses) == programs:
            break
    result.seconds = time.monotonic() - started
    return result


def _wrong_changes(mutant: Mutant, tries: int) -> Iterator[Change]:
    """What execution shows to be wrong, one change of each program."""
    is_step = isinstance(mutant, StepMutant)
    steps = _sequence(mutant, _LETTERS)
    last = mutant.last if isinstance(mutant, StepMutant) else ""
    style = mutant.style if isinstance(mutant, StepMutant) else "dense"
    first = mutant.seed if isinstance(mutant, StepMutant) else 0
    seeds = dict.fromkeys((first, *range(tries))) if is_step else range(tries)
    for seed in seeds:
        given = program(seed, style)
        for change in changes(mutant, given.text, steps, given.evm_version, last):
            if _is_wrong(change, seed):
                yield change
                break


def _is_wrong(change: Change, seed: int) -> bool:
    try:
        return differs(change, seed)
    except Exception:
        # What a broken step leaves may be no program any more.
        return False
