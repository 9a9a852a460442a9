"""Break steps in many ways, and see that the verifier notices.

    python -m tests.mutants                       all of them, a line for each
    python -m tests.mutants --only switch         those whose name fits this pattern

Each mutant is a small patch of one module of yulopt, in a process of its own, which runs some steps
over generated programs (seeds 0, 1, ...) until a difference is found. The table says after how many
programs and inputs that was.

Exit status: 0 all were caught but for those that are known to make no difference, 1 otherwise.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing

import click

from tests.campaign import ProgressLine
from tests.mutation.mutant import Mutant
from tests.mutation.process import Trace
from tests.mutation.table import MUTANTS
from tests.oracle import ROOT, ordered_map
from yulopt.build_info import PURE_VARIABLE

# How many programs a mutant is given, and one that must not be caught.
BUDGET = 150
EQUIVALENT_BUDGET = 30
_SECONDS = 300.0


def run_mutant(mutant: Mutant, budget: int = BUDGET, first: int = 0) -> Trace:
    """What comes of a mutant, in a process of its own, which begins with the program `first`."""
    if mutant.equivalent:
        budget = min(budget, EQUIVALENT_BUDGET)
    # The finder of the process takes the sources itself, and must come first.
    environment = {name: value for name, value in os.environ.items() if name != PURE_VARIABLE}
    numbers = (MUTANTS.index(mutant), budget, first)
    result = subprocess.run(
        [sys.executable, "-m", "tests.mutation.process", *map(str, numbers)],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=_SECONDS,
    )
    if result.returncode:
        raise RuntimeError(f"{mutant.name}: {result.stderr}")
    return Trace(**json.loads(result.stdout))


def run_all(mutants: Sequence[Mutant], processes: int) -> Iterator[Trace]:
    """What comes of each, in order."""
    workers = range(processes)
    with closing(ordered_map(workers, mutants, lambda _, mutant: run_mutant(mutant))) as traces:
        yield from traces


def line(mutant: Mutant, trace: Trace) -> str:
    """A line of the table."""
    steps = f"{mutant.steps} {mutant.last}".strip() or "Disambiguator"
    verdict = trace.caught or ("equivalent" if mutant.equivalent else "SURVIVES")
    counts = f"{trace.programs:5} {trace.inputs:6} {trace.seconds:6.1f}"
    return f"{counts}  {verdict:45}  {steps:22}  {mutant.name}"


def is_as_expected(mutant: Mutant, trace: Trace) -> bool:
    """Whether it was caught if it can be, and only then."""
    return bool(trace.caught) != bool(mutant.equivalent)


@click.command(help=__doc__.replace("\n\n", "\n\n\b\n", 1) if __doc__ else "")
@click.option("--only", default="", metavar="PATTERN", help="Mutants whose name fits.")
@click.option("--processes", default=2, show_default=True)
def main(only: str, processes: int) -> None:
    chosen = [mutant for mutant in MUTANTS if re.search(only, mutant.name)]
    progress = ProgressLine()
    caught = unexpected = 0
    click.echo("progr. inputs   sec.  caught by")
    for number, trace in enumerate(run_all(chosen, processes)):
        mutant = chosen[number]
        progress.clear()
        click.echo(line(mutant, trace))
        if mutant.equivalent:
            click.echo(f"{'':22}{mutant.equivalent}")
        caught += bool(trace.caught)
        unexpected += not is_as_expected(mutant, trace)
        progress.show(f"{number + 1} of {len(chosen)} mutants")
    progress.clear()
    equivalent = sum(bool(mutant.equivalent) for mutant in chosen)
    click.echo(
        f"{len(chosen)} mutants: {caught} caught, {equivalent} equivalent, {unexpected} unexpected"
    )
    sys.exit(1 if unexpected else 0)


if __name__ == "__main__":
    main(prog_name="python -m tests.mutants")
