"""What is proven of the steps of a run, for the page.

The run is done once more for it, by `yulopt.prover`, which finds the same steps.
"""

from __future__ import annotations

from typing import TypeAlias

from yulopt.prover.report import function_name
from yulopt.prover.run import RunProof
from yulopt.prover.step_proof import FunctionProof
from yulopt.prover.verdict import Status

# The name of a function, "proven", "different" or "open", and how or why.
ProofRecord: TypeAlias = tuple[str, str, str]

_WORDS = {Status.PROVEN: "proven", Status.REFUTED: "different", Status.OPEN: "open"}


def proofs_by_step(run: RunProof) -> dict[int, list[ProofRecord]]:
    """The proofs about each step that changed something, by its number in the run, from 0."""
    return {step.run_number: list(map(_record, step.proofs)) for step in run.steps}


def _record(proof: FunctionProof) -> ProofRecord:
    return function_name(proof), _WORDS[proof.status], _how(proof)


def _how(proof: FunctionProof) -> str:
    replay = proof.replay
    if proof.status is not Status.REFUTED or replay is None or replay.difference is None:
        return proof.method or proof.reason
    difference = replay.difference
    return (
        f"with {replay.given}: {difference.effect} was {difference.before}, is {difference.after}"
    )
