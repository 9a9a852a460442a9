"""Proven builds: the rollbacks of a run, with the certificate and what they cost, kept on disk.

To build a program again, the rollbacks are repeated (`ProvenBuild.observer`); nothing is proven
once more. The cache serves the user who made it; others check the certificate.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

import attr

from yulopt.api import optimize_program, parse_steps, program_text
from yulopt.errors import Source, YulError
from yulopt.frequency.profile_records import profile_record
from yulopt.persistence.cache import Cache, cache_key
from yulopt.persistence.json_values import Json, write_json
from yulopt.pipeline.pipelines import SOLC_CODEGEN
from yulopt.pipeline.step import Observer
from yulopt.proven.costs import GivenUp, MeasuringReplay, code_bytes
from yulopt.proven.search import Search, search
from yulopt.prover.certificate import certificate_text, solver_versions
from yulopt.prover.report import replay_lines
from yulopt.prover.rollback import Rollback, RollbackReplay
from yulopt.prover.run import Job, job_of
from yulopt.prover.verdict import Status
from yulopt.prover.versions import digest
from yulopt.syntax.objects import Object
from yulopt.terminal.console import ProgressLine
from yulopt.trace.recording import Settings

# What takes longer than this is rarely proven at all.
DEFAULT_SECONDS: Final = 5.0
_FINDINGS: Final = "proofs-{}.sqlite"
_MAX_FINDINGS_BYTES: Final = 1 << 28


@attr.s(auto_attribs=True, frozen=True)
class ProvenBuild:
    """What it takes to build a program so that every change of it is proven.

    `given_up` are the changes that are rolled back; `proofs` counts the changes of functions that
    are proven. `size` is the bytes of the creation code, `unproven_size` without rollbacks, None
    where something is out of reach of the stack. `different` are the changes that were found to do
    something else, each as a text that shows it; `certificate` is what others can check.
    """

    given_up: tuple[GivenUp, ...]
    proofs: int
    size: int | None
    unproven_size: int | None
    different: tuple[str, ...]
    certificate: str

    def observer(self) -> Observer:
        """Makes of a run of the same program, with the same settings, the proven one."""
        return RollbackReplay(one.rollback for one in self.given_up)


def prove_build(
    source: Source,
    settings: Settings,
    *,
    codegen: str = SOLC_CODEGEN,
    seconds: float = DEFAULT_SECONDS,
    jobs: int = 1,
    cache: Cache,
    line: ProgressLine | None = None,
) -> ProvenBuild:
    """Find out what has to be rolled back, or look it up.

    `settings` are those of the run of steps, `codegen` makes code of the result. `seconds`: how
    long each changed function is tried, in `jobs` processes; `line` is told how far it is.

    Raises `YulError` for bad input, and where a step that all others need is not proven.
    """
    job = job_of(source, settings, seconds)
    key = cache_key("proven build", _key(job), codegen)
    known = _from_json(cache.read(key))
    if known is not None:
        return known
    built = _built(search(replace(job, findings=_findings(cache)), jobs, line), codegen)
    cache.write(key, _to_json(built))
    return built


def _built(found: Search, codegen: str) -> ProvenBuild:
    run = found.run
    job = run.job
    replay = MeasuringReplay(run.rollbacks, job.runs)
    program = _optimized(job, replay)
    if digest(program_text(program, bare=job.bare)) != run.output_hash:
        raise YulError(
            "the rollbacks did not give the proven program again; please report this",
            filename=job.file,
        )

    def size(program: Object) -> int | None:
        return code_bytes(
            program, job.dialect, job.runs, codegen, stack_allocation=job.stack_allocation
        )

    proven = size(program)
    return ProvenBuild(
        tuple(replay.given_up),
        run.count(Status.PROVEN),
        proven,
        size(_optimized(job, None)) if run.rollbacks else proven,
        tuple(
            "\n".join(replay_lines(proof.replay))
            for _, proof in found.unproven
            if proof.replay is not None and proof.status is Status.REFUTED
        ),
        certificate_text(run),
    )


def _optimized(job: Job, observer: Observer | None) -> Object:
    return optimize_program(
        Source(job.text, job.file),
        parse_steps(job.sequence),
        bare=job.bare,
        dialect=job.dialect,
        runs=job.runs,
        stack_allocation=job.stack_allocation,
        observer=observer,
        calls=job.calls,
    )


# On disk


def _key(job: Job) -> Json:
    solvers: list[Json] = [list(pair) for pair in solver_versions(job.solvers).items()]
    return [
        job.text,
        job.sequence,
        job.bare,
        job.evm_version,
        job.runs,
        job.stack_allocation,
        job.seconds,
        solvers,
        None if job.calls is None else write_json(dict(profile_record(job.calls))),
    ]


def _findings(cache: Cache) -> Path | None:
    """The file with the findings of this version of yulopt; those of others are removed."""
    if cache.folder is None:
        return None
    path = cache.folder / _FINDINGS.format(cache_key("findings")[:16])
    try:
        cache.folder.mkdir(parents=True, exist_ok=True)
        for other in cache.folder.glob(_FINDINGS.format("*")):
            if other != path or other.stat().st_size > _MAX_FINDINGS_BYTES:
                other.unlink(missing_ok=True)
    except OSError:
        return None
    return path


def _to_json(built: ProvenBuild) -> Json:
    given_up: list[Json] = [
        [
            one.rollback.path,
            one.rollback.number,
            list(one.rollback.functions),
            one.step,
            one.letter,
            one.size,
            one.gas,
        ]
        for one in built.given_up
    ]
    return {
        "givenUp": given_up,
        "proofs": built.proofs,
        "size": built.size,
        "unprovenSize": built.unproven_size,
        "different": list(built.different),
        "certificate": built.certificate,
    }


def _from_json(value: Json) -> ProvenBuild | None:
    """What was kept; None if it is nothing, or not what is kept here."""
    match value:
        case {
            "givenUp": list(records),
            "proofs": int(proofs),
            "size": int() | None as size,
            "unprovenSize": int() | None as unproven_size,
            "different": list(different),
            "certificate": str(certificate),
        }:
            return ProvenBuild(
                tuple(_given_up(records)),
                proofs,
                size,
                unproven_size,
                tuple(map(str, different)),
                certificate,
            )
    return None


def _given_up(records: list[Json]) -> Iterator[GivenUp]:
    for record in records:
        match record:
            case [
                str(path),
                int(number),
                list(functions),
                str(step),
                str(letter),
                int() | None as size,
                int(gas),
            ]:
                rollback = Rollback(path, number, tuple(map(str, functions)))
                yield GivenUp(rollback, step, letter, size, gas)
