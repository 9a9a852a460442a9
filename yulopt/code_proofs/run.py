"""Proofs that the bytes of a build are equivalent to its Yul after all steps."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Final

from yulopt.checker.objects import CodeProof
from yulopt.code_proofs.code_replay import prove_code
from yulopt.code_proofs.object_code import ObjectCode
from yulopt.code_proofs.witnesses import witnesses_of
from yulopt.driver.build import Front, finish, generate_program
from yulopt.driver.optimization import program_text
from yulopt.errors import Source, YulError
from yulopt.prover.answers import ProofSettings, Status
from yulopt.prover.job import Job
from yulopt.prover.versions import digest

OTHER_YUL: Final = "variables were moved to memory after the steps, and that is not proven"


@dataclass
class BuildProof:
    """The proofs about the bytes of all objects; `problem` is the reason if there are none."""

    objects: list[ObjectCode] = field(default_factory=list)
    problem: str = ""
    seconds: float = 0.0

    @property
    def is_proven(self) -> bool:
        """Whether all executed bytes are equivalent to the Yul."""
        return not self.problem and all(one.proof.is_proven for one in self.objects)

    @property
    def functions(self) -> list[CodeProof]:
        """The proofs about all functions."""
        return [proof for one in self.objects for proof in one.proof.proofs]

    def count(self, status: Status) -> int:
        """The number of functions with a status."""
        return sum(proof.status is status for proof in self.functions)


def prove_build(job: Job, output_hash: str) -> BuildProof:
    """Prove the bytes of a build; `output_hash` is that of its Yul after all steps.

    Raises `YulError` for bad input.
    """
    started = time.monotonic()
    options, source = job.options, Source(job.text, job.file)
    compiled = generate_program(Front(source, options))
    # Code generation may take another Yul than the steps gave, which has a place in memory for
    # variables that are out of reach.
    text = program_text(compiled.program, bare=False)
    if digest(text) != output_hash:
        return BuildProof(problem=OTHER_YUL)
    try:
        parts = finish(compiled, options, source)
    except YulError as error:
        return BuildProof(problem=error.message)
    witnesses = witnesses_of(compiled, parts, options)
    settings = ProofSettings(options.dialect, job.seconds, job.solvers, smtlib=job.smtlib)
    objects = []
    for path, one in compiled.all_paths().items():
        proof = prove_code(one.program, witnesses, settings)
        objects.append(ObjectCode(path, witnesses[one.program], proof))
    return BuildProof(objects, seconds=time.monotonic() - started)
