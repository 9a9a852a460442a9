"""Equality saturation of graphs for the command line: its options and reports."""

from __future__ import annotations

from typing import Final, TypedDict

import click

from yulopt.cli.help import LOOK_CLOSER, section
from yulopt.cli.limits import NumberRange
from yulopt.cli.options import combined, runs_option
from yulopt.rvsdg.code_price import CodePrice
from yulopt.rvsdg.ir import Graph, Node
from yulopt.rvsdg.language import YulLanguage
from yulopt.rvsdg.optimise import optimise
from yulopt.rvsdg.program import Unit
from yulopt.rvsdg.saturate import Report, Settings
from yulopt.syntax.ast import Block
from yulopt.terminal.console import ProgressLine
from yulopt.terminal.table import table_lines

_DEFAULTS: Final = Settings()
_SATURATION: Final = section("Saturation")
_HEADER: Final = (
    "graph",
    "rounds",
    "e-nodes",
    "e-classes",
    "time",
    "ended by",
    "cost before",
    "cost after",
)


class SaturationOptions(TypedDict):
    """The parameters of a command that has `saturation_options`."""

    cost: str
    rounds: int
    nodes: int
    seconds: float
    optimize_runs: int
    exact: bool
    ac: bool
    peel: bool
    stats: bool
    verify_each: bool


saturation_options: Final = combined(
    _SATURATION.option(
        "--cost",
        type=click.Choice(("tree", "dag", "gas")),
        default=_DEFAULTS.cost,
        help="Number of operators, per use or once each, or gas.",
    ),
    _SATURATION.option(
        "--iters",
        "rounds",
        metavar="N",
        type=click.IntRange(0, 1000),
        default=_DEFAULTS.rounds,
        help="The maximum number of rounds.",
    ),
    _SATURATION.option(
        "--nodes",
        metavar="N",
        type=click.IntRange(1, 10_000_000),
        default=_DEFAULTS.nodes,
        help="Stop saturation when there are more e-nodes.",
    ),
    _SATURATION.option(
        "--seconds",
        metavar="S",
        type=NumberRange(0.0, 3600.0),
        default=_DEFAULTS.seconds,
        help="Stop saturation after this time.",
    ),
    runs_option("With --cost gas: expected executions of deployed code."),
    _SATURATION.flag("--exact", help="With --cost dag: extract the optimum, by a solver."),
    _SATURATION.flag("--ac", help="Also try sums and products in all orders."),
    _SATURATION.flag("--peel", help="Also try loops with the first iteration peeled."),
    LOOK_CLOSER.flag("--stats", help="Saturation statistics, on standard error."),
    LOOK_CLOSER.flag("--verify-each", help="Check invariants and declared properties."),
)
"""The options for `SaturationOptions`."""


def check_saturation(options: SaturationOptions) -> None:
    """Raise a usage error if options contradict each other."""
    if options["exact"] and options["cost"] != "dag":
        raise click.UsageError("--exact is for --cost dag.")


def settings_of(options: SaturationOptions, *, is_creation: bool = False) -> Settings:
    """The settings for code of a kind."""
    return Settings(
        cost=options["cost"],
        rounds=options["rounds"],
        nodes=options["nodes"],
        seconds=options["seconds"],
        associative=options["ac"],
        executions=None if is_creation else options["optimize_runs"],
        exact=options["exact"],
        peel=options["peel"],
        verify_each=options["verify_each"],
    )


class Optimiser:
    """Optimises graphs one by one, and collects notes and figures."""

    def __init__(self, options: SaturationOptions) -> None:
        self._options = options
        self._notes: list[str] = []
        self._rows: list[tuple[str, ...]] = [_HEADER]

    def optimised(
        self,
        name: str,
        root: Node,
        graph: Graph,
        line: ProgressLine,
        *,
        is_creation: bool = False,
    ) -> Node:
        """The cheapest equal graph that is found; the graph is called `name`."""

        def observe(report: Report) -> None:
            figures = f"round {report.rounds + 1}, {report.nodes} e-nodes, {report.seconds:.1f} s"
            line.detail = f"{figures} in {name}" if name != line.label else figures

        observe(Report())
        settings = settings_of(self._options, is_creation=is_creation)
        found, reports = optimise(root, graph, settings, observe)
        for report in reports:
            self._keep(name if report.copies else f"{name}, without copies", report)
        return found

    def is_cheaper(self, unit: Unit, code: Block) -> bool:
        """Whether code is cheaper than the object's code that it would replace."""
        settings = settings_of(self._options, is_creation=unit.is_creation)
        language = unit.graph.language
        assert isinstance(language, YulLanguage)
        price = CodePrice(language.dialect, settings.cost, settings.executions)
        return price.is_cheaper(code, unit.object.code)

    def _keep(self, name: str, report: Report) -> None:
        if report.stopped_by:
            self._notes.append(self._limit_note(name, report))
        if report.not_exact:
            self._notes.append(f"note: {name}: the choice is not exact: {report.not_exact}")
        self._rows.append(
            (
                name,
                str(report.rounds),
                str(report.nodes),
                str(report.classes),
                f"{report.seconds:.2f} s",
                report.stopped_by or "-",
                str(report.cost_before),
                str(report.cost_after),
            )
        )

    def report(self) -> None:
        """Write the notes and figures to standard error."""
        for note in self._notes:
            click.echo(note, err=True)
        if self._options["stats"] and len(self._rows) > 1:
            click.echo("\n".join(table_lines(self._rows)), err=True)

    def _limit_note(self, name: str, report: Report) -> str:
        options = self._options
        limits = {
            "rounds": f"--iters {options['rounds']}",
            "e-nodes": f"--nodes {options['nodes']}",
            "seconds": f"--seconds {options['seconds']:g}",
        }
        return (
            f"note: {name}: saturation was not finished; it reached the limit"
            f" {limits[report.stopped_by]} (rounds: {report.rounds}, e-nodes: {report.nodes},"
            f" time: {report.seconds:.2f} s)"
        )
