"""The command `yulopt explore`.

There is no logic here, only options, files, and what goes wrong.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import Unpack

import click

from yulopt.cli.group import BAD_INPUT
from yulopt.cli.help import SectionedCommand, epilog
from yulopt.cli.options import RunOptions, file_argument, output_option, run_options
from yulopt.cli.recording import read_run
from yulopt.console import STANDARD_INPUT, progress, write_or_print
from yulopt.errors import YulError


@click.command(
    "explore",
    cls=SectionedCommand,
    short_help="Write a page that shows what each step does.",
    epilog=epilog(
        """
  yulopt explore token.yul                     writes token.html
  yulopt explore token.yul -o report.html
  yulopt explore --steps "dhfoDgvulfnTUtnIf" token.yul
  yulopt explore --bare --steps "gu" token.yul  nothing but these two steps
  cat token.yul | yulopt explore - -o - > report.html
"""
    ),
)
@file_argument
@run_options
@output_option("Write the page here.  [default: FILE's name, '.html']")
@click.pass_context
def explore_command(
    ctx: click.Context,
    file: str,
    output: Path | None,
    **options: Unpack[RunOptions],
) -> None:
    """Run over FILE ('-' is the standard input) and write a page to look at every step of the run.

    The page shows how size and gas of the program went, what each step changed and what it is for,
    which functions it touched, and their control-flow graphs before and after. It is one file that
    needs no network; open it in a browser, or send it to somebody.
    """
    # Loaded only when it is used, so that help and errors of usage come at once.
    from yulopt.explore.page import page_text
    from yulopt.explore.recorder import explore_program

    if output is None and file == STANDARD_INPUT:
        raise click.UsageError("The standard input has no name; give one with --output.")
    target = Path(f"{Path(file).stem}.html") if output is None else output
    if target.is_dir():
        raise click.UsageError(f"'{target}' is a directory; name a file.")
    try:
        source, settings = read_run(file, options)
        with progress(click.format_filename(settings.file), time.monotonic()):
            text = page_text(explore_program(source, settings))
        write_or_print(text, None if target == Path(STANDARD_INPUT) else target)
    except YulError as error:
        click.echo(error.report(), err=True)
        ctx.exit(BAD_INPUT)
