"""Finds the rollbacks after which everything in a run is proven.

The run is proven like any other. What is open is rolled back, and the run is repeated; what was
found about other changes is known then, so the repetition proves only what is new. A change is
known by its content: where a function had one text before the step, and another one after it. So
changes that come up again in later steps, or in the next rounds, need no further round.

This ends: everything before the first rollback of a round stays as it was, and at that step fewer
functions change in each round.
"""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Final

import attr

from yulopt.prover.job import Job
from yulopt.prover.rollback import ByContent, ByPlace, Denied
from yulopt.prover.run import RunProof, StepProofs, prove_run
from yulopt.prover.step_proof import DEPENDS, FunctionProof
from yulopt.prover.verdict import Status
from yulopt.terminal.console import ProgressLine

# After this many rounds, a step of which anything is open is rolled back as a whole.
_MAX_ROUNDS_BY_FUNCTION: Final = 12


@attr.s(auto_attribs=True, eq=False)
class Search:
    """What a search came to.

    `run` is proven whole, with its rollbacks; `unproven` are the proofs that failed in the rounds
    before, each with its step, the first of them in order; `rounds` counts the runs.
    """

    run: RunProof
    unproven: list[tuple[StepProofs, FunctionProof]]
    rounds: int


def search(job: Job, jobs: int = 1, line: ProgressLine | None = None) -> Search:
    """Find the rollbacks for a run, with some processes; `line` is told how far it is.

    Raises `YulError` for bad input, and where a step that the others rely on is not proven.
    """
    # Some systems do not remove a file that is open, as that of the last run still is.
    with tempfile.TemporaryDirectory(prefix="yulopt-proofs-", ignore_cleanup_errors=True) as folder:
        if job.findings is None:
            job = replace(job, findings=Path(folder) / "findings.sqlite")
        denied: set[Denied] = set()
        unproven: list[tuple[StepProofs, FunctionProof]] = []
        rounds = 0
        while True:
            rounds += 1
            run = prove_run(replace(job, policy=ByContent(frozenset(denied))), jobs, line)
            if run.is_proven:
                break
            causes = _causes(run)
            unproven += causes
            if rounds > _MAX_ROUNDS_BY_FUNCTION:
                denied |= {Denied(*step.hashes) for step, _ in causes}
            else:
                denied |= {
                    Denied(proof.before_hash, proof.after_hash, proof.unproven_parts)
                    for _, proof in causes
                }
    run.job = replace(job, policy=ByPlace(run.rollbacks), findings=None)
    return Search(run, unproven, rounds)


def _causes(run: RunProof) -> list[tuple[StepProofs, FunctionProof]]:
    """What is not proven by itself, and not only because something else is not."""
    failed = [
        (step, proof)
        for step in run.steps
        for proof in step.proofs
        if proof.status is not Status.PROVEN
    ]
    return [pair for pair in failed if not pair[1].reason.startswith(DEPENDS)] or failed
