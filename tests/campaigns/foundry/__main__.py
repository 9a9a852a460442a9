"""Test real projects with yulopt, and measure the cost of code and builds.

    python -m tests.campaigns.foundry
    python -m tests.campaigns.foundry --project Solady --compilers default,gas --everything
    python -m tests.campaigns.foundry --yulopt .venv/bin/yulopt-solc --slower 1.02 --tests-too

forge builds each project anew and runs its tests, with stock solc and with each pipeline. No test
that passes with stock may fail, and with the default all artifacts must be those of stock. The
table has, in terms of stock: the bytes of the deployed code of the project's sources, the gas of
the tests without random inputs (geometric mean), and the processor time of the build. Pipelines
leave tests to solc's sequence, as in a real build; `--tests-too` has them compile libraries where
these are inlined into tests.

It needs forge (integrations/foundry/prepare.sh), solc for Node (SOLC), and for projects of others
the snapshots solady.tar.gz, openzeppelin.tar.gz and forge-std.tar.gz in ../shared/peers.

Exit status: 0 all is as with stock, 1 something is not, or nothing was compared.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import click

from tests.campaigns.foundry.comparison import Row, gas_ratios, problems, row
from tests.campaigns.foundry.forge import (
    DEFAULT,
    STOCK,
    Compilers,
    ForgeError,
    Run,
    build_and_test,
    choose_for_tests_too,
    unavailable,
)
from tests.campaigns.foundry.projects import PROJECTS
from yulopt.suite.pipelines import pipeline_names

_COMPILERS = (DEFAULT, *pipeline_names())


def _compilers(_context: click.Context, _option: click.Parameter, value: str) -> tuple[str, ...]:
    names = tuple(value.split(","))
    for name in names:
        if name not in _COMPILERS:
            raise click.BadParameter(f"'{name}' is none of {', '.join(_COMPILERS)}")
    return names


@click.command(help=__doc__.replace("\n\n", "\n\n\b\n", 1) if __doc__ else "")
@click.option(
    "--project", "projects", type=click.Choice([*PROJECTS]), multiple=True, help="Only this one."
)
@click.option("--compilers", callback=_compilers, default=",".join(_COMPILERS), show_default=True)
@click.option("--everything", is_flag=True, help="Whole suites; that takes hours.")
@click.option("--tests-too", is_flag=True, help="Pipelines compile test contracts as well.")
@click.option("--yulopt", metavar="PATH", help="A yulopt-solc, such as that of a compiled form.")
@click.option(
    "--slower",
    type=float,
    metavar="RATIO",
    help="List tests with more gas than stock's times that.",
)
def main(
    projects: tuple[str, ...],
    compilers: tuple[str, ...],
    everything: bool,
    tests_too: bool,
    yulopt: str | None,
    slower: float | None,
) -> None:
    if reason := unavailable():
        raise click.ClickException(reason)
    rows: list[Row] = []
    wrong: list[str] = []
    with tempfile.TemporaryDirectory(prefix="yulopt-foundry-") as scratch:
        programs = Compilers(Path(scratch), None if yulopt is None else str(Path(yulopt).resolve()))
        for number, name in enumerate(projects or PROJECTS):
            project = PROJECTS[name]
            if project.missing:
                click.echo(f"{name}: needs {project.missing}", err=True)
                continue
            folder = Path(scratch) / str(number)
            project.copy_to(folder, everything=everything)
            runs: dict[str, Run] = {}
            for compiler in (STOCK, *compilers):
                click.echo(f"{name}: {compiler}", err=True)
                environment = programs.environment(compiler)
                if tests_too:
                    choose_for_tests_too(folder, environment)
                try:
                    run = build_and_test(folder, environment)
                except ForgeError as error:
                    wrong.append(f"{name}: {compiler}: {error}")
                    if compiler == STOCK:
                        break
                    continue
                runs[compiler] = run
                rows.append(row(name, compiler, run, runs[STOCK], project.sources))
                wrong += [f"{name}: {one}" for one in problems(compiler, run, runs[STOCK])]
                if slower is not None and compiler != STOCK:
                    _list_slower(name, compiler, run, runs[STOCK], slower)
    _print_table(rows)
    for one in wrong:
        click.echo(one)
    sys.exit(1 if wrong or len(rows) < 2 else 0)


def _list_slower(name: str, compiler: str, run: Run, stock: Run, limit: float) -> None:
    for test, ratio in sorted(gas_ratios(run, stock), key=lambda found: -found[1]):
        if ratio > limit:
            click.echo(f"{name}: {compiler}: {ratio:.3f} of the gas of stock solc: {test}")


def _print_table(rows: list[Row]) -> None:
    click.echo(f"| {' | '.join(Row.CELLS)} |")
    click.echo("|---|---|" + "---:|" * (len(Row.CELLS) - 2))
    stock = {one.project: one for one in rows if one.compiler == STOCK}
    for one in rows:
        click.echo(f"| {' | '.join(one.cells(stock[one.project]))} |")


if __name__ == "__main__":
    main()
