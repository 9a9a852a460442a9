"""No false proofs: what broken steps do to programs, as execution shows, is never proven.

    python -m tests.prove_mutants                          every mutant of a step, 3 programs each
    python -m tests.prove_mutants --programs 30            as many as are asked for
    python -m tests.prove_mutants --only switch --every 5  some mutants

For each mutant, programs of its tests and generated ones are tried until enough of them behave
differently after a step that is broken. The step over such a program must not be proven. What the
prover shows to be different is counted, and how many counterexamples of the solver replay.

Exit status: 0 nothing false was proven, 1 otherwise.
"""

from __future__ import annotations

import re
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import click

from tests.campaign import ProgressLine
from tests.prover.mutants import PROVEN_MUTANTS, judged

_TASKS = 8


@click.command(help=__doc__.replace("\n\n", "\n\n\b\n", 1) if __doc__ else "")
@click.option("--only", default="", metavar="PATTERN", help="Mutants whose name fits.")
@click.option("--every", type=click.IntRange(1), default=1, help="Only every Nth of them.")
@click.option("--programs", default=3, show_default=True, help="Programs that show a mutant.")
@click.option("--tries", default=40, show_default=True, help="Programs that are generated.")
@click.option("--seconds", default=5.0, show_default=True, help="For each function.")
@click.option("--processes", default=2, show_default=True)
def main(only: str, every: int, programs: int, tries: int, seconds: float, processes: int) -> None:
    chosen = [one for one in PROVEN_MUTANTS if re.search(only, one.name)][::every]
    started, progress = time.monotonic(), ProgressLine()
    total: Counter[str] = Counter()
    wrong = unseen = models = replayed = 0
    # Z3 does not give back all the memory that it took.
    pool = ProcessPoolExecutor(processes, get_context("spawn"), max_tasks_per_child=_TASKS)
    with pool as executor:
        jobs = [executor.submit(judged, one, programs, tries, seconds) for one in chosen]
        for number, (mutant, job) in enumerate(zip(chosen, jobs, strict=True), 1):
            found = job.result()
            total.update(found.statuses)
            unseen += not found.statuses
            wrong += "proven" in found.statuses
            models += found.models
            replayed += found.replayed
            progress.clear()
            told = ", ".join(f"{count} {name}" for name, count in Counter(found.statuses).items())
            click.echo(f"{found.seconds:6.1f}  {mutant.name}: {told or 'nothing shows it'}")
            for reason, count in Counter(found.reasons).most_common():
                click.echo(f"        {count:4} {reason}")
            for text in found.false_proofs:
                click.echo(text)
            progress.show(f"{number} of {len(chosen)} mutants, {sum(total.values())} programs")
    progress.clear()
    shown = sum(total.values())
    click.echo(
        f"{len(chosen)} mutants, {unseen} of them shown by no program; {shown} changes that"
        f" execution shows: {total['proven']} proven, {total['different']} different"
        f" ({total['different'] / max(shown, 1):.0%}), {total['open']} open;"
        f" of {models} counterexamples of the solver {replayed} replay"
        f" ({replayed / max(models, 1):.0%}); {time.monotonic() - started:.0f} s"
    )
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main(prog_name="python -m tests.prove_mutants")
