"""Verify many step sequences over many programs: no step may change behaviour.

    python -m tests.verify_campaign --seeds 0:100 --each-step     every step alone
    python -m tests.verify_campaign --seeds 0:2000 --each-step --random-sequences 200 --share 26
    python -m tests.verify_campaign --examples --corpus --sequences default --each-step
    python -m tests.verify_campaign --seeds 0:5000 --pipelines

Every program runs with all sequences, or with `--share N` of them in turn. A pair of a program and
a sequence is verified when at least one input can be compared; behaviour is compared after every
single step (see docs/verification.md).

Stops at the first difference, and shows a small program. Exit status: 0 no difference, 1 a
difference (or nothing could be verified), 2 wrong usage.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TypeAlias

import click

from tests.campaign import ProgressLine, seed_range
from tests.oracle import ROOT, SHARED, ordered_map
from tests.verification.programs import STYLES, Program, file_program, program
from tests.verification.sequences import Trial, each_step, pipeline_trials, random_trials, share
from tests.verification.tally import Tally
from tests.verification.worker import Worker
from yulopt.suite.named_sequences import read_sequence, sequence_names

Task: TypeAlias = tuple[Program, list[Trial]]


def tasks(programs: Iterable[Program], trials: list[Trial], size: int) -> Iterator[Task]:
    """Each program with its share of the trials."""
    for number, given in enumerate(programs):
        yield given, share(trials, number, size)


def verify_all(tasks: Iterable[Task], workers: list[Worker]) -> Iterator[Tally]:
    """The outcome of each task, up to the first with a difference."""
    with closing(ordered_map(workers, tasks, lambda worker, task: worker.run(*task))) as tallies:
        for tally in tallies:
            yield tally
            if tally.differences:
                break


@click.command(help=__doc__.replace("\n\n", "\n\n\b\n", 1) if __doc__ else "")
@click.argument("files", nargs=-1, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--seeds", callback=seed_range, metavar="[FIRST:]END", help="Generated programs.")
@click.option("--style", type=click.Choice(list(STYLES)), help="Only programs of one style.")
@click.option("--examples", is_flag=True, help="All programs of examples/.")
@click.option("--corpus", is_flag=True, help="All programs of ../shared/corpus.")
@click.option("--each-step", "with_each_step", is_flag=True, help="Every step alone.")
@click.option("--random-sequences", default=0, metavar="N", help="The number of random sequences.")
@click.option("--sequence-seed", default=0, show_default=True, help="For random sequences.")
@click.option(
    "--sequences",
    "names",
    multiple=True,
    type=click.Choice(sequence_names()),
    help="Named sequences (repeatable).",
)
@click.option("--pipelines", is_flag=True, help="The steps of all named pipelines.")
@click.option("--steps", multiple=True, metavar="SEQ", help="A step sequence (repeatable).")
@click.option(
    "--share", "size", default=0, metavar="N", help="Sequences for each program, in turn."
)
@click.option("--processes", default=2, show_default=True)
@click.option("--timeout", default=1800.0, show_default=True, help="Seconds for one program.")
@click.option("--shrink-seconds", default=30.0, show_default=True, help="Limit for a difference.")
def main(
    files: tuple[Path, ...],
    seeds: range,
    style: str | None,
    examples: bool,
    corpus: bool,
    with_each_step: bool,
    random_sequences: int,
    sequence_seed: int,
    names: tuple[str, ...],
    pipelines: bool,
    steps: tuple[str, ...],
    size: int,
    processes: int,
    timeout: float,
    shrink_seconds: float,
) -> None:
    trials = each_step() if with_each_step else []
    trials += [Trial(sequence) for sequence in (*map(read_sequence, names), *steps)]
    trials += pipeline_trials() if pipelines else []
    trials += random_trials(sequence_seed, random_sequences)
    folders = [SHARED / "corpus"] * corpus + [ROOT / "examples"] * examples
    files += tuple(path for folder in folders for path in sorted(folder.glob("*.yul")))
    if not trials or not (files or seeds):
        raise click.UsageError("nothing to verify: give programs, and sequences or --each-step")

    def programs() -> Iterator[Program]:
        yield from map(file_program, files)
        for seed in seeds:
            yield program(seed, style)

    progress, total, started = ProgressLine(), Tally(), time.monotonic()
    count = len(files) + len(seeds)
    with ExitStack() as stack:
        workers = [Worker(timeout, shrink_seconds) for _ in range(processes)]
        for worker in workers:
            stack.callback(worker.close)
        for tally in verify_all(tasks(programs(), trials, size), workers):
            total.add_tally(tally)
            progress.show(f"{total.line()} of {count}, {time.monotonic() - started:.0f} s")
    progress.clear()
    for difference in total.differences:
        click.echo(f"different: {difference}\n")
    click.echo(
        f"seeds {seeds.start}:{seeds.stop} and {len(files)} files; {len(trials)} sequences"
        f" ({size or 'all'} for each program), of them {random_sequences} random"
        f" from seed {sequence_seed}; {time.monotonic() - started:.0f} s\n{total}"
    )
    sys.exit(0 if total.verified and not total.differences else 1)


if __name__ == "__main__":
    main(prog_name="python -m tests.verify_campaign")
