"""No false proofs: changes by broken steps that execution refutes are never proven.

    python -m tests.prove_mutants                          every mutant of a step, 3 programs each
    python -m tests.prove_mutants --programs 30            as many as are asked for
    python -m tests.prove_mutants --keep changes           with changes that were found before
    python -m tests.prove_mutants --only switch --every 5  some mutants

For each mutant, programs of its tests, generated ones and variants of both are tried until enough
of them behave differently after a step that is broken. The step over such a program must not be
proven. What the prover shows to be different is counted, and how many counterexamples of the solver
replay. Of mutants that no program shows, what they change is put before the prover as well.

Exit status: 0 nothing false was proven, 1 otherwise.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import click

from tests.campaign import ProgressLine
from tests.prover.mutants import PROVEN_MUTANTS, Judged, campaign_options, chosen, judge_all, judged


@click.command(help=__doc__.replace("\n\n", "\n\n\b\n", 1) if __doc__ else "")
@campaign_options
@click.option("--programs", default=3, show_default=True, help="Programs that show a mutant.")
@click.option("--seconds", default=5.0, show_default=True, help="For each function.")
def main(
    only: str,
    every: int,
    first: int,
    programs: int,
    tries: int,
    seconds: float,
    processes: int,
    keep: Path | None,
) -> None:
    started, progress, total = time.monotonic(), ProgressLine(), _Total()
    judge = partial(judged, programs=programs, tries=tries, seconds=seconds, folder=keep)
    for number, count, mutant, found in judge_all(
        judge, chosen(PROVEN_MUTANTS, only, every, first), processes
    ):
        progress.clear()
        if found is None:
            click.echo(f"        {mutant.name}: does not end")
            continue
        total.add(found)
        click.echo(f"{found.seconds:6.1f}  {mutant.name}: {_summary(found)}")
        for reason, count in Counter(found.reasons).most_common():
            click.echo(f"        {count:4} {reason}")
        for change in found.false_proofs:
            click.echo(f"{change.step}\n{change.before}\n{change.after}")
        progress.show(f"{number} of {count} mutants, {total.shown} programs")
    progress.clear()
    click.echo(f"{total.text()}; {time.monotonic() - started:.0f} s")
    sys.exit(1 if total.statuses["proven"] else 0)


def _summary(found: Judged) -> str:
    if found.statuses:
        reported = ", ".join(f"{count} {name}" for name, count in Counter(found.statuses).items())
        return f"{reported}; {found.replayed} of {found.models} counterexamples replay"
    if not found.others:
        return "changes nothing otherwise"
    return f"nothing shows it; {found.harmless} of {found.others} other changes proven the same"


@dataclass
class _Total:
    """The findings about all mutants."""

    statuses: Counter[str] = field(default_factory=Counter)
    mutants: int = 0
    unchanged: int = 0
    harmless: int = 0
    unseen: int = 0
    models: int = 0
    replayed: int = 0

    def add(self, found: Judged) -> None:
        self.mutants += 1
        self.statuses.update(found.statuses)
        self.models += found.models
        self.replayed += found.replayed
        if found.statuses:
            return
        if not found.others:
            self.unchanged += 1
        elif found.harmless == found.others:
            self.harmless += 1
        else:
            self.unseen += 1

    @property
    def shown(self) -> int:
        """The changes that were put before the prover."""
        return sum(self.statuses.values())

    def text(self) -> str:
        different, replays = self.statuses["different"], self.replayed / max(self.models, 1)
        return (
            f"{self.mutants} mutants: {self.unchanged} change nothing otherwise,"
            f" what {self.harmless} do otherwise is proven not to matter,"
            f" {self.unseen} are shown by no program;"
            f" {self.shown} changes that execution shows: {self.statuses['proven']} proven,"
            f" {different} different ({different / max(self.shown, 1):.0%}),"
            f" {self.statuses['open']} open; of {self.models} counterexamples of the solver"
            f" {self.replayed} replay ({replays:.0%})"
        )


if __name__ == "__main__":
    main(prog_name="python -m tests.prove_mutants")
