"""The command line: files in, optimised files out; and commands that explain steps and sequences.

There is no logic of the optimiser here, only reading, writing, and telling what is wrong.
"""

from __future__ import annotations

import atexit
import gc
import json
import os
import time
from pathlib import Path

import click
from click.shell_completion import CompletionItem

from yulopt.api import parse_steps
from yulopt.batch import Options, optimize_files
from yulopt.cli.group import BAD_INPUT, INTERRUPTED, FilesOrCommand
from yulopt.cli.options import evm_version_option, runs_option, sequence_option, steps_option
from yulopt.cli.step_names import complete_steps, find_step
from yulopt.cli.trace import show_trace, trace_folders
from yulopt.console import (
    output_targets,
    print_yul_text,
    progress,
    write_whole,
)
from yulopt.errors import YulError
from yulopt.form import VERSION, form
from yulopt.named_sequences import read_sequence
from yulopt.statistics import merged, statistics_of, statistics_table
from yulopt.trace.directory import write_trace


def main() -> None:
    """The command `yulopt`."""
    # Trees have no cycles, so all that is not needed any more goes away by itself. To look for
    # cycles all the same would take a fifth of the time, the last time when the process ends.
    gc.disable()
    atexit.register(gc.freeze)
    try:
        cli(prog_name="yulopt")
    except SystemExit as end:
        if end.code == INTERRUPTED:
            # The thread that optimises may still be at work, and is not waited for.
            os._exit(INTERRUPTED)
        raise


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
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="""\b
Examples:
  yulopt token.yul                          what solc makes of it by default
  yulopt --steps "dhfoDgvulfnTUtnIf" token.yul
  yulopt --bare --steps "gu" token.yul      nothing but these two steps
  yulopt --sequence pretty -o tidy.yul token.yul
  yulopt --trace token.yul                  each step that changed something, and what
  yulopt --trace-dir steps/ token.yul       the program after each such step, as files
  yulopt --evm-version cancun -o out/ *.yul
  cat token.yul | yulopt -
  yulopt steps u                            what step u does, with an example

\b
Completion: add the line of your shell to its start-up file.
  bash   eval "$(_YULOPT_COMPLETE=bash_source yulopt)"
  zsh    eval "$(_YULOPT_COMPLETE=zsh_source yulopt)"
  fish   _YULOPT_COMPLETE=fish_source yulopt | source

\b
Exit status: 0 all is well, 1 bad input, 2 wrong usage.
""",
)
@steps_option(
    "Steps to run, one letter each; `yulopt steps` lists them. [...] repeats steps until"
    " nothing changes; what follows ':' is the clean-up (without ':', solc's own clean-up runs)."
)
@sequence_option("Run a sequence that has a name; `yulopt sequences` lists them.")
@click.option(
    "--step",
    "step_names",
    metavar="STEP",
    multiple=True,
    shell_complete=complete_steps,
    help="With --bare, run this step, by letter or name, also one without a letter; can be"
    " repeated.",
)
@click.option(
    "--bare",
    is_flag=True,
    help="Run only the Disambiguator and the given steps, without what solc does before and after"
    " them. A block then stays a block; a file of --trace-dir goes on where the trace was.",
)
@evm_version_option("to optimise for")
@runs_option("How often the deployed code will run: more favours cheap execution over small code.")
@click.option(
    "--no-stack-allocation",
    is_flag=True,
    help="Assume the code generator that does not reuse stack slots, and do not move variables to"
    " memory.",
)
@click.option(
    "-o",
    "--output",
    metavar="PATH",
    type=click.Path(path_type=Path),
    help="Write to this file, or under the names of the inputs into this directory (several FILEs"
    " need a directory, which is made if it is missing).",
)
@click.option(
    "-j",
    "--jobs",
    metavar="N",
    type=click.IntRange(min=0),
    default=1,
    show_default=True,
    help="Work on N files at a time, each in a process of its own; 0 is one for each processor.",
)
@click.option(
    "--trace",
    is_flag=True,
    help="Show on standard error each step that changed something: where it stands in the sequence,"
    " the size and the gas of the code before and after, the time, and the difference.",
)
@click.option("--trace-full", is_flag=True, help="Like --trace, with differences of any length.")
@click.option(
    "--trace-dir",
    metavar="DIR",
    type=click.Path(path_type=Path, file_okay=False),
    help="Write the program after each step that changed something to a file in this directory,"
    " and an index with the commands that run each step again (of several FILEs, each has a"
    " directory in it).",
)
@click.option(
    "--stats",
    is_flag=True,
    help="Say on standard error how often each step ran, how often it changed something, how long"
    " it took, and what it did to the size of the code.",
)
@click.option(
    "--stats-json",
    metavar="PATH",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write the figures of --stats to this file as JSON.",
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
    steps: str | None,
    sequence_name: str | None,
    step_names: tuple[str, ...],
    bare: bool,
    evm_version: str,
    optimize_runs: int,
    no_stack_allocation: bool,
    output: Path | None,
    jobs: int,
    trace: bool,
    trace_full: bool,
    trace_dir: Path | None,
    stats: bool,
    stats_json: Path | None,
    files: tuple[str, ...] = (),
) -> None:
    """Optimise Yul programs, step by step, exactly as solc does.

    Each FILE holds one object, or one block of code; '-' is the standard input. The optimised
    program is printed; of several FILEs, each one after a line '// FILE'. A FILE with an error is
    reported and skipped.

    The first argument can also be a COMMAND of the list below. A file with such a name is given
    as './steps'.
    """
    if ctx.invoked_subcommand is not None:
        return
    if not files:
        raise click.UsageError("Missing argument 'FILE...' ('-' is the standard input).")
    if steps is not None and sequence_name is not None:
        raise click.UsageError("--steps and --sequence exclude each other.")
    if step_names and not bare:
        raise click.UsageError("--step needs --bare; the suite runs sequences (--steps).")
    if step_names and (steps is not None or sequence_name is not None):
        raise click.UsageError("--step excludes --steps and --sequence.")
    targets = output_targets(files, output)
    folders = trace_folders(files, trace_dir)
    try:
        if sequence_name is not None:
            steps = read_sequence(sequence_name)
        parse_steps(steps, name="--steps")
    except YulError as error:
        click.echo(error.report(), err=True)
        ctx.exit(BAD_INPUT)
    trace = trace or trace_full
    wants_statistics = stats or stats_json is not None
    options = Options(
        steps,
        bare,
        evm_version,
        optimize_runs,
        not no_stack_allocation,
        tuple(find_step(name).name for name in step_names),
        wants_recording=trace or trace_dir is not None or wants_statistics,
        wants_texts=trace or trace_dir is not None,
    )
    outcomes = optimize_files(files, options, jobs or os.cpu_count() or 1)
    statistics = []
    started = time.monotonic()
    failed = False
    for number, file in enumerate(files, start=1):
        try:
            with progress(f"[{number}/{len(files)}] {click.format_filename(file)}", started):
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
                header = f"// {click.format_filename(file)}\n".replace("\r", "?")
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
