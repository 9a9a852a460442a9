"""Compare yulopt with the reference compiler over many programs, and shrink a difference.

    python -m tests.compare --seeds 0:1000                      generated programs, default steps
    python -m tests.compare --corpus --steps 'dfDvulfn:'        all of ../shared/corpus
    python -m tests.compare --seeds 200 --random-steps acdeL    a random sequence for each program
    python -m tests.compare --stack-pressure 0:500              programs with many live variables
    python -m tests.compare --seeds 5000 --shrink               stop at a difference and shrink it

Exit status: 0 all identical, 1 a difference (or nothing could be compared), 2 wrong usage or no
oracle. Programs that solc itself rejects are counted apart, with reasons. When it finds the stack
too deep, it shows no text, but often a place in it; yulopt's text must have a whole piece of code
there.
"""

from __future__ import annotations

import difflib
import importlib
import itertools
import json
import re
import shlex
import sys
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random

import click

import yulopt
from tests.campaign import ProgressLine, seed_range, serve_lines
from tests.generation.builtins import EVM_VERSIONS
from tests.generator import generate, random_sequence
from tests.oracle import (
    ROOT,
    SHARED,
    Job,
    JsonLines,
    Oracle,
    ProcessFailure,
    Result,
    StackTooDeep,
    available,
    function_at,
    ordered_map,
    stack_too_deep,
)
from tests.shrink import Shrinker
from tests.stack_generator import generate_stack_pressure
from yulopt.dialect import NEWEST, Release, chosen_dialect, parse_evm_version, parse_solc_version
from yulopt.errors import Source
from yulopt.syntax.parser import parse_source

IDENTICAL, DIFFERENT, FAILED = "identical", "different", "failed"
TOO_DEEP, NO_REFERENCE = "stack too deep", "oracle error"
CANDIDATE = "tests.compare:yulopt_text"


def yulopt_text(job: Job) -> str:
    """The result of yulopt for a job: its side of the comparison."""
    if job.output == "ir":
        dialect = chosen_dialect(job.evm_version, job.solc_version)
        return yulopt.print_yul(parse_source(Source(job.source), dialect))
    return yulopt.optimize(
        job.source,
        job.steps,
        evm_version=job.evm_version,
        runs=job.runs,
        stack_allocation=job.stack_allocation,
        solc_version=job.solc_version,
    )


def serve(candidate: str) -> None:
    """Answer jobs from standard input with `candidate` (`module:function`), one line each."""
    module, _, name = candidate.partition(":")
    function: Callable[[Job], str] = getattr(importlib.import_module(module), name)

    def answer(line: str) -> dict[str, str]:
        try:
            return {"text": function(Job(**json.loads(line)))}
        except Exception as error:  # whatever yulopt raises is an answer
            last = traceback.extract_tb(error.__traceback__)[-1]
            place = f"{Path(last.filename).name}:{last.lineno}"
            return {"error": f"{type(error).__name__}: {error} ({place})"}

    serve_lines(answer)


class Candidate:
    """A worker process with yulopt."""

    def __init__(self, function: str = CANDIDATE, timeout: float = 120.0) -> None:
        self.timeout = timeout
        start = f"from tests.compare import serve; serve({function!r})"
        self.process = JsonLines([sys.executable, "-c", start])

    def run(self, job: Job) -> Result:
        try:
            answer = self.process.ask(vars(job), self.timeout)
        except ProcessFailure as failure:
            return Result(job.id, error=str(failure))
        text = answer.get("text")
        if isinstance(text, str):
            return Result(job.id, text)
        return Result(job.id, error=str(answer.get("error")))

    def close(self) -> None:
        self.process.close()


