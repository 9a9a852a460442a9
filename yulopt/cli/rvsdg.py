"""The command `yulopt rvsdg`: programs as Regionalized Value State Dependence Graphs.

No logic here, only options, files and error messages.
"""

from __future__ import annotations

from typing import Final, Unpack

import click

from yulopt.cli.given import refuse_given
from yulopt.cli.graphs import language_of, language_options, read_graph, write_result
from yulopt.cli.help import (
    LIMITS,
    OUTPUT,
    WHAT_TO_RUN,
    SectionedCommand,
    SectionedGroup,
    epilog,
)
from yulopt.cli.inputs import read_for_version
from yulopt.cli.options import (
    contract_option,
    evm_version_option,
    file_argument,
    output_option,
)
from yulopt.cli.saturation import (
    Optimiser,
    SaturationOptions,
    check_saturation,
    saturation_options,
    settings_of,
)
from yulopt.dialect import chosen_dialect
from yulopt.errors import Source, YulError
from yulopt.rvsdg.build import build_all
from yulopt.rvsdg.cfgasm import parse_assembly_source
from yulopt.rvsdg.interpreter import OutOfFuelError, run
from yulopt.rvsdg.ir import Graph
from yulopt.rvsdg.printer import print_expression
from yulopt.rvsdg.program import read_program, write_program
from yulopt.syntax.printer import quote
from yulopt.terminal.console import ProgressLine

_FUEL: Final = 1_000_000


@click.group(
    "rvsdg",
    cls=SectionedGroup,
    epilog=epilog(
        """
  yulopt rvsdg from-yul token.yul                the graph of each object
  yulopt rvsdg from-yul --emit yul token.yul     and Yul again
  yulopt rvsdg build power.cfg                   the graph of control flow in assembly
  yulopt rvsdg run power.cfg 3 4                 the function applied to 3 and 4
  yulopt rvsdg opt --cost dag power.sexpr        the cheapest equal graph
  yulopt rvsdg opt --ac --peel --stats p.sexpr   a wider search, with statistics

\b
Graphs are written as S-expressions, control flow with one instruction in each line:
  (func-1-inputs-1-outputs (+ get-0 1))          function -> x
                                                 + x 1 -> x
                                                 return x
"""
    ),
)
def rvsdg_command() -> None:
    """Programs as Regionalized Value State Dependence Graphs."""


@rvsdg_command.command(
    "build",
    cls=SectionedCommand,
    short_help="Build the graph of control flow in assembly.",
    epilog=epilog(
        """
  yulopt rvsdg build power.cfg
  yulopt rvsdg build --word 256 -o power.sexpr power.cfg
"""
    ),
)
@file_argument
@language_options
@output_option("Write to this file.")
def build_command(file: str, word: str, evm_version: str, output: str | None) -> None:
    """Write the graph of the last function of FILE ('-' is standard input).

    FILE holds control flow in assembly, of any shape. Loops and branches become structured.
    """

    def text(source: Source, _line: ProgressLine) -> str:
        graph = Graph(language_of(word, evm_version))
        return print_expression(build_all(parse_assembly_source(source, graph.language), graph))

    write_result(file, output, text)


@rvsdg_command.command(
    "run",
    cls=SectionedCommand,
    short_help="Evaluate a function.",
    epilog=epilog(
        """
  yulopt rvsdg run power.cfg 3 4
  yulopt rvsdg run --fuel 100 power.sexpr 3 0x10
"""
    ),
    context_settings={"ignore_unknown_options": True},
)
@file_argument
@click.argument("arguments", nargs=-1, metavar="[NUMBER]...")
@language_options
@LIMITS.option(
    "--fuel",
    metavar="N",
    type=click.IntRange(0, 2**62),
    default=_FUEL,
    help="Give up after N iterations and calls.",
)
def run_command(
    file: str,
    arguments: tuple[str, ...],
    word: str,
    evm_version: str,
    fuel: int,
) -> None:
    """Print the results of the function in FILE for the NUMBERs, one value in each line.

    FILE holds a graph, or control flow in assembly. Effects on the EVM are not executed here; see
    `yulopt run`.
    """
    numbers = [_number(argument) for argument in arguments]

    def text(source: Source, _line: ProgressLine) -> str:
        graph, root = read_graph(source, language_of(word, evm_version))
        try:
            return "\n".join(map(str, run(root, numbers, graph.language, fuel=fuel)))
        except OutOfFuelError:
            raise YulError(
                f"more than {fuel} iterations and calls", filename=source.filename
            ) from None
        except ValueError as error:
            raise YulError(str(error), filename=source.filename) from None

    write_result(file, None, text)


