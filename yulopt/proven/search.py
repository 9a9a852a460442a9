"""Finds the rollbacks after which all changes of a run are proven.

The run is proven like any other. Open changes are rolled back, and the run is repeated; findings
about other changes are cached, so each round proves only new ones. A change is identified by its
content: the texts of a function before and after the step. So changes that recur in later steps or
rounds need no further round.

This terminates: everything before the first rollback of a round is unchanged, and at that step
fewer functions change in each round.
"""

from __future__ import annotations

import tempfile
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Final

import attr

from yulopt.prover.job import Job
from yulopt.prover.rollback import ByContent, ByPlace, Denied
from yulopt.prover.run import RunProof, StepProofs, prove_run
from yulopt.prover.step_proof import DEPENDS, IN_ISOLATION, FunctionProof
from yulopt.prover.verdict import Status
from yulopt.terminal.console import ProgressLine

# After this many rounds, a step with open changes is rolled back as a whole.
_MAX_ROUNDS_BY_FUNCTION: Final = 12


@attr.s(auto_attribs=True, eq=False)
class Search:
    """The result of a search.

    `run` is proven as a whole, with its rollbacks; `unproven` are the failed proofs of the rounds
    before, each with its step, in order.
    """

    run: RunProof
    unproven: list[tuple[StepProofs, FunctionProof]]


def search(job: Job, jobs: int = 1, line: ProgressLine | None = None) -> Search:
    """Find the rollbacks for a run, with some processes; `line` shows the progress.

    Raises `YulError` for bad input, and if a step that the others rely on is not proven.
    """
    # Some systems do not remove an open file, as that of the last run still is.
    with tempfile.TemporaryDirectory(prefix="yulopt-proofs-", ignore_cleanup_errors=True) as folder:
        if job.findings is None:
            job = replace(job, findings=Path(folder) / "findings.sqlite")
        # Unproven changes are rolled back, whether they are different or open, and only the result
        # counts: steps may be proven together.
        job = replace(job, replays=False, groups=True)
        denied: set[Denied] = set()
        unproven: list[tuple[StepProofs, FunctionProof]] = []
        for number in count(1):
            run = prove_run(replace(job, policy=ByContent(frozenset(denied))), jobs, line)
            if run.is_proven:
                break
            failed = causes(run)
            unproven += failed
            if number > _MAX_ROUNDS_BY_FUNCTION:
                denied |= {Denied(*step.hashes) for step, _ in failed}
            else:
                denied |= {
                    Denied(proof.before_hash, proof.after_hash, proof.unproven_parts)
                    for _, proof in failed
                }
    run.job = replace(job, policy=ByPlace(run.rollbacks), findings=None)
    return Search(run, unproven)


def causes(run: RunProof) -> list[tuple[StepProofs, FunctionProof]]:
    """The proofs that failed for a reason of their own, not because of a dependency.

    If a function is equivalent only in its callers, and these fail for reasons of their own, the
    callers come first.
    """
    found: list[tuple[StepProofs, FunctionProof]] = []
    for step in run.steps:
        failed = [proof for proof in step.proofs if proof.status is not Status.PROVEN]
        failed = [proof for proof in failed if not proof.reason.startswith(DEPENDS)] or failed
        failed = [proof for proof in failed if proof.reason != IN_ISOLATION] or failed
        found += [(step, proof) for proof in failed]
    return found