@dataclass(frozen=True)
class Outcome:
    """A job with both answers; `kind` is one of the five words at the top of the module."""

    job: Job
    expected: Result
    actual: Result | None = None

    @property
    def kind(self) -> str:
        if self.actual is None:
            return NO_REFERENCE
        if self.actual.text is None:
            return FAILED
        if self.too_deep is not None:
            return TOO_DEEP if self.place_fits else DIFFERENT
        return IDENTICAL if self.expected.text == self.actual.text else DIFFERENT

    @property
    def too_deep(self) -> StackTooDeep | None:
        return stack_too_deep(self.expected.error or "")

    @property
    def place_fits(self) -> bool:
        """Whether there is a whole piece of code where solc says that the stack is too deep."""
        if self.too_deep is None or self.too_deep.place is None or self.actual is None:
            return True
        return is_whole(self.actual.text or "", *self.too_deep.place)

    @property
    def deep_function(self) -> str | None:
        """The function in which solc finds the stack too deep, as far as it says so."""
        if self.too_deep is None or self.too_deep.place is None:
            return self.too_deep.function if self.too_deep else None
        text = self.actual.text if self.actual else None
        return function_at(text or "", self.too_deep.place)

    @property
    def symptom(self) -> str:
        """The property that a shrunk program must keep."""
        error = self.actual.error if self.actual else None
        what = self.kind if self.place_fits else "misplaced"
        return f"{what} {(error or '').partition(':')[0]}"

    def describe(self) -> str:
        """The difference, as a unified diff or an error message."""
        if self.kind == FAILED and self.actual is not None:
            return f"yulopt: {self.actual.error}"
        if not self.place_fits and self.too_deep and self.too_deep.place and self.actual:
            start, end = self.too_deep.place
            piece = (self.actual.text or "")[start:end]
            return f"solc: too deep at {start}:{end}; that is no whole piece of yulopt's: {piece!r}"
        if self.expected.text is None or self.actual is None:
            return f"solc: {self.expected.error}"
        expected, actual = self.expected.text or "", self.actual.text or ""
        lines = difflib.unified_diff(
            expected.splitlines(), actual.splitlines(), "solc", "yulopt", lineterm="", n=6
        )
        return "\n".join(lines)


class Pair:
    """Both sides. `reference` and `candidate` answer a job with a result."""

    def __init__(
        self, reference: Callable[[Job], Result], candidate: Callable[[Job], Result]
    ) -> None:
        self.reference = reference
        self.candidate = candidate

    def run(self, job: Job) -> Outcome:
        expected = self.reference(job)
        if expected.text is None and not stack_too_deep(expected.error or ""):
            return Outcome(job, expected)
        return Outcome(job, expected, self.candidate(job))


@dataclass
class Tally:
    """Counts of jobs by outcome, and of solc's rejections by reason and place."""

    kinds: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    examples: dict[str, str] = field(default_factory=dict)  # the first job for each reason
    places: Counter[str] = field(default_factory=Counter)

    def add(self, outcome: Outcome) -> None:
        self.kinds[outcome.kind] += 1
        if outcome.expected.error is not None:
            why = reason(outcome.expected.error)
            self.reasons[why] += 1
            self.examples.setdefault(why, outcome.job.id)
        if outcome.kind == TOO_DEEP:
            self.places[self.place(outcome)] += 1

    def place(self, outcome: Outcome) -> str:
        if outcome.deep_function is not None:
            return "in a function"
        known = outcome.too_deep is not None and outcome.too_deep.place is not None
        return "outside functions" if known else "in an unnamed place"

    def __str__(self) -> str:
        counted = (IDENTICAL, TOO_DEEP, NO_REFERENCE, DIFFERENT, FAILED)
        text = ", ".join(f"{self.kinds[kind]} {kind}" for kind in counted)
        if self.places:
            counts = ", ".join(f"{count} {place}" for place, count in sorted(self.places.items()))
            text += f"\n    too deep {counts}"
        for why, count in self.reasons.most_common():
            text += f"\n    {count} x {why} (first: {self.examples[why]})"
        return text


def is_whole(text: str, start: int, end: int) -> bool:
    """Whether `text[start:end]` is cut out between words, with its brackets closed."""
    piece = text[start:end]
    if not piece or piece != piece.strip() or text[start - 1 : start + 1].isidentifier():
        return False
    depth = 0
    for letter in re.sub(r'"(?:\\.|[^"\\])*"', "", piece):
        depth += (letter in "({") - (letter in ")}")
        if depth < 0:
            return False
    return depth == 0 and end <= len(text) and not text[end - 1 : end + 1].isidentifier()


def reason(error: str) -> str:
    """The kind of a solc error: its main line without names and numbers."""
    lines = [line.strip() for line in error.splitlines() if line.strip()] or ["no message"]
    telling = next((line for line in lines if "::what:" in line), lines[0])
    telling = re.sub(
        r"( in)? \[ .*|\. Stack too deep.*", "", telling.rpartition("::what:")[2].strip()
    )
    return re.sub(r"(Variable|Slot) \S+( \S+\])?:?", r"\1 _", re.sub(r"\d+", "N", telling))[:120]


# The command line.


