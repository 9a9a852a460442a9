"""An audit of a build: its bytes reproduced, the proofs of all transformations, known faults."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from yulopt.audit.faults import KnownFault, known_faults
from yulopt.audit.same_code import SameCode, check_code
from yulopt.audit.subject import Subject
from yulopt.code_proofs.run import BuildProof, prove_build
from yulopt.driver.build import compile_source
from yulopt.prover.job import Job, job_of
from yulopt.prover.run import RunProof, prove_run
from yulopt.terminal.console import ProgressLine


@dataclass
class Audit:
    """The findings about a build."""

    subject: Subject
    same: list[SameCode]
    faults: list[KnownFault]
    run: RunProof
    build: BuildProof

    @property
    def is_proven(self) -> bool:
        """Whether the bytes are proven equivalent to the IR."""
        return self.run.is_proven and self.build.is_proven


def audit(
    subject: Subject,
    seconds: float,
    shrink_seconds: float,
    solvers: tuple[str, ...] | None,
    jobs: int,
    smtlib: Path | None,
    line: ProgressLine | None,
) -> Audit:
    """Rebuild the code of a contract, compare and prove it.

    Raises `YulError` if the code differs, or there is none.
    """
    source, options = subject.source, subject.options
    compiled, parts = compile_source(source, options)
    same = check_code(subject, compiled.program, parts)
    faults = known_faults(source, options, parts[compiled.program].content)
    job: Job = job_of(
        source, options, seconds, shrink_seconds=shrink_seconds, solvers=solvers, smtlib=smtlib
    )
    run = prove_run(job, jobs, line)
    return Audit(subject, same, faults, run, prove_build(run.job, run.output_hash))
