"""The certificate that a published program does what its IR does."""

from __future__ import annotations

import attr

from yulopt.driver.options import Options
from yulopt.errors import Source, YulError
from yulopt.passes.step import Observer
from yulopt.persistence.cache import user_cache
from yulopt.proven.build import prove_build
from yulopt.proven.outcome import ProvenBuild
from yulopt.prover.certificate import certificate_text
from yulopt.prover.job import job_of
from yulopt.prover.run import prove_run
from yulopt.prover.verdict import Status
from yulopt.publish.publication import Subject
from yulopt.terminal.console import ProgressLine


@attr.s(auto_attribs=True, frozen=True)
class Certificate:
    """A certificate as `yulopt prove` writes it, and a summary in words.

    `build` is the proven build, which rolls back unproven changes; None for any other build.
    """

    text: str
    summary: str
    build: ProvenBuild | None = None

    def observer(self) -> Observer | None:
        """An observer that repeats the rollbacks of the certified run; None if there are none."""
        return None if self.build is None else self.build.observer()


def certify(
    subject: Subject,
    options: Options,
    *,
    seconds: float,
    jobs: int,
    proven: bool,
    line: ProgressLine,
) -> Certificate:
    """Prove the changes of the steps in a program, for up to `seconds` per function.

    With `proven`, unproven changes are rolled back. Raises `YulError` for bad input, and if a step
    changes the behaviour of the program.
    """
    source = Source(subject.source.text, f"{subject.name}.ir.yul")
    if proven:
        build = prove_build(
            source, options, seconds=seconds, jobs=jobs, cache=user_cache(), line=line
        )
        given_up = len(build.given_up)
        rolled_back = f", and {given_up} that are not are rolled back" if given_up else ""
        summary = f"all {build.proofs} changes of functions are proven{rolled_back}"
        return Certificate(build.certificate, summary, build)
    run = prove_run(job_of(source, options, seconds), jobs, line)
    if run.count(Status.REFUTED):
        raise YulError(
            "nothing is published: a step changes the behaviour of the program, as `yulopt prove` "
            "shows; --proven rolls it back. Please report this fault of yulopt",
            filename=subject.source.filename,
        )
    changes, opened = sum(map(run.count, Status)), run.count(Status.OPEN)
    how_many = f"all {changes}" if not opened else f"{changes - opened} of {changes}"
    still_open = f", {opened} are open" if opened else ""
    return Certificate(
        certificate_text(run), f"{how_many} changes of functions are proven{still_open}"
    )
