"""Versions of yulopt side by side: processor time and memory of whole processes.

    python -m benchmarks.versions OLD NEW                   examples, corpus
    python -m benchmarks.versions OLD NEW NEWER --only corpus --repetitions 9
    python -m benchmarks.versions OLD NEW --files contracts --markdown versions.md

Each version is the Python of an environment in which it is installed (`old/bin/python`), or a
folder into which it is installed (`pip install --target`); in a folder it is run by this Python.
The first version is what the others are compared with.

Each program is optimised with the default sequence by `yulopt FILE`, one process for each; then all
of them together by `yulopt -o DIR FILE...`. The versions take turns, after one run of each that
does not count and shows whether all results are the same. What counts is the processor time, user
and system, of the whole process, and the largest resident memory. The ratios are of the medians;
of the shortest times, too, since on a busy machine these are more alike from run to run.
"""

from __future__ import annotations

import os
import shutil
import statistics
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

import click

from benchmarks.processes import Runs, run
from benchmarks.programs import FOLDERS, named_files, stored_programs
from benchmarks.tables import line, markdown_table

KINDS = (*FOLDERS, "files")
# From this size on (in bytes), start-up matters little.
LARGE = 150_000
BATCH = "all in one batch"


@dataclass
class Version:
    """An installed yulopt: how it is run, and what is printed for it."""

    label: str
    command: tuple[str, ...]
    environment: Mapping[str, str]

    def run(self, arguments: Iterable[str | Path], runs: Runs | None = None) -> bytes:
        """The output of the command."""
        return run((*self.command, *map(str, arguments)), runs, self.environment)


@dataclass
class Measured:
    """What all versions, in their order, took for a program, or for all of them (the batch)."""

    name: str
    size: int
    runs: list[Runs]
    is_batch: bool = False
    same_result: bool = True

    def ratio(self, number: int, figure: Callable[[list[float]], float]) -> float:
        """How much longer a version took than the first one: `figure` is the median, or least."""
        return figure(self.runs[number].processor) / figure(self.runs[0].processor)


def version_at(label: str, place: Path) -> Version:
    """The version that is installed in a folder, or in the environment of a Python."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    python = str(place.absolute())
    if place.is_dir():
        if not (place / "yulopt").is_dir():
            raise click.UsageError(f"There is no yulopt in the folder '{place}'.")
        environment["PYTHONPATH"] = os.pathsep.join([python, *_packages_of_this_python()])
        python = sys.executable
    # Without `-P`, a folder `yulopt` in the current folder would be what runs.
    return Version(label, (python, "-P", "-m", "yulopt"), environment)


def _packages_of_this_python() -> list[str]:
    """Where the packages are found that yulopt needs, if this Python is told so."""
    return [path for path in os.environ.get("PYTHONPATH", "").split(os.pathsep) if path]


def measure(name: str, file: Path, versions: list[Version], repetitions: int) -> Measured:
    """Run the versions in turn over one program."""
    measured = Measured(name, file.stat().st_size, [Runs() for _ in versions])
    measured.same_result = len({version.run([file]) for version in versions}) == 1
    for _ in range(repetitions):
        for version, runs in zip(versions, measured.runs, strict=True):
            version.run([file], runs)
    return measured


def measure_batch(
    programs: list[tuple[str, Path]], versions: list[Version], repetitions: int, folder: Path
) -> Measured:
    """Run the versions in turn over all programs at once; `folder` is there to be written to."""
    files = [folder / "in" / name.replace("/", "-") for name, _ in programs]
    folder.joinpath("in").mkdir()
    for file, (_, original) in zip(files, programs, strict=True):
        shutil.copyfile(original, file)
    size = sum(file.stat().st_size for file in files)
    measured = Measured(BATCH, size, [Runs() for _ in versions], is_batch=True)
    for version in versions:
        version.run(["-o", folder / version.label, *files])
    for file in files:
        results = {(folder / version.label / file.name).read_bytes() for version in versions}
        measured.same_result &= len(results) == 1
    for _ in range(repetitions):
        for version, runs in zip(versions, measured.runs, strict=True):
            version.run(["-o", folder / version.label, *files], runs)
    return measured


def head(versions: list[Version]) -> list[str]:
    """The heads of the table's columns."""
    cells = ["program", "size"]
    for number, version in enumerate(versions):
        cells += [version.label, "least", "memory"]
        if number > 0:
            cells += ["ratio", "of least"]
    return cells


