"""The command `yulopt rvsdg`: programs as Regionalized Value State Dependence Graphs.

There is no logic here, only options, files, and telling what is wrong.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from yulopt.cli.group import BAD_INPUT
from yulopt.cli.options import Command, evm_version_option, output_option, runs_option
from yulopt.console import STANDARD_INPUT, output_targets, progress, read_source, write_or_print
from yulopt.dialect import dialect_for, parse_evm_version
from yulopt.errors import Source, YulError
from yulopt.printer import quote
from yulopt.rvsdg.build import build_all
from yulopt.rvsdg.cfgasm import is_assembly, parse_assembly_source
from yulopt.rvsdg.interp import OutOfFuelError, run
from yulopt.rvsdg.ir import Graph, Node
from yulopt.rvsdg.language import OPTIR, Language, YulLanguage
from yulopt.rvsdg.program import read_program, write_program
from yulopt.rvsdg.sexpr import parse_source, print_expression
from yulopt.rvsdg.verifier import verify

if TYPE_CHECKING:
    from yulopt.rvsdg.saturate import Settings

_FUEL: Final = 1_000_000
_ROUNDS: Final = 12
_NODES: Final = 50_000
_SECONDS: Final = 10.0


@click.group(
    "rvsdg",
    short_help="Programs as graphs of values and states, and equality saturation over them.",
    epilog="""\b
Examples:
  yulopt rvsdg from-yul token.yul                the graph of each object
  yulopt rvsdg from-yul --emit yul token.yul     and Yul again
  yulopt rvsdg build power.cfg                   the graph of control flow in assembly
  yulopt rvsdg run power.cfg 3 4                 what a function gives for 3 and 4
  yulopt rvsdg opt --cost dag power.sexpr        the cheapest equal graph that is found

\b
Graphs are written as S-expressions, control flow with one instruction in each line:
  (func-1-inputs-1-outputs (+ get-0 1))          function -> x
                                                 + x 1 -> x
                                                 return x
