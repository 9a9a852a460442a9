"""The command `yulopt report`: the savings of yulopt for a project.

No logic here, only options, files and error messages.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from yulopt.cli.call_files import CallFiles
from yulopt.cli.given import refuse_given
from yulopt.cli.help import LIMITS, OUTPUT, WHAT_TO_RUN, command
from yulopt.cli.inputs import input_files
from yulopt.cli.measuring import read_duration
from yulopt.cli.options import (
    RUNS,
    RUNS_HELP,
    FilePath,
    InputPath,
    calls_option,
    jobs_option,
    json_option,
    search_paths,
    solidity_options,
    without_remappings,
)
from yulopt.cli.outputs import STANDARD_OUTPUT, check_targets
from yulopt.terminal.console import bold, progress, write_whole

if TYPE_CHECKING:
    from yulopt.report.model import Report

_SEARCH_TIME: Final = "15s"
_PROOF_TIME: Final = "20s"


@command(
    "report",
    """
  yulopt report                                the contracts of the current project
  yulopt report contracts/MyToken.sol
  yulopt report --quick --html report.html contracts/
  yulopt report --markdown >> "$GITHUB_STEP_SUMMARY"
  yulopt report --search-time 5m --proof-time 10m src/Vault.sol
""",
    "A file NAME.calls beside a contract has the calls to measure. --calls also reads\n"
    "the output of `forge test -vvv --json`, `forge test --gas-report --json` and\n"
    "`hardhat --gas-stats-json FILE test`. Without any, calls are synthetic.",
)
@click.argument(
    "paths", metavar="[PATH]...", nargs=-1, type=InputPath(), callback=without_remappings
)
@solidity_options
@WHAT_TO_RUN.option("--optimize-runs", metavar="N", type=RUNS, help=RUNS_HELP)
@calls_option(WHAT_TO_RUN)
@LIMITS.flag("--quick", help="Neither search settings nor prove.")
@LIMITS.option(
    "--search-time",
    "search_seconds",
    metavar="TIME",
    callback=read_duration,
    default=_SEARCH_TIME,
    help="Time limit for the search of solc's settings, as by `yulopt tune`.",
)
@LIMITS.option(
    "--proof-time",
    "proof_seconds",
    metavar="TIME",
    callback=read_duration,
    default=_PROOF_TIME,
    help="Time limit for proving the best pipeline.",
)
@jobs_option(0, LIMITS)
@OUTPUT.option(
    "--html",
    "page",
    metavar="PATH",
    type=FilePath(dir_okay=False),
    help="Also write a page, a single file.",
)
@OUTPUT.flag("--markdown", help="Print Markdown, for pull requests.")
@json_option
def report_command(
    paths: tuple[str, ...],
    optimize_runs: int | None,
    calls_path: str | None,
    quick: bool,
    search_seconds: float,
    proof_seconds: float,
    jobs: int,
    page: str | None,
    markdown: bool,
    as_json: bool,
) -> None:
    """Show the savings of yulopt for the contracts of a project, or of files and folders.

    Each contract is built by solc as the project builds it, by solc via IR, with settings of solc
    that a short search finds, and with each pipeline of yulopt. The table has the bytes of each
    build, the cost of its deployment and its calls, and its proofs; all builds must behave the
    same in all calls.
    """
    if markdown and as_json:
        raise click.UsageError("--markdown and --json exclude each other.")
    if quick:
        refuse_given(("search_seconds", "proof_seconds"), "and --quick exclude each other.")
    target = None if page is None else Path(page)
    if page == STANDARD_OUTPUT:
        raise click.UsageError("--html needs the name of a file; standard output has the table.")
    if target is not None:
        from yulopt.report.subjects import files_read

        check_targets([*input_files(), *files_read(paths, search_paths())], [target])
    report = _report(
        paths,
        optimize_runs,
        calls_path,
        0.0 if quick else search_seconds,
        0.0 if quick else proof_seconds,
        jobs,
    )
    if target is not None:
        from yulopt.report.page import page_text

        write_whole(target, page_text(report))
    _print(report, markdown=markdown, as_json=as_json)


def _report(
    paths: tuple[str, ...],
    runs: int | None,
    calls_path: str | None,
    search_seconds: float,
    proof_seconds: float,
    jobs: int,
) -> Report:
    # Not needed for help.
    from yulopt.report.making import Effort, make_report
    from yulopt.report.measurings import GivenCalls, read_tests
    from yulopt.report.subjects import read_subjects

    with progress("reading") as line:

        def show(what: str) -> None:
            line.label = what

        subjects = read_subjects(paths, search_paths(), runs=runs, on_progress=show)
        tests = None if calls_path is None else read_tests(calls_path)
        calls = CallFiles(calls_path if tests is None else None)
        effort = Effort(search_seconds, proof_seconds, jobs)
        return make_report(subjects, effort, line, GivenCalls(calls.of, tests))


def _print(report: Report, *, markdown: bool, as_json: bool) -> None:
    from yulopt.report.text import json_text, markdown_lines, text_lines

    if as_json:
        click.echo(json_text(report))
        return
    for line in markdown_lines(report) if markdown else text_lines(report, bold):
        click.echo(line)
    for note in report.notes:
        click.echo(f"note: {note}", err=True)
