"""Compare all outputs of yulopt with those of releases of solc.

    python -m tests.campaigns.releases                        all releases whose packages are there
    python -m tests.campaigns.releases --solc-version 0.8.28 --seeds 0:500 --shrink
    python -m tests.campaigns.releases --programs FOLDER      instead of the examples

Compared are the optimised text, bytecode, opcodes and link references, or the message if the stack
is too deep. If a program names its sources, as contracts and some generated programs do, so are the
code that it deploys, source maps, debug data of functions and the listing of the assembly. "Other
places": the code is the same, but not where it is said to come from.

The packages are folders `VERSION/node_modules/solc` of `YULOPT_SOLCS` (see `tests.oracle`). Each
file is compiled with default settings; of the seeds, each third program has default settings, each
third a random sequence, and each third random EVM version and runs as well. The table that is
printed in the end can be written into the documentation, from the results of all pieces. A
campaign goes on where its results end:

    python -m tests.campaigns.releases --seeds 0:750 --results all.json --missing --minutes 4 \\
        --write docs/reference/compatibility.md

Exit status: 0 nothing is different, 1 something is, or nothing could be compared.
"""

from __future__ import annotations

import difflib
import json
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field, replace
from itertools import chain, takewhile
from math import inf
from pathlib import Path
from random import Random
from time import monotonic
from typing import Final

import click

from tests.campaign import ProgressLine, seed_range
from tests.compare import evm_versions_of
from tests.dropin.annotated import annotate
from tests.dropin.compilers import AS_SOLC
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
from yulopt.assembly.stack_errors import first_stack_error
from yulopt.dialect import RELEASES, Release, chosen_dialect, parse_solc_version
from yulopt.driver.build import Front, assemble_code, generate_program, optimize_code
from yulopt.driver.compilation import compilation
from yulopt.driver.options import Options
from yulopt.dropin.build import compile_with
from yulopt.dropin.contract import STACK_TOO_DEEP
from yulopt.dropin.yul_source import answer_yul
from yulopt.errors import Source, YulError
from yulopt.persistence.cache import Cache
from yulopt.persistence.json_values import object_at, read_json
from yulopt.suite.reading import default_steps
from yulopt.syntax.printer import print_yul

LETTERS: Final = "acCdDeEfFghiIjlLmMnoOprsStTuUvVx"
_RUNS: Final = (0, 1, 200, 10_000, 2**32 - 1)
_SIZES: Final = (10, 25, 40)

SAME, DIFFERENT, OTHER_PLACES = "same", "different", "other places"
TOO_DEEP, NO_OUTPUT, NO_ANSWER = "stack too deep", "none of solc", "no answer in time"
KINDS: Final = (SAME, DIFFERENT, OTHER_PLACES, TOO_DEEP, NO_OUTPUT, NO_ANSWER)
# Where the same code may be said to come from other places.
_PLACES: Final = ("evm.assembly", "evm.bytecode.sourceMap", "evm.deployedBytecode.sourceMap")

# Requests of programs that name their sources, and what of others.
_WHOLE: Final = ("irOptimized", "evm.assembly", "evm.bytecode", "evm.deployedBytecode")
_CODE: Final = ("object", "opcodes", "linkReferences")
_WITHOUT_PLACES: Final = (
    "irOptimized",
    *(f"evm.bytecode.{name}" for name in _CODE),
)
# How messages begin if solc does not accept a program, which yulopt then must not accept either.
_REFUSAL: Final = re.compile("(Parser|Syntax|Declaration|Type)Error: ")
# solc's prefix of the message of an exception.
_WHAT: Final = "std::exception::what: "
_TOO_DEEP: Final = f"{STACK_TOO_DEEP}: "


@dataclass(frozen=True)
class Code:
    """The outputs for a program: `parts` by name, or `error`, and `is_too_deep` if so.

    `is_missing`: the process with solc gave no answer in time, or died.
    """

    parts: Mapping[str, str] = field(default_factory=dict)
    error: str = ""
    is_too_deep: bool = False
    is_missing: bool = False

    @property
    def is_comparable(self) -> bool:
        """Whether solc gives output, or says that the stack is too deep."""
        return not self.error or self.is_too_deep

    def differences(self, other: Code) -> dict[str, str]:
        """The difference of each part that differs."""
        return {
            name: "\n".join(difflib.unified_diff(one.split("\n"), two.split("\n"), lineterm=""))
            for name, one, two in [
                *((name, text, other.parts.get(name, "")) for name, text in self.parts.items()),
                ("error", self.error, other.error),
            ]
            if one != two
        }


