"""The command `yulopt tune`: the search for better settings.

No logic here, only options, files and output.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, Unpack

import click

from yulopt.cli.failures import BAD_INPUT, INTERRUPTED
from yulopt.cli.given import refuse_given
from yulopt.cli.help import LIMITS, OUTPUT, WHAT_TO_RUN, command, section
from yulopt.cli.inputs import read_all
from yulopt.cli.limits import seed_option
from yulopt.cli.measuring import (
    CheckOptions,
    check,
    check_options,
    draw,
    plot_option,
    plot_target,
    read_baseline,
    read_duration,
    read_programs,
    snippet_option,
    with_gas,
)
from yulopt.cli.options import (
    RUNS_HELP,
    FilePath,
    NameChoice,
    calls_option,
    contract_option,
    evm_version_option,
    files_argument,
    jobs_option,
    json_option,
    runs_option,
    stack_allocation_option,
)
from yulopt.errors import located, printable
from yulopt.terminal.console import bold, progress
from yulopt.tune.objective import OBJECTIVES, SIZE

if TYPE_CHECKING:
    from yulopt.driver.options import Options
    from yulopt.dropin.front import Front
    from yulopt.tune.check import Record
    from yulopt.tune.comparison import Program
    from yulopt.tune.tuning import Tuned, Tuning, Wanted
    from yulopt.tune.work import Team

_GOAL: Final = section("What to look for")
# The time reserved for solc to confirm a result, at most this share of all the time.
_CONFIRMATION_SECONDS: Final = 2.0
_CONFIRMATION_SHARE: Final = 0.25


class _Options(CheckOptions):
    """The options of the command."""

    contract: str | None
    objective: str
    limit: int | None
    calls_path: str | None
    common: bool
    keep_runs: bool
    optimize_runs: int
    evm_version: str
    no_stack_allocation: bool
    seconds: float
    evaluations: int | None
    memory: int
    cache: str
    jobs: int
    scheduler: str | None
    seed: int
    front_path: str | None
    no_confirm: bool
    snippets: tuple[str, ...]
    plot: str | None
    as_json: bool


@command(
    "tune",
    """
  yulopt tune token.yul                          less code, within ten minutes
  yulopt tune --time 60s --snippet foundry token.yul
  yulopt tune --objective gas --calls token.calls --plot token.html token.yul
  yulopt tune --objective gas --limit 24576 token.yul    as fast as fits
  yulopt tune --common --keep-runs *.yul         one sequence for a whole project
  yulopt tune --time 60s --allow-waste 100 *.yul    fail if 100 bytes can be saved
