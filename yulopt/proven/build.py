"""A cache of proven builds: the rollbacks of a run, with the certificate and their cost.

A later build of the program repeats the rollbacks (`ProvenBuild.observer`), without proofs. The
cache serves the user who made it; others check the certificate.
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

# Proofs that take longer than this rarely succeed.
DEFAULT_SECONDS: Final = 3.0
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
    """Find the necessary rollbacks, or look them up.

    `options` are those of the build. `seconds`: the time for each changed function, in `jobs`
    processes; `line` shows the progress.

    Raises `YulError` for bad input, and if a step that all others need is not proven.
    """
    # The rollbacks are those of the steps as they were, and other packages may change.
    kept = Cache(None) if options.has_installed_steps else cache
    job = job_of(source, options, seconds)
    key = cache_key("proven build", _key(job))
    known = from_json(kept.read(key))
    if known is not None:
        return known
    # Imported only for proofs.
    from yulopt.proven.making import made

    built = made(replace(job, findings=_findings(cache, job)), jobs, line)
    kept.write(key, to_json(built))
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
