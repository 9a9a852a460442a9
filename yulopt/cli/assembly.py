"""The commands `yulopt asm` and `yulopt stack`: EVM code, and what strains its stack.

There is no logic here, only options, tables, and telling what is wrong.
"""

from __future__ import annotations

import shutil
import sys
import textwrap
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import click

from yulopt.api import parse_steps
from yulopt.assembly.assembler import assemble
from yulopt.assembly.build import build
from yulopt.assembly.compiled import CompiledObject
from yulopt.assembly.pressure import (
    FunctionPressure,
    ObjectPressure,
    count_text,
    measure_pressure,
    stack_too_deep,
)
from yulopt.assembly.text import assembly_text
from yulopt.cli.group import BAD_INPUT
from yulopt.cli.options import (
    Command,
    evm_version_option,
    output_option,
    runs_option,
    sequence_option,
    steps_option,
)
from yulopt.console import (
    STANDARD_INPUT,
    has_colour,
    output_targets,
    progress,
    read_source,
    write_or_print,
)
from yulopt.dialect import (
    Dialect,
    dialect_for,
    parse_evm_version,
)
from yulopt.errors import Source, YulError
from yulopt.named_sequences import read_sequence
from yulopt.sequence import Sequence as StepSequence

_MAIN_CODE: Final = "(main code)"
_WIDEST: Final = 120
_NARROWEST_LIST: Final = 24


def _program_options(function: Command) -> Command:
    """The argument and the options that say which program is compiled, and how."""
    decorators = (
        click.argument("file", type=click.Path()),
        steps_option("Steps to run first, one letter each, as in an ordinary run."),
        sequence_option("Run a sequence that has a name."),
        click.option("--no-optimize", is_flag=True, help="Compile the program as it is."),
        evm_version_option("to compile for"),
        runs_option("How often the deployed code will run."),
    )
    for decorator in reversed(decorators):
        function = decorator(function)
    return function


@click.command("asm", short_help="Print EVM assembly, or bytecode.")
@_program_options
@click.option("--bytecode", is_flag=True, help="Print the bytecode in hexadecimal digits.")
@output_option
@click.pass_context
def asm_command(
    ctx: click.Context,
    file: str,
    steps: str | None,
    sequence_name: str | None,
    no_optimize: bool,
    evm_version: str,
    optimize_runs: int,
    bytecode: bool,
    output: Path | None,
) -> None:
    """Optimise the program in FILE ('-' is the standard input) and print its EVM assembly.

    With --bytecode the whole object tree is assembled: its code, and the objects and data that
    the code asks for. Addresses of libraries are left open, as `__$...$__`. The assembly itself
    is not optimised any further.
    """
    targets = output_targets((file,), output)
    dialect = dialect_for(parse_evm_version(evm_version))
    try:
        sequence = _step_sequence(steps, sequence_name, no_optimize)
        source, compiled = _compile(file, sequence, dialect, optimize_runs)
        text = _assembly(compiled, source, dialect, bytecode)
        write_or_print(text, targets.get(file))
    except YulError as error:
        click.echo(error.report(), err=True)
        ctx.exit(BAD_INPUT)


@click.command("stack", short_help="Show the stack of each function, and what is out of reach.")
@_program_options
@click.pass_context
def stack_command(
    ctx: click.Context,
    file: str,
    steps: str | None,
    sequence_name: str | None,
    no_optimize: bool,
    evm_version: str,
    optimize_runs: int,
) -> None:
    """Optimise the program in FILE ('-' is the standard input) and show how its stack is used.

    For each function: how many slots are in use at most, what is in them then (from the bottom to
    the top), and which values some instruction would have to fetch from too deep in the stack.
    Names are those of the optimised program, lines those of FILE.

    Exit status: 0 all functions can be compiled, 1 some cannot, or bad input.
    """
    dialect = dialect_for(parse_evm_version(evm_version))
    try:
        sequence = _step_sequence(steps, sequence_name, no_optimize)
        source, compiled = _compile(file, sequence, dialect, optimize_runs)
        objects = measure_pressure(compiled, source)
    except YulError as error:
        click.echo(error.report(), err=True)
        ctx.exit(BAD_INPUT)
    for number, item in enumerate(objects):
        if number > 0:
            click.echo()
        _print_object(item)
    failed = sum(bool(function.unreachable) for item in objects for function in item.functions)
    if failed:
        verb = "has" if failed == 1 else "have"
        click.echo(
            f"\n{count_text(failed, 'function')} {verb} values out of reach: stack too deep.\n"
            "Fewer variables that are needed at the same time help, or smaller functions; or a\n"
            "`memoryguard`, which allows the optimiser to move variables to memory."
        )
        ctx.exit(BAD_INPUT)