""",
)
def rvsdg_command() -> None:
    """Programs as Regionalized Value State Dependence Graphs."""


def _language_options(function: Command) -> Command:
    word = click.option(
        "--word",
        type=click.Choice(("32", "256")),
        default="32",
        show_default=True,
        help="The size of words: 32 bits with the operators of optir, or 256 bits with the"
        " builtins of Yul.",
    )
    return word(evm_version_option("that decides on builtins")(function))


def _saturation_options(function: Command) -> Command:
    options = (
        click.option(
            "--cost",
            type=click.Choice(("tree", "dag", "gas")),
            default="dag",
            show_default=True,
            help="What is cheap: few operators, counted where they are used or once, or little"
            " gas.",
        ),
        click.option(
            "--iters",
            "rounds",
            metavar="N",
            type=click.IntRange(0, 1000),
            default=_ROUNDS,
            show_default=True,
            help="The most rounds of saturation.",
        ),
        click.option(
            "--nodes",
            metavar="N",
            type=click.IntRange(1, 10_000_000),
            default=_NODES,
            show_default=True,
            help="Give up saturation when there are more nodes.",
        ),
        click.option(
            "--seconds",
            metavar="S",
            type=click.FloatRange(0.0, 3600.0),
            default=_SECONDS,
            show_default=True,
            help="Give up saturation after this time.",
        ),
        runs_option("How often deployed code is expected to run, for --cost gas."),
        click.option(
            "--exact",
            is_flag=True,
            help="With --cost dag, let a solver make the best choice, in as many seconds again.",
        ),
        click.option("--ac", is_flag=True, help="All orders of associative operators, too."),
    )
    for option in reversed(options):
        function = option(function)
    return function


@rvsdg_command.command("build", short_help="The graph of control flow in assembly.")
@click.argument("file", type=click.Path())
@_language_options
@output_option
@click.pass_context
def build_command(
    ctx: click.Context, file: str, word: str, evm_version: str, output: Path | None
) -> None:
    """Write the graph of the last function of FILE ('-' is the standard input).

    FILE holds control flow in assembly, of any shape. Loops and branches become structured.
    """

    def text(source: Source) -> str:
        graph = Graph(_language(word, evm_version))
        return print_expression(build_all(parse_assembly_source(source, graph.language), graph))

    _write(ctx, file, output, text)


@rvsdg_command.command(
    "run",
    short_help="What a function gives for some arguments.",
    context_settings={"ignore_unknown_options": True},
)
@click.argument("file", type=click.Path())
@click.argument("arguments", nargs=-1, metavar="[NUMBER]...")
@_language_options
@click.option(
    "--fuel",
    metavar="N",
    type=click.IntRange(0, 2**62),
    default=_FUEL,
    show_default=True,
    help="Give up after so many iterations and calls.",
)
@click.pass_context
def run_command(
    ctx: click.Context,
    file: str,
    arguments: tuple[str, ...],
    word: str,
    evm_version: str,
    fuel: int,
) -> None:
    """Print what the function in FILE gives for the NUMBERs, one value in each line.

    FILE holds a graph, or control flow in assembly. Effects on the EVM are not executed here; see
    `yulopt run`.
    """
    numbers = [_number(argument) for argument in arguments]

    def text(source: Source) -> str:
        graph, root = _read(source, _language(word, evm_version))
        try:
            return "\n".join(map(str, run(root, numbers, graph.language, fuel=fuel)))
        except OutOfFuelError:
            raise YulError(
                f"more than {fuel} iterations and calls", filename=source.filename
            ) from None
        except ValueError as error:
            raise YulError(str(error), filename=source.filename) from None

    _write(ctx, file, None, text)


@rvsdg_command.command("from-yul", short_help="The graphs of a Yul program, or Yul again.")
@click.argument("file", type=click.Path())
@click.option(
    "--emit",
    "format",
    type=click.Choice(("sexpr", "yul")),
    default="sexpr",
    show_default=True,
    help="What to write: graphs, one for each object, or the program as Yul.",
)
@click.option("--optimise", is_flag=True, help="Saturate the graphs and take the cheapest ones.")
@_saturation_options
@evm_version_option("that decides on builtins")
@output_option
@click.pass_context
def from_yul_command(
    ctx: click.Context,
    file: str,
    format: str,
    optimise: bool,
    cost: str,
    rounds: int,
    nodes: int,
    seconds: float,
    optimize_runs: int,
    exact: bool,
    ac: bool,
    evm_version: str,
    output: Path | None,
) -> None:
    """Write the Yul program in FILE ('-' is the standard input) as graphs.

    States of the EVM are values: memory, storage, transient storage, and everything outside.
    """
    _check_exact(exact, cost)

    def text(source: Source) -> str:
        units = read_program(source, dialect_for(parse_evm_version(evm_version)))
        if optimise:
            settings = _settings(cost, rounds, nodes, seconds, ac)
            for unit in units:
                settings.executions = None if unit.is_creation else optimize_runs
                settings.exact = exact
                unit.root = _optimised(unit.root, unit.graph, settings)
        if format == "yul":
            return write_program(units)
        if len(units) == 1:
            return print_expression(units[0].root)
        return "\n\n".join(
            f"; object {quote(unit.object.name)}\n{print_expression(unit.root)}" for unit in units
        )

    _write(ctx, file, output, text)


@rvsdg_command.command("opt", short_help="The cheapest equal graph that is found.")
@click.argument("file", type=click.Path())
@_saturation_options
@click.option(
    "--dump-egraph",
    "dump_format",
    type=click.Choice(("dot", "json")),
    help="Write the e-graph instead, for Graphviz or for programs.",
)
@_language_options
@output_option
@click.pass_context
def opt_command(
    ctx: click.Context,
    file: str,
    cost: str,
    rounds: int,
    nodes: int,
    seconds: float,
    optimize_runs: int,
    exact: bool,
    ac: bool,
    dump_format: str | None,
    word: str,
    evm_version: str,
    output: Path | None,
) -> None:
    """Optimise the graph in FILE ('-' is the standard input) by equality saturation.

    FILE holds a graph, or control flow in assembly. All forms that rules find equal are kept, and
    the cheapest one is written.
    """
    _check_exact(exact, cost)

    def text(source: Source) -> str:
        graph, root = _read(source, _language(word, evm_version))
        settings = _settings(cost, rounds, nodes, seconds, ac)
        settings.executions = optimize_runs
        settings.exact = exact
        if dump_format is not None:
            from yulopt.rvsdg.saturate import dump

            return dump(root, graph, settings, dump_format)
        return print_expression(_optimised(root, graph, settings))

    _write(ctx, file, output, text)


def _check_exact(exact: bool, cost: str) -> None:
    if exact and cost != "dag":
        raise click.UsageError("--exact is for --cost dag.")


def _settings(cost: str, rounds: int, nodes: int, seconds: float, ac: bool) -> Settings:
    # Saturation needs a library that not everybody has, and that takes long to import.
    from yulopt.rvsdg.saturate import Settings

    return Settings(cost=cost, rounds=rounds, nodes=nodes, seconds=seconds, associative=ac)


def _optimised(root: Node, graph: Graph, settings: Settings) -> Node:
    from yulopt.rvsdg.optimise import optimise_with_report

    found, report = optimise_with_report(root, graph, settings)
    if report.stopped_by:
        click.echo(
            f"note: saturation was not finished: it met the limit of {report.stopped_by}", err=True
        )
    if report.not_exact:
        click.echo(f"note: the choice is not exact: {report.not_exact}", err=True)
    return found


def _language(word: str, evm_version: str) -> Language:
    return OPTIR if word == "32" else YulLanguage(dialect_for(parse_evm_version(evm_version)))


def _number(text: str) -> int:
    try:
        return int(text, 0)
    except ValueError:
        raise click.UsageError(f"'{text[:40]}' is not a number like 42, -1 or 0x2a.") from None


def _read(source: Source, language: Language) -> tuple[Graph, Node]:
    """The graph in a file, which may hold control flow."""
    graph = Graph(language)
    if is_assembly(source.text):
        return graph, build_all(parse_assembly_source(source, language), graph)
    root = parse_source(source, graph)
    try:
        verify(root, language)
    except YulError as error:
        error.filename = source.filename
        raise
    return graph, root


def _write(
    ctx: click.Context, file: str, output: Path | None, text: Callable[[Source], str]
) -> None:
    """Write what a file becomes, or tell what is wrong with it."""
    targets = output_targets((file,), output)
    name = "<stdin>" if file == STANDARD_INPUT else file
    try:
        source = read_source(file, name)
        with progress(click.format_filename(name), time.monotonic()):
            written = text(source)
        written = written if written.endswith("\n") or not written else f"{written}\n"
        write_or_print(written, targets.get(file))
    except YulError as error:
        if not error.line and error.filename == YulError("").filename:
            error.filename = name
        click.echo(error.report(), err=True)
        ctx.exit(BAD_INPUT)
