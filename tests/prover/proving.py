"""Proofs of pairs of programs without a look at executions, which would refute wrong ones first."""

from __future__ import annotations

from tests.prover.test_step_proof import DIALECT
from yulopt import optimize
from yulopt.errors import Source
from yulopt.prover.replay import WithoutExecutions
from yulopt.prover.step_proof import prove_step
from yulopt.prover.verdict import ProofSettings, Status
from yulopt.prover.versions import version_of
from yulopt.syntax.parser import parse_source


def can_be_proven(before: str, after: str) -> bool:
    """Whether all changes of functions are proven. The names in each program are made unique."""
    old, new = (
        version_of(parse_source(Source(str(optimize(text, ""))), DIALECT).code)
        for text in (before, after)
    )
    proofs = prove_step(old, new, ProofSettings(DIALECT, 2, ()), WithoutExecutions(), {})
    return bool(proofs) and all(proof.status is Status.PROVEN for proof in proofs)


def are_proven(before: str, after: str, seconds: float) -> bool:
    """The same, also if no function is changed, with `seconds` for each function."""
    old, new = (
        version_of(parse_source(Source(optimize(text, "", bare=True)), DIALECT).code)
        for text in (before, after)
    )
    proofs = prove_step(old, new, ProofSettings(DIALECT, seconds, ()), WithoutExecutions(), {})
    return all(proof.status is Status.PROVEN for proof in proofs)
