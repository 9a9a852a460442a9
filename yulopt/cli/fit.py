"""The command `yulopt fit`: the largest `runs` whose code fits a size limit.

No logic here, only options, files and error messages.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, TypedDict, Unpack

import click

from yulopt.cli.failures import BAD_INPUT
from yulopt.cli.given import refuse_given
from yulopt.cli.help import LOOK_CLOSER, WHAT_TO_RUN, command
from yulopt.cli.inputs import read_with
from yulopt.cli.measuring import named_sequences, read_programs, snippet_option, with_gas
from yulopt.cli.options import (
    calls_option,
    contract_option,
    evm_version_option,
    file_argument,
    json_option,
    sequences_options,
    stack_allocation_option,
)
from yulopt.errors import Source, located, printable
from yulopt.evm.messages import MAX_CODE
from yulopt.terminal.console import bold, progress
from yulopt.tune.report import shown
from yulopt.tune.snippets import SNIPPETS

if TYPE_CHECKING:
    from yulopt.driver.options import Options
    from yulopt.tune.calls import Calls
    from yulopt.tune.comparison import Program
    from yulopt.tune.fit import Fit, Fitter
    from yulopt.tune.runs import Interval


class _BuildOptions(TypedDict):
    """The options of a build."""

    contract: str | None
    sequences: tuple[str, ...]
    steps: tuple[str, ...]
    evm_version: str
    no_stack_allocation: bool
    calls_path: str | None


@command(
    "fit",
    """
  yulopt fit token.yul                        many sequences, 24576 bytes
  yulopt fit --limit 20000 --sequence default token.yul
  yulopt fit --sizes --sequence default token.yul
  yulopt fit --calls token.calls --snippet foundry token.yul