@dataclass(frozen=True)
class Plan:
    """The jobs to run: programs with their settings."""

    seeds: range
    stack_seeds: range
    files: tuple[Path, ...]
    size: int
    memoryguard: bool
    steps: tuple[str | None, ...]
    random_steps: str
    sequences: int
    evm_versions: tuple[str | None, ...]
    runs: tuple[int, ...]
    stack_allocation: bool
    output: str
    mix: bool
    release: Release

    def jobs(self) -> Iterator[Job]:
        """The jobs; the id of each is the part of the command line that names its program."""
        options = f" --size {self.size}" + " --memoryguard" * self.memoryguard
        for seed in self.seeds:
            for settings in self.settings(seed):
                source = generate(
                    seed,
                    size=self.size,
                    evm_version=settings.evm_version or self.release.default_evm_version.text,
                    memoryguard=self.memoryguard,
                )
                yield replace(settings, id=f"--seeds {seed}:{seed + 1}{options}", source=source)
        options = " --memoryguard" * self.memoryguard
        for seed in self.stack_seeds:
            for settings in self.settings(seed):
                source = generate_stack_pressure(
                    seed,
                    memoryguard=self.memoryguard,
                    evm_version=settings.evm_version or self.release.default_evm_version.text,
                    recursion=seed % 3 == 0,
                )
                name = f"--stack-pressure {seed}:{seed + 1}{options}"
                yield replace(settings, id=name, source=source)
        for number, path in enumerate(self.files):
            for settings in self.settings(number):
                yield replace(settings, id=shlex.quote(str(path)), source=path.read_text("utf-8"))

    def settings(self, number: int) -> list[Job]:
        """Jobs without a program: the settings for program `number`."""
        rng = Random(number)
        steps = list(self.steps)
        if self.random_steps:
            draw = (random_sequence(rng, self.random_steps) for _ in itertools.count())
            steps += itertools.islice(draw, self.sequences)
        combinations = list(itertools.product(steps or [None], self.evm_versions, self.runs))
        return [
            Job(
                *("", "", *combination, self.stack_allocation, self.output),
                None if self.release is NEWEST else self.release.version,
            )
            for combination in ([rng.choice(combinations)] if self.mix else combinations)
        ]


def evm_versions_of(release: Release) -> list[str]:
    """Those that generated programs are made for, as far as the release of solc has them."""
    newest = release.newest_evm_version
    return [text for text in EVM_VERSIONS if parse_evm_version(text) <= newest]


def reproduce(job: Job) -> str:
    """The command that runs this job alone."""
    words = ["python -m tests.compare", job.id]
    if job.steps is not None:
        words.append(f"--steps {shlex.quote(job.steps)}")
    if job.evm_version is not None:
        words.append(f"--evm-version {job.evm_version}")
    words += [f"--runs {job.runs}"] if job.runs != 200 else []
    words += [] if job.solc_version is None else [f"--solc-version {job.solc_version}"]
    words += [] if job.stack_allocation else ["--no-stack-allocation"]
    return " ".join([*words, *(["--output ir"] if job.output == "ir" else [])])


def compare(jobs: Iterable[Job], pairs: Sequence[Pair], report: Callable[[Outcome], bool]) -> Tally:
    """Run the jobs, each on one of the pairs; stop when `report(outcome)` is false."""
    tally = Tally()
    with closing(ordered_map(pairs, jobs, Pair.run)) as outcomes:
        for outcome in outcomes:
            tally.add(outcome)
            if not report(outcome):
                break
    return tally


