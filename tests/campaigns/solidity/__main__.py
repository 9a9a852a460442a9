"""Compare the pipelines' code for Solidity with solc's unoptimised code, by execution.

    python -m tests.campaigns.solidity --seeds 0:500
    python -m tests.campaigns.solidity --seeds 100 --pipelines size,gas --processes 2
    python -m tests.campaigns.solidity --seeds 17:18 --shrink

Programs are generated, one from each seed. solc makes the reference and the IR, from which each
pipeline makes its code at some number of runs. Both codes run on a real EVM (revm): the contract is
created, and called again and again. After each call everything that can be observed must be the
same, up to limits of gas, memory and stack.

All differences are printed, with the program; `--shrink` makes it small before. `--rotate` compiles
each program by one of the pipelines instead of all.

Exit status: 0 no difference, 1 a difference, or nothing was compared.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context

import click

from tests.campaign import ProgressLine, seed_range
from tests.campaigns.options import names_of
from tests.campaigns.solidity.campaign import Tally, check_seed, shrink, solc
from tests.oracle import available
from yulopt.suite.pipelines import pipeline_names


@click.command(help=__doc__.replace("\n\n", "\n\n\b\n", 1) if __doc__ else "")
@click.option("--seeds", callback=seed_range, metavar="[FIRST:]END", required=True)
@click.option(
    "--pipelines", callback=names_of, default=",".join(pipeline_names()), show_default=True
)
@click.option("--rotate", is_flag=True, help="One pipeline for each program.")
@click.option("--processes", type=click.IntRange(1), default=1, show_default=True)
@click.option("--shrink", "is_shrunk", is_flag=True, help="Make failing programs small.")
@click.option("--seconds", default=600.0, show_default=True, help="Time to shrink a program.")
@click.option("--evm-version", default="prague", show_default=True)
def main(
    seeds: range,
    pipelines: tuple[str, ...],
    rotate: bool,
    processes: int,
    is_shrunk: bool,
    seconds: float,
    evm_version: str,
) -> None:
    if reason := available():
        raise click.ClickException(reason)
    total, progress, started = Tally(), ProgressLine(), time.monotonic()
    work = partial(check_seed, pipelines, evm_version, rotate)
    with ProcessPoolExecutor(processes, get_context("spawn")) as executor:
        tallies: Iterable[Tally] = executor.map(work, seeds) if processes > 1 else map(work, seeds)
        for seed, tally in zip(seeds, tallies, strict=True):
            total.add(tally)
            for failure in tally.failures:
                progress.clear()
                if is_shrunk:
                    failure = shrink(failure, solc(evm_version), seconds)
                click.echo(f"different: {failure}\n{failure.source}")
            progress.show(f"seed {seed}: {total}, {time.monotonic() - started:.0f} s")
    progress.clear()
    for reason, count in total.refused.items():
        click.echo(f"refused {count} times: {reason}")
    click.echo(
        f"seeds {seeds.start}:{seeds.stop}, {', '.join(pipelines)}, {evm_version}: {total},"
        f" {time.monotonic() - started:.0f} s"
    )
    sys.exit(1 if total.failures or not total.codes else 0)


if __name__ == "__main__":
    main(prog_name="python -m tests.campaigns.solidity")