""",
    fine="some code fits",
    failed="bad input, or no code fits",
)
@file_argument
@contract_option
@WHAT_TO_RUN.option(
    "--limit",
    metavar="BYTES",
    type=click.IntRange(min=1),
    default=MAX_CODE,
    help="The maximum size of the deployed code.",
)
@sequences_options
@evm_version_option
@stack_allocation_option
@LOOK_CLOSER.flag("--sizes", help="List the sizes for all runs instead, with the first sequence.")
@calls_option(LOOK_CLOSER)
@snippet_option
@json_option
@click.pass_context
def fit_command(
    ctx: click.Context,
    file: str,
    limit: int,
    sizes: bool,
    snippets: tuple[str, ...],
    as_json: bool,
    **options: Unpack[_BuildOptions],
) -> None:
    """Find the largest `runs` for which the deployed code of FILE ('-' is standard input) fits.

    Higher `runs` gives faster but usually larger code. The size is not monotonic in `runs`, so
    the values at which the code changes are enumerated from where bisection ends. This is done with
    the given --sequence and --steps, or else with solc's own sequence, all named ones, and the
    coreset with which `yulopt tune` begins.

    The table has the largest `runs` for each sequence that improves on those before it, and the
    result of bisection alone with the first one. Higher `runs` with another sequence need not be
    faster code; with --calls, the table also has the gas of these calls.
    """
    if sizes:
        refuse_given(("limit", "snippets", "calls_path"), "and --sizes exclude each other.")
    if as_json:
        refuse_given(("snippets",), "and --json exclude each other.")
    if options["calls_path"] is not None:
        with_gas(no_gas=False, needed=True)
    with located(file):
        program, built = _read(file, options)
        fitter = _fitter(program, built, options)
        with progress(program.name) as line:
            if sizes:
                _print_sizes(fitter, as_json=as_json)
                return
            fits: list[Fit] = []
            for found in fitter.fits(limit):
                fits.append(found)
                line.detail = f"{len(fits)} of {len(fitter.codes)} sequences"
        better = _successive(fits)
        gas = _gas(better, fitter, program.calls)
    best = better[-1]
    if as_json:
        click.echo(_json(fits, best, fitter.by_bisection(limit), limit, gas))
    elif best.interval is not None:
        _print(better, gas, len(fits))
        _print_best(best, fitter.by_bisection(limit), limit)
        _print_snippets(best, built, snippets)
    if best.interval is None:
        least = fitter.smallest()
        reason = "the stack is too deep" if least is None else f"the smallest has {least:,} bytes"
        click.echo(f"{printable(program.name)}: no code fits: {reason}", err=True)
        ctx.exit(BAD_INPUT)


def _read(file: str, options: _BuildOptions) -> tuple[Program, Options]:
    """The program in a file, and how to build it; raises `YulError`."""
    from yulopt.driver.options import Options

    evm_version, no_stack_allocation = options["evm_version"], options["no_stack_allocation"]
    source, used = read_with(
        file, options["contract"], evm_version, {"evm_version", "stack_allocation"}
    )
    if used is not None:
        evm_version = used.evm_version or evm_version
        no_stack_allocation = no_stack_allocation or used.stack_allocation is False
    (program,) = read_programs([(file, source)], options["calls_path"])
    return program, Options(evm_version=evm_version, stack_allocation=not no_stack_allocation)


def _fitter(program: Program, built: Options, options: _BuildOptions) -> Fitter:
    from yulopt.tune.fit import Fitter, usual_sequences

    sequences, steps = options["sequences"], options["steps"]
    chosen = named_sequences(sequences, steps, ()) if sequences or steps else usual_sequences()
    return Fitter(Source(program.text, program.name), chosen, built)


def _successive(fits: list[Fit]) -> list[Fit]:
    """The first fit, and those better than all before them."""
    better = fits[:1]
    for found in fits[1:]:
        if found.is_better(better[-1]):
            better.append(found)
    return better


def _gas(fits: list[Fit], fitter: Fitter, calls: Calls | None) -> dict[str, float | None]:
    """The gas of some calls, by the names of the sequences that fit."""
    if calls is None:
        return {}
    return {found.name: fitter.gas(found, calls) for found in fits if found.interval is not None}


def _print(better: list[Fit], gas: dict[str, float | None], tried: int) -> None:
    width = max(len(shown(found.name)) for found in better)
    click.echo(f"{'':{width}}  {'runs':>14}  bytes{'            gas' if gas else ''}")
    for found in better:
        if found.interval is None:
            continue
        size = found.interval.deployed_bytes
        line = f"{shown(found.name):{width}}  {_runs(found.interval):>14}  {size:6,}"
        cost = gas.get(found.name)
        line += "" if cost is None else f"  {cost:12,.0f}"
        click.echo(bold(line) if found is better[-1] else line)
    if tried > len(better):
        click.echo(f"{tried - len(better)} other sequences are no better.")


def _print_best(best: Fit, bisected: Fit, limit: int) -> None:
    interval = best.interval
    assert interval is not None
    assert interval.deployed_bytes is not None
    left = limit - interval.deployed_bytes
    fit = f"fits with {_runs(interval)} runs, {left:,} bytes below the limit."
    click.echo(f"\n'{shown(best.name)}' {fit}")
    alone = "nothing" if bisected.interval is None else f"{_runs(bisected.interval)} runs"
    click.echo(f"Bisection with '{shown(bisected.name)}' alone finds {alone}.\n")
    click.echo(f"runs   {best.runs}\nsteps  {best.steps}")


def _runs(interval: Interval) -> str:
    """The largest value of an interval."""
    if interval.last is not None:
        return f"{interval.last:,}"
    return f"{interval.first:,} or more" if interval.first else "any number of"


def _json(
    fits: list[Fit], best: Fit, bisected: Fit, limit: int, gas: dict[str, float | None]
) -> str:
    record = {
        "limit": limit,
        "sequences": [_fit_json(found, gas) for found in fits],
        "best": None if best.interval is None else _fit_json(best, gas),
        "bisection": _fit_json(bisected, {}),
    }
    return json.dumps(record, indent=2)


def _fit_json(found: Fit, gas: dict[str, float | None]) -> dict[str, object]:
    return {
        "name": found.name,
        "steps": found.steps,
        "runs": None if found.interval is None else found.runs,
        "fits": None if found.interval is None else _interval_json(found.interval),
        "gas": gas.get(found.name),
    }


def _interval_json(interval: Interval) -> dict[str, object]:
    return {
        "first_runs": interval.first,
        "last_runs": interval.last,
        "deployed_bytes": interval.deployed_bytes,
    }


def _print_snippets(best: Fit, built: Options, snippets: tuple[str, ...]) -> None:
    from yulopt.tune.candidate import Candidate

    for name in snippets:
        click.echo(f"\n{SNIPPETS[name](Candidate(best.steps, best.runs), built)}")


def _print_sizes(fitter: Fitter, *, as_json: bool) -> None:
    """The sizes for all runs with the first sequence."""
    from yulopt.tune.fit import all_intervals

    intervals = all_intervals(next(iter(fitter.codes.values())))
    if as_json:
        click.echo(json.dumps([_interval_json(interval) for interval in intervals], indent=2))
        return
    click.echo(f"{'runs from':>14}  bytes")
    for interval in intervals:
        size = interval.deployed_bytes
        click.echo(f"{interval.first:>14,}  {'stack too deep' if size is None else f'{size:,}'}")
