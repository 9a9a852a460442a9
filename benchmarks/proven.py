"""What a proven build costs beside an ordinary one: bytes, processor time, and what is given up.

    python -m benchmarks.proven examples/*.yul
    python -m benchmarks.proven --pipeline size --pipeline gas --cache FOLDER token.yul
    python -m benchmarks.proven --pipeline gas --most 1.02 examples/*.yul

`first` is the processor time of a proven build in all its processes, `again` that of the next one,
in terms of an ordinary build (the median of three pairs). Without `--cache`, nothing is known at
first. Of each step that was rolled back, the row has how often, and the bytes and the estimated gas
that were lost by that where it ran.
"""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

import click

from yulopt.driver.options import options_of_arguments
from yulopt.errors import Source
from yulopt.persistence.cache import Cache
from yulopt.proven.build import prove_build
from yulopt.proven.outcome import GivenUp, ProvenBuild
from yulopt.suite.pipelines import pipeline_names

_PAIRS = 3
_FOLDER = click.Path(file_okay=False, path_type=Path)
_HEADS = ("program", "pipeline", "proofs", "bytes", "ordinary", "ratio", "first, s", "again")


@dataclass
class Row:
    """What was measured of one program; `first` is in seconds, `again` in ordinary builds."""

    name: str
    pipeline: str
    first: float
    again: float
    ordinary_bytes: int
    proven_bytes: int
    build: ProvenBuild

    @property
    def ratio(self) -> float:
        """The bytes of the proven build in terms of the ordinary one."""
        return self.proven_bytes / self.ordinary_bytes

    def text(self) -> str:
        """The row of the table."""
        return (
            f"| {self.name} | {self.pipeline} | {self.build.proofs:,} | {self.proven_bytes:,} |"
            f" {self.ordinary_bytes:,} | {self.ratio:.4f} | {self.first:.1f} | {self.again:.2f} |"
            f" {', '.join(_losses(self.build.given_up)) or '-'} |"
        )


def _losses(given_up: Iterable[GivenUp]) -> Iterator[str]:
    """The rollbacks, step by step."""
    ordered = sorted(given_up, key=lambda one: one.rollback.step)
    for step, group in groupby(ordered, lambda one: one.rollback.step):
        losses = list(group)
        size = sum(one.size or 0 for one in losses)
        yield f"{step} {len(losses)} ({size:+} bytes, {sum(one.gas for one in losses):+} gas)"


def _seconds_of_processes() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def measured(path: Path, pipeline: str | None, cache: Path) -> Row:
    """Build a program in processes of their own; raises ClickException if a build fails."""
    options = [] if pipeline is None else ["--pipeline", pipeline]
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder) / "out.hex"
        common = ["asm", "--bytecode", *options, "-o", str(output), str(path)]

        def build(*more: str) -> tuple[float, int]:
            started = _seconds_of_processes()
            done = subprocess.run(
                [sys.executable, "-m", "yulopt", *common, *more],
                env=os.environ | {"YULOPT_CACHE": str(cache)},
                capture_output=True,
                text=True,
                check=False,
            )
            if done.returncode:
                raise click.ClickException(done.stderr)
            return _seconds_of_processes() - started, len(output.read_text().strip()) // 2

        first, proven_bytes = build("--proven")
        pairs = [(build("--proven")[0], build()) for _ in range(_PAIRS)]
    return Row(
        path.stem,
        pipeline or "default",
        first,
        statistics.median(proven / ordinary for proven, (ordinary, _) in pairs),
        pairs[0][1][1],
        proven_bytes,
        prove_build(
            Source(path.read_text("utf-8"), str(path)),
            options_of_arguments(pipeline=pipeline),
            cache=Cache(cache),
        ),
    )


@click.command(help=__doc__.replace("\n\n", "\n\n\b\n", 1) if __doc__ else "")
@click.option(
    "--pipeline",
    "pipelines",
    type=click.Choice(pipeline_names()),
    multiple=True,
    help="Can be repeated.  [default: solc's steps]",
)
@click.option("--cache", type=_FOLDER, help="What is known is read from here, and kept here.")
@click.option(
    "--most",
    type=float,
    help="Exit with status 1 if a ratio of bytes is above this, or a build fails.",
)
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
def main(
    pipelines: tuple[str, ...], cache: Path | None, most: float | None, files: tuple[Path, ...]
) -> None:
    """Measure each file with each pipeline, and print the table."""
    rows = []
    failed = []
    click.echo(f"| {' | '.join(_HEADS)} | rolled back |")
    click.echo(f"|---|---{'|---:' * (len(_HEADS) - 2)}|---|")
    for path in files:
        for pipeline in pipelines or (None,):
            with tempfile.TemporaryDirectory() as folder:
                try:
                    rows.append(measured(path, pipeline, cache or Path(folder)))
                except click.ClickException as error:
                    reason = error.message.splitlines()[0]
                    click.echo(f"| {path.stem} | {pipeline or 'default'} | fails: {reason} |")
                    failed.append(path.stem)
                    continue
            click.echo(rows[-1].text())
    if rows:
        mean = statistics.geometric_mean
        click.echo(
            f"{len(rows)} builds: {mean(row.ratio for row in rows):.4f} of the bytes as a geometric"
            f" mean, at most {max(row.ratio for row in rows):.4f}; at most"
            f" {max(row.first for row in rows):.1f} s at first, then"
            f" {mean(row.again for row in rows):.2f} times an ordinary build"
        )
    if most is not None:
        failed += [row.name for row in rows if row.ratio > most]
        if failed:
            names = ", ".join(failed)
            raise click.ClickException(f"failed, or more than {most} times as large: {names}")


if __name__ == "__main__":
    main(prog_name="python -m benchmarks.proven")
