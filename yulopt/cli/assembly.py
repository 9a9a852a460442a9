"""The commands `yulopt asm` and `yulopt stack`: EVM code, and the pressure on its stack.

No logic here, only options, tables and error messages.
"""

from __future__ import annotations

import json
import shutil
import sys
import textwrap
from collections.abc import Iterator, Sequence, Set
from typing import TYPE_CHECKING, Final, Unpack

import click

from yulopt.assembly.compiled import CompiledObject
from yulopt.assembly.optimizer import ALL_PASSES, check_passes
from yulopt.assembly.pressure import (
    FunctionPressure,
    ObjectPressure,
    measure_pressure,
)
from yulopt.assembly.spill_slots import SAVED, TRANSIENT, SpilledVariables, static_call_warnings
from yulopt.assembly.text import assembly_text
from yulopt.batch.files import call_warnings
from yulopt.cli.failures import BAD_INPUT
from yulopt.cli.given import proven_option_name
from yulopt.cli.help import OUTPUT, WHAT_TO_RUN, command
from yulopt.cli.inputs import (
    build_options,
    codegen_of,
    input_files,
    profile_of_calls,
    read_for_run,
)
from yulopt.cli.limits import NumberRange
from yulopt.cli.options import (
    RunOptions,
    calls_option,
    combined,
    file_argument,
    json_option,
    output_option,
    proven_option,
    run_options,
    trace_options,
)
from yulopt.cli.outputs import print_trace, single_output
from yulopt.driver.build import Front, assemble_code, check_reach, generate_program, optimize_code
from yulopt.driver.compilation import compilation
from yulopt.driver.options import ALL_CODE, NO_CODE
from yulopt.driver.options import Options as BuildOptions
from yulopt.errors import Source, count_text, located, printable
from yulopt.memory_objects.free_memory import first_free
from yulopt.suite.pipelines import SOLC_CODEGEN
from yulopt.syntax.parser import parse_source
from yulopt.terminal.console import has_colour, print_code, progress
from yulopt.trace.assembly import AssemblyRecorder, assembly_trace_lines

if TYPE_CHECKING:
    from yulopt.cli.proving import Proofs

_MAIN_CODE: Final = "(main code)"
_MAX_WIDTH: Final = 120
_MIN_LIST_WIDTH: Final = 24


class _Options(RunOptions):
    """The parameters of a command that has `_compile_options`."""

    no_optimize: bool
    proven: bool
    assume_memory_safe: bool
    calls_path: str | None


class _AssemblyOptions(_Options):
    """The parameters of `yulopt asm`, with those of the assembly optimiser."""

    max_slowdown: float | None
    asm_passes: Sequence[str] | None
    no_asm_optimizer: bool
    beyond_passes: str | None


_compile_options: Final = combined(
    run_options,
    WHAT_TO_RUN.flag("--no-optimize", help="Compile the program as written."),
    proven_option,
    WHAT_TO_RUN.flag(
        "--assume-memory-safe",
        help="Treat inline assembly as memory-safe; beyond solc only.",
    ),
    calls_option(WHAT_TO_RUN),
)
"""The options of a compilation (`_Options`)."""


def _chosen_passes(
    ctx: click.Context, option: click.Parameter, value: str | None
) -> Sequence[str] | None:
    """The callback of --asm-passes."""
    if value is None:
        return None
    names = _names(value)
    try:
        check_passes(names)
    except ValueError as error:
        raise click.BadParameter(str(error)) from None
    return names


def _names(value: str) -> list[str]:
    return [name.strip() for name in value.split(",") if name.strip()]


def _beyond_passes(passes: str | None, codegen: str) -> tuple[str, ...] | None:
    """The passes that --beyond-passes names, None for all of them."""
    if passes is None:
        return None
    if codegen == SOLC_CODEGEN:
        raise click.UsageError("--beyond-passes needs --backend beyond.")
    # Loaded only on request.
    from yulopt.assembly.beyond.driver import check_beyond_passes

    names = _names(passes)
    try:
        check_beyond_passes(names)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="'--beyond-passes'") from None
    return tuple(names)