def row(measured: Measured) -> list[str]:
    """The cells of a table for one program, or for the batch."""
    cells = [measured.name, f"{measured.size / 1000:.1f} kB"]
    for number, runs in enumerate(measured.runs):
        cells += [
            f"{statistics.median(runs.processor):.3f} s",
            f"{min(runs.processor):.3f} s",
            f"{runs.memory / 1e6:.0f} MB",
        ]
        if number > 0:
            cells += [
                f"{measured.ratio(number, statistics.median):.3f}",
                f"{measured.ratio(number, min):.3f}",
            ]
    return cells


def summary(table: list[Measured], versions: list[Version]) -> list[str]:
    """A summary of the table, one sentence per line."""
    single = [measured for measured in table if not measured.is_batch]
    groups = {
        f"{len(single)} programs one by one": single,
        f"those of more than {LARGE // 1000} kB": [item for item in single if item.size > LARGE],
        BATCH: [measured for measured in table if measured.is_batch],
    }
    lines = []
    for number, version in enumerate(versions[1:], start=1):
        for group, items in groups.items():
            if items:
                medians = [item.ratio(number, statistics.median) for item in items]
                least = [item.ratio(number, min) for item in items]
                memory = [item.runs[number].memory / item.runs[0].memory for item in items]
                lines.append(
                    f"Processor time, {version.label} over {versions[0].label}, {group}:"
                    f" {statistics.geometric_mean(medians):.3f} by medians,"
                    f" {statistics.geometric_mean(least):.3f} by the least;"
                    f" memory {statistics.geometric_mean(memory):.3f}, at most {max(memory):.3f}."
                )
    different = [measured.name for measured in table if not measured.same_result]
    lines.append(
        f"DIFFERENT RESULTS: {', '.join(different)}." if different else "All results are the same."
    )
    return lines


def introduction(versions: list[Version]) -> list[str]:
    """The versions, as reported by `--version`."""
    return [
        f"{version.label}: {version.run(['--version']).decode().strip()}" for version in versions
    ]


@click.command()
@click.argument("old", type=click.Path(exists=True, path_type=Path))
@click.argument("new", type=click.Path(exists=True, path_type=Path), nargs=-1, required=True)
@click.option("--only", type=click.Choice(KINDS), multiple=True, default=KINDS, help="Programs.")
@click.option(
    "--files",
    type=click.Path(exists=True, path_type=Path),
    multiple=True,
    help="Another file, or a folder of them; repeatable.",
)
@click.option("--repetitions", type=click.IntRange(1), default=5, show_default=True, help="Turns.")
@click.option("--batch/--no-batch", default=True, help="All programs in one process, too.")
@click.option("--markdown", "page", type=click.Path(path_type=Path), help="Write the table here.")
def main(
    old: Path,
    new: tuple[Path, ...],
    only: tuple[str, ...],
    files: tuple[Path, ...],
    repetitions: int,
    batch: bool,
    page: Path | None,
) -> None:
    """Compare versions of yulopt, OLD with each NEW (see the docstring of this module)."""
    labels = [
        "old",
        *("new" if number == 1 else f"new{number}" for number in range(1, 1 + len(new))),
    ]
    versions = [version_at(*pair) for pair in zip(labels, (old, *new), strict=True)]
    programs = [*stored_programs(only), *(named_files(files) if "files" in only else ())]
    said = introduction(versions)
    click.echo("\n".join([*said, f"{repetitions} turns each", ""]))
    heads = head(versions)
    widths = [max(len(name) for name, _ in [*programs, (BATCH, old)]), 9]
    widths += [8] * (len(heads) - len(widths))
    click.echo(line(heads, widths))
    table = []

    def note(measured: Measured) -> None:
        table.append(measured)
        different = "" if measured.same_result else "  DIFFERENT"
        click.echo(line(row(measured), widths) + different)

    for name, file in programs:
        if sys.stderr.isatty():
            click.echo(f"{name} ...\r", err=True, nl=False)
        note(measure(name, file, versions, repetitions))
    if batch and programs:
        with tempfile.TemporaryDirectory() as folder:
            note(measure_batch(programs, versions, repetitions, Path(folder)))
    sentences = summary(table, versions)
    click.echo("\n" + "\n".join(sentences))
    if page is not None:
        parts = [
            "# Versions of yulopt side by side",
            "; ".join(said)
            + f". Processor time of whole processes, start-up included: median and least of"
            f" {repetitions} turns; the largest resident memory. Made by"
            " `python -m benchmarks.versions`.",
            markdown_table(heads, map(row, table)),
            "\n".join(sentences),
        ]
        page.parent.mkdir(exist_ok=True)
        page.write_text("\n\n".join(parts) + "\n", "utf-8")
    if not all(measured.same_result for measured in table):
        sys.exit(1)


if __name__ == "__main__":
    main()