@click.command(help="Compare yulopt with solc over many programs.")
@click.argument("files", nargs=-1, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--seeds", callback=seed_range, metavar="[FIRST:]END", help="Generated programs.")
@click.option(
    "--stack-pressure",
    callback=seed_range,
    metavar="[FIRST:]END",
    help="Generated programs with many live variables; every third with recursion.",
)
@click.option("--corpus", is_flag=True, help="All programs of ../shared/corpus.")
@click.option("--examples", is_flag=True, help="All programs of examples/.")
@click.option("--size", default=30, show_default=True, help="Lines of a generated program, about.")
@click.option("--memoryguard", is_flag=True, help="Generated programs with memoryguard.")
@click.option("--steps", multiple=True, help="Step sequence (repeatable); default: solc's.")
@click.option("--random-steps", default="", metavar="LETTERS", help="Random sequences of these.")
@click.option("--sequences", default=1, show_default=True, help="Random sequences per program.")
@click.option("--evm-version", "versions", multiple=True, help="Repeatable; `all` for all.")
@click.option("--runs", multiple=True, type=int, default=(200,), help="Repeatable.")
@click.option("--stack-allocation/--no-stack-allocation", default=True, help="solc's setting.")
@click.option("--output", type=click.Choice(["irOptimized", "ir"]), default="irOptimized")
@click.option("--solc-version", metavar="VERSION", help="The release of solc; default: the newest.")
@click.option("--mix", is_flag=True, help="One random combination of the settings per program.")
@click.option("--processes", default=2, show_default=True, help="Pairs of processes.")
@click.option("--timeout", default=120.0, show_default=True, help="Seconds for one job.")
@click.option("--keep-going", is_flag=True, help="Do not stop at the first difference.")
@click.option("--shrink", is_flag=True, help="Shrink the first difference.")
@click.option("--shrink-seconds", default=600.0, show_default=True, help="Limit for that.")
@click.option("--candidate", default=CANDIDATE, help="MODULE:FUNCTION in place of yulopt.")
def main(
    files: tuple[Path, ...],
    seeds: range,
    stack_pressure: range,
    corpus: bool,
    examples: bool,
    size: int,
    memoryguard: bool,
    steps: tuple[str, ...],
    random_steps: str,
    sequences: int,
    versions: tuple[str, ...],
    runs: tuple[int, ...],
    stack_allocation: bool,
    output: str,
    solc_version: str | None,
    mix: bool,
    processes: int,
    timeout: float,
    keep_going: bool,
    shrink: bool,
    shrink_seconds: float,
    candidate: str,
) -> None:
    if missing := available(solc_version):
        raise click.UsageError(missing)
    release = parse_solc_version(solc_version)
    folders = [SHARED / "corpus"] * corpus + [ROOT / "examples"] * examples
    files += tuple(path for folder in folders for path in sorted(folder.glob("*.yul")))
    if not seeds and not stack_pressure and not files:
        ways = "--seeds, --stack-pressure, --corpus, --examples or files"
        raise click.UsageError(f"nothing to compare: give {ways}")
    if "all" in versions:
        versions = tuple(evm_versions_of(release))
    plan = Plan(
        *(seeds, stack_pressure, files, size, memoryguard, steps, random_steps, sequences),
        *(versions or (None,), runs, stack_allocation, output, mix, release),
    )
    progress = Progress()
    found: list[Outcome] = []
    with ExitStack() as stack:
        pairs = []
        for _ in range(processes):
            reference, other = Oracle(timeout, solc_version), Candidate(candidate, timeout)
            stack.callback(reference.close)
            stack.callback(other.close)
            pairs.append(Pair(reference.run, other.run))

        def report(outcome: Outcome) -> bool:
            progress.count(outcome)
            if outcome.kind in (IDENTICAL, TOO_DEEP, NO_REFERENCE):
                return True
            progress.clear()
            click.echo(f"{outcome.kind}: {reproduce(outcome.job)}\n{outcome.describe()}\n")
            found.append(outcome)
            return keep_going

        tally = compare(plan.jobs(), pairs, report)
        if shrink and found:  # now that no other thread uses the processes
            shrunk = shrink_outcome(found[0], pairs[0], shrink_seconds, progress.show)
            progress.clear()
            settings = reproduce(replace(shrunk.job, id="FILE.yul"))
            click.echo(f"shrunk: {settings}\n{shrunk.job.source}\n{shrunk.describe()}\n")
    progress.clear()
    click.echo(tally)
    compared = tally.kinds[IDENTICAL] and not tally.kinds[DIFFERENT] + tally.kinds[FAILED]
    sys.exit(0 if compared else 1)


def shrink_outcome(
    outcome: Outcome, pair: Pair, seconds: float, tell: Callable[[str], None]
) -> Outcome:
    """The outcome of the smallest job found that shows the same symptom."""
    shrinker = Shrinker(lambda job: pair.run(job).symptom == outcome.symptom, seconds, tell)
    return pair.run(shrinker.shrink(outcome.job))


class Progress(ProgressLine):
    """The number of finished jobs, by outcome."""

    def __init__(self) -> None:
        super().__init__()
        self.done: Counter[str] = Counter()

    def count(self, outcome: Outcome) -> None:
        self.done[outcome.kind] += 1
        counts = ", ".join(f"{count} {kind}" for kind, count in self.done.items())
        self.show(f"{counts}; last: {outcome.job.id}")


if __name__ == "__main__":
    main()
