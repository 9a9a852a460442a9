"""The command line: files in, optimised files out; and commands that explain steps and sequences.

There is no logic of the optimiser here, only reading, writing, and telling what is wrong.
"""

from __future__ import annotations

import atexit
import gc
import io
import os
import sys
import time
from contextlib import closing
from typing import Unpack

import click
from click.shell_completion import CompletionItem

from yulopt.build_info import VERSION, build_kind
from yulopt.cli.group import BAD_INPUT, INTERRUPTED, FilesOrCommand
from yulopt.cli.help import LOOK_CLOSER, OUTPUT, WHAT_TO_RUN, epilog
from yulopt.cli.options import (
    FilePath,
    RunOptions,
    chosen_steps,
    complete_steps,
    find_step,
    output_option,
    run_options,
    trace_options,
)
from yulopt.cli.outputs import Outputs, outputs_in_place, trace_folders
from yulopt.errors import usual_spelling
from yulopt.terminal.console import progress, source_name


def main() -> None:
    """The command `yulopt`."""
    # Trees have no cycles, so all that is not needed any more goes away by itself. To look for
    # cycles all the same would take a fifth of the time, the last time when the process ends.
    gc.disable()
    atexit.register(gc.freeze)
    _prepare_streams()
    try:
        cli(prog_name="yulopt")
    except SystemExit as end:
        _drop_what_cannot_be_written()
        if end.code == INTERRUPTED:
            # The thread that optimises may still be at work, and is not waited for.
            os._exit(INTERRUPTED)
        raise
    except OSError as error:
        # An error could not be told, for the standard error is full.
        _drop_what_cannot_be_written()
        told = error.__context__
        sys.exit(told.exit_code if isinstance(told, click.ClickException) else BAD_INPUT)


def _print_version(ctx: click.Context, _param: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        click.echo(f"yulopt {VERSION} ({build_kind()}), equal to solc 0.8.37")
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
  yulopt --bare --steps "gu" token.yul       only these two steps
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
@click.option("--in-place", is_flag=True, cls=OUTPUT, help="Replace each FILE by the result.")
@click.option(
    "--diff",
    is_flag=True,
    cls=OUTPUT,
    help="Print the difference instead of the program.",
)
@click.option(
    "--check",
    is_flag=True,
    cls=OUTPUT,
    help="Write nothing, list what would change (status 1).",
)
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
@trace_options("step")
@click.option(
    "--trace-dir",
    metavar="DIR",
    type=FilePath(file_okay=False),
    cls=LOOK_CLOSER,
    help="Files with the program after each such step.",
)
@click.option(
    "--stats",
    is_flag=True,
    cls=LOOK_CLOSER,
    help="What each step did in total, on standard error.",
)
@click.option(
    "--stats-json",
    metavar="PATH",
    type=FilePath(dir_okay=False),
    cls=LOOK_CLOSER,
    help="The figures of --stats as JSON, to a file or '-'.",
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_version,
    help="Show the version and exit.",
)
@click.argument(
    "files", metavar="FILE...", nargs=-1, type=FilePath(), shell_complete=_complete_files
)
@click.pass_context
def cli(
    ctx: click.Context,
    step_names: tuple[str, ...],
    output: str | None,
    in_place: bool,
    check: bool,
    diff: bool,
    jobs: int,
    trace: bool,
    trace_full: bool,
    trace_dir: str | None,
    stats: bool,
    stats_json: str | None,
    files: tuple[str, ...] = (),
    **options: Unpack[RunOptions],
) -> None:
    """Optimise Yul programs, step by step, exactly as solc does.

    Each FILE holds an object or a block of code; '-' is standard input. What
    it becomes is printed; with several FILEs, a line '// FILE' precedes each.
    """
    if ctx.invoked_subcommand is not None:
        return
    if not files:
        raise click.UsageError("Missing argument 'FILE...' ('-' is standard input).")
    if step_names and not options["bare"]:
        raise click.UsageError("--step needs --bare; the suite runs sequences (--steps).")
    if step_names and (options["steps"] is not None or options["sequence_name"] is not None):
        raise click.UsageError("--step excludes --steps and --sequence.")
    # Not needed by other commands, nor for help.
    from yulopt.batch.files import Options, optimize_files
    from yulopt.cli.delivery import Delivery

    delivery = Delivery(
        files,
        _outputs(files, output, in_place=in_place, check=check),
        trace_folders(files, trace_dir),
        trace or trace_full,
        trace_full,
        stats,
        stats_json,
        check,
        diff,
    )
    delivery.check_targets()
    wants_texts = delivery.trace or trace_dir is not None
    settings = Options(
        chosen_steps(options),
        options["bare"],
        options["evm_version"],
        options["optimize_runs"],
        not options["no_stack_allocation"],
        tuple(find_step(name).name for name in step_names),
        wants_before=diff,
        wants_recording=wants_texts or stats or stats_json is not None,
        wants_texts=wants_texts,
    )
    started = time.monotonic()
    with closing(optimize_files(files, settings, jobs or os.cpu_count() or 1)) as outcomes:
        for number, file in enumerate(files, start=1):
            with progress(f"[{number}/{len(files)}] {source_name(file)}", started):
                outcome = next(outcomes)
            delivery.deliver(file, outcome)
    delivery.finish()
    if not delivery.is_fine:
        ctx.exit(BAD_INPUT)


def _outputs(files: tuple[str, ...], output: str | None, *, in_place: bool, check: bool) -> Outputs:
    if in_place and (output is not None or check):
        raise click.UsageError("--in-place excludes --output and --check.")
    return outputs_in_place(files) if in_place else Outputs(files, output)


def _prepare_streams() -> None:
    """Make writing to a standard stream fail with an OSError only, whatever the stream is.

    Each one that is closed is replaced by something that cannot be used; otherwise the next file
    that is opened would get its number, and be written to or read from. Reading the standard
    input, or writing to the standard output, then fails as it does for a closed stream; what is
    written to the standard error is lost. Characters that the encoding lacks become escapes.
    """
    if sys.stdin is None:
        sys.stdin = os.fdopen(_null(os.O_WRONLY), encoding="utf-8", closefd=False)
    if sys.stdout is None:
        sys.stdout = os.fdopen(_null(os.O_RDONLY), "w", encoding="utf-8", closefd=False)
    if sys.stderr is None:
        sys.stderr = os.fdopen(_null(os.O_WRONLY), "w", encoding="utf-8", closefd=False)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def _drop_what_cannot_be_written() -> None:
    """What is left in the buffers is written, or lost if it cannot be, which has been told."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            os.dup2(_null(os.O_WRONLY), stream.fileno())


def _null(mode: int) -> int:
    # The lowest free number, which is that of the closed stream.
    number = os.open(os.devnull, mode)
    os.set_inheritable(number, True)
    return number
