"""How long the pipelines take to compile, in terms of solc's default sequence.

    python -m benchmarks.compile_times contracts/*.yul

Figures are processor times from the text of a program to its bytes, without the start of Python,
each the best of some runs: the geometric mean of the ratios, and the largest with its program.
Other programs on the machine disturb them less than times of a clock, but do.
"""

from __future__ import annotations

import gc
import math
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import click

from benchmarks.tables import line
from yulopt.driver.build import compile_source
from yulopt.driver.options import Options
from yulopt.errors import Source, StackTooDeepError
from yulopt.suite.pipelines import Pipeline, pipeline_names

HEAD: Final = ("pipeline", "mean", "worst", "program")
WIDTHS: Final = (12, 8, 8, 24)


def seconds(source: Source, options: Options, runs: int) -> float:
    """The processor time of a compile; raises `YulError` if there is no code."""
    best = math.inf
    for _ in range(runs):
        start = time.process_time()
        compile_source(source, options)
        best = min(best, time.process_time() - start)
    return best


@click.command(help=__doc__)
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--runs", default=3, show_default=True, help="How often each program is compiled.")
def main(files: Sequence[Path], runs: int) -> None:
    """Print the ratios."""
    gc.disable()  # as the command does
    options = {name: Options().with_pipeline(Pipeline.named(name)) for name in pipeline_names()}
    ratios: dict[str, list[tuple[float, str]]] = {name: [] for name in options}
    for file in files:
        source = Source(file.read_text("utf-8"), str(file))
        try:
            usual = seconds(source, Options(), runs)
        except StackTooDeepError:
            click.echo(f"{file.stem}: stack too deep", err=True)
            continue
        for name, chosen in options.items():
            ratios[name].append((seconds(source, chosen, runs) / usual, file.stem))
    click.echo(line(HEAD, WIDTHS))
    for name, found in ratios.items():
        if found:
            mean = math.exp(math.fsum(math.log(ratio) for ratio, _ in found) / len(found))
            worst, program = max(found)
            click.echo(line((name, f"{mean:.2f}", f"{worst:.2f}", program), WIDTHS))


if __name__ == "__main__":
    main()
