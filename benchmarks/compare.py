"""yulopt and solc side by side: time and memory of whole processes.

    python -m benchmarks.compare                       examples, corpus, and series that grow
    python -m benchmarks.compare --only examples --repetitions 9
    python -m benchmarks.compare --bytecode            the whole way, from Yul to bytecode
    python -m benchmarks.compare --files contracts     those of a folder, too
    python -m benchmarks.compare --markdown docs/benchmarks.md

Each program is optimised with the default sequence by `yulopt FILE` and by solc (npm, WebAssembly)
under Node, or compiled by `yulopt asm --bytecode FILE` and by solc; one process for each file as
users run them, in turn, after one run of each that does not count. What counts is the median of the
wall-clock times, start-up included, and the largest resident memory; the results must be the same.
The spread beside a ratio is that of the ratios of the pairs. For each growing series, the exponent
is the slope of time over size (both logarithmic, by least squares) beyond those of a first program:
an empty one, whose time is that of starting up, or the smallest of the series. The first second of
solc goes into compiling its own WebAssembly as far as it is needed, whatever the size, which makes
its first exponent small; in the second one that is over for both.

The yulopt that is measured is the one that this Python imports; `yulopt --version` tells whether
it is compiled. solc needs Node and the npm package `solc` (its folder in the environment variable
`SOLC`).
"""

from __future__ import annotations

import json
import math
import statistics
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import click

from benchmarks.processes import Runs, run
from benchmarks.programs import FOLDERS, SERIES, growth_exponent, named_files, stored_programs
from benchmarks.tables import line, markdown_table
from tests.oracle import SCRIPT, Job, available
from yulopt.build_info import VERSION, build_kind

EMPTY = "empty"
YULOPT = (sys.executable, "-m", "yulopt")
COMPILE = (*YULOPT, "asm", "--bytecode")
SOLC = ("node", str(SCRIPT))


@dataclass
class Comparison:
    """Both tools over one program of `size` characters."""

    name: str
    size: int
    yulopt: Runs = field(default_factory=Runs)
    solc: Runs = field(default_factory=Runs)
    same_result: bool = True

    @property
    def ratio(self) -> float:
        return self.yulopt.median / self.solc.median

    @property
    def spread(self) -> tuple[float, float]:
        pairs = zip(self.yulopt.seconds, self.solc.seconds, strict=True)
        ratios = [ours / theirs for ours, theirs in pairs]
        return min(ratios), max(ratios)


def compare(name: str, file: Path, repetitions: int, *, bytecode: bool) -> Comparison:
    """Run both tools in turn over a file."""
    comparison = Comparison(name, len(file.read_text("utf-8")))
    yulopt = (*(COMPILE if bytecode else YULOPT), str(file))
    output = "bytecode" if bytecode else "irOptimized"
    job = Job(name, file.read_text("utf-8"), output=output)
    with tempfile.TemporaryDirectory() as folder:
        question = Path(folder, "input.json")
        question.write_text(json.dumps(job.standard_json()), "utf-8")
        solc = (*SOLC, str(question))
        ours, theirs = run(yulopt, None), job.read(json.loads(run(solc, None))).text
        comparison.same_result = theirs is not None and ours.decode().rstrip() == theirs.rstrip()
        for _ in range(repetitions):
            run(yulopt, comparison.yulopt)
            run(solc, comparison.solc)
    return comparison


def programs(
    only: tuple[str, ...], files: tuple[Path, ...], factors: list[int], folder: Path
) -> Iterator[tuple[str, Path]]:
    """Names and files of the programs to compare; made ones are written to `folder`."""
    yield from stored_programs(only)
    if "files" in only:
        yield from named_files(files)
    if "series" in only:
        texts = {EMPTY: "{ }"}
        for series, program in SERIES.items():
            texts |= {f"{series} x {times}": program(times) for times in factors}
        for name, text in texts.items():
            file = folder / f"{name}.yul"
            file.write_text(text, "utf-8")
            yield name, file


def exponents(series: list[Comparison], first: Comparison) -> tuple[float, float]:
    """The growth exponents of yulopt and solc beyond the size and the times of a first program."""
    sizes = [comparison.size - first.size for comparison in series]
    ours = [comparison.yulopt.median - first.yulopt.median for comparison in series]
    theirs = [comparison.solc.median - first.solc.median for comparison in series]
    if min(*ours, *theirs) <= 0:
        return math.nan, math.nan
    return growth_exponent(sizes, ours), growth_exponent(sizes, theirs)


HEAD = ("program", "size", "yulopt", "solc", "ratio", "spread", "yulopt", "solc")


