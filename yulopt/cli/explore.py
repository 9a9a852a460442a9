"""The command `yulopt explore`.

No logic here, only options, files and error messages.
"""

from __future__ import annotations

import os
import webbrowser
from pathlib import Path
from typing import Unpack

import click

from yulopt.cli.beside import beside_option, options_of_release
from yulopt.cli.help import LOOK_CLOSER, OUTPUT, command
from yulopt.cli.inputs import input_files, read_run
from yulopt.cli.options import (
    CalledRunOptions,
    called_run_options,
    file_argument,
    output_option,
)
from yulopt.cli.outputs import STANDARD_OUTPUT, check_targets
from yulopt.errors import Source, printable
from yulopt.explore.records import CodeProofs, StepProofs
from yulopt.terminal.console import STANDARD_INPUT, ProgressLine, progress, write_or_print
from yulopt.trace.recording import Recording, Settings


@command(
    "explore",
    """
  yulopt explore token.yul                     writes token.html
  yulopt explore token.yul --open              and opens it in the browser
  yulopt explore token.yul --prove -o report.html
  yulopt explore token.yul --beside 0.8.28     and what that release of solc does differently
  yulopt explore --steps "dhfoDgvulfnTUtnIf" token.yul
  yulopt explore --bare --steps "gu" token.yul  only these two steps
  cat token.yul | yulopt explore - -o - > report.html
""",
)
@file_argument
@called_run_options
@output_option("Write the page here.  [default: FILE's name, '.html']")
@OUTPUT.flag("--open", "show", help="Open the page in the browser.")
@LOOK_CLOSER.flag(
    "--all-code-sizes",
    help="Generate code at every point of the run, not only at some; slower.",
)
@LOOK_CLOSER.flag(
    "--prove",
    "with_proofs",
    help="Prove each step and the bytes, as 'yulopt prove' does, and show the results; slower.",
)
@beside_option
def explore_command(
    file: str,
    output: str | None,
    show: bool,
    all_code_sizes: bool,
    with_proofs: bool,
    beside: str | None,
    **options: Unpack[CalledRunOptions],
) -> None:
    """Optimise FILE ('-' is standard input) and write a page that shows every step of the run.

    The page has the input beside the output, the changes and the purpose of each step, the AST
    size, the gas estimate and the bytes of code over the run, the control-flow graphs of the
    functions, and at the end the optimised assembly of each object. Any two points of the run can
    be compared. The page is one file that needs no network; open it in a browser, or share it.
    """
    # Loaded on use, so that help and usage errors appear at once.
    from yulopt.explore.page import is_page, page_text
    from yulopt.explore.recorder import explore_program

    if output is None and file == STANDARD_INPUT:
        raise click.UsageError("Standard input has no name; give one with --output.")
    page = f"{Path(file).stem}.html" if output is None else output
    target = None if page == STANDARD_OUTPUT else Path(page)
    if target is not None:
        check_targets(input_files(), [target])
        if output is None and target.exists() and not is_page(target):
            raise click.UsageError(
                f"'{target}' exists and is not a page of yulopt; name a file with --output."
            )
    elif show:
        raise click.UsageError("--open needs a file, not standard output.")
    source, settings = read_run(file, options)
    other = None if beside is None else options_of_release(settings.options, beside)
    proofs, code_proofs = None, None
    with progress(settings.file) as line:
        exploration = explore_program(
            source, settings, code_everywhere=all_code_sizes, beside=other, line=line
        )
        if with_proofs:
            line.detail = "proving"
            proofs, code_proofs = _proofs(source, settings, line)
        line.detail = "writing the page"
        text = page_text(exploration, proofs, code_proofs)
    write_or_print(text, target)
    if target is None:
        return
    click.echo(_written(target, text, exploration.recording))
    if show and not webbrowser.open(target.resolve().as_uri()):
        click.echo("No browser could be started; open the file in one yourself.", err=True)


def _proofs(
    source: Source, settings: Settings, line: ProgressLine | None
) -> tuple[StepProofs, CodeProofs | None]:
    """The proofs of each step, and those of the bytes, if a whole program runs."""
    from yulopt.code_proofs.run import prove_build
    from yulopt.explore.proofs import code_proofs_by_object, proofs_by_step
    from yulopt.prover.job import DEFAULT_SECONDS, job_of
    from yulopt.prover.run import prove_run

    job = job_of(source, settings.options, DEFAULT_SECONDS)
    run = prove_run(job, os.cpu_count() or 1, line)
    if job.options.bare:
        return proofs_by_step(run), None
    return proofs_by_step(run), code_proofs_by_object(prove_build(job, run.output_hash))


def _written(target: Path, text: str, recording: Recording) -> str:
    """A line about the written page."""
    changed = sum(step.changed for step in recording.steps)
    return (
        f"{printable(str(target))}: a page of {len(text.encode()) / 1000:,.0f} kB;"
        f" {len(recording.steps)} step runs, {changed} of which changed something"
    )
