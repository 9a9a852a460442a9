"""What each transformation beyond solc saves: a pipeline with and without it.

    python -m benchmarks.pipelines contracts/*.yul
    python -m benchmarks.pipelines --pipeline gas --calls DIR contracts/*.yul
    python -m benchmarks.pipelines --markdown contracts/*.yul

The first line of the table is solc's default code: its sequence, its passes over the assembly, and
the same `--optimize-runs`. The second is the whole pipeline. Each of the others is the pipeline
without one thing: the letter of a step that solc does not have (wherever it stands in the
sequence), a pass over the assembly, or a number of `runs` of its own. Two transformations may save
the same bytes, so the shares do not add up.

Figures are geometric means over the programs of what is measured in terms of solc's, and the worst
program. The bytes are those of the assembled code that is deployed. Gas, which needs the package
pyrevm, is that of calls: of DIR/NAME.calls for NAME.yul, or made up from the code, see
`yulopt compare`.
"""

from __future__ import annotations

import gc
import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import attr
import click

from benchmarks.tables import line, markdown_table
from yulopt.assembly.beyond.driver import BEYOND_PASS_NAMES
from yulopt.cli.measuring import read_programs
from yulopt.dialect import DEFAULT_EVM_VERSION, evm_version_names
from yulopt.driver.build import Front, generate_program
from yulopt.driver.options import Options
from yulopt.errors import Source, StackTooDeepError, YulError
from yulopt.suite.pipelines import BEYOND_CODEGEN, SOLC_CODEGEN, Pipeline, pipeline_names
from yulopt.suite.registry import steps_by_letter
from yulopt.syntax.arguments import DEFAULT_RUNS
from yulopt.tune.candidate import candidate
from yulopt.tune.comparison import Program, measure_for, options_for
from yulopt.tune.measure import Measured
from yulopt.tune.runs import steps_beyond_solc
from yulopt.tune.world import gas_is_measured

HEAD: Final = ("", "bytes", "worst", "gas", "worst")
WIDTHS: Final = (44, 8, 8, 8, 8)


@attr.s(auto_attribs=True, frozen=True)
class Variant:
    """A way to compile, and what it is called in the table."""

    name: str
    options: Options


def variants(pipeline: Pipeline, options: Options) -> list[Variant]:
    """Solc's default, the pipeline, and the pipeline without each transformation; the `runs` of the
    options are those of the caller.
    """
    own = options.with_pipeline(pipeline).spelled_out()
    steps = candidate(own.steps, own.runs).steps
    own = own._replace(steps=steps)
    found = [Variant("solc", options), Variant("the pipeline", own)]
    for letter in dict.fromkeys(steps_beyond_solc(steps)):
        name = f"without {letter} ({steps_by_letter()[letter].name})"
        found.append(Variant(name, own._replace(steps=steps.replace(letter, ""))))
    if pipeline.codegen == BEYOND_CODEGEN:
        for left_out in BEYOND_PASS_NAMES:
            others = tuple(name for name in BEYOND_PASS_NAMES if name != left_out)
            found.append(Variant(f"without {left_out}", own._replace(beyond_passes=others)))
        name = "with solc's passes over the assembly"
        found.append(Variant(name, own._replace(codegen=SOLC_CODEGEN)))
    if pipeline.runs is not None:
        name = f"with runs {options.runs}"
        found.append(Variant(name, own._replace(runs=options.runs)))
    found.append(Variant("without steps beyond solc's", own._replace(steps=None)))
    return found


def measured(program: Program, chosen: Sequence[Variant], *, with_gas: bool) -> list[Measured]:
    """The measurements of each variant for a program; raises `YulError` if there is no code."""
    measure = measure_for(program, chosen[0].options, with_gas=with_gas)
    return [
        measure.measure(generate_program(Front(program.source, options)), options)
        for options in (options_for(program, variant.options) for variant in chosen)
    ]


class Shares:
    """The figures of all variants in terms of the first one, program by program."""

    def __init__(self, chosen: Sequence[Variant]) -> None:
        self._bytes: dict[str, list[float]] = {variant.name: [] for variant in chosen}
        self._gas: dict[str, list[float]] = {variant.name: [] for variant in chosen}

    def add(self, found: Sequence[Measured]) -> None:
        """Add the measurements of another program."""
        first = found[0]
        for name, one in zip(self._bytes, found, strict=True):
            self._bytes[name].append(one.deployed_bytes / first.deployed_bytes)
            if one.gas is not None and first.gas:
                self._gas[name].append(one.gas / first.gas)

    def rows(self) -> Iterator[tuple[str, ...]]:
        """The cells of the table, a row for each variant."""
        for name, ratios in self._bytes.items():
            yield name, *_cells(ratios), *_cells(self._gas[name])


def _cells(ratios: Sequence[float]) -> tuple[str, str]:
    if not ratios:
        return "-", "-"
    mean = math.exp(math.fsum(map(math.log, ratios)) / len(ratios))
    return f"{mean:.4f}", f"{max(ratios):.4f}"


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True))
@click.option("--pipeline", type=click.Choice(pipeline_names()), default="size", show_default=True)
@click.option("--optimize-runs", "runs", default=DEFAULT_RUNS, show_default=True)
@click.option(
    "--evm-version", type=click.Choice(evm_version_names()), default=DEFAULT_EVM_VERSION.text
)
@click.option("--calls", type=click.Path(exists=True), help="Files of calls.")
@click.option("--no-gas", is_flag=True, help="Execute nothing.")
@click.option("--markdown", is_flag=True, help="Print a table for a page.")
def main(
    files: Sequence[str],
    pipeline: str,
    runs: int,
    evm_version: str,
    calls: str | None,
    no_gas: bool,
    markdown: bool,
) -> None:
    """Print the savings of each transformation of a pipeline over all FILES."""
    gc.disable()  # as the command does
    chosen = variants(Pipeline.named(pipeline), Options(runs=runs, evm_version=evm_version))
    shares = Shares(chosen)
    sources = [(file, Source(Path(file).read_text("utf-8"), file)) for file in files]
    for program in read_programs(sources, calls):
        try:
            found = measured(program, chosen, with_gas=not no_gas and gas_is_measured())
        except StackTooDeepError:
            click.echo(f"{program.name}: stack too deep", err=True)
            continue
        except YulError as error:
            raise click.ClickException(error.report()) from None
        shares.add(found)
        ratio = found[1].deployed_bytes / found[0].deployed_bytes
        click.echo(f"{program.name}: {ratio:.4f}", err=True)
    if markdown:
        click.echo(markdown_table(HEAD, shares.rows()))
        return
    click.echo(line(HEAD, WIDTHS))
    for row in shares.rows():
        click.echo(line(row, WIDTHS))


if __name__ == "__main__":
    main()
