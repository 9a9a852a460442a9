"""The command `yulopt verify`: test whether a step changes the behaviour of a program.

No logic here, only options and error messages.
"""

from __future__ import annotations

import json
from typing import Final, Unpack

import click

from yulopt.cli.help import LIMITS, command
from yulopt.cli.inputs import read_run
from yulopt.cli.limits import seed_option, shrink_option
from yulopt.cli.options import (
    CalledRunOptions,
    called_run_options,
    file_argument,
    json_option,
)
from yulopt.errors import printable_lines
from yulopt.terminal.console import progress

_BAD: Final = 1
_DEFAULT_TRIES: Final = 500
_DEFAULT_SHRINK_SECONDS: Final = 20.0


@command(
    "verify",
    """
  yulopt verify token.yul                     after every step of the default sequence
  yulopt verify --steps "dhfoDgvulfnTUtnIf" token.yul
  yulopt verify --bare --steps gu token.yul   only these two steps
  yulopt verify --tries 5000 --seed 7 token.yul
""",
    fine="no difference was found",
    failed="a step changed behaviour, or bad input",
)
@file_argument
@called_run_options
@LIMITS.option(
    "--tries",
    metavar="N",
    type=click.IntRange(1),
    default=_DEFAULT_TRIES,
    help="Number of inputs for each object.",
)
@seed_option(LIMITS)
@shrink_option(_DEFAULT_SHRINK_SECONDS)
@json_option
@click.pass_context
def verify_command(
    ctx: click.Context,
    file: str,
    tries: int,
    seed: int,
    shrink_seconds: float,
    as_json: bool,
    **options: Unpack[CalledRunOptions],
) -> None:
    """Run the program in FILE ('-' is standard input) before and after every single step.

    Inputs are chosen to reach as much of the program as possible. All observable behaviour must
    be the same: returned data, logs, storage, accounts, messages to others; gas may differ. The
    report has the share of the program that was reached, in each object and in total. So this can
    show that a step is wrong, but not that it is right.

    A difference is reported with the step, the input, and a small program that shows it.
    """
    # Loaded on use, so that other commands start faster.
    from yulopt.verifier.report import verification_json, verification_text
    from yulopt.verifier.verifier import verify_program

    source, settings = read_run(file, options)
    with progress(source.filename):
        verification = verify_program(
            source, settings.options, tries=tries, seed=seed, shrink_seconds=shrink_seconds
        )
    if as_json:
        click.echo(json.dumps(verification_json(verification), indent=2))
    else:
        click.echo(printable_lines(verification_text(verification)), nl=False)
    if verification.difference is not None:
        ctx.exit(_BAD)
