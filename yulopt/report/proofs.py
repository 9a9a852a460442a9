"""Proofs of a pipeline over a contract, as far as the time allows."""

from __future__ import annotations

import time

from yulopt.driver.options import Options
from yulopt.errors import Source, YulError
from yulopt.persistence.cache import user_cache
from yulopt.proven.build import prove_build
from yulopt.proven.outcome import ProvenBuild
from yulopt.prover.job import NO_SOLVER, installed_solvers
from yulopt.report.subjects import Subject
from yulopt.suite.pipelines import Pipeline
from yulopt.terminal.console import ProgressLine


class _OutOfTime(Exception):
    """The time for proofs is over."""


class _Deadline(ProgressLine):
    """Ends a proof when its time is over, and shows its progress in another line."""

    def __init__(self, line: ProgressLine, end: float) -> None:
        super().__init__(line.label)
        self._line = line
        self._end = end

    def advance(self, detail: str) -> None:
        super().advance(detail)
        self._line.detail = detail
        if time.monotonic() > self._end:
            raise _OutOfTime


def proof_of(
    subject: Subject,
    pipeline: Pipeline,
    options: Options,
    *,
    end: float,
    jobs: int,
    line: ProgressLine,
) -> str:
    """The state of a proof at the time `end`, in words; proofs are cached on disk."""
    if not installed_solvers():
        return NO_SOLVER
    deadline = _Deadline(line, end)
    try:
        build = prove_build(
            Source(subject.ir, subject.name),
            options.with_pipeline(pipeline),
            jobs=jobs,
            cache=user_cache(),
            line=deadline,
        )
    except _OutOfTime:
        return f"not finished in time ({deadline.detail}); another report resumes it"
    except YulError as error:
        return f"not proven: {error.message}"
    return _words(build)


def _words(build: ProvenBuild) -> str:
    if not build.given_up:
        return f"all {build.proofs:,} changes proven"
    size, unproven = build.size, build.unproven_size
    cost = "" if size is None or unproven is None else f", which costs {size - unproven:+,} bytes"
    return (
        f"{build.proofs:,} changes proven; a proven build rolls back the other"
        f" {len(build.given_up):,}{cost}"
    )
