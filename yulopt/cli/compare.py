"""The command `yulopt compare`: several settings over several files.

No logic here, only options, files and error messages.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Unpack

import click
from click.core import ParameterSource

from yulopt.cli.failures import BAD_INPUT
from yulopt.cli.given import refuse_given, refuse_repeated
from yulopt.cli.help import OUTPUT, WHAT_TO_RUN, command, section
from yulopt.cli.inputs import read_all
from yulopt.cli.measuring import (
    CheckOptions,
    check,
    check_options,
    draw,
    named_sequences,
    plot_option,
    plot_target,
    read_baseline,
    read_programs,
    with_gas,
)
from yulopt.cli.options import (
    RUNS,
    RUNS_HELP,
    NameChoice,
    backends_option,
    calls_option,
    contract_option,
    evm_version_option,
    files_argument,
    jobs_option,
    json_option,
    pipelines_option,
    sequences_options,
    stack_allocation_option,
)
from yulopt.dialect import NEWEST, RELEASES
from yulopt.errors import YulError
from yulopt.suite.pipelines import BEYOND_CODEGEN, Pipeline
from yulopt.syntax.arguments import DEFAULT_RUNS
from yulopt.terminal.console import bold, progress

if TYPE_CHECKING:
    from yulopt.inputs.settings import FoundSettings
    from yulopt.tune.comparison import Comparison, Program, Setting
    from yulopt.tune.upgrade import Upgrade

_MEASURE: Final = section("What to measure")
# The settings compared by default.
_USUAL: Final = ("default", "small")


class _Options(CheckOptions):
    """The options of the command."""

    contract: str | None
    sequences: tuple[str, ...]
    steps: tuple[str, ...]
    pipelines: tuple[str, ...]
    backends: tuple[str, ...]
    runs: tuple[int, ...]
    solc_versions: tuple[str, ...]
    evm_version: str
    no_stack_allocation: bool
    calls_path: str | None
    no_gas: bool
    jobs: int
    as_json: bool
    as_csv: bool
    plot: str | None


@command(
    "compare",
    """
  yulopt compare token.yul                       the default of solc, and `small`
  yulopt compare --sequence default --steps "dhfoDgvulfnTUtnIf" *.yul
  yulopt compare --pipeline size --pipeline gas *.yul
  yulopt compare --optimize-runs 1 --optimize-runs 10000 token.yul
  yulopt compare --solc-version 0.8.28 --solc-version 0.8.37 token.yul
  yulopt compare --steps mine="hgfo[ul]" --calls token.calls --plot token.svg token.yul
  yulopt compare --json *.yul > sizes.json       and later:
  yulopt compare --baseline sizes.json --allow-waste 100 *.yul