@dataclass(frozen=True)
class Comparison:
    """A job with the outputs of solc (`expected`) and yulopt."""

    job: Job
    expected: Code
    actual: Code

    @property
    def kind(self) -> str:
        if not self.expected.is_comparable:
            if _REFUSAL.match(self.expected.error) and not self.actual.error:
                return DIFFERENT
            return NO_ANSWER if self.expected.is_missing else NO_OUTPUT
        if parts := self.expected.differences(self.actual):
            return OTHER_PLACES if set(parts) <= {*_PLACES} else DIFFERENT
        return TOO_DEEP if self.expected.is_too_deep else SAME

    def describe(self) -> str:
        """The first difference, and how to see it."""
        job = self.job
        settings = f"{job.solc_version} {job.evm_version} runs {job.runs} steps {job.steps!r}"
        parts = self.expected.differences(self.actual)
        name, text = next(iter(parts.items()))
        return f"{job.id} ({settings}): {', '.join(parts)}\n--- {name}\n{text}\n"


def request_for(job: Job) -> dict[str, Json]:
    """The request for all compared outputs."""
    request = job.standard_json()
    settings = request["settings"]
    assert isinstance(settings, dict)
    outputs: list[Json] = [*_WITHOUT_PLACES]
    if names_sources(job):
        outputs = [*_WHOLE]
        del settings["debug"]
    settings["outputSelection"] = {"*": {"*": outputs}}
    return request


def names_sources(job: Job) -> bool:
    """Whether all locations are compared."""
    return "@use-src" in job.source


def code_of(answer: Mapping[str, Json]) -> Code:
    """The outputs in an answer in standard JSON."""
    for contract in members(answer, "contracts", "input.yul").values():
        return Code(dict(_parts(members(contract), "")))
    error = errors_in(answer)
    # Solc reports an exception of its own, yulopt an error.
    if stack_too_deep(error):
        message = error.partition(_WHAT)[2].partition("\n[solidity::")[0]
        return Code(error=message, is_too_deep=True)
    is_too_deep = error.startswith(_TOO_DEEP)
    return Code(error=error.removeprefix(_TOO_DEEP).rstrip(), is_too_deep=is_too_deep)


def _parts(value: object, path: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, Mapping) and value:
        for name, part in value.items():
            yield from _parts(part, f"{path}.{name}" if path else name)
    else:
        yield path, value if isinstance(value, str) else json.dumps(value, sort_keys=True)


def solc_code(oracle: Oracle, job: Job) -> Code:
    """The outputs of a release of solc for a job."""
    try:
        return code_of(oracle.process.ask(request_for(job), oracle.timeout))
    except ProcessFailure as failure:
        return Code(error=f"oracle: {failure}", is_missing=True)


def yulopt_code(job: Job) -> Code:
    """The outputs of yulopt."""
    try:
        return _yulopt_code(job)
    except YulError as error:
        return Code(error=str(error))


def _yulopt_code(job: Job) -> Code:
    dialect = chosen_dialect(job.evm_version, job.solc_version)
    steps = default_steps(dialect.release) if job.steps is None else job.steps
    options = Options(
        steps,
        runs=job.runs,
        evm_version=dialect.version.text,
        solc_version=dialect.release.version,
        stack_allocation=job.stack_allocation,
    )
    if names_sources(job):
        compile_all = compile_with(Cache(None), 1)
        answer = answer_yul(request_for(job), compile_all, AS_SOLC, dialect.release)
        return code_of(object_at(read_json(answer.text())))
    source = Source(job.source, "input.yul")
    compiled = generate_program(Front(source, options))
    if error := first_stack_error(compiled):
        return Code(error=error.message, is_too_deep=True)
    text = print_yul(compiled.program)
    optimize_code(compiled, options)
    made = compilation(compiled, assemble_code(compiled, options, source), dialect)
    code = made.bytecode.to_json()
    parts = _parts({name: code[name] for name in _CODE}, "evm.bytecode")
    return Code({"irOptimized": text, **dict(parts)})


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
        if seed % 2 and source.startswith("{"):
            dialect = chosen_dialect(version, release.version)
            source = annotate(source, rng, dialect)
        yield replace(job, source=source)


def compare(release: Release, jobs: Iterator[Job]) -> Iterator[Comparison]:
    """Both answers to each job; solc works ahead."""
    oracle = Oracle(120.0, release.version)

    def ask(_: Oracle, job: Job) -> tuple[Job, Code]:
        return job, solc_code(oracle, job)

    with closing(ordered_map([oracle], jobs, ask)) as answers:
        for job, expected in answers:
            yield Comparison(job, expected, expected if expected.is_missing else yulopt_code(job))
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


