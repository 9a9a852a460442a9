"""Compare yulopt with releases of solc: text and bytecode of the same programs.

    python -m tests.campaigns.releases                        all releases whose packages are there
    python -m tests.campaigns.releases --solc-version 0.8.28 --seeds 0:500 --shrink
    python -m tests.campaigns.releases --programs FOLDER      also the programs of a folder

The packages are folders `VERSION/node_modules/solc` of `YULOPT_SOLCS` (see `tests.oracle`). Each
file is compiled with default settings; of the seeds, each third program has default settings, each
third a random sequence, and each third random EVM version and runs as well. What is printed
in the end is the table of docs/reference/compatibility.md.

Exit status: 0 nothing is different, 1 something is, or nothing could be compared.
"""

from __future__ import annotations

import difflib
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Final

import click

from tests.campaign import ProgressLine, seed_range
from tests.compare import evm_versions_of
from tests.generator import generate, random_sequence
from tests.oracle import (
    ROOT,
    SHARED,
    Job,
    Json,
    Oracle,
    ProcessFailure,
    errors_in,
    members,
    ordered_map,
    releases_at_hand,
    stack_too_deep,
)
from tests.shrink import Shrinker
from tests.stack_generator import generate_stack_pressure
from yulopt.dialect import Release, chosen_dialect, parse_solc_version
from yulopt.driver.build import Front, assemble_code, check_reach, generate_program, optimize_code
from yulopt.driver.compilation import compilation
from yulopt.driver.options import Options
from yulopt.errors import Source, StackTooDeepError, YulError
from yulopt.suite.reading import default_steps
from yulopt.syntax.printer import print_yul

LETTERS: Final = "acCdDeEfFghiIjlLmMnoOprsStTuUvVx"
_RUNS: Final = (0, 1, 200, 10_000, 2**32 - 1)
_SIZES: Final = (10, 25, 40)

SAME, DIFFERENT, TOO_DEEP, NO_ANSWER = "same", "different", "stack too deep", "none of solc"


@dataclass(frozen=True)
class Code:
    """What a program becomes: all of it, or `error`, and `is_too_deep` if that is why."""

    text: str = ""
    bytecode: str = ""
    error: str = ""
    is_too_deep: bool = False

    def differences(self, other: Code) -> dict[str, str]:
        """How each part that is not the same differs."""
        return {
            name: "\n".join(difflib.unified_diff(one.split("\n"), two.split("\n"), lineterm=""))
            for name, one, two in (
                ("text", self.text, other.text),
                ("bytecode", self.bytecode, other.bytecode),
                ("error", self.error and "error", other.error and "error"),
            )
            if one != two
        }


@dataclass(frozen=True)
class Comparison:
    """A job with what solc (`expected`) and yulopt make of it."""

    job: Job
    expected: Code
    actual: Code

    @property
    def kind(self) -> str:
        if self.expected.is_too_deep:
            return TOO_DEEP if self.actual.is_too_deep else DIFFERENT
        if self.expected.error:
            return NO_ANSWER
        return DIFFERENT if self.expected.differences(self.actual) else SAME

    def describe(self) -> str:
        """The first difference, and how to see it."""
        job = self.job
        settings = f"{job.solc_version} {job.evm_version} runs {job.runs} steps {job.steps!r}"
        parts = self.expected.differences(self.actual)
        name, text = next(iter(parts.items())) if parts else ("error", "")
        return (
            f"{job.id} ({settings}): {', '.join(parts)}\n--- {name}\n{text}\n"
            f"{self.expected.error}\n{self.actual.error}"
        )


def solc_code(oracle: Oracle, job: Job) -> Code:
    """What a release of solc makes of a job."""
    request = job.standard_json()
    wanted: Json = ["irOptimized", "evm.bytecode.object"]
    settings = request["settings"]
    assert isinstance(settings, dict)
    settings["outputSelection"] = {"*": {"*": wanted}}
    try:
        answer = oracle.process.ask(request, oracle.timeout)
    except ProcessFailure as failure:
        return Code(error=f"oracle: {failure}")
    for contract in members(answer, "contracts", "input.yul").values():
        texts = members(contract)
        evm = members(texts, "evm")
        code = members(evm, "bytecode").get("object")
        if isinstance(code, str) and code:
            return Code(str(texts["irOptimized"]), code)
    error = errors_in(answer)
    return Code(error=error, is_too_deep=stack_too_deep(error) is not None)


def yulopt_code(job: Job) -> Code:
    """What yulopt makes of it."""
    dialect = chosen_dialect(job.evm_version, job.solc_version)
    steps = default_steps(dialect.release) if job.steps is None else job.steps
    source = Source(job.source)
    options = Options(
        steps,
        runs=job.runs,
        evm_version=dialect.version.text,
        solc_version=dialect.release.version,
        stack_allocation=job.stack_allocation,
    )
    try:
        compiled = generate_program(Front(source, options))
        check_reach(compiled, source)
        text = print_yul(compiled.program)
        optimize_code(compiled, options)
        parts = assemble_code(compiled, options, source)
        made = compilation(compiled, parts, dialect)
    except StackTooDeepError as error:
        return Code(error=str(error), is_too_deep=True)
    except YulError as error:
        return Code(error=str(error))
    return Code(text, made.bytecode.hex)


