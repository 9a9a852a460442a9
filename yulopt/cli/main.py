"""The command line: files in, optimised files out; and commands that explain steps and sequences.

There is no logic of the optimiser here, only reading, writing, and telling what is wrong.
"""

from __future__ import annotations

import atexit
import gc
import json
import os
import sys
import time
from pathlib import Path
from typing import Unpack

import click
from click.shell_completion import CompletionItem

from yulopt.batch import Options, optimize_files
from yulopt.cli.group import BAD_INPUT, INTERRUPTED, FilesOrCommand
from yulopt.cli.help import LOOK_CLOSER, OUTPUT, WHAT_TO_RUN, epilog
from yulopt.cli.options import RunOptions, chosen_steps, output_option, run_options
from yulopt.cli.step_names import complete_steps, find_step
from yulopt.cli.streams import drop_what_cannot_be_written, prepare_streams
from yulopt.cli.trace import show_trace, trace_folders
from yulopt.console import (
    output_targets,
    print_yul_text,
    progress,
    source_name,
    write_whole,
)
from yulopt.errors import YulError, printable
from yulopt.form import VERSION, form
from yulopt.spelling import usual_spelling
from yulopt.statistics import merged, statistics_of, statistics_table
from yulopt.trace.directory import write_trace


def main() -> None:
    """The command `yulopt`."""
    # Trees have no cycles, so all that is not needed any more goes away by itself. To look for
    # cycles all the same would take a fifth of the time, the last time when the process ends.
    gc.disable()
    atexit.register(gc.freeze)
    prepare_streams()
    try:
        cli(prog_name="yulopt")
    except SystemExit as end:
        drop_what_cannot_be_written()
        if end.code == INTERRUPTED:
            # The thread that optimises may still be at work, and is not waited for.
            os._exit(INTERRUPTED)
        raise
    except OSError as error:
        # An error could not be told, for the standard error is full.
        drop_what_cannot_be_written()
        told = error.__context__
        sys.exit(told.exit_code if isinstance(told, click.ClickException) else BAD_INPUT)