""",
    "Ctrl-C ends the search and prints the best result so far.",
    failed="bad input, or code is above the limit, has grown, or could be smaller",
)
@files_argument
@contract_option
@_GOAL.option(
    "--objective",
    type=NameChoice(OBJECTIVES),
    default=SIZE,
    help="Deployed bytes, gas of calls, or both alike.",
)
@_GOAL.option(
    "--limit",
    metavar="BYTES",
    type=click.IntRange(min=1),
    help="The maximum size of the deployed code.",
)
@calls_option(_GOAL)
@_GOAL.flag("--common", help="The same settings for all files.")
@_GOAL.flag("--keep-runs", help="Search sequences only.")
@runs_option(RUNS_HELP)
@evm_version_option
@stack_allocation_option
@LIMITS.option(
    "--time",
    "seconds",
    metavar="TIME",
    callback=read_duration,
    default="10m",
    help="Time limit of the search over all files: 90s, 10m, 1.5h.",
)
@LIMITS.option(
    "--evaluations",
    metavar="N",
    type=click.IntRange(min=1),
    help="Try N settings of each file, then shorten the best one.",
)
@LIMITS.option(
    "--memory",
    metavar="MB",
    type=click.IntRange(min=0),
    default=1024,
    help="For intermediate programs, in all processes.",
)
@LIMITS.option(
    "--cache",
    metavar="DIR",
    default="off",
    help="The folder of cached results; 'off' disables it.",
)
@jobs_option(0, LIMITS)
@LIMITS.option(
    "--scheduler",
    metavar="ADDRESS",
    help="Use the workers of a Dask scheduler instead.",
)
@seed_option(WHAT_TO_RUN)
@OUTPUT.option(
    "--front",
    "front_path",
    metavar="PATH",
    type=FilePath(),
    help="The front-end solc, or its npm package.",
)
@OUTPUT.flag("--no-confirm", help="Do not confirm the result with solc.")
@snippet_option
@plot_option
@check_options
@json_option
@click.pass_context
def tune_command(ctx: click.Context, files: tuple[str, ...], **options: Unpack[_Options]) -> None:
    """Search for a step sequence and `runs` with which solc itself generates better code for FILE.

    A FILE with several contracts stands for all of them, unless --contract chooses one.

    The settings are those of stock solc (`optimizerSteps` and `runs`), so that anyone can
    reproduce the code; if a solc is available (--front), it confirms the result, which is never
    worse than solc's default with the same --optimize-runs.

    With --objective gas or balanced, the calls of --calls are executed on an EVM; without --calls,
    each function that the code dispatches to is called with zeros and ones. Functions that matter
    more should be called more often, so describe typical use. With gas, the code may not be larger
    than by default, unless --limit allows it.
    """
    started = time.monotonic()
    if len(set(files)) < len(files):
        raise click.UsageError("A FILE is given twice.")
    if options["baseline"] is None:
        refuse_given(("allow_growth",), "needs --baseline.")
    if options["as_json"]:
        refuse_given(("snippets",), "and --json exclude each other.")
    target = plot_target(options["plot"])
    # Its errors are reported before the search.
    baseline = read_baseline(options)
    programs, built = _read(files, options)
    gas = _measures_gas(options)
    front = None if options["no_confirm"] else _front(options["front_path"])
    share = 0.0 if front is None else _CONFIRMATION_SECONDS * len(programs)
    wanted = _wanted(options, built, time.monotonic() - started, share)
    tuning = _search(programs, wanted, gas, _team(options))
    confirmed: list[str | None] = [None] * len(programs)
    if front is not None and not tuning.is_interrupted:
        confirmed = _confirmations(programs, tuning, built, front)
    findings = _findings(tuning, built, options, baseline, target)
    _print(tuning, built, confirmed, options)
    if tuning.is_interrupted:
        click.echo("interrupted; this is the best so far", err=True)
        ctx.exit(INTERRUPTED)
    for finding in findings:
        click.echo(finding, err=True)
    if findings or not all(tuned.fits for tuned in tuning.programs):
        ctx.exit(BAD_INPUT)


def _read(files: tuple[str, ...], options: _Options) -> tuple[list[Program], Options]:
    """The programs with their calls, and how to build them by default; raises `YulError`."""
    from yulopt.driver.options import Options

    fields = {"evm_version", "runs", "stack_allocation"}
    sources, found = read_all(files, options["contract"], options["evm_version"], fields)
    allows = not options["no_stack_allocation"] and found.stack_allocation is not False
    built = Options(
        runs=options["optimize_runs"] if found.runs is None else found.runs,
        evm_version=found.evm_version or options["evm_version"],
        stack_allocation=allows,
    )
    return read_programs(sources, options["calls_path"]), built


def _measures_gas(options: _Options) -> bool:
    """Whether gas is measured; a usage error if it cannot be, but is needed."""
    needed = options["objective"] != SIZE
    if not (needed or options["calls_path"] is not None):
        return False
    gas = with_gas(no_gas=False, needed=needed)
    if needed and not gas:
        raise click.UsageError(f"--objective {options['objective']} needs gas.")
    return gas


def _wanted(options: _Options, built: Options, spent: float, confirmation: float) -> Wanted:
    """The task of the search, in the time left after reading and before the confirmation."""
    from yulopt.tune.tuning import Wanted

    seconds = options["seconds"]
    left = seconds - spent - min(confirmation, seconds * _CONFIRMATION_SHARE)
    return Wanted(
        options["objective"],
        options["limit"],
        built,
        options["keep_runs"],
        options["common"],
        max(left, seconds / 2),
        options["evaluations"],
        options["seed"],
        options["memory"] << 20,
    )


def _findings(
    tuning: Tuning,
    built: Options,
    options: _Options,
    baseline: Record | None,
    target: Path | None,
) -> list[str]:
    """The findings of --baseline and --allow-waste; draws the plot."""
    from yulopt.tune.tuning_report import as_comparison

    comparison = as_comparison(tuning, built)
    findings = check(comparison, options, baseline)
    if target is not None:
        draw(comparison, target)
    return findings


def _print(tuning: Tuning, built: Options, confirmed: list[str | None], options: _Options) -> None:
    from yulopt.tune.tuning_report import tuning_json, tuning_lines

    if options["as_json"]:
        click.echo(tuning_json(tuning, built, confirmed))
        return
    snippets, common = options["snippets"], options["common"]
    for text in tuning_lines(tuning, built, confirmed, snippets, bold, common=common):
        click.echo(text)


def _team(options: _Options) -> Team:
    team: Team
    scheduler, cache = options["scheduler"], options["cache"]
    if scheduler is None:
        from yulopt.tune.work import Processes

        team = Processes(options["jobs"])
    else:
        from yulopt.tune.cluster import Cluster

        with located("--scheduler"):
            team = Cluster(scheduler)
    if cache == "off":
        return team
    from yulopt.persistence.cache import Cache
    from yulopt.tune.measurement_cache import CachingTeam

    folder = Path(cache)
    if folder.exists() and not folder.is_dir():
        raise click.UsageError(f"--cache needs a folder, and {cache!r} is a file.")
    return CachingTeam(team, Cache(folder))


def _search(programs: Sequence[Program], wanted: Wanted, gas: bool, team: Team) -> Tuning:
    from yulopt.errors import Source
    from yulopt.tune.comparison import measure_for
    from yulopt.tune.tuning import tune
    from yulopt.tune.tuning_report import change

    measures = [measure_for(program, wanted.options, with_gas=gas) for program in programs]
    sources = [Source(program.text, program.name) for program in programs]
    with progress("searching") as line:

        def show(tuned: Tuned) -> None:
            line.label = printable(tuned.name)
            line.detail = f"{tuned.evaluations} settings, best {change(tuned)}"

        return tune(sources, wanted, measures=measures, team=team, on_progress=show)


def _front(path: str | None) -> Front | None:
    """The solc that confirms the results, if there is one.

    Raises `YulError` if one is named that cannot be used.
    """
    from yulopt.dialect import NEWEST
    from yulopt.dropin.front import FrontError, find_front
    from yulopt.persistence.cache import user_cache

    try:
        front = find_front(path, user_cache())
        front.require(NEWEST)
    except FrontError as error:
        if path is not None:
            error.locate("--front")
            raise
        click.echo(f"note: not confirmed by solc: {printable(error.message)}", err=True)
        return None
    return front


def _confirmations(
    programs: Sequence[Program], tuning: Tuning, options: Options, front: Front
) -> list[str | None]:
    """For each program the version of the solc that reproduces its code, None without a solc.

    Raises `YulError` if solc generates other code, or cannot be used.
    """
    from yulopt.tune.confirmation import check_with_solc

    versions: list[str | None] = []
    with progress("solc confirms") as line:
        for program, tuned in zip(programs, tuning.programs, strict=True):
            line.detail = printable(program.name)
            if tuned.best.measured is None:
                versions.append(None)
                continue
            check_with_solc(front, program.name, program.text, tuned.best.candidate, options)
            versions.append(front.version)
    return versions