def jobs_of_files(release: Release, folders: tuple[Path, ...]) -> Iterator[Job]:
    """The programs of some folders, for the newest EVM version that they need."""
    for folder in folders:
        for path in sorted(folder.glob("*.yul")):
            yield Job(path.stem, path.read_text("utf-8"), solc_version=release.version)


def jobs_of_seeds(release: Release, seeds: range) -> Iterator[Job]:
    """Generated programs with default settings, random sequences, and random settings in turn."""
    for seed in seeds:
        rng = Random(seed)
        version = release.default_evm_version.text
        job = Job(f"seed {seed}", "", solc_version=release.version)
        if seed % 3:
            job = replace(job, steps=random_sequence(rng, LETTERS))
        if seed % 3 == 2:
            version = rng.choice(evm_versions_of(release))
            allocates = rng.random() < 0.8
            job = replace(
                job, evm_version=version, runs=rng.choice(_RUNS), stack_allocation=allocates
            )
        if rng.random() < 0.2:
            source = generate_stack_pressure(
                seed, memoryguard=rng.random() < 0.5, evm_version=version, recursion=True
            )
        else:
            source = generate(seed, size=rng.choice(_SIZES), evm_version=version)
        yield replace(job, source=source)


def compare(release: Release, jobs: Iterator[Job]) -> Iterator[Comparison]:
    """Both answers to each job; solc works ahead."""
    oracle = Oracle(120.0, release.version)

    def ask(_: Oracle, job: Job) -> tuple[Job, Code]:
        return job, solc_code(oracle, job)

    with closing(ordered_map([oracle], jobs, ask)) as answers:
        for job, expected in answers:
            wanted = not expected.error or expected.is_too_deep
            yield Comparison(job, expected, yulopt_code(job) if wanted else expected)
    oracle.close()


def shrink(found: Comparison, seconds: float) -> Comparison:
    """The smallest one with the same parts different."""
    oracle = Oracle(120.0, found.job.solc_version)

    def run(job: Job) -> Comparison:
        return Comparison(job, solc_code(oracle, job), yulopt_code(job))

    def symptom(one: Comparison) -> tuple[str, str]:
        return one.kind, next(iter(one.expected.differences(one.actual)), "")

    shrinker = Shrinker(lambda job: symptom(run(job)) == symptom(found), seconds)
    smallest = run(shrinker.shrink(found.job))
    oracle.close()
    return smallest


def table(tallies: Mapping[str, Counter[str]]) -> str:
    """The table of the documentation."""
    kinds = (SAME, DIFFERENT, TOO_DEEP, NO_ANSWER)
    rows = [f"| solc | {' | '.join(kinds)} |", "|---|" + "---|" * len(kinds)]
    for version, tally in tallies.items():
        rows.append(f"| {version} | {' | '.join(str(tally[kind]) for kind in kinds)} |")
    return "\n".join(rows)


@click.command(help=__doc__.replace("\n\n", "\n\n\b\n", 1) if __doc__ else "")
@click.option("--solc-version", "versions", multiple=True, help="Repeatable; default: all.")
@click.option("--seeds", callback=seed_range, metavar="[FIRST:]END", help="Generated programs.")
@click.option(
    "--programs",
    "folders",
    multiple=True,
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="A folder with Yul programs (repeatable); default: the examples and the corpus.",
)
@click.option("--shrink", "shrinks", is_flag=True, help="Shrink the first difference.")
@click.option("--shrink-seconds", default=300.0, show_default=True, help="Limit for that.")
@click.option("--show", default=3, show_default=True, help="How many differences to print.")
def main(
    versions: tuple[str, ...],
    seeds: range,
    folders: tuple[Path, ...],
    shrinks: bool,
    shrink_seconds: float,
    show: int,
) -> None:
    missing = set(versions) - set(releases_at_hand())
    if missing or not releases_at_hand():
        raise click.UsageError(f"no package of solc {', '.join(sorted(missing))}")
    progress = ProgressLine()
    tallies: dict[str, Counter[str]] = {}
    for version in versions or releases_at_hand():
        release = parse_solc_version(version)
        tally = tallies[version] = Counter()
        found: list[Comparison] = []
        files = jobs_of_files(release, folders or (ROOT / "examples", SHARED / "corpus"))
        for jobs in (files, jobs_of_seeds(release, seeds)):
            for one in compare(release, jobs):
                tally[one.kind] += 1
                progress.show(f"{version}: {dict(tally)}; last: {one.job.id}")
                if one.kind == DIFFERENT:
                    found.append(one)
        progress.clear()
        for one in found[:show]:
            click.echo(one.describe())
        if found and shrinks:
            smallest = shrink(found[0], shrink_seconds)
            click.echo(f"shrunk: {smallest.job.source}\n{smallest.describe()}")
    click.echo(table(tallies))
    total = sum(tallies.values(), Counter[str]())
    sys.exit(0 if total[SAME] and not total[DIFFERENT] else 1)


if __name__ == "__main__":
    main(prog_name="python -m tests.campaigns.releases")