def _step_sequence(
    steps: str | None, sequence_name: str | None, no_optimize: bool
) -> StepSequence | None:
    """The sequence to run, None for none at all."""
    if (steps is not None) + (sequence_name is not None) + no_optimize > 1:
        raise click.UsageError("--steps, --sequence and --no-optimize exclude each other.")
    if no_optimize:
        return None
    if sequence_name is not None:
        return parse_steps(read_sequence(sequence_name), name=f"--sequence {sequence_name}")
    return parse_steps(steps, name="--steps")


def _compile(
    file: str, sequence: StepSequence | None, dialect: Dialect, runs: int
) -> tuple[Source, CompiledObject]:
    name = "<stdin>" if file == STANDARD_INPUT else file
    source = read_source(file, name)
    with progress(click.format_filename(name), time.monotonic()):
        return source, build(source, sequence, dialect, runs)


def _assembly(compiled: CompiledObject, source: Source, dialect: Dialect, as_bytecode: bool) -> str:
    error = stack_too_deep(compiled, source)
    if error is not None:
        raise error
    if not as_bytecode:
        return assembly_text(compiled, dialect)
    try:
        return assemble(compiled, dialect).to_hex() + "\n"
    except YulError as unassigned:
        unassigned.filename = source.filename
        raise


# The table


def _print_object(item: ObjectPressure) -> None:
    rows = [
        (function.function or _MAIN_CODE, _line_text(function.line), str(function.deepest))
        for function in item.functions
    ]
    titles = ("function", "line", "deepest")
    widths = [max(map(len, column)) for column in zip(titles, *rows, strict=True)]
    click.echo(_style(f'object "{item.name}"', bold=True))
    _print_row(titles, widths, ["live there, from the bottom to the top"], dim=True)
    for row, function in zip(rows, item.functions, strict=True):
        _print_row(row, widths, _wrapped(_merged(function.live), widths))
        _print_unreachable(function, widths)


def _print_row(
    row: Sequence[str], widths: Sequence[int], live: Sequence[str], *, dim: bool = False
) -> None:
    name, line, deepest = row
    cells = f"  {name.ljust(widths[0])}  {line.rjust(widths[1])}  {deepest.rjust(widths[2])}"
    first, *others = live or [""]
    text = "\n".join([f"{cells}  {first}".rstrip(), *(_margin(widths) + other for other in others)])
    click.echo(_style(text, dim=True) if dim else text)


def _print_unreachable(function: FunctionPressure, widths: Sequence[int]) -> None:
    for value in function.unreachable:
        declared = f" (declared in line {value.declared})" if value.declared else ""
        needed = f" in line {value.needed}" if value.needed else ""
        slots = count_text(value.slots, "slot")
        text = f"out of reach by {slots}{needed}: {value.name}{declared}"
        click.echo(_margin(widths) + _style(text, fg="red"))


def _margin(widths: Sequence[int]) -> str:
    return " " * (sum(widths) + 2 * len(widths) + 2)


def _merged(live: Sequence[str]) -> list[str]:
    """The slots, with equal neighbours counted."""
    merged: list[tuple[str, int]] = []
    for text in live:
        if merged and merged[-1][0] == text:
            merged[-1] = text, merged[-1][1] + 1
        else:
            merged.append((text, 1))
    return [text if count == 1 else f"{text} x {count}" for text, count in merged]


def _wrapped(texts: Sequence[str], widths: Sequence[int]) -> list[str]:
    width = min(shutil.get_terminal_size().columns, _WIDEST) - len(_margin(widths))
    # Spaces inside an entry do not break it.
    joined = ", ".join(text.replace(" ", "\0") for text in texts)
    lines = textwrap.wrap(
        joined, max(width, _NARROWEST_LIST), break_long_words=False, break_on_hyphens=False
    )
    return [line.replace("\0", " ") for line in lines]


def _line_text(line: int) -> str:
    return str(line) if line else "-"


def _style(text: str, *, bold: bool = False, dim: bool = False, fg: str | None = None) -> str:
    """Styled text on a terminal, else the plain text."""
    return click.style(text, bold=bold, dim=dim, fg=fg) if has_colour(sys.stdout) else text
