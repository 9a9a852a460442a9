"""How much of what steps do is proven: for each step, and why the rest is open.

    python -m benchmarks.proofs examples/*.yul
    python -m benchmarks.proofs --pipeline size -j 2 token.yul

A pair is a run of a step and a function that it changed.
"""

from __future__ import annotations

import time
from collections import Counter
from pathlib import Path
from statistics import median
from typing import Final

import click

from yulopt.driver.options import options_of_arguments
from yulopt.errors import Source
from yulopt.prover.job import DEFAULT_SECONDS, job_of
from yulopt.prover.report import step_name
from yulopt.prover.run import RunProof, prove_run
from yulopt.prover.step_proof import DEPENDS
from yulopt.prover.verdict import Status

_COLUMNS: Final = (Status.PROVEN, Status.REFUTED, Status.OPEN)


def _reason(text: str) -> str:
    """The kind of a reason, without names."""
    return DEPENDS + " another function" if text.startswith(DEPENDS) else text


def tell(runs: list[RunProof], *, as_markdown: bool) -> None:
    """Print a table of the steps, and the reasons."""
    by_step: dict[str, Counter[Status]] = {}
    methods: Counter[str] = Counter()
    reasons: Counter[tuple[str, str]] = Counter()
    answers: dict[tuple[str, str], list[float]] = {}
    for run in runs:
        for step in run.steps:
            name = step_name(step)
            count = by_step.setdefault(name, Counter())
            for proof in step.proofs:
                count[proof.status] += 1
                methods[proof.method] += proof.status is Status.PROVEN
                for query in proof.queries:
                    answers.setdefault((query.solver, query.answer), []).append(query.seconds)
                if proof.status is Status.OPEN:
                    reasons[name, _reason(proof.reason)] += 1
    bar = "|" if as_markdown else " "
    click.echo(
        f"{bar} {'step':36} {bar}  pairs {bar} proven {bar} different {bar} open {bar} share {bar}"
    )
    if as_markdown:
        click.echo("|---|---:|---:|---:|---:|---:|")
    total: Counter[Status] = Counter()
    for name, count in sorted(by_step.items(), key=lambda item: -item[1].total()):
        total += count
        _row(bar, name, count)
    _row(bar, "all", total)
    click.echo("\nproven by " + ", ".join(f"{name}: {n}" for name, n in methods.most_common() if n))
    for (solver, answer), seconds in sorted(answers.items()):
        click.echo(
            f"{len(seconds):6}  questions: {solver} says {answer}, half of them in"
            f" {median(seconds):.2f} s, all in {max(seconds):.1f} s"
        )
    for (name, reason), number in reasons.most_common():
        click.echo(f"{number:6}  {name}: {reason}")


def _row(bar: str, name: str, count: Counter[Status]) -> None:
    proven, different, opened = (count[status] for status in _COLUMNS)
    share = proven / max(count.total(), 1)
    click.echo(
        f"{bar} {name:36} {bar} {count.total():6} {bar} {proven:6} {bar} {different:9}"
        f" {bar} {opened:4} {bar} {share:5.1%} {bar}"
    )


@click.command(help=__doc__.replace("\n\n", "\n\n\b\n", 1) if __doc__ else "")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--sequence", metavar="NAME", help="A named sequence.")
@click.option("--pipeline", metavar="NAME", help="A pipeline.")
@click.option("--time", "seconds", default=DEFAULT_SECONDS, show_default=True)
@click.option("-j", "--jobs", default=1, show_default=True)
@click.option("--markdown", "as_markdown", is_flag=True)
def main(
    files: tuple[Path, ...],
    sequence: str | None,
    pipeline: str | None,
    seconds: float,
    jobs: int,
    as_markdown: bool,
) -> None:
    """Prove runs over files, and print what is proven."""
    runs = []
    for path in files:
        started = time.monotonic()
        options = options_of_arguments(None, sequence, pipeline)
        run = prove_run(job_of(Source(path.read_text("utf-8"), path.name), options, seconds), jobs)
        pairs = sum(len(step.proofs) for step in run.steps)
        click.echo(
            f"{path.name}: {run.count(Status.PROVEN)} of {pairs} in"
            f" {time.monotonic() - started:.0f} s",
            err=True,
        )
        runs.append(run)
    tell(runs, as_markdown=as_markdown)


if __name__ == "__main__":
    main(prog_name="python -m benchmarks.proofs")
