"""The proofs about the steps of a run and about the final bytes, for the page.

The run is repeated by `yulopt.prover`, which finds the same steps.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from yulopt.explore.records import CodeProofs, ProofRecord, StepProofs
from yulopt.prover.step_proof import FunctionProof
from yulopt.prover.verdict import Status

if TYPE_CHECKING:  # Platforms without processes prove single steps.
    from yulopt.code_proofs.run import BuildProof
    from yulopt.prover.run import RunProof

_OUTSIDE: Final = "code outside functions"
_WORDS: Final = {Status.PROVEN: "proven", Status.REFUTED: "different", Status.OPEN: "open"}


def proofs_by_step(run: RunProof) -> StepProofs:
    """The proofs about each step that changed something, by its number in the run, from 0."""
    return {step.run_number: [*map(proof_record, step.proofs)] for step in run.steps}


def proof_record(proof: FunctionProof) -> ProofRecord:
    """A proof about a function in the form of the page."""
    return proof.shown_name, _WORDS[proof.status], _how(proof)


def code_proofs_by_object(build: BuildProof) -> CodeProofs:
    """The proofs about the bytes of a build; empty if there are none."""
    return {
        one.path: (
            one.witness.content,
            [
                (proof.function or _OUTSIDE, _WORDS[proof.status], proof.method or proof.reason)
                for proof in one.proof.proofs
            ],
        )
        for one in build.objects
    }


def _how(proof: FunctionProof) -> str:
    replay = proof.replay
    if proof.status is not Status.REFUTED or replay is None or replay.difference is None:
        return proof.method or proof.reason
    difference = replay.difference
    return (
        f"with {replay.given}: {difference.effect} was {difference.before}, is {difference.after}"
    )
