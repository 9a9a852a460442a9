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

Whole suites take hours; with `--keep FOLDER`, `--groups N` and `--group K` they can be built and
tested piece by piece, and the last call, without `--group`, prints the table of all:

    python -m tests.campaigns.foundry --project Solady --everything --groups 12 --keep results

It needs forge (integrations/foundry/prepare.sh), solc for Node (SOLC), and for projects of others
the snapshots solady.tar.gz, openzeppelin.tar.gz and forge-std.tar.gz in ../shared/peers, and
uniswap-v4-core-1.0.2.tgz from npm in the folder that YULOPT_PEERS names, with solc 0.8.26.

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
from tests.campaigns.foundry.kept import Kept, merged
from tests.campaigns.foundry.projects import PROJECTS, Part
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
@click.option(
    "--groups",
    type=click.IntRange(min=1),
    default=1,
    help="Build the tests in as many groups; large projects need less memory so.",
)
@click.option("--group", type=click.IntRange(min=1), multiple=True, help="Only that group.")
@click.option(
    "--keep",
    type=click.Path(file_okay=False, path_type=Path),
    help="Keep results in that folder, and take those that are there.",
)
def main(
    projects: tuple[str, ...],
    compilers: tuple[str, ...],
    everything: bool,
    tests_too: bool,
    yulopt: str | None,
    slower: float | None,
    groups: int,
    group: tuple[int, ...],
    keep: Path | None,
) -> None:
    if reason := unavailable():
        raise click.ClickException(reason)
    if any(number > groups for number in group):
        raise click.UsageError(f"there are {groups} groups")
    rows: list[Row] = []
    wrong: list[str] = []
    for name in projects or PROJECTS:
        reason = PROJECTS[name].missing or unavailable(PROJECTS[name].release)
        if reason:
            click.echo(f"{name}: needs {reason}", err=True)
            continue
        runs: dict[str, list[Run]] = {}
        for number in group or range(1, groups + 1):
            part = Part(everything, number - 1, groups)
            with tempfile.TemporaryDirectory(prefix="yulopt-foundry-") as scratch:
                builds = _Builds(name, part, Kept(keep), Path(scratch), yulopt, tests_too=tests_too)
                found = builds.runs(compilers, wrong)
            for compiler, run in found.items():
                runs.setdefault(compiler, []).append(run)
                wrong += [f"{name}: {one}" for one in problems(compiler, run, found[STOCK])]
        whole = {compiler: merged(parts) for compiler, parts in runs.items()}
        for compiler, run in whole.items():
            rows.append(row(name, compiler, run, whole[STOCK], PROJECTS[name].sources))
            if slower is not None and compiler != STOCK:
                _list_slower(name, compiler, run, whole[STOCK], slower)
    _print_table(rows)
    for one in wrong:
        click.echo(one)
    sys.exit(1 if wrong or len(rows) < 2 else 0)


class _Builds:
    """The builds of a part of a project, in a copy."""

    def __init__(
        self,
        name: str,
        part: Part,
        kept: Kept,
        scratch: Path,
        yulopt: str | None,
        *,
        tests_too: bool,
    ) -> None:
        self._name = name
        self._part = part
        self._kept = kept
        self._folder = scratch / "project"
        self._yulopt = None if yulopt is None else str(Path(yulopt).resolve())
        self._tests_too = tests_too

    def runs(self, compilers: tuple[str, ...], wrong: list[str]) -> dict[str, Run]:
        """The run of each compiler that can build it, stock first; adds the errors of others."""
        found: dict[str, Run] = {}
        for compiler in (STOCK, *compilers):
            label = f"{self._name}: {self._part.group + 1}/{self._part.groups}: {compiler}"
            click.echo(label, err=True)
            try:
                found[compiler] = self._run(compiler)
            except ForgeError as error:
                wrong.append(f"{label}: {error}")
                if compiler == STOCK:
                    break
        return found

    def _run(self, compiler: str) -> Run:
        scope = "everything" if self._part.everything else "chosen"
        which = "tests too" if self._tests_too and compiler not in (STOCK, DEFAULT) else "sources"
        group = f"{self._part.group + 1} of {self._part.groups}"
        name = (self._name, scope, group, compiler, which)
        kept = self._kept.read(*name)
        if kept is not None:
            return kept
        project = PROJECTS[self._name]
        if not self._folder.exists():
            project.copy_to(self._folder, self._part)
        programs = Compilers(self._folder.parent, self._yulopt, project.release)
        environment = programs.environment(compiler)
        if self._tests_too:
            choose_for_tests_too(self._folder, environment)
        run = build_and_test(self._folder, environment)
        self._kept.write(run, *name)
        return run


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
