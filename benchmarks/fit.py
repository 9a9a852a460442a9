"""`yulopt fit` beside bisection over `runs`, for contracts near a limit of size.

    python -m benchmarks.fit FILE...
    python -m benchmarks.fit --runs 200 --runs 1000 --json fit.json contracts/*.yul

The limit is made: it is the size that the default sequence gives with some number of runs, so that
bisection finds at least that number. For each file and number the table has the limit, the runs
that bisection finds with the default sequence, those that `fit` finds with all its sequences, and
whether these are more. Programs that fit with any number of runs are left out.
"""

from __future__ import annotations

import json
import math
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import attr
import click

from benchmarks.tables import line
from yulopt.driver.options import Options
from yulopt.errors import Source
from yulopt.tune.fit import Fit, Fitter, usual_sequences

HEAD = ("program", "limit", "bisection", "fit", "bytes left", "sequence", "time")
WIDTHS = (24, 7, 10, 10, 10, 16, 8)


@attr.s(auto_attribs=True, frozen=True)
class Case:
    """A program with a limit, what was found, and in how many seconds."""

    program: str
    limit: int
    bisected: Fit
    found: Fit
    seconds: float

    @property
    def is_better(self) -> bool:
        return self.found.most > self.bisected.most


def cases(file: Path, runs: tuple[int, ...]) -> Iterator[Case]:
    """The cases that one program gives."""
    fitter = Fitter(Source(file.read_text("utf-8"), str(file)), usual_sequences(), Options())
    default = next(iter(fitter.codes.values()))
    for number in runs:
        limit = default.at(number).deployed_bytes
        if limit is None:
            continue
        started = time.perf_counter()
        best = bisected = fitter.by_bisection(limit)
        if bisected.most == math.inf:
            # Whatever the limit, more runs make no difference.
            continue
        for found in fitter.fits(limit):
            best = found if found.is_better(best) else best
        yield Case(file.stem, limit, bisected, best, time.perf_counter() - started)


def row(case: Case) -> tuple[str, ...]:
    """The cells of the table."""
    interval = case.found.interval
    left = 0 if interval is None or interval.deployed_bytes is None else interval.deployed_bytes
    return (
        case.program,
        f"{case.limit:,}",
        f"{case.bisected.most:,}",
        f"{case.found.most:,}",
        f"{case.limit - left:,}",
        case.found.name,
        f"{case.seconds:.1f} s",
    )


@click.command()
@click.option("--runs", type=int, multiple=True, default=(200,), show_default=True)
@click.option("--json", "target", type=click.Path(path_type=Path), help="Write the figures here.")
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
def main(runs: tuple[int, ...], target: Path | None, files: tuple[Path, ...]) -> None:
    """Compare `fit` with bisection (see the docstring of this module)."""
    click.echo(line(HEAD, WIDTHS))
    found: list[Case] = []
    for file in files:
        for case in cases(file, runs):
            found.append(case)
            click.echo(line(row(case), WIDTHS))
            sys.stdout.flush()
    better = sum(case.is_better for case in found)
    click.echo(f"more runs than by bisection: {better} of {len(found)}")
    if target is not None:
        records = [
            {
                "program": case.program,
                "limit": case.limit,
                "bisection": case.bisected.runs,
                "fit": case.found.runs,
                "steps": case.found.steps,
            }
            for case in found
        ]
        target.write_text(json.dumps(records, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
