"""Fuzz the parser and the validator with mutated programs, and compare verdicts with solc.

    python -m tests.fuzz --inputs 100000 --seed 1 --oracle-sample 5000 --processes 2
    python -m tests.fuzz --only 4711 --seed 1        the one input of this number, shown

An input must be accepted, or rejected with a proper `YulError`, within 5 seconds. Of a sample, solc
must say the same, and where it accepts, print the same program. (Where solc accepts a program but
cannot make code of it, say because the stack is too deep, there is no text to compare. That solc
gives no verdict at all counts as a difference.)

Stops at the first failure or difference, shrinks it, and keeps it in a file. Exit status: 0 all
well, 1 a failure or difference, 2 wrong usage or no oracle.
"""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass, field, replace
from pathlib import Path

import click

from tests.campaign import ProgressLine
from tests.fuzzing.inputs import Input, Inputs
from tests.fuzzing.shrinking import shrink
from tests.fuzzing.verdicts import (
    ACCEPTED,
    FAILED,
    REJECTED,
    UNKNOWN,
    Solc,
    Verdict,
    Yulopt,
    message_kind,
)
from tests.oracle import available, ordered_map

AGREED, DIFFERENT = "agreed", "different"


@dataclass(frozen=True)
class Outcome:
    """An input with the verdict of yulopt and, if it was asked, that of solc."""

    given: Input
    yulopt: Verdict
    solc: Verdict | None = None

    @property
    def agreement(self) -> str:
        """The verdicts compared: agreed, different or unknown; empty if solc was not asked."""
        if self.solc is None or self.yulopt.kind == FAILED:
            return ""
        if self.solc.kind == UNKNOWN:
            return UNKNOWN
        texts = {self.yulopt.detail, self.solc.detail}
        printed = self.solc.kind == ACCEPTED and self.solc.detail.endswith("}\n")
        if self.solc.kind != self.yulopt.kind or (printed and len(texts) > 1):
            return DIFFERENT
        return AGREED

    @property
    def symptom(self) -> str:
        """The symptom, independent of the input; empty if there is none."""
        if self.yulopt.kind == FAILED:
            return self.yulopt.symptom
        if self.solc is None or self.agreement == AGREED:
            return ""
        return f"yulopt {self.yulopt.kind}, solc {self.solc.kind}"

    def __str__(self) -> str:
        lines = [f"{self.given.name} ({self.given.evm_version}): {self.symptom or 'well'}"]
        lines += [repr(self.given.data), f"yulopt: {self.yulopt.kind}: {self.yulopt.detail}"]
        lines += [f"solc: {self.solc.kind}: {self.solc.detail}"] if self.solc else []
        return "\n".join(lines)


class Pair:
    """A process with yulopt, and one with solc if it is to be asked."""

    def __init__(self, with_solc: bool) -> None:
        self.yulopt = Yulopt()
        self.solc = Solc() if with_solc else None

    def run(self, given: Input, ask_solc: bool) -> Outcome:
        verdict = self.yulopt.judge(given)
        ask_solc = ask_solc and given.text() is not None
        return Outcome(given, verdict, self.solc.judge(given) if self.solc and ask_solc else None)

    def shrink(self, outcome: Outcome, seconds: float) -> Outcome:
        """The smallest input found with the same symptom."""

        def run(data: bytes) -> Outcome:
            return self.run(replace(outcome.given, data=data), outcome.solc is not None)

        small = shrink(
            outcome.given.data, lambda data: run(data).symptom == outcome.symptom, seconds
        )
        return run(small)

    def close(self) -> None:
        self.yulopt.close()
        if self.solc is not None:
            self.solc.close()