@command(
    "asm",
    """
  yulopt asm token.yul                        the assembly of each object
  yulopt asm --bytecode -o token.hex token.yul
  yulopt asm --json token.yul                 bytecode, instructions, references, sizes
  yulopt asm --no-optimize token.yul          the code of the program as written
  yulopt asm --asm-passes cse token.yul       without the other passes over the assembly
  yulopt asm --trace -o token.asm token.yul   what each of these passes changed
  yulopt asm --pipeline size --calls token.calls --max-slowdown 1.1 token.yul
  yulopt asm --bare --steps "gu" token.yul    after only these two steps
  yulopt asm --no-stack-allocation token.yul  every variable has a slot of its own
""",
    failed="bad input, or the stack is too deep",
)
@file_argument
@_compile_options
@OUTPUT.flag("--bytecode", help="Print the bytecode in hexadecimal digits.")
@json_option
@WHAT_TO_RUN.option(
    "--asm-passes",
    metavar="NAMES",
    callback=_chosen_passes,
    help=f"Run only these passes over the assembly, of {', '.join(ALL_PASSES)}.",
)
@WHAT_TO_RUN.option(
    "--beyond-passes",
    metavar="NAMES",
    help="Run only these passes of `--backend beyond`.",
)
@WHAT_TO_RUN.option(
    "--max-slowdown",
    metavar="RATIO",
    type=NumberRange(min=1),
    help="The maximum gas of each of the --calls, relative to solc's own code.",
)
@WHAT_TO_RUN.flag("--no-asm-optimizer", help="Leave the assembly as generated.")
@output_option("Write to this file.")
@trace_options("pass over the assembly")
@click.pass_context
def asm_command(
    ctx: click.Context,
    file: str,
    bytecode: bool,
    as_json: bool,
    output: str | None,
    trace: bool,
    trace_full: bool,
    **options: Unpack[_AssemblyOptions],
) -> None:
    """Optimise the program in FILE ('-' is standard input) and print its EVM assembly.

    With --bytecode the whole object tree is assembled: its code, and the objects and data to
    which the code refers. Addresses of libraries are left as placeholders, `__$...$__`.

    The assembly is optimised as solc does it, unless --no-optimize or --no-asm-optimizer is
    given. With solc's steps the bytecode is that of solc, byte for byte.
    """
    if bytecode and as_json:
        raise click.UsageError("--bytecode and --json exclude each other.")
    passes = _solc_passes(options)
    # Those of a pipeline replace them below.
    runs = options["optimize_runs"]
    codegen = codegen_of(options)
    beyond_passes = _beyond_passes(options["beyond_passes"], codegen)
    proofs = _proofs() if options["proven"] else None
    result = single_output(file, output, input_files(), proofs)
    source, built = _read(file, options, codegen)
    built = built._replace(assembly_passes=passes, beyond_passes=beyond_passes)
    built = _bounded(file, source, built, options, runs)
    compiled = _generate(file, source, built, proofs)
    if proofs is not None:
        built = proofs.prove_code(file, source, built, compiled)
    check_reach(compiled, built, source)
    for warning in static_call_warnings(compiled):
        click.echo(printable(f"{source.filename}: warning: {warning}"), err=True)
    recorder = AssemblyRecorder(compiled, built.dialect) if trace or trace_full else None
    optimize_code(compiled, built, recorder)
    if bytecode or as_json:
        parts = assemble_code(compiled, built, source)
        if proofs is not None:
            proofs.check_code(file, compiled, parts)
        made = compilation(compiled, parts, built.dialect)
        text = json.dumps(made.to_json(), indent=2) if as_json else made.bytecode.hex
        result.write(file, text + "\n")
    elif file in result.targets:
        result.write(file, assembly_text(compiled, built.dialect))
    else:
        print_code(assembly_text(compiled, built.dialect), is_assembly=True)
    if proofs is not None:
        proofs.write_certificate(file, result.targets.get(file))
    if recorder is not None:
        colour = has_colour(sys.stderr)
        print_trace(assembly_trace_lines(recorder.runs, full=trace_full, colour=colour))
    if proofs is not None and proofs.is_open(file):
        ctx.exit(BAD_INPUT)


