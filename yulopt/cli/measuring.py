"""Shared by the commands that measure code: options, programs with calls, plots."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypedDict

import click

from yulopt.cli.call_files import CallFiles
from yulopt.cli.help import OUTPUT, section
from yulopt.cli.inputs import input_files
from yulopt.cli.options import FilePath, InputPath, NameChoice, combined
from yulopt.cli.outputs import check_targets
from yulopt.errors import Source
from yulopt.suite.named_sequences import read_sequence
from yulopt.terminal.console import read_source, write_whole
from yulopt.tune.snippets import SNIPPETS

if TYPE_CHECKING:
    from yulopt.tune.check import Record
    from yulopt.tune.comparison import Comparison, Program

_CHECK: Final = section("Check")
_SUFFIXES: Final = (".svg", ".html")
_NO_GAS: Final = (
    "needs the package pyrevm, or py-evm for Python 3.13 and later: pip install 'yulopt[gas]'"
)

_DURATION: Final = re.compile(r"([0-9]+(?:\.[0-9]+)?)(s|m|h)?")
_SECONDS: Final = {"s": 1, "m": 60, "h": 3600}


def read_duration(_ctx: click.Context, _param: click.Parameter, value: str) -> float:
    """Seconds, also as `90s`, `10m` or `1.5h`."""
    match = _DURATION.fullmatch(value)
    if match is None:
        raise click.BadParameter(f"'{value}' is not a duration; write 90s, 10m or 1.5h.")
    return float(match[1]) * _SECONDS[match[2] or "s"]


plot_option: Final = OUTPUT.option(
    "--plot",
    metavar="PATH",
    type=FilePath(dir_okay=False),
    help="Also draw a plot: an .svg file, or an .html page.",
)
"""The option --plot: `plot`, a path as text, or None."""

snippet_option: Final = OUTPUT.option(
    "--snippet",
    "snippets",
    type=NameChoice(list(SNIPPETS)),
    multiple=True,
    help="Also print the settings for this; repeatable.",
)
"""The option --snippet: `snippets`, names of some."""


check_options: Final = combined(
    _CHECK.option(
        "--baseline",
        "baseline",
        metavar="FILE",
        type=InputPath(dir_okay=False),
        help="Fail if code has grown since `compare --json` printed FILE.",
    ),
    _CHECK.option(
        "--allow-growth",
        metavar="BYTES",
        type=click.IntRange(min=0),
        default=0,
        help="The allowed growth of code.",
    ),
    _CHECK.option(
        "--allow-waste",
        metavar="BYTES",
        type=click.IntRange(min=0),
        help="Fail if other settings save more than this.",
    ),
)
"""The options --baseline, --allow-growth and --allow-waste (`CheckOptions`), for `check`."""


class CheckOptions(TypedDict):
    """The parameters of a command that has `check_options`."""

    baseline: str | None
    allow_growth: int
    allow_waste: int | None


def read_baseline(options: CheckOptions) -> Record | None:
    """The record that --baseline names, if any; raises `YulError`."""
    from yulopt.tune.check import read_record

    path = options["baseline"]
    return None if path is None else read_record(read_source(path))


def check(comparison: Comparison, options: CheckOptions, baseline: Record | None) -> list[str]:
    """The findings of --baseline and the allowances in a comparison, a line each."""
    from yulopt.tune.check import Allowance, Record, findings, other_settings, unknown_programs

    if baseline is not None:
        for name in unknown_programs(comparison, baseline):
            click.echo(f"note: {name} is not in {baseline.filename}", err=True)
        changed = "; ".join(other_settings(comparison, baseline))
        if changed:
            click.echo(f"note: {baseline.filename} has other settings: {changed}", err=True)
    allowance = Allowance(options["allow_growth"], options["allow_waste"])
    return findings(comparison, baseline or Record(), allowance)


def plot_target(plot: str | None) -> Path | None:
    """The file for a plot; an error if it is an input."""
    if plot is None:
        return None
    if not plot.endswith(_SUFFIXES):
        raise click.BadParameter(
            f"'{plot}' ends neither in .svg nor in .html.", param_hint="'--plot'"
        )
    target = Path(plot)
    check_targets(input_files(), [target])
    return target


def draw(comparison: Comparison, target: Path) -> None:
    """Write the plot of a comparison."""
    from yulopt.tune.plot import html_text, svg_text

    text = svg_text(comparison) if target.suffix == ".svg" else html_text(comparison)
    write_whole(target, text)


def with_gas(*, no_gas: bool, needed: bool) -> bool:
    """Whether gas is measured; a usage error if it cannot be, but is needed."""
    from yulopt.tune.world import gas_is_measured

    if no_gas or gas_is_measured():
        return not no_gas
    if needed:
        raise click.ClickException(f"--calls {_NO_GAS}")
    click.echo(f"note: gas is left out; it {_NO_GAS}", err=True)
    return False


def named_sequences(
    sequences: tuple[str, ...], steps: tuple[str, ...], usual: tuple[str, ...]
) -> dict[str, str]:
    """The sequences of the repeated options --sequence and --steps, by their names.

    Without any, the default ones.
    """
    named = {name: read_sequence(name) for name in sequences or (() if steps else usual)}
    for text in steps:
        name, equals, sequence = text.partition("=")
        if not equals:
            name = sequence = text
        if name in named:
            raise click.UsageError(f"Two sequences are called '{name}'.")
        named[name] = sequence
    return named


def read_programs(sources: list[tuple[str, Source]], calls_path: str | None) -> list[Program]:
    """The programs with their calls; each is given with the name of its result in a directory.
    Raises `YulError`.
    """
    from yulopt.tune.comparison import Program

    calls = CallFiles(calls_path)
    calls.require([file for file, _ in sources])
    return [Program(source.filename, source.text, calls.of(file)) for file, source in sources]
