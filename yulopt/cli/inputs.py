"""The inputs of all commands: Yul, or files that contain Yul, with their settings.

The logic of reading is in `yulopt.inputs`, which plain Yul does not load.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Set
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

import click
from click.core import ParameterSource

from yulopt.cli.options import (
    CalledRunOptions,
    InputPath,
    RunOptions,
    chosen_steps,
    has_steps,
    solidity_of,
)
from yulopt.dialect import RELEASES, chosen_dialect
from yulopt.errors import Source, YulError, printable
from yulopt.suite.pipelines import BEYOND_CODEGEN, SOLC_CODEGEN, Pipeline
from yulopt.terminal.console import (
    STANDARD_INPUT,
    begins_like_yul,
    progress,
    read_source,
    source_name,
)
from yulopt.terminal.echo import echo

if TYPE_CHECKING:
    from yulopt.batch.files import Request, Text
    from yulopt.dialect import Prices
    from yulopt.driver.options import Options
    from yulopt.frequency.call_profile import CallProfile
    from yulopt.inputs.reading import InputProgram
    from yulopt.inputs.settings import FoundSettings
    from yulopt.trace.recording import Settings

Value = TypeVar("Value", str, int, bool)

# The names of options in the settings of an input, which replace their defaults.
_FIELDS: Final = {
    "evm_version": "evm_version",
    "optimize_runs": "runs",
    "runs": "runs",
    "steps": "steps",
    "no_stack_allocation": "stack_allocation",
}
ALL_FIELDS: Final = frozenset(_FIELDS.values())
# Options that fix the steps, or run none.
_INSTEAD_OF_STEPS: Final = ("sequence_name", "pipeline_name", "bare", "no_optimize", "step_names")
_SECOND_HALF: Final = ".output.json"
_NOT_IN_A_NAME: Final = re.compile(r"[^\w$-]")


def open_fields() -> frozenset[str]:
    """The settings that the command line leaves open, so that those of an input count."""
    ctx = click.get_current_context()
    fields = {
        field
        for option, field in _FIELDS.items()
        if option in ctx.params and ctx.get_parameter_source(option) is ParameterSource.DEFAULT
    }
    if any(ctx.params.get(option) for option in _INSTEAD_OF_STEPS):
        fields.discard("steps")
    pipeline = ctx.params.get("pipeline_name")
    if pipeline is not None and Pipeline.named(pipeline).runs is not None:
        fields.discard("runs")
    return frozenset(fields)


def read_for_run(file: str, options: RunOptions) -> tuple[Source, str | None]:
    """The program in a file, and the steps to run, None for solc's.

    Settings found in the file replace the defaults of options that were not given. Raises
    `YulError`, and a usage error for options that exclude each other.
    """
    steps = chosen_steps(options)
    source, found = read_with(file, options["contract"], options["evm_version"], ALL_FIELDS)
    if found is None:
        return source, steps
    return source, _take_settings(found, options, source.filename) or steps


def read_contract(file: str, options: RunOptions) -> tuple[InputProgram, str | None]:
    """The same with all information about the contract in the file."""
    steps = chosen_steps(options)
    fields = open_fields()
    version = options["evm_version"]
    program = found_program(read_source(file), file, options["contract"], version, fields)
    _print_notes(source_name(file), [program], fields)
    return program, _take_settings(program.settings.only(fields), options, program.name) or steps


def _take_settings(found: FoundSettings, options: RunOptions, file: str) -> str | None:
    """Put the settings that were found into the options, except the steps, which are returned;
    None if there are none. Raises `YulError`."""
    if found.evm_version is not None:
        version = _checked_version(found.evm_version, options["solc_version"], file)
        options["evm_version"] = version
    if found.runs is not None:
        options["optimize_runs"] = found.runs
    if found.stack_allocation is not None:
        options["no_stack_allocation"] = not found.stack_allocation
    return None if found.steps is None else _checked_steps(found.steps, file)


def read_run(file: str, options: CalledRunOptions) -> tuple[Source, Settings]:
    """The program in a file, and how to run over it; otherwise as `read_for_run`.

    Calls that do not reach the program cause a warning on standard error.
    """
    calls, calls_file = profile_of_calls(file, options)
    source, steps = read_for_run(file, options)
    if calls is not None:
        _warn_of_calls(source, options["evm_version"], calls)
    # Loaded only by commands that record.
    from yulopt.trace.recording import Settings

    built = build_options(steps, options, calls, codegen_of(options))
    prices_file = options["prices_path"] or ""
    return source, Settings(source.filename, built, calls_file=calls_file, prices_file=prices_file)


def codegen_of(options: RunOptions) -> str:
    """The name of the code generator: the chosen one, or that of the pipeline."""
    without = SOLC_CODEGEN if options["pipeline_name"] is None else BEYOND_CODEGEN
    return options["codegen"] or without


def build_options(
    steps: str | None, options: RunOptions, calls: CallProfile | None, codegen: str
) -> Options:
    """The options of a build, from the command line and the file."""
    # Not needed for help.
    from yulopt.driver.options import Options

    return Options(
        steps,
        options["bare"],
        options["optimize_runs"],
        options["evm_version"],
        stack_allocation=not options["no_stack_allocation"],
        codegen=codegen,
        calls=calls,
        solc_version=options["solc_version"],
        prices=prices_of_run(options),
    )


def prices_of_run(options: RunOptions, *, with_steps: bool = False) -> Prices:
    """The prices that --prices names, if it is given.

    `with_steps`: whether steps are given by name. Raises `YulError`, and a usage error if no step
    uses the prices.
    """
    path = options["prices_path"]
    if path is None:
        return ()
    if not (with_steps or _may_use_prices(options)):
        raise click.UsageError("--prices needs --pipeline, or --steps beyond solc's.")
    # Not needed without this option.
    from yulopt.driver.prices import read_prices

    return read_prices(Path(path))


def input_files() -> list[str]:
    """The files that the current command reads, which no result may replace.

    They are those of its arguments and options of type `InputPath`; a folder stands for the files
    that are read in it.
    """
    ctx = click.get_current_context()
    found: list[str] = []
    for param in ctx.command.params:
        if isinstance(param.type, InputPath):
            given = ctx.params[param.name or ""] or ()
            for path in given if isinstance(given, tuple) else (given,):
                inside = param.type.inside if Path(path).is_dir() else ""
                found += map(str, Path(path).glob(inside)) if inside else (path,)
    return found


def _may_use_prices(options: RunOptions) -> bool:
    """Whether something beyond solc runs; or a single step, as the commands of traces do."""
    if options["bare"] and has_steps(options):
        return True
    # Not needed without prices.
    from yulopt.dropin.pipelines import only_in_yulopt

    # A copy: the runs of a pipeline are put into it.
    steps = chosen_steps(options.copy())
    return bool(only_in_yulopt(Pipeline(steps, codegen=codegen_of(options))))


def profile_of_calls(file: str, options: CalledRunOptions) -> tuple[CallProfile | None, str]:
    """The profile of the calls that --calls names for a file, and its path.

    Raises `YulError`, and a usage error if no step uses the calls.
    """
    path = options["calls_path"]
    if path is None:
        return None, ""
    # Not needed without this option.
    from yulopt.cli.call_files import profiles_of_calls

    files = profiles_of_calls(path, has_steps=has_steps(options))
    files.require([file])
    return files.profile_of(file), files.path_of(file) or ""


def _warn_of_calls(source: Source, evm_version: str, calls: CallProfile) -> None:
    """Warn on standard error about calls that do not reach a program; raises `YulError`."""
    # Not needed without calls.
    from yulopt.batch.files import call_warnings

    for warning in call_warnings(source, chosen_dialect(evm_version), calls):
        echo(f"{source.filename}: warning: {warning}", err=True)


def read_for_version(file: str, contract: str | None, evm_version: str) -> tuple[Source, str]:
    """The program in a file, and its EVM version: the given one, or that of the file.

    Raises `YulError`.
    """
    source, used = read_with(file, contract, evm_version, {"evm_version"})
    return source, evm_version if used is None else used.evm_version or evm_version


def read_with(
    file: str, contract: str | None, evm_version: str, settings: Set[str]
) -> tuple[Source, FoundSettings | None]:
    """The program in a file, and those of these settings that it has and the command line leaves
    open; None for plain Yul.

    Raises `YulError`.
    """
    source = read_source(file)
    if contract is None and begins_like_yul(source):
        return source, None
    fields = open_fields() & settings
    program = found_program(source, file, contract, evm_version, fields)
    _print_notes(source.filename, [program], fields)
    found = Source(program.text, program.name, program.sources)
    return found, program.settings.only(fields)


def found_program(
    source: Source, file: str, contract: str | None, evm_version: str, fields: frozenset[str]
) -> InputProgram:
    """The program in a text other than plain Yul; raises `YulError`."""
    from yulopt.inputs.reading import program_in

    given = None if "evm_version" in fields else evm_version
    with progress(source.filename):
        return program_in(source, _path(file), contract, solidity_of(given))


def _path(file: str) -> Path | None:
    return None if file == STANDARD_INPUT else Path(file)


def _checked_steps(steps: str, file: str) -> str:
    """The steps, if they are well-formed; raises `YulError`."""
    from yulopt.suite.reading import parse_steps

    parse_steps(steps, name=f"{file}: optimizerSteps")
    return steps


def _checked_version(evm_version: str, solc_version: str, file: str) -> str:
    """An EVM version that was found, if the release has it; raises `YulError`."""
    try:
        return RELEASES[solc_version].parse_evm_version(evm_version).text
    except ValueError as error:
        raise YulError(str(error), filename=file) from None


def _print_notes(name: str, programs: list[InputProgram], fields: frozenset[str]) -> None:
    """Print the notes on inputs to standard error, each once."""
    notes = []
    for program in programs:
        settings = program.settings.only(fields).summary()
        notes += [*program.notes, *([f"its settings are used: {settings}"] if settings else [])]
    for note in dict.fromkeys(notes):
        echo(f"{name}: note: {printable(note)}", err=True)


# Many files


def text_of(
    source: Source, file: str, contract: str | None, request: Request, fields: frozenset[str]
) -> Text:
    """The program in a text other than plain Yul, and how to optimise it; raises `YulError`."""
    program = found_program(source, file, contract, request.options.evm_version, fields)
    _print_notes(source.filename, [program], fields)
    return _text(program, request, fields)


def without_second_halves(files: tuple[str, ...]) -> list[str]:
    """The files without each `ID.output.json` of Hardhat 3 whose `ID.json`, which refers to it, is
    among them."""
    return [
        file
        for file in files
        if not file.endswith(_SECOND_HALF) or file.removesuffix(_SECOND_HALF) + ".json" not in files
    ]


def texts_of(
    file: str, contract: str | None, request: Request, fields: frozenset[str]
) -> list[tuple[str, Text]]:
    """All programs in a file, each with its name in a directory of results; raises `YulError`.

    Plain Yul keeps the name of its file, a contract is called as solc calls its files.
    """
    from yulopt.batch.files import Text

    source = read_source(file)
    if contract is None and begins_like_yul(source):
        return [(Path(file).name, Text(source.filename, source.text, request))]
    programs = _found_programs(source, file, contract, request.options.evm_version, fields)
    return [
        (name, _text(program, request, fields))
        for name, program in zip(_file_names(programs, file), programs, strict=True)
    ]


def read_all(
    files: tuple[str, ...], contract: str | None, evm_version: str, settings: set[str]
) -> tuple[list[tuple[str, Source]], FoundSettings]:
    """All programs in files, each with its name in a directory, and their common values of these
    settings, unless the command line sets them.

    Raises `YulError`, also if the programs were compiled with different settings.
    """
    from yulopt.inputs.settings import FoundSettings

    fields = open_fields() & settings
    named: list[tuple[str, Source]] = []
    found: list[FoundSettings] = []
    for file in without_second_halves(files):
        source = read_source(file)
        if contract is None and begins_like_yul(source):
            named.append((Path(file).name, source))
            continue
        programs = _found_programs(source, file, contract, evm_version, fields)
        sources = [Source(program.text, program.name) for program in programs]
        named += zip(_file_names(programs, file), sources, strict=True)
        found += [program.settings.only(fields) for program in programs]
    common = FoundSettings(
        _common({one.evm_version for one in found}, "--evm-version"),
        _common({one.runs for one in found}, "--optimize-runs"),
        None,
        _common({one.stack_allocation for one in found}, "--no-stack-allocation"),
    )
    return named, common


def _common(values: set[Value | None], option: str) -> Value | None:
    """The only value that was found, if there is one; raises `YulError` if there are several."""
    found = values - {None}
    if len(found) > 1:
        listed = ", ".join(sorted(map(str, found)))
        raise YulError(
            f"they were compiled with different settings ({listed}); choose with {option}",
            filename="FILEs",
        )
    return next(iter(found), None)


def _found_programs(
    source: Source, file: str, contract: str | None, evm_version: str, fields: frozenset[str]
) -> list[InputProgram]:
    """The chosen contract, or else all with code; prints notes on them."""
    if contract is not None:
        programs = [found_program(source, file, contract, evm_version, fields)]
    else:
        from yulopt.inputs.reading import programs_in

        given = None if "evm_version" in fields else evm_version
        with progress(source.filename):
            programs = programs_in(source, _path(file), solidity_of(given))
    _print_notes(source.filename, programs, fields)
    return programs


def _file_names(programs: list[InputProgram], file: str) -> list[str]:
    """The names of the results of the programs in a file."""
    count = Counter(map(_short_name, programs))
    names = []
    for program in programs:
        name = _short_name(program)
        stem = program.contract if count[name] > 1 else name
        names.append(f"{for_file_name(stem)}.yul" if name else Path(file).name)
    return names


def for_file_name(text: str) -> str:
    """The text without characters that no name of a file should have."""
    return _NOT_IN_A_NAME.sub("_", text)


def _short_name(program: InputProgram) -> str:
    return program.contract.rpartition(":")[2]


def _text(program: InputProgram, request: Request, fields: frozenset[str]) -> Text:
    from yulopt.batch.files import Text

    found = program.settings.only(fields)
    options = request.options
    if found.evm_version is not None:
        version = _checked_version(found.evm_version, options.solc_version, program.name)
        options = options._replace(evm_version=version)
    if found.runs is not None:
        options = options._replace(runs=found.runs)
    if found.stack_allocation is not None:
        options = options._replace(stack_allocation=found.stack_allocation)
    if found.steps is not None:
        options = options._replace(steps=_checked_steps(found.steps, program.name))
    return Text(program.name, program.text, request, options)
