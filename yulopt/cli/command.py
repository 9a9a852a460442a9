"""The command line: files in, optimised files out; and commands that explain steps and sequences.

No logic of the optimiser here, only input, output and error messages.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

import click
from click.core import ParameterSource
from click.shell_completion import CompletionItem

from yulopt.build_info import version_line
from yulopt.cli.failures import BAD_INPUT
from yulopt.cli.given import proven_option_name
from yulopt.cli.group import FilesOrCommand
from yulopt.cli.help import LOOK_CLOSER, OUTPUT, WHAT_TO_RUN, epilog
from yulopt.cli.options import (
    CalledRunOptions,
    FilePath,
    InputPath,
    NameChoice,
    calls_option,
    chosen_steps,
    complete_steps,
    find_step,
    has_steps,
    jobs_option,
    output_option,
    proven_option,
    run_options,
    trace_options,
)
from yulopt.cli.outputs import Outputs, is_folder, outputs_in_place, trace_folders
from yulopt.errors import usual_spelling
from yulopt.gas.metrics import METRICS

if TYPE_CHECKING:
    from yulopt.batch.files import Request
    from yulopt.cli.call_files import CallFiles
    from yulopt.cli.delivery import Programs
    from yulopt.cli.proving import Proofs


class _CommandLine(CalledRunOptions):
    """The options of `yulopt FILE...`."""

    step_names: tuple[str, ...]
    output: str | None
    in_place: bool
    check: bool
    diff: bool
    jobs: int
    trace: bool
    trace_full: bool
    trace_dir: str | None
    stats: bool
    stats_json: str | None
    metric: str
    verify_each: bool
    keep_source_comments: bool
    proven: bool


def _print_version(ctx: click.Context, _param: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        click.echo(version_line())
        ctx.exit()


def _proofs(ctx: click.Context, jobs: int) -> Proofs:
    """Proofs use all processors by default."""
    # Not needed without this option.
    from yulopt.cli.proving import Proofs

    is_said = ctx.get_parameter_source("jobs") is not ParameterSource.DEFAULT
    return Proofs(jobs if is_said else 0)


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
  yulopt token.yul                           as solc does by default
""",
        is_dense=True,
    ),
)
@run_options
@proven_option
@calls_option(WHAT_TO_RUN)
@WHAT_TO_RUN.option(
    "--step",
    "step_names",
    metavar="STEP",
    multiple=True,
    shell_complete=complete_steps,
    help="With --bare: a step by letter or name, repeatable.",
)
@OUTPUT.flag("--keep-source-comments", help="Print @src comments, too, as solc does.")
@output_option("Write to this file, or into this directory.")
@OUTPUT.flag("--in-place", help="Replace each FILE by the result.")
@OUTPUT.flag("--diff", help="Print the difference instead of the program.")
@OUTPUT.flag("--check", help="Write nothing, list what would change (status 1).")
@jobs_option()
@trace_options("step")
@LOOK_CLOSER.option(
    "--trace-dir",
    metavar="DIR",
    type=FilePath(file_okay=False),
    help="Files with the program after each such step.",
)
@LOOK_CLOSER.flag("--stats", help="Totals for each step, on standard error.")
@LOOK_CLOSER.option(
    "--stats-json",
    metavar="PATH",
    type=FilePath(dir_okay=False),
    help="The figures of --stats as JSON, to a file or '-'.",
)
@LOOK_CLOSER.option(
    "--metric",
    type=NameChoice(METRICS),
    default=METRICS[0],
    help="Sizes in AST nodes, or bytes.",
)
@LOOK_CLOSER.flag("--verify-each", help="Check invariants and declared properties.")
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_version,
    help="Show the version and exit.",
)
@click.argument(
    "files", metavar="FILE...", nargs=-1, type=InputPath(), shell_complete=_complete_files
)
@click.pass_context
def cli(ctx: click.Context, files: tuple[str, ...] = (), **options: Unpack[_CommandLine]) -> None:
    """Optimise Yul, solc or build output, or Solidity ('-' is stdin), as solc does."""
    if ctx.invoked_subcommand is not None:
        return
    _check_usage(files, options)
    # Not needed by other commands, nor for help.
    from yulopt.cli.delivery import Delivery, run_files
    from yulopt.cli.inputs import input_files

    programs = _programs(ctx, files, options)
    outputs = _outputs(programs, options)
    programs.check_calls()
    delivery = Delivery(
        programs,
        outputs,
        trace_folders(programs.names, options["trace_dir"]),
        options["trace"] or options["trace_full"],
        options["trace_full"],
        options["stats"],
        options["stats_json"],
        options["check"],
        options["diff"],
    )
    delivery.check_targets(input_files())
    if not run_files(programs, options["jobs"], delivery):
        ctx.exit(BAD_INPUT)


