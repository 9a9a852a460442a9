"""The command `yulopt ssa`: programs in static single assignment form, and passes over them.

No logic here, only options, files and error messages.
"""

from __future__ import annotations

import json
from typing import Final

import click

from yulopt.cli.help import LOOK_CLOSER, OUTPUT, WHAT_TO_RUN, command
from yulopt.cli.inputs import input_files, read_for_version
from yulopt.cli.options import (
    contract_option,
    evm_version_option,
    file_argument,
    output_option,
)
from yulopt.cli.outputs import single_output
from yulopt.dialect import (
    chosen_dialect,
)
from yulopt.errors import located
from yulopt.passes.options import options_of
from yulopt.ssa.ir.function import Function
from yulopt.ssa.kernel.pass_contract import Pass, Statistics, contract
from yulopt.ssa.kernel.running import run_pipeline
from yulopt.ssa.kernel.verifier import verify_module
from yulopt.ssa.pipeline import all_passes, parse_pipeline
from yulopt.ssa.program import (
    Unit,
    all_functions,
    find_functions,
    name_values,
    print_functions,
    print_program,
    read_program,
    write_llvm,
    write_yul,
)
from yulopt.ssa.text.dot import Overlays, dot_graph, svg_picture
from yulopt.suite.documentation import read_module_documentation
from yulopt.terminal.console import (
    bold,
    progress,
    source_name,
)

_FORMATS: Final = ("ssa", "ir", "yul", "llvm", "dot", "svg")
_WHOLE_PROGRAM: Final = ("yul", "llvm")
_GRAPHS: Final = ("dot", "svg")
_OVERLAYS: Final = ("dominators", "frontiers", "loops", "liveness")


def _list_passes(ctx: click.Context, _param: click.Parameter, wanted: bool) -> None:
    if not wanted or ctx.resilient_parsing:
        return
    width = max(map(len, all_passes()))
    for name, kind in all_passes().items():
        summary = read_module_documentation(kind.__module__).summary
        click.echo(f"{bold(name.ljust(width))}  {summary}")
        for what, names in contract(kind).items():
            click.echo(f"{' ' * width}    {what} {', '.join(names)}")
        for key, option in options_of(kind).items():
            click.echo(
                f"{' ' * width}    {key}={option.default}: {option.purpose} ({option.expected})"
            )
    ctx.exit()


@command(
    "ssa",
    """
  yulopt ssa token.yul                            the control-flow graph, variables as cells
  yulopt ssa --passes mem2reg token.yul           variables as values, with phis
  yulopt ssa --passes mem2reg:ssa=minimal fib.ssa
  yulopt ssa --passes mem2reg --function fib --emit svg -o fib.svg fib.yul
  yulopt ssa --passes optimize --emit yul token.yul
  yulopt ssa --emit llvm fib.yul | opt -S -passes=mem2reg
  yulopt ssa --list-passes
""",
)
@file_argument
@WHAT_TO_RUN.option(
    "--passes",
    "pipeline",
    metavar="LIST",
    default="",
    show_default=False,
    help="Passes, separated by commas; settings follow a name after colons.",
)
@OUTPUT.option(
    "--emit",
    "format",
    type=click.Choice(_FORMATS),
    default="ssa",
    help="Text (ssa, or ir), a program, or a graph for or by Graphviz.",
)
@OUTPUT.option("--function", "function_name", metavar="NAME", help="Write only this function.")
@OUTPUT.option(
    "--show",
    type=click.Choice(_OVERLAYS),
    multiple=True,
    help="What to show in graphs; repeatable.",
)
@LOOK_CLOSER.flag("--stats", help="Statistics as JSON, on standard error.")
@LOOK_CLOSER.flag("--verify-each", help="Check invariants and declared properties.")
@LOOK_CLOSER.option(
    "--list-passes",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_list_passes,
    help="List the passes with their needs and settings, and exit.",
)
@contract_option
@evm_version_option
@output_option("Write to this file.")
def ssa_command(
    file: str,
    pipeline: str,
    format: str,
    function_name: str | None,
    show: tuple[str, ...],
    stats: bool,
    verify_each: bool,
    contract: str | None,
    evm_version: str,
    output: str | None,
) -> None:
    """Show the program in FILE ('-' is standard input) in SSA form.

    FILE holds Yul (an object or a block), or the text that this command writes. Every object of
    a program is a module. Without passes, variables are cells that are loaded and stored; the pass
    mem2reg promotes them to values.
    """
    if format in _WHOLE_PROGRAM and function_name is not None:
        raise click.UsageError(f"--emit {format} writes whole programs, not one --function.")
    if show and format not in _GRAPHS:
        raise click.UsageError("--show needs --emit dot or svg.")
    result = single_output(file, output, input_files())
    with located(source_name(file)):
        passes = parse_pipeline(pipeline)
        source, evm_version = read_for_version(file, contract, evm_version)
        dialect = chosen_dialect(evm_version)
        with progress(source.filename):
            units = read_program(source, dialect)
            if format in _WHOLE_PROGRAM:
                name_values(units)
            counts = _run(passes, units, verify_each)
            text = _written(
                units, format, function_name, Overlays(*(one in show for one in _OVERLAYS))
            )
        result.write(file, text)
    if stats:
        click.echo(json.dumps(counts, indent=2), err=True)


# The statistics of each object, and of each of its functions.
_Counts = dict[str, dict[str, dict[str, int | dict[str, int]]]]


def _run(passes: list[Pass], units: list[Unit], verify_each: bool) -> _Counts:
    counts: _Counts = {}
    for unit in units:
        done = run_pipeline(passes, unit.module, verify_each=verify_each)
        verify_module(unit.module)
        counts["" if unit.object is None else unit.object.name] = {
            function.name: _function_counts(function, done[function.name])
            for function in unit.module.functions.values()
        }
    return counts


def _function_counts(function: Function, done: Statistics) -> dict[str, int | dict[str, int]]:
    phis = {block.label: len(block.phis) for block in function.blocks if block.phis}
    return {"blocks": len(function.blocks), "phis": phis, **done}


def _written(units: list[Unit], format: str, function_name: str | None, overlays: Overlays) -> str:
    if format == "yul":
        return write_yul(units)
    if format == "llvm":
        return write_llvm(units)
    functions = all_functions(units)
    if function_name is not None:
        functions = find_functions(units, function_name)
    if format in _GRAPHS:
        dot = dot_graph(functions, overlays)
        return dot if format == "dot" else svg_picture(dot)
    return print_program(units) if function_name is None else print_functions(functions)