def row(comparison: Comparison) -> tuple[str, ...]:
    """The cells of a table for one program."""
    low, high = comparison.spread
    return (
        comparison.name,
        f"{comparison.size / 1000:.1f} kB",
        f"{comparison.yulopt.median:.3f} s",
        f"{comparison.solc.median:.3f} s",
        f"{comparison.ratio:.2f}",
        f"{low:.2f} to {high:.2f}",
        f"{comparison.yulopt.memory / 1e6:.0f} MB",
        f"{comparison.solc.memory / 1e6:.0f} MB",
    )


def summary(comparisons: list[Comparison]) -> list[str]:
    """A summary of the table, one sentence per line."""
    real = [item for item in comparisons if "/" in item.name]
    lines = []
    if real:
        mean = statistics.geometric_mean(item.ratio for item in real)
        worst = max(real, key=lambda item: item.ratio)
        lines.append(
            f"Time, yulopt over solc: geometric mean {mean:.2f} over {len(real)} programs,"
            f" at most {worst.ratio:.2f} ({worst.name})."
        )
    most = max(comparisons, key=lambda item: item.yulopt.memory / item.solc.memory)
    lines.append(
        f"Memory, yulopt over solc: at most {most.yulopt.memory / most.solc.memory:.2f}"
        f" ({most.name})."
    )
    empty = [item for item in comparisons if item.name == EMPTY]
    for name in SERIES:
        series = [item for item in comparisons if item.name.startswith(f"{name} x ")]
        for first, rest in ((empty, series), (series[:1], series[1:])):
            if first and len(rest) > 1:
                ours, theirs = exponents(rest, first[0])
                lines.append(
                    f"Growth exponent of {name} beyond '{first[0].name}':"
                    f" yulopt {ours:.2f}, solc {theirs:.2f}."
                )
    different = [item.name for item in comparisons if not item.same_result]
    lines.append(
        f"DIFFERENT RESULTS: {', '.join(different)}." if different else "All results are the same."
    )
    return lines


def markdown(comparisons: list[Comparison], option: str) -> str:
    """A page with the table and the summary."""
    head = (
        "# yulopt and solc side by side\n\n"
        f"yulopt {VERSION} ({build_kind()}), Python {sys.version.split()[0]}; solc 0.8.37 from npm."
        " Whole processes, start-up included: the median of the times, the spread of the ratios"
        " of single pairs, the largest resident memory. The first second of solc goes into"
        " compiling its own WebAssembly, whatever the size of the program, so its time grows less"
        f" than it would. Made by `python -m benchmarks.compare{option}`.\n"
    )
    table = markdown_table(HEAD, map(row, comparisons))
    return head + "\n" + table + "\n\n" + "\n".join(summary(comparisons)) + "\n"


KINDS = (*FOLDERS, "files", "series")


@click.command()
@click.option("--only", type=click.Choice(KINDS), multiple=True, default=KINDS, help="Programs.")
@click.option(
    "--files",
    type=click.Path(exists=True, path_type=Path),
    multiple=True,
    help="Another file, or a folder of them; repeatable.",
)
@click.option("--repetitions", type=click.IntRange(1), default=5, show_default=True, help="Pairs.")
@click.option("--factors", default="1,2,4,8,16", show_default=True, help="Sizes in the series.")
@click.option("--bytecode", is_flag=True, help="Compile to bytecode instead of optimising.")
@click.option("--markdown", "page", type=click.Path(path_type=Path), help="Write the table here.")
def main(
    only: tuple[str, ...],
    files: tuple[Path, ...],
    repetitions: int,
    factors: str,
    bytecode: bool,
    page: Path | None,
) -> None:
    """Compare the time and memory of yulopt and solc (see the docstring of this module)."""
    lacking = available()
    if lacking is not None:
        raise click.ClickException(f"nothing to compare with: {lacking}")
    sizes = [int(factor) for factor in factors.split(",")]
    widths = (22, 9, 9, 9, 6, 13, 7, 7)
    click.echo(
        f"yulopt {VERSION} ({build_kind()}) and solc 0.8.37, {repetitions} pairs of runs each\n"
    )

    click.echo(line(HEAD, widths))
    comparisons = []
    with tempfile.TemporaryDirectory() as folder:
        for name, file in programs(only, files, sizes, Path(folder)):
            if sys.stderr.isatty():
                click.echo(f"{name} ...\r", err=True, nl=False)
            comparisons.append(compare(name, file, repetitions, bytecode=bytecode))
            click.echo(line(row(comparisons[-1]), widths))
    click.echo("\n" + "\n".join(summary(comparisons)))
    if page is not None:
        page.parent.mkdir(exist_ok=True)
        page.write_text(markdown(comparisons, " --bytecode" if bytecode else ""), "utf-8")
    if not all(comparison.same_result for comparison in comparisons):
        sys.exit(1)


if __name__ == "__main__":
    main()