@dataclass
class Tally:
    """Counts of verdicts, of agreement with solc, and of message kinds."""

    verdicts: Counter[str] = field(default_factory=Counter)
    agreement: Counter[str] = field(default_factory=Counter)
    messages: Counter[str] = field(default_factory=Counter)

    def add(self, outcome: Outcome) -> None:
        self.verdicts[outcome.yulopt.kind] += 1
        if outcome.agreement:
            self.agreement[f"{outcome.agreement} ({outcome.yulopt.kind})"] += 1
        if outcome.yulopt.kind == REJECTED:
            self.messages[message_kind(outcome.yulopt.detail)] += 1

    def line(self) -> str:
        """All counts but those of messages."""
        verdicts = ", ".join(
            f"{self.verdicts[kind]} {kind}" for kind in (ACCEPTED, REJECTED, FAILED)
        )
        asked = ", ".join(f"{count} {kind}" for kind, count in sorted(self.agreement.items()))
        return f"{verdicts}; compared with solc: {asked or 'none'}"

    def __str__(self) -> str:
        common = [f"    {count} x {message}" for message, count in self.messages.most_common(25)]
        return "\n".join([self.line(), f"{len(self.messages)} kinds of messages:", *common])


def sample(inputs: Iterable[Input], count: int, wanted: int) -> Iterator[tuple[Input, bool]]:
    """Each of `count` inputs, and whether it is one of the `wanted` that solc is asked about.

    These are spread evenly over the inputs that are texts.
    """
    chosen = 0
    for number, given in enumerate(inputs, start=1):
        due = chosen * count < number * wanted and given.text() is not None
        chosen += due
        yield given, due


def fuzz(
    inputs: Iterable[tuple[Input, bool]], pairs: list[Pair], progress: ProgressLine | None = None
) -> Iterator[Outcome]:
    """The outcomes, in order; the flag beside an input is whether solc is asked about it."""
    tally = Tally()
    with closing(ordered_map(pairs, inputs, lambda pair, task: pair.run(*task))) as outcomes:
        for number, outcome in enumerate(outcomes, start=1):
            tally.add(outcome)
            if progress is not None and number % 100 == 0:
                progress.show(tally.line())
            yield outcome
    if progress is not None:
        progress.clear()


@click.command(help=__doc__.replace("\n\n", "\n\n\b\n", 1) if __doc__ else "")
@click.option("--inputs", default=10_000, show_default=True, help="How many.")
@click.option("--seed", default=0, show_default=True, help="Same seed, same inputs.")
@click.option(
    "--oracle-sample", default=0, show_default=True, help="How many to compare with solc."
)
@click.option("--processes", default=1, show_default=True, help="Processes with yulopt.")
@click.option("--only", type=int, metavar="NUMBER", help="Run one input, and show it.")
@click.option("--keep-going", is_flag=True, help="Do not stop at the first failure.")
@click.option(
    "--keep",
    default=Path(tempfile.gettempdir(), "yulopt-fuzz"),
    type=click.Path(file_okay=False, path_type=Path),
    show_default=True,
    help="Folder for shrunk inputs.",
)
@click.option("--shrink-seconds", default=60.0, show_default=True, help="Limit for each.")
def main(
    inputs: int,
    seed: int,
    oracle_sample: int,
    processes: int,
    only: int | None,
    keep_going: bool,
    keep: Path,
    shrink_seconds: float,
) -> None:
    if oracle_sample and (missing := available()):
        raise click.UsageError(missing)
    made = Inputs(seed)
    tally, failures = Tally(), 0
    with ExitStack() as stack:
        with_solc = bool(oracle_sample) or (only is not None and available() is None)
        pairs = [Pair(with_solc) for _ in range(processes + 1)]
        for pair in pairs:
            stack.callback(pair.close)
        shrinking = pairs.pop()
        if only is not None:
            click.echo(shrinking.run(made.input(only), True))
            return
        tasks = sample(map(made.input, range(inputs)), inputs, oracle_sample)
        for outcome in fuzz(tasks, pairs, ProgressLine()):
            tally.add(outcome)
            if outcome.symptom:
                failures += 1
                small = shrinking.shrink(outcome, shrink_seconds)
                keep.mkdir(parents=True, exist_ok=True)
                path = keep / f"{seed}-{outcome.given.name.rpartition(' ')[2]}.yul"
                path.write_bytes(small.given.data)
                click.echo(f"{small}\nkept as {path}\n")
                if not keep_going:
                    break
    click.echo(f"seed {seed}: {tally}")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main(prog_name="python -m tests.fuzz")