def _solc_passes(options: _AssemblyOptions) -> tuple[str, ...] | None:
    """The passes of solc over the assembly, None for all of them."""
    chosen = options["asm_passes"]
    if options["no_asm_optimizer"] and chosen is not None:
        raise click.UsageError("--no-asm-optimizer and --asm-passes exclude each other.")
    if options["no_asm_optimizer"] or (options["no_optimize"] and chosen is None):
        return ()
    return None if chosen is None else tuple(chosen)


@command(
    "stack",
    """
  yulopt stack token.yul                      after the steps that solc runs
  yulopt stack --no-optimize token.yul        the stack of the program as written
  yulopt stack --bare --steps "gfu" token.yul
""",
    fine="all functions can be compiled",
    failed="some cannot, or bad input",
)
@file_argument
@_compile_options
@click.pass_context
def stack_command(
    ctx: click.Context,
    file: str,
    **options: Unpack[_Options],
) -> None:
    """Optimise the program in FILE ('-' is standard input) and show how its stack is used.

    For each function: the maximum number of slots in use, their contents at that point (from the
    bottom to the top), the values that some instruction cannot reach, and where spilled variables
    are, with the gas of their accesses if each is executed once. Names are those of the optimised
    program, lines those of FILE.
    """
    proofs = _proofs() if options["proven"] else None
    source, built = _read(file, options, codegen_of(options))
    compiled = _generate(file, source, built, proofs)
    # The program before it was optimised.
    free = first_free(parse_source(source, built.dialect))
    objects = measure_pressure(compiled, source, free)
    for number, item in enumerate(objects):
        if number > 0:
            click.echo()
        _print_object(item)
    functions = [function for item in objects for function in item.functions]
    for advice in _advice({one.moved.place for one in functions if one.moved is not None}):
        click.echo(f"\n{advice}")
    failed = sum(bool(function.unreachable) for function in functions)
    if failed:
        verb = "has" if failed == 1 else "have"
        click.echo(
            f"\n{count_text(failed, 'function')} {verb} values out of reach: stack too deep.\n"
            "Use fewer live variables at a time, or smaller functions, or add a\n"
            "`memoryguard`, which allows the optimiser to move variables to memory."
        )
        ctx.exit(BAD_INPUT)


def _proofs() -> Proofs:
    # Not needed without this option.
    from yulopt.cli.proving import Proofs

    return Proofs()


def _read(file: str, options: _Options, codegen: str) -> tuple[Source, BuildOptions]:
    """The object, and how to build it; raises `YulError`."""
    unoptimised = options["no_optimize"]
    with_steps = options["steps"] is not None or options["sequence_name"] is not None
    if unoptimised and (with_steps or options["bare"]):
        raise click.UsageError("--no-optimize excludes --steps, --sequence and --bare.")
    if options["assume_memory_safe"] and codegen == SOLC_CODEGEN:
        raise click.UsageError("--assume-memory-safe needs --pipeline or --backend beyond.")
    if options["proven"] and (unoptimised or options["bare"]):
        raise click.UsageError(f"{proven_option_name()} excludes --no-optimize and --bare.")
    calls, _ = profile_of_calls(file, options)
    source, steps = read_for_run(file, options)
    built = build_options(steps, options, calls, codegen)._replace(
        optimized=NO_CODE if unoptimised else ALL_CODE,
        memory_safe=options["assume_memory_safe"],
        proven=options["proven"],
    )
    if calls is not None:
        for warning in call_warnings(source, built.dialect, calls):
            click.echo(f"{source.filename}: warning: {warning}", err=True)
    return source, built


