"""Look for pairs of programs that are proven to be equivalent, and differ when executed.

    python -m tests.campaigns.pairs --seeds 5000
    python -m tests.campaigns.pairs --seeds 100:200 --processes 2 --shrink
    python -m tests.campaigns.pairs --seeds 5000 --only-different

From each seed, a program with objects on the heap is generated, and edited as an optimiser might,
rightly or wrongly. The prover compares the program before and after the edit, without a look at
executions; the interpreter executes both, with many inputs.

All pairs that are wrongly proven are printed, with the edit marked; `--shrink` makes them small
before. With `--only-different`, pairs that executions do not distinguish are not proven.

Exit status: 0 no pair was wrongly proven, 1 one was, or nothing was proven or different.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context

import click

from tests.campaign import ProgressLine, seed_range
from tests.campaigns.pairs.campaign import Tally, Verdict, check_seed, shrink


@click.command(help=__doc__.replace("\n\n", "\n\n\b\n", 1) if __doc__ else "")
@click.option("--seeds", callback=seed_range, metavar="[FIRST:]END", required=True)
@click.option("--processes", type=click.IntRange(1), default=1, show_default=True)
@click.option("--shrink", "is_shrunk", is_flag=True, help="Make wrongly proven pairs small.")
@click.option("--only-different", is_flag=True, help="Prove only pairs that differ.")
@click.option("--edits", "shows_edits", is_flag=True, help="Show the verdicts for each edit.")
def main(
    seeds: range, processes: int, is_shrunk: bool, only_different: bool, shows_edits: bool
) -> None:
    total, progress, started = Tally(), ProgressLine(), time.monotonic()
    work = partial(check_seed, only_different)
    with ProcessPoolExecutor(processes, get_context("spawn")) as executor:
        tallies: Iterable[Tally] = executor.map(work, seeds) if processes > 1 else map(work, seeds)
        for seed, tally in zip(seeds, tallies, strict=True):
            total.add(tally)
            for _, pair in tally.wrong:
                progress.clear()
                click.echo(f"wrongly proven: seed {seed}")
                click.echo(shrink(pair, seed) if is_shrunk else pair)
            progress.show(f"seed {seed}: {total}, {time.monotonic() - started:.0f} s")
    progress.clear()
    for edit in sorted({edit for edit, _ in total.of_edits} if shows_edits else ()):
        counts = Counter({one.value: total.of_edits[edit, one] for one in Verdict})
        click.echo(f"{edit}: " + ", ".join(f"{count} {one}" for one, count in counts.items()))
    click.echo(f"seeds {seeds.start}:{seeds.stop}: {total}, {time.monotonic() - started:.0f} s")
    is_idle = not total.verdicts[Verdict.DIFFERS] or not (
        only_different or total.verdicts[Verdict.PROVEN]
    )
    sys.exit(1 if total.wrong or is_idle else 0)


if __name__ == "__main__":
    main(prog_name="python -m tests.campaigns.pairs")