def _check_usage(files: tuple[str, ...], options: _CommandLine) -> None:
    """Raise a usage error for options that exclude each other."""
    step_names, bare, in_place = options["step_names"], options["bare"], options["in_place"]
    if not files:
        raise click.UsageError("Missing argument 'FILE...' ('-' is standard input).")
    if options["verify_each"] and bare:
        raise click.UsageError("--verify-each excludes --bare, which skips nothing.")
    if options["proven"] and (bare or in_place):
        raise click.UsageError(f"{proven_option_name()} excludes --bare and --in-place.")
    if step_names and not bare:
        raise click.UsageError("--step needs --bare; the suite runs sequences (--steps).")
    if step_names and has_steps(options):
        raise click.UsageError("--step excludes --steps, --sequence and --pipeline.")
    if in_place and (options["output"] is not None or options["check"]):
        raise click.UsageError("--in-place excludes --output and --check.")


def _programs(ctx: click.Context, files: tuple[str, ...], options: _CommandLine) -> Programs:
    """The programs with how to optimise them; raises `YulError`."""
    from yulopt.cli.delivery import Programs
    from yulopt.cli.inputs import open_fields

    request = _request(options)
    calls: CallFiles | None = None
    if options["calls_path"] is not None:
        # Not needed without this option.
        from yulopt.cli.call_files import profiles_of_calls

        runs_others = has_steps(options) or bool(options["step_names"])
        calls = profiles_of_calls(options["calls_path"], has_steps=runs_others)
    return Programs(
        files,
        request,
        options["contract"],
        open_fields(),
        plain_only=options["in_place"],
        calls=calls,
        proofs=_proofs(ctx, options["jobs"]) if options["proven"] else None,
    )


def _request(options: _CommandLine) -> Request:
    """How programs are optimised and recorded; raises `YulError`."""
    from yulopt.batch.files import Request
    from yulopt.cli.inputs import prices_of_run
    from yulopt.driver.options import Options

    step_names = options["step_names"]
    prices = prices_of_run(options, with_steps=bool(step_names))
    # First: it puts the runs of a pipeline into the options.
    steps = "" if step_names else chosen_steps(options)
    chosen = Options(
        steps,
        options["bare"],
        options["optimize_runs"],
        options["evm_version"],
        options["solc_version"],
        stack_allocation=not options["no_stack_allocation"],
        step_names=tuple(find_step(name).name for name in step_names),
        prices=prices,
    )
    wants_texts = options["trace"] or options["trace_full"] or options["trace_dir"] is not None
    wants_figures = options["stats"] or options["stats_json"] is not None
    return Request(
        chosen,
        wants_before=options["diff"],
        wants_recording=wants_texts or wants_figures,
        wants_texts=wants_texts,
        metric=options["metric"],
        verify_each=options["verify_each"],
        keep_source_comments=options["keep_source_comments"],
    )


def _outputs(programs: Programs, options: _CommandLine) -> Outputs:
    if is_folder(programs.files, options["output"]):
        programs.expand()
        return Outputs(programs.keys, options["output"], programs.names)
    if options["in_place"]:
        return outputs_in_place(programs.files)
    return Outputs(programs.files, options["output"])