def _bounded(
    file: str, source: Source, built: BuildOptions, options: _AssemblyOptions, runs: int
) -> BuildOptions:
    """The options of the smallest variant within --max-slowdown, if given; raises `YulError`."""
    path, bound = options["calls_path"], options["max_slowdown"]
    if bound is None:
        return built
    if path is None or not built.is_beyond or options["no_optimize"]:
        raise click.UsageError("--max-slowdown needs --pipeline and --calls.")
    # Not needed without this option.
    from yulopt.cli.call_files import CallFiles
    from yulopt.cli.measuring import with_gas
    from yulopt.tune.slowdown import note, smallest_within

    with_gas(no_gas=False, needed=True)
    calls = CallFiles(path).of(file)
    # Without any, the profile was an error.
    assert calls is not None
    prove = _proofs().prover().compile_source if built.proven else None
    with located(source.filename), progress(f"{source.filename}: calling"):
        tried = smallest_within(source, built, calls, bound, runs=runs, compile_proven=prove)
    if text := note(tried, bound):
        click.echo(f"{source.filename}: note: {text}", err=True)
    return tried[-1].options


def _generate(
    file: str, source: Source, built: BuildOptions, proofs: Proofs | None
) -> CompiledObject:
    """The generated code; raises `YulError`."""
    observer = None if proofs is None else proofs.prove(file, source, built)
    with progress(source.filename):
        return generate_program(Front(source, built, observer))


# The table


def _print_object(item: ObjectPressure) -> None:
    rows = [
        (function.function or _MAIN_CODE, _line_text(function.line), str(function.deepest))
        for function in item.functions
    ]
    titles = ("function", "line", "deepest")
    widths = [max(map(len, column)) for column in zip(titles, *rows, strict=True)]
    click.echo(_style(f'object "{printable(item.name)}"', bold=True))
    _print_row(titles, widths, ["live there, from the bottom to the top"], dim=True)
    for row, function in zip(rows, item.functions, strict=True):
        _print_row(row, widths, _wrapped(_merged(function.live), widths))
        _print_moved(function.moved, widths)
        _print_unreachable(function, widths)


def _print_row(
    row: Sequence[str], widths: Sequence[int], live: Sequence[str], *, dim: bool = False
) -> None:
    name, line, deepest = row
    cells = f"  {name.ljust(widths[0])}  {line.rjust(widths[1])}  {deepest.rjust(widths[2])}"
    first, *others = live or [""]
    text = "\n".join([f"{cells}  {first}".rstrip(), *(_margin(widths) + other for other in others)])
    click.echo(_style(text, dim=True) if dim else text)


def _print_moved(moved: SpilledVariables | None, widths: Sequence[int]) -> None:
    if moved is not None:
        text = (
            f"off the stack: {count_text(moved.words, 'word')} in {moved.place},"
            f" {count_text(moved.loads, 'load')}, {count_text(moved.stores, 'store')}"
            f", about {moved.gas} gas"
        )
        click.echo(_margin(widths) + _style(text, fg="yellow"))


def _advice(places: Set[str]) -> Iterator[str]:
    """Advice that would make spilled variables cheaper."""
    if TRANSIENT in places:
        yield (
            "Transient storage is used where code is not proven memory-safe (see `yulopt\n"
            "memory`). It fails in static calls, and memory is cheaper: mark inline assembly as\n"
            "memory-safe, or use --assume-memory-safe."
        )
    if SAVED in places:
        yield (
            "Recursive functions save the words of their callers. A loop is cheaper, or fewer\n"
            "variables that are live after the call."
        )


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
    width = min(shutil.get_terminal_size().columns, _MAX_WIDTH) - len(_margin(widths))
    # Spaces inside an entry do not break it.
    joined = ", ".join(text.replace(" ", "\0") for text in texts)
    lines = textwrap.wrap(
        joined, max(width, _MIN_LIST_WIDTH), break_long_words=False, break_on_hyphens=False
    )
    return [line.replace("\0", " ") for line in lines]


def _line_text(line: int) -> str:
    return str(line) if line else "-"


def _style(text: str, *, bold: bool = False, dim: bool = False, fg: str | None = None) -> str:
    """Styled text on a terminal, else the plain text."""
    return click.style(text, bold=bold, dim=dim, fg=fg) if has_colour(sys.stdout) else text