def _print_version(ctx: click.Context, _param: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        click.echo(f"yulopt {VERSION} ({form()}), equal to solc 0.8.37")
        ctx.exit()


def _complete_files(
    ctx: click.Context, _param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    items = [CompletionItem(incomplete, type="file")]
    if not ctx.params.get("files"):
        items += [
            CompletionItem(name) for name in cli.list_commands(ctx) if name.startswith(incomplete)
        ]
    return items


@click.group(
    cls=FilesOrCommand,
    invoke_without_command=True,
    no_args_is_help=True,
    subcommand_metavar="| COMMAND",
    context_settings={
        "help_option_names": ["-h", "--help"],
        "max_content_width": 100,
        "token_normalize_func": usual_spelling,
    },
    epilog=epilog(
        """
  yulopt token.yul                           what solc makes of it by default
  yulopt --steps "dhfoDgvulfnTUtnIf" token.yul
  yulopt --bare --steps "gu" token.yul       nothing but these two steps
  yulopt --trace token.yul                   each step that changed something
  yulopt -j 0 -o out/ *.yul                  many files, on all processors
  yulopt steps u                             what step u does, with an example
""",
        'Completion: eval "$(_YULOPT_COMPLETE=bash_source yulopt)", or zsh_source.',
    ),
)
@run_options
@click.option(
    "--step",
    "step_names",
    metavar="STEP",
    multiple=True,
    shell_complete=complete_steps,
    cls=WHAT_TO_RUN,
    help="With --bare: a step by letter or name, repeatable.",
)
@output_option("Write to this file, or into this directory.")
@click.option(
    "-j",
    "--jobs",
    metavar="N",
    type=click.IntRange(min=0),
    default=1,
    show_default=True,
    cls=OUTPUT,
    help="Files at a time; 0 is all processors.",
)
@click.option(
    "--trace",
    is_flag=True,
    cls=LOOK_CLOSER,
    help="What each step changed, on standard error.",
)
@click.option(
    "--trace-full",
    is_flag=True,
    cls=LOOK_CLOSER,
    help="Like --trace, with differences of any length.",
)
@click.option(
    "--trace-dir",
    metavar="DIR",
    type=click.Path(path_type=Path, file_okay=False),
    cls=LOOK_CLOSER,
    help="The program after each such step, as files.",
)
@click.option(
    "--stats",
    is_flag=True,
    cls=LOOK_CLOSER,
    help="What each step did in all, on standard error.",
)
@click.option(
    "--stats-json",
    metavar="PATH",
    type=click.Path(path_type=Path, dir_okay=False),
    cls=LOOK_CLOSER,
    help="The figures of --stats as JSON, to this file.",
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_version,
    help="Show the version and exit.",
)
@click.argument("files", metavar="FILE...", nargs=-1, shell_complete=_complete_files)
@click.pass_context
def cli(
    ctx: click.Context,
    step_names: tuple[str, ...],
    output: Path | None,
    jobs: int,
    trace: bool,
    trace_full: bool,
    trace_dir: Path | None,
    stats: bool,
    stats_json: Path | None,
    files: tuple[str, ...] = (),
    **options: Unpack[RunOptions],
) -> None:
    """Optimise Yul programs, step by step, exactly as solc does.

    Each FILE holds an object or a block of code; '-' is the standard input. What
    it becomes is printed, of several FILEs after a line '// FILE' each.
    """
    if ctx.invoked_subcommand is not None:
        return
    if not files:
        raise click.UsageError("Missing argument 'FILE...' ('-' is the standard input).")
    if step_names and not options["bare"]:
        raise click.UsageError("--step needs --bare; the suite runs sequences (--steps).")
    if step_names and (options["steps"] is not None or options["sequence_name"] is not None):
        raise click.UsageError("--step excludes --steps and --sequence.")
    targets = output_targets(files, output)
    folders = trace_folders(files, trace_dir)
    try:
        steps = chosen_steps(options)
    except YulError as error:
        click.echo(error.report(), err=True)
        ctx.exit(BAD_INPUT)
    trace = trace or trace_full
    wants_statistics = stats or stats_json is not None
    settings = Options(
        steps,
        options["bare"],
        options["evm_version"],
        options["optimize_runs"],
        not options["no_stack_allocation"],
        tuple(find_step(name).name for name in step_names),
        wants_recording=trace or trace_dir is not None or wants_statistics,
        wants_texts=trace or trace_dir is not None,
    )
    outcomes = optimize_files(files, settings, jobs or os.cpu_count() or 1)
    statistics = []
    started = time.monotonic()
    failed = False
    for number, file in enumerate(files, start=1):
        try:
            with progress(f"[{number}/{len(files)}] {source_name(file)}", started):
                outcome = next(outcomes)
            if outcome.warning is not None:
                click.echo(outcome.warning, err=True)
            if outcome.recording is not None:
                statistics.append(statistics_of(outcome.recording))
                if file in folders:
                    write_trace(outcome.recording, folders[file])
                if trace:
                    show_trace(outcome.recording, full=trace_full, named=len(files) > 1)
            if outcome.text is None:
                click.echo(outcome.error, err=True)
                failed = True
            elif file in targets:
                write_whole(targets[file], outcome.text)
            else:
                header = f"// {printable(file)}\n"
                print_yul_text(header + outcome.text if len(files) > 1 else outcome.text)
        except YulError as error:
            click.echo(error.report(), err=True)
            failed = True
    try:
        if stats:
            click.echo(statistics_table(merged(statistics)), err=True)
        if stats_json is not None:
            records = [step.record() for step in merged(statistics)]
            write_whole(stats_json, json.dumps(records, indent=2) + "\n")
    except YulError as error:
        click.echo(error.report(), err=True)
        failed = True
    if failed:
        ctx.exit(BAD_INPUT)
