"""Makes a proven build: searches its rollbacks, and measures their cost."""

from __future__ import annotations

from yulopt.driver.optimization import optimize_source, program_text
from yulopt.errors import Source, YulError
from yulopt.passes.step import Observer
from yulopt.proven.costs import MeasuringReplay, code_bytes
from yulopt.proven.outcome import ProvenBuild
from yulopt.proven.search import search
from yulopt.prover.certificate import certificate_text
from yulopt.prover.job import Job
from yulopt.prover.report import replay_lines
from yulopt.prover.verdict import Status
from yulopt.prover.versions import digest
from yulopt.syntax.objects import Object
from yulopt.terminal.console import ProgressLine


def made(job: Job, jobs: int = 1, line: ProgressLine | None = None) -> ProvenBuild:
    """The proven build of the program of a job; arguments and errors are those of `search`."""
    found = search(job, jobs, line)
    run, job = found.run, found.run.job
    replay = MeasuringReplay(run.rollbacks, job.options.runs)
    program = _optimized(job, replay)
    if digest(program_text(program, bare=job.options.bare)) != run.output_hash:
        raise YulError(
            "the rollbacks did not reproduce the proven program; please report this",
            filename=job.file,
        )

    proven = code_bytes(program, job.options)
    return ProvenBuild(
        tuple(replay.given_up),
        run.count(Status.PROVEN),
        proven,
        code_bytes(_optimized(job, None), job.options) if run.rollbacks else proven,
        tuple(
            "\n".join(replay_lines(proof.replay))
            for _, proof in found.unproven
            if proof.replay is not None and proof.status is Status.REFUTED
        ),
        certificate_text(run),
    )


def _optimized(job: Job, observer: Observer | None) -> Object:
    return optimize_source(Source(job.text, job.file), job.options, observer=observer)