@dataclass
class Results:
    """The outcome of each program, by release and identifier.

    Pieces of a campaign share the file `path`.
    """

    path: Path | None = None
    kinds: dict[str, dict[str, str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.path is not None and self.path.exists():
            self.kinds = json.loads(self.path.read_text("utf-8"))

    def add(self, one: Comparison) -> None:
        """Note a comparison, in place of an earlier one of the same program."""
        assert one.job.solc_version is not None
        self.kinds.setdefault(one.job.solc_version, {})[one.job.id] = one.kind

    def lacks(self, job: Job) -> bool:
        """Whether a job has no outcome yet, or had no answer in time."""
        assert job.solc_version is not None
        return self.kinds.get(job.solc_version, {}).get(job.id, NO_ANSWER) == NO_ANSWER

    def save(self) -> None:
        """Write the file, if there is one."""
        if self.path is not None:
            self.path.write_text(json.dumps(self.kinds, indent=1) + "\n", "utf-8")

    def table(self) -> str:
        """The table of the documentation."""
        rows = [_TABLE_HEAD, "|---|" + "---|" * (len(KINDS) + 1)]
        for version in sorted(self.kinds, key=[*RELEASES].index):
            tally = Counter(self.kinds[version].values())
            cells = (tally.total(), *(tally[kind] for kind in KINDS))
            rows.append(f"| {version} | {' | '.join(map(str, cells))} |")
        return "\n".join(rows) + "\n"


_TABLE_HEAD: Final = f"| solc | programs | {' | '.join(KINDS)} |"


def with_table(page: str, table: str) -> str:
    """The text of a page with another table; raises ValueError if there is none to replace."""
    head, found, rest = page.partition(_TABLE_HEAD)
    if not found:
        raise ValueError(f"no table that begins with '{_TABLE_HEAD}'")
    lines = rest.split("\n")
    end = next(number for number, line in enumerate(lines) if number and not line.startswith("|"))
    return head + table + "\n".join(lines[end:])


def compare_release(
    release: Release, jobs: Iterable[Job], results: Results, end: float
) -> list[Comparison]:
    """Compare programs with a release until a time; returns those that differ."""
    found: list[Comparison] = []
    progress = ProgressLine()
    tally: Counter[str] = Counter()
    in_time = takewhile(lambda _: monotonic() < end, jobs)
    for one in compare(release, in_time):
        results.add(one)
        tally[one.kind] += 1
        progress.show(f"{release.version}: {dict(tally)}; last: {one.job.id}")
        if one.kind in (DIFFERENT, OTHER_PLACES):
            found.append(one)
    progress.clear()
    return found


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
@click.option(
    "--results",
    "record",
    type=click.Path(dir_okay=False, path_type=Path),
    help="A JSON file with what came of each program, to which this run adds; the table is of all.",
)
@click.option(
    "--write",
    "page",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Put the table in place of that in this page.",
)
@click.option("--missing", "only_missing", is_flag=True, help="Only what the results lack.")
@click.option("--minutes", default=inf, help="End after that time; default: when all is done.")
def main(
    versions: tuple[str, ...],
    seeds: range,
    folders: tuple[Path, ...],
    shrinks: bool,
    shrink_seconds: float,
    show: int,
    record: Path | None,
    page: Path | None,
    only_missing: bool,
    minutes: float,
) -> None:
    end = monotonic() + 60 * minutes
    missing = set(versions) - set(releases_at_hand())
    if missing or not releases_at_hand():
        raise click.UsageError(f"no package of solc {', '.join(sorted(missing))}")
    results = Results(record)
    number_different = 0
    for version in versions or releases_at_hand():
        release = parse_solc_version(version)
        files = jobs_of_files(release, folders or (ROOT / "examples", SHARED / "corpus"))
        jobs: Iterable[Job] = chain(files, jobs_of_seeds(release, seeds))
        if only_missing:
            jobs = filter(results.lacks, jobs)
        found = compare_release(release, jobs, results, end)
        results.save()
        number_different += sum(one.kind == DIFFERENT for one in found)
        for one in found[:show]:
            click.echo(one.describe())
        if found and shrinks:
            smallest = shrink(found[0], shrink_seconds)
            click.echo(f"shrunk: {smallest.job.source}\n{smallest.describe()}")
    click.echo(results.table(), nl=False)
    if page is not None:
        page.write_text(with_table(page.read_text("utf-8"), results.table()), "utf-8")
    is_compared = any(SAME in kinds.values() for kinds in results.kinds.values())
    sys.exit(0 if is_compared and not number_different else 1)


if __name__ == "__main__":
    main(prog_name="python -m tests.campaigns.releases")