""",
    "A file of calls has lines like: weight 10 transfer(address,uint256) 0xb0b 5",
    failed="bad input, or code has grown",
)
@files_argument
@contract_option
@sequences_options
@pipelines_option
@backends_option
@WHAT_TO_RUN.option(
    "--optimize-runs",
    "runs",
    metavar="N",
    type=RUNS,
    multiple=True,
    default=(DEFAULT_RUNS,),
    help=RUNS_HELP,
)
@WHAT_TO_RUN.option(
    "--solc-version",
    "solc_versions",
    metavar="VERSION",
    multiple=True,
    type=NameChoice(list(RELEASES)),
    default=(NEWEST.version,),
    help="The release of solc to reproduce.",
)
@evm_version_option
@stack_allocation_option
@calls_option(_MEASURE)
@_MEASURE.flag("--no-gas", help="Execute nothing.")
@jobs_option()
@json_option
@OUTPUT.flag("--csv", "as_csv", help="Print CSV, for spreadsheets.")
@plot_option
@check_options
@click.pass_context
def compare_command(
    ctx: click.Context, files: tuple[str, ...], **options: Unpack[_Options]
) -> None:
    """Optimise each FILE ('-' is standard input) with several settings, and compare the code.

    A FILE with several contracts stands for all of them, unless --contract chooses one.

    The settings are all sequences, steps and pipelines, each with all --optimize-runs, unless a
    pipeline has its own; `--steps NAME=SEQ` gives steps a name. The first setting is the baseline.
    The table has the bytes of the deployed code and of the creation code, gas, and time; a star
    marks the best value.

    With several --solc-version, each release optimises the same IR, for its default EVM unless
    --evm-version names one. Below the table are the differences of the other releases from the
    first: the steps, with the functions they affect, and the bytes of each function before the
    assembly is optimised. Solidity is compiled to IR by a solc of one of the releases.

    Gas is that of --calls, executed on an EVM, without the intrinsic cost of a transaction. Without
    --calls, each function that the code dispatches to is called with zeros and ones.
    """
    _check_usage(files, options)
    target = plot_target(options["plot"])
    calls_path = options["calls_path"]
    # Its errors are reported before the work.
    baseline = read_baseline(options)
    fields = {"evm_version", "runs"}
    sources, used = read_all(files, options["contract"], options["evm_version"], fields)
    settings = _settings(ctx, options, used)
    programs = read_programs(sources, calls_path)
    gas = with_gas(no_gas=options["no_gas"], needed=calls_path is not None)
    comparison = _compare(programs, settings, gas, options["jobs"])
    upgrades = _upgrades(programs, settings)
    found = [] if baseline is None else check(comparison, options, baseline)
    if target is not None:
        draw(comparison, target)
    _print(comparison, upgrades, as_json=options["as_json"], as_csv=options["as_csv"])
    for line in found:
        click.echo(line, err=True)
    if found:
        ctx.exit(BAD_INPUT)


def _check_usage(files: tuple[str, ...], options: _Options) -> None:
    """Raise a usage error for options that exclude each other."""
    if options["as_json"] and options["as_csv"]:
        raise click.UsageError("--json and --csv exclude each other.")
    if options["no_gas"] and options["calls_path"] is not None:
        raise click.UsageError("--no-gas and --calls exclude each other.")
    if options["baseline"] is None:
        refuse_given(("allow_growth", "allow_waste"), "needs --baseline.")
    refuse_repeated("--optimize-runs", [str(runs) for runs in options["runs"]])
    refuse_repeated("--solc-version", options["solc_versions"])
    if len(set(files)) < len(files):
        raise click.UsageError("A FILE is given twice.")


def _pipelines(names: tuple[str, ...], backends: tuple[str, ...]) -> dict[str, Pipeline]:
    """The pipelines of some names with each back end, by their names in the table."""
    if backends and not names:
        raise click.UsageError("--backend needs --pipeline.")
    return {
        name if backend == BEYOND_CODEGEN else f"{name}, {backend}": Pipeline.named(
            name, codegen=backend
        )
        for name in names
        for backend in backends or (BEYOND_CODEGEN,)
    }


def _sequences(options: _Options) -> list[tuple[str, Pipeline, str]]:
    """The names, pipelines and releases of solc to compare; raises `SequenceError`."""
    from yulopt.suite.reading import default_steps

    sequences, steps = options["sequences"], options["steps"]
    pipelines = _pipelines(options["pipelines"], options["backends"])
    solc_versions = options["solc_versions"]
    if len(solc_versions) > 1 and not (sequences or steps or pipelines):
        # Each release has a default of its own.
        return [
            (_USUAL[0], Pipeline(default_steps(RELEASES[version])), version)
            for version in solc_versions
        ]
    named = {
        name: Pipeline(sequence)
        for name, sequence in named_sequences(
            sequences, steps, _USUAL[:1] if pipelines else _USUAL
        ).items()
    }
    for name, pipeline in pipelines.items():
        if name in named:
            raise click.UsageError(f"A sequence and a pipeline are called '{name}'.")
        named[name] = pipeline
    return [
        (name, pipeline, version) for name, pipeline in named.items() for version in solc_versions
    ]


def _settings(ctx: click.Context, options: _Options, found: FoundSettings) -> list[Setting]:
    """The settings in their order, each with a name of its own; those found beside the programs
    replace defaults.

    Raises `SequenceError`, and a usage error for an EVM version that a release does not have.
    """
    from yulopt.driver.options import Options
    from yulopt.tune.candidate import candidate
    from yulopt.tune.comparison import Setting

    is_given = ctx.get_parameter_source("evm_version") is not ParameterSource.DEFAULT
    evm_version = found.evm_version or (options["evm_version"] if is_given else None)
    runs = options["runs"] if found.runs is None else (found.runs,)
    sequences = _sequences(options)
    several = len({version for _, _, version in sequences}) > 1
    settings = []
    for name, pipeline, version in sequences:
        try:
            evm = RELEASES[version].parse_evm_version(evm_version).text
        except ValueError as error:
            raise click.UsageError(str(error)) from None
        built = Options(
            evm_version=evm,
            solc_version=version,
            stack_allocation=not options["no_stack_allocation"],
        ).with_pipeline(pipeline)
        for number in runs if pipeline.runs is None else (pipeline.runs,):
            parts = [name, *[f"solc {version}"] * several]
            parts += [f"runs {number}"] * (len(runs) > 1 and pipeline.runs is None)
            own = candidate(pipeline.steps, number).of(built)
            settings.append(Setting(", ".join(parts), own, name))
    return settings


def _compare(
    programs: list[Program],
    settings: list[Setting],
    gas: bool,
    jobs: int,
) -> Comparison:
    from yulopt.tune.comparison import Comparison, WrongProgram, compare

    entries = []
    total = len(programs) * len(settings)
    with progress("measuring") as line:
        line.detail = f"0 of {total} builds"
        try:
            for entry in compare(programs, settings, with_gas=gas, jobs=jobs):
                entries.append(entry)
                line.detail = f"{len(entries)} of {total} builds"
        except WrongProgram as error:
            raise _Reported(str(error)) from None
    return Comparison(settings, entries)


def _upgrades(programs: list[Program], settings: list[Setting]) -> list[Upgrade]:
    """How other releases differ from the first for each program; raises `YulError`."""
    from yulopt.tune.upgrade import compare_releases

    first: dict[tuple[str, int], Setting] = {}
    pairs = [
        (one, other)
        for other in settings
        if (one := first.setdefault((other.sequence, other.options.runs), other)) is not other
    ]
    found = []
    for program in programs:
        for one, other in pairs:
            with progress(f"{program.name}, {other.name}"):
                found.append(compare_releases(program, one, other))
    return found


class _Reported(YulError):
    """An error that another process reported."""

    def report(self) -> str:
        return self.message


def _print(comparison: Comparison, upgrades: list[Upgrade], *, as_json: bool, as_csv: bool) -> None:
    from yulopt.tune.report import csv_text, json_text, table_lines, upgrade_lines

    if as_json:
        click.echo(json_text(comparison, upgrades), nl=False)
    elif as_csv:
        click.echo(csv_text(comparison), nl=False)
    else:
        for line in [*table_lines(comparison, bold), *upgrade_lines(upgrades)]:
            click.echo(line)
