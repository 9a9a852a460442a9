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

from yulopt.errors import Source
from yulopt.frequency.profile_records import profile_record
from yulopt.persistence.cache import Cache, cache_key
from yulopt.persistence.json_values import Json, write_json
from yulopt.pipeline.pipelines import SOLC_CODEGEN
from yulopt.pipeline.step import Observer
from yulopt.prover.job import Job, job_of, solver_versions
from yulopt.prover.rollback import Rollback, RollbackReplay
from yulopt.terminal.console import ProgressLine
from yulopt.trace.recording import Settings

# What takes longer than this is rarely proven at all.
DEFAULT_SECONDS: Final = 5.0
_FINDINGS: Final = "proofs-{}.sqlite"
_MAX_FINDINGS_BYTES: Final = 1 << 28


@attr.s(auto_attribs=True, frozen=True)
class GivenUp:
    """A change that was rolled back, and what that costs.

    `size` and `gas` are what the object loses by that, at that point: bytes of EVM code, None if
    it could not be assembled there, and gas as estimated.
    """

    rollback: Rollback
    size: int | None
    gas: int


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
    # Loaded only when something is to be proven.
    from yulopt.proven.making import made

    built = made(replace(job, findings=_findings(cache)), codegen, jobs, line)
    cache.write(key, _to_json(built))
    return built


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
            one.rollback.step,
            list(one.rollback.functions),
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
                str(step),
                list(functions),
                int() | None as size,
                int(gas),
            ]:
                rollback = Rollback(path, number, step, tuple(map(str, functions)))
                yield GivenUp(rollback, size, gas)