@rvsdg_command.command(
    "from-yul",
    cls=SectionedCommand,
    short_help="Write a Yul program as graphs, or as Yul again.",
    epilog=epilog(
        """
  yulopt rvsdg from-yul token.yul                  the graph of each object
  yulopt rvsdg from-yul --emit yul token.yul       and Yul again
  yulopt rvsdg from-yul --optimize --cost gas --emit yul token.yul
"""
    ),
)
@file_argument
@OUTPUT.option(
    "--emit",
    "format",
    type=click.Choice(("sexpr", "yul")),
    default="sexpr",
    help="What to write: the graph of each object, or Yul again.",
)
@WHAT_TO_RUN.flag("--optimize", help="Saturate the graphs and extract the cheapest.")
@saturation_options
@contract_option
@evm_version_option
@output_option("Write to this file.")
def from_yul_command(
    file: str,
    format: str,
    optimize: bool,
    contract: str | None,
    evm_version: str,
    output: str | None,
    **options: Unpack[SaturationOptions],
) -> None:
    """Write the Yul program in FILE ('-' is standard input) as graphs.

    States of the EVM are values: memory, storage, transient storage, and everything outside.
    """
    check_saturation(options)
    if not optimize:
        refuse_given(options, "needs --optimize.")
    optimiser = Optimiser(options)

    def read(file: str) -> Source:
        nonlocal evm_version
        source, evm_version = read_for_version(file, contract, evm_version)
        return source

    def text(source: Source, line: ProgressLine) -> str:
        units = read_program(source, chosen_dialect(evm_version))
        if optimize:
            for unit in units:
                bare = unit.object.is_bare_block
                name = source.filename if bare else quote(unit.object.name)
                unit.root = optimiser.optimised(
                    name, unit.root, unit.graph, line, is_creation=unit.is_creation
                )
        if format == "yul":
            return write_program(units, optimiser.is_cheaper) if optimize else write_program(units)
        if len(units) == 1:
            return print_expression(units[0].root)
        return "\n\n".join(
            f"; object {quote(unit.object.name)}\n{print_expression(unit.root)}" for unit in units
        )

    write_result(file, output, text, read)
    optimiser.report()


@rvsdg_command.command(
    "opt",
    cls=SectionedCommand,
    short_help="Find the cheapest equal graph.",
    epilog=epilog(
        """
  yulopt rvsdg opt --cost dag power.sexpr
  yulopt rvsdg opt --ac --peel --stats power.sexpr  search further, with statistics
  yulopt rvsdg opt --dump-egraph dot power.sexpr
"""
    ),
)
@file_argument
@saturation_options
@OUTPUT.option(
    "--dump-egraph",
    "dump_format",
    type=click.Choice(("dot", "json")),
    help="Write the e-graph instead, for Graphviz or for programs.",
)
@language_options
@output_option("Write to this file.")
def opt_command(
    file: str,
    dump_format: str | None,
    word: str,
    evm_version: str,
    output: str | None,
    **options: Unpack[SaturationOptions],
) -> None:
    """Optimise the graph in FILE ('-' is standard input) by equality saturation.

    FILE holds a graph, or control flow in assembly. All forms that rules prove equal are kept, and
    the cheapest is written.
    """
    check_saturation(options)

    optimiser = Optimiser(options)

    def text(source: Source, line: ProgressLine) -> str:
        graph, root = read_graph(source, language_of(word, evm_version))
        if dump_format is not None:
            from yulopt.rvsdg.dump import dump

            return dump(root, graph, settings_of(options), dump_format)
        return print_expression(optimiser.optimised(source.filename, root, graph, line))

    write_result(file, output, text)
    optimiser.report()


def _number(text: str) -> int:
    try:
        return int(text, 0)
    except ValueError:
        raise click.UsageError(f"'{text[:40]}' is not a number like 42, -1 or 0x2a.") from None
