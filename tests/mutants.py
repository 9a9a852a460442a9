"""Break yulopt in many ways, and check that the tests detect it.

    python -m tests.mutants                       all of them, a line for each
    python -m tests.mutants --only switch         those whose name fits this pattern
    python -m tests.mutants --every 10            a slice

Each mutant is a small patch of one module. Those of steps are judged by the verifier, those of code
generation by what solc makes of programs, all others by the tests of their package. The table says
what gave each of them away, and after how many checks, of which the first one is on record.

Exit status: 0 all were caught but for those that are known to make no difference, 1 otherwise.
"""

from __future__ import annotations

import re
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import click

from tests.campaign import ProgressLine
from tests.mutation.judging import Verdict, is_as_expected, judge
from tests.mutation.mutant import Mutant
from tests.mutation.table import MUTANTS


def line(mutant: Mutant, verdict: Verdict) -> str:
    """A line of the table."""
    by = f"{verdict.check}: {verdict.fault}" if verdict.fault else "nothing"
    if not is_as_expected(mutant, verdict):
        by += " (EQUIVALENT?)" if mutant.equivalent else " (SURVIVES)"
    return f"{verdict.tried:6} {verdict.seconds:6.1f}  {mutant.name}: by {by}"


@click.command(help=__doc__.replace("\n\n", "\n\n\b\n", 1) if __doc__ else "")
@click.option("--only", default="", metavar="PATTERN", help="Mutants whose name fits.")
@click.option("--every", type=click.IntRange(1), default=1, help="Only every Nth of them.")
@click.option("--processes", default=2, show_default=True)
def main(only: str, every: int, processes: int) -> None:
    chosen = [mutant for mutant in MUTANTS if re.search(only, mutant.name)][::every]
    progress = ProgressLine()
    caught = unexpected = 0
    click.echo("checks   sec.  caught")
    with ProcessPoolExecutor(processes, get_context("spawn")) as executor:
        for number, (mutant, verdict) in enumerate(
            zip(chosen, executor.map(judge, chosen), strict=True), 1
        ):
            progress.clear()
            click.echo(line(mutant, verdict))
            if mutant.equivalent:
                click.echo(f"{'':15}{mutant.equivalent}")
            caught += bool(verdict.fault)
            unexpected += not is_as_expected(mutant, verdict)
            progress.show(f"{number} of {len(chosen)} mutants")
    progress.clear()
    equivalent = sum(bool(mutant.equivalent) for mutant in chosen)
    click.echo(
        f"{len(chosen)} mutants: {caught} caught, {equivalent} equivalent, {unexpected} unexpected"
    )
    sys.exit(1 if unexpected else 0)


if __name__ == "__main__":
    main(prog_name="python -m tests.mutants")
