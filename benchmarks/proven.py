"""What a proven build costs, in bytes and in time, beside an ordinary one.

    python -m benchmarks.proven examples/*.yul
    python -m benchmarks.proven --pipeline gas --cache FOLDER token.yul

`first` is the time of a proven build in all processes, `again` that of the next one, in terms of an
ordinary build (the median of three pairs). Without `--cache`, nothing is known at first.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import click

from yulopt.suite.pipelines import pipeline_names

_PAIRS = 3
_FOLDER = click.Path(file_okay=False, path_type=Path)


@dataclass
class Row:
    """What was measured of one program; `steps` counts rollbacks by step."""

    name: str
    first: float
    again: float
    unproven_bytes: int
    proven_bytes: int
    proofs: int
    steps: Counter[str]

    def text(self) -> str:
        """The row of the table."""
        ratio = self.proven_bytes / self.unproven_bytes
        told = ", ".join(f"{step} {count}" for step, count in self.steps.items()) or "-"
        return (
            f"| {self.name} | {self.proofs:,} | {self.steps.total()} | {ratio:.4f} |"
            f" {self.first:.1f} | {self.again:.2f} | {told} |"
        )


def measured(path: Path, options: list[str], cache: Path) -> Row:
    """Build a program in processes of their own; raises ClickException if a build fails."""
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder) / "out.hex"
        common = ["asm", "--bytecode", *options, "-o", str(output), str(path)]

        def build(*more: str) -> tuple[float, int]:
            started = time.perf_counter()
            done = subprocess.run(
                [sys.executable, "-m", "yulopt", *common, *more],
                env=os.environ | {"YULOPT_CACHE": str(cache)},
                capture_output=True,
                text=True,
                check=False,
            )
            if done.returncode:
                raise click.ClickException(done.stderr)
            return time.perf_counter() - started, len(output.read_text().strip()) // 2

        first, proven_bytes = build("--proven")
        certificate = json.loads(output.with_suffix(".proof.json").read_text())
        pairs = [(build("--proven")[0], build()) for _ in range(_PAIRS)]
    rollbacks = certificate["settings"].get("rollbacks", ())
    steps = Counter(one["step"] for one in rollbacks)
    return Row(
        path.stem,
        first,
        statistics.median(proven / ordinary for proven, (ordinary, _) in pairs),
        pairs[0][1][1],
        proven_bytes,
        len(certificate["proofs"]),
        steps,
    )


@click.command(help=__doc__.replace("\n\n", "\n\n\b\n", 1) if __doc__ else "")
@click.option("--pipeline", type=click.Choice(pipeline_names()), help="[default: solc's steps]")
@click.option("--cache", type=_FOLDER, help="What is known is read from here, and kept here.")
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
def main(pipeline: str | None, cache: Path | None, files: tuple[Path, ...]) -> None:
    """Measure each file, and print the table."""
    options = [] if pipeline is None else ["--pipeline", pipeline]
    rows = []
    click.echo("| program | proofs | rolled back | bytes | first, s | again | steps |")
    click.echo("|---|---:|---:|---:|---:|---:|---|")
    for path in files:
        with tempfile.TemporaryDirectory() as folder:
            try:
                rows.append(measured(path, options, cache or Path(folder)))
            except click.ClickException as error:
                click.echo(f"| {path.stem} | fails: {error.message.splitlines()[0]} |")
                continue
        click.echo(rows[-1].text())
    if rows:
        ratios = [row.proven_bytes / row.unproven_bytes for row in rows]
        click.echo(
            f"| geometric mean, {len(rows)} programs | | | {statistics.geometric_mean(ratios):.4f}"
            f" | at most {max(row.first for row in rows):.1f}"
            f" | {statistics.geometric_mean(row.again for row in rows):.2f} | |"
        )


if __name__ == "__main__":
    main(prog_name="python -m benchmarks.proven")
