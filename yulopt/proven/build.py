"""Proven builds: the rollbacks of a run, with the certificate and what they cost, kept on disk.

To build a program again, the rollbacks are repeated (`ProvenBuild.observer`); nothing is proven
once more. The cache serves the user who made it; others check the certificate.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Final

from yulopt.driver.options import Options
from yulopt.errors import Source
from yulopt.persistence.cache import Cache, cache_key
from yulopt.persistence.json_values import Json
from yulopt.proven.outcome import ProvenBuild, from_json, to_json
from yulopt.prover.job import Job, job_of, solver_states
from yulopt.terminal.console import ProgressLine

# What takes longer than this is rarely proven at all.
DEFAULT_SECONDS: Final = 2.0
_FINDINGS: Final = "proofs-{}.sqlite"
_MAX_FINDINGS_BYTES: Final = 1 << 28


def prove_build(
    source: Source,
    options: Options,
    *,
    seconds: float = DEFAULT_SECONDS,
    jobs: int = 1,
    cache: Cache,
    line: ProgressLine | None = None,
) -> ProvenBuild:
    """Find out what has to be rolled back, or look it up.

    `options` are those of the build. `seconds`: how long each changed function is tried, in `jobs`
    processes; `line` is told how far it is.

    Raises `YulError` for bad input, and where a step that all others need is not proven.
    """
    job = job_of(source, options, seconds)
    key = cache_key("proven build", _key(job))
    known = from_json(cache.read(key))
    if known is not None:
        return known
    # Loaded only when something is to be proven.
    from yulopt.proven.making import made

    built = made(replace(job, findings=_findings(cache, job)), jobs, line)
    cache.write(key, to_json(built))
    return built


def _key(job: Job) -> Json:
    return [job.text, repr(job.options), job.seconds, _solvers(job)]


def _solvers(job: Job) -> Json:
    return [[name, state] for name, state in solver_states(job.solvers).items()]


def _findings(cache: Cache, job: Job) -> Path | None:
    """The file with the findings of this version of yulopt, with these solvers; those of others are
    removed."""
    if cache.folder is None:
        return None
    path = cache.folder / _FINDINGS.format(cache_key("findings", _solvers(job))[:16])
    try:
        cache.folder.mkdir(parents=True, exist_ok=True)
        for other in cache.folder.glob(_FINDINGS.format("*")):
            if other != path or other.stat().st_size > _MAX_FINDINGS_BYTES:
                other.unlink(missing_ok=True)
    except OSError:
        return None
    return path
