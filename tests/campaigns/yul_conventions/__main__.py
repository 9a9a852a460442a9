"""Test the pipelines on Yul that breaks Solidity's conventions.

    python -m tests.campaigns.yul_conventions --seeds 5000
    python -m tests.campaigns.yul_conventions --seeds 100:200 --pipelines size --shrink

Programs are generated, one from each seed (see `tests.campaigns.yul_conventions.programs`). Each is
compiled as it is and by each pipeline; both codes run on a real EVM (revm) with the same calls, and
all that can be observed must be the same, up to limits of gas, memory and stack.

All differences are printed, with the program; `--shrink` makes it small before.

Exit status: 0 no difference, 1 a difference, or nothing was compared.
"""

from __future__ import annotations

import sys
import time

import click

from tests.campaign import ProgressLine, seed_range
from tests.campaigns.options import names_of
from tests.campaigns.yul_conventions.campaign import Tally, check, shrink
from yulopt.suite.pipelines import pipeline_names


@click.command(help=__doc__.replace("\n\n", "\n\n\b\n", 1) if __doc__ else "")
@click.option("--seeds", callback=seed_range, metavar="[FIRST:]END", required=True)
@click.option(
    "--pipelines", callback=names_of, default=",".join(pipeline_names()), show_default=True
)
@click.option("--shrink", "is_shrunk", is_flag=True, help="Make failing programs small.")
def main(seeds: range, pipelines: tuple[str, ...], is_shrunk: bool) -> None:
    tally, progress, started = Tally(), ProgressLine(), time.monotonic()
    for seed in seeds:
        before = len(tally.failures)
        check(seed, pipelines, tally)
        for _, failure in tally.failures[before:]:
            progress.clear()
            click.echo(f"different: seed {seed}, {shrink(failure) if is_shrunk else failure}")
        progress.show(f"seed {seed}: {tally}, {time.monotonic() - started:.0f} s")
    progress.clear()
    click.echo(
        f"seeds {seeds.start}:{seeds.stop}, {', '.join(pipelines)}: {tally},"
        f" {time.monotonic() - started:.0f} s"
    )
    sys.exit(1 if tally.failures or not tally.codes else 0)


if __name__ == "__main__":
    main(prog_name="python -m tests.campaigns.yul_conventions")
