"""Proven builds are correct, whatever faults the steps have.

    python -m tests.proven.mutants                         every mutant of a step
    python -m tests.proven.mutants --programs 3 --every 5  some mutants, several programs each
    python -m tests.proven.mutants --keep changes          with programs that were found before
    python -m tests.proven.mutants --generated 7 --every 9 mutants made by rules, in a random order

For each mutant, the campaign searches for programs that a broken step miscompiles, as their
execution shows. Such a program is built by the broken step, without and with proofs. What an
ordinary build makes of it counts if it is wrong. Then the proven build must be right.

Exit status: 0 no proven build was wrong, 1 otherwise.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from importlib import import_module
from pathlib import Path

import click

from tests.campaign import ProgressLine
from tests.mutation.in_place import in_place
from tests.mutation.mutant import Mutant
from tests.prover.candidates import candidates, plausible
from tests.prover.mutants import (
    PROVEN_MUTANTS,
    campaign_options,
    chosen,
    generated,
    judge_all,
    sequence_showing,
)
from tests.prover.mutated import Change, differs
from tests.prover.shown import MAX_SECONDS, kept
from yulopt.errors import YulError
from yulopt.proven.build import DEFAULT_SECONDS


@dataclass
class Judged:
    """The number of builds by a broken step that were wrong without proofs, and the proven ones:
    `right`, `refused` (there was no build), or `wrong`."""

    outcomes: Counter[str] = field(default_factory=Counter)
    wrong: list[Change] = field(default_factory=list)

    @property
    def shown(self) -> int:
        """The number of ordinary builds that were wrong."""
        return self.outcomes.total()


def judged(
    mutant: Mutant,
    programs: int,
    tries: int,
    seconds: float,
    folder: Path | None = None,
    limit: float = MAX_SECONDS,
) -> Judged:
    """Build at most `programs` programs that show a mutant, from `tries` generated ones and others.

    `seconds` is for each proof, `limit` for finding programs. With `folder`, the programs are kept
    there for the next time.
    """
    result = Judged()
    found = kept(folder, mutant, sequence_showing(mutant), programs, tries, limit)
    for change in found.changes:
        try:
            with in_place(mutant):
                building = import_module("tests.proven.building")
                unproven, proven = building.builds(
                    change.before, change.step, change.evm_version, seconds
                )
        except Exception:
            # A broken step ended in an error: there is no build at all.
            continue
        if not _is_wrong(change, unproven):
            continue
        outcome = "refused" if not proven else "wrong" if _is_wrong(change, proven) else "right"
        result.outcomes[outcome] += 1
        if outcome == "wrong":
            result.wrong.append(replace(change, after=proven))
    return result


def _is_wrong(change: Change, text: str) -> bool:
    """Whether execution shows that a build does something else than the program."""
    try:
        return differs(replace(change, after=text))
    except YulError:
        # The result of a broken step need not be a program.
        return True


@click.command(help=__doc__.replace("\n\n", "\n\n\b\n", 1) if __doc__ else "")
@campaign_options
@click.option("--programs", default=1, show_default=True, help="Programs that show a mutant.")
@click.option("--seconds", default=DEFAULT_SECONDS, show_default=True, help="For each function.")
@click.option("--limit", default=MAX_SECONDS, show_default=True, help="For finding programs.")
@click.option("--generated", "seed", type=int, metavar="SEED", help="Mutants made by rules.")
def main(
    only: str,
    every: int,
    first: int,
    programs: int,
    tries: int,
    seconds: float,
    processes: int,
    keep: Path | None,
    limit: float,
    seed: int | None,
) -> None:
    started, progress = time.monotonic(), ProgressLine()
    outcomes: Counter[str] = Counter()
    number = shown = 0
    judge = partial(
        judged, programs=programs, tries=tries, seconds=seconds, folder=keep, limit=limit
    )
    mutants: Sequence[Mutant]
    if seed is None:
        mutants = chosen(PROVEN_MUTANTS, only, every, first)
    else:
        mutants = plausible(chosen(generated(seed), only, every, first), list(candidates()))
    for number, total, mutant, found in judge_all(judge, mutants, processes):
        progress.clear()
        if found is None:
            click.echo(f"{mutant.name}: does not end")
            continue
        outcomes += found.outcomes
        shown += found.shown > 0
        click.echo(f"{mutant.name}: {dict(found.outcomes)}")
        for change in found.wrong:
            click.echo(f"{change.step}\n{change.before}\n{change.after}")
        progress.show(f"{number} of {total} mutants, {outcomes.total()} wrong builds")
    progress.clear()
    click.echo(
        f"{number} mutants, of which {shown} made {outcomes.total()} wrong builds; of the"
        f" proven builds {outcomes['right']} are right, {outcomes['refused']} are refused,"
        f" {outcomes['wrong']} are wrong; {time.monotonic() - started:.0f} s"
    )
    sys.exit(1 if outcomes["wrong"] else 0)


if __name__ == "__main__":
    main(prog_name="python -m tests.proven.mutants")
