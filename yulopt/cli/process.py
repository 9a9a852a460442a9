"""The command as a process: its streams, its memory, its exit; the simplest command lines.

Loading the library that parses command lines takes longer than optimising a small program. Two
command lines do without it: `yulopt FILE`, which builds call once for each contract, and
`yulopt --version`.
"""

from __future__ import annotations

import atexit
import gc
import io
import os
import sys
from collections.abc import Callable
from typing import Final

from yulopt.build_info import version_line
from yulopt.cli.environment import PROVEN_VARIABLE
from yulopt.cli.failures import BAD_INPUT, INTERRUPTED, report_failure
from yulopt.errors import YulError
from yulopt.terminal.console import STANDARD_INPUT
from yulopt.terminal.echo import echo

# The maximum number of digits that Python converts. With its default, it would fail before numbers
# that are too large get a message of their own.
_MAX_DIGITS: Final = 1_000_000


def run() -> None:
    """The command `yulopt`."""
    atexit.register(gc.freeze)
    sys.set_int_max_str_digits(_MAX_DIGITS)
    _prepare_streams()
    try:
        _run(sys.argv[1:])
    except SystemExit as end:
        _drop_unwritable_output()
        if end.code == INTERRUPTED:
            # The optimising thread may still be running, and is not joined.
            os._exit(INTERRUPTED)
        raise
    except OSError as error:
        # An error could not be reported, since the standard error is full.
        _drop_unwritable_output()
        from click import ClickException

        cause = error.__context__
        sys.exit(cause.exit_code if isinstance(cause, ClickException) else BAD_INPUT)


def _run(arguments: list[str]) -> None:
    if arguments == ["--version"]:
        _end_after(_print_version)
    elif len(arguments) == 1 and _is_file(arguments[0]) and not os.environ.get(PROVEN_VARIABLE):
        _end_after(lambda: _optimize_file(arguments[0]))
    else:
        from yulopt.cli.command import cli

        cli(prog_name="yulopt")


def _is_file(argument: str) -> bool:
    """Whether the only argument is certainly a file: not an option, not a possible command (their
    names consist of letters), and not a pattern, which programs expand on Windows.
    """
    is_option = argument.startswith("-") and argument != STANDARD_INPUT
    return not (is_option or argument.isalpha() or not argument or os.name == "nt")


def _print_version() -> bool:
    echo(version_line())
    return True


def _optimize_file(file: str) -> bool:
    from yulopt.batch.files import Request
    from yulopt.cli.delivery import Delivery, Programs, run_files
    from yulopt.cli.outputs import Outputs
    from yulopt.driver.options import Options

    programs = Programs((file,), Request(Options()))
    return run_files(programs, 1, Delivery(programs, Outputs((file,), None), {}))


def _end_after(work: Callable[[], bool]) -> None:
    """Do the work, and exit with its status."""
    try:
        sys.exit(0 if work() else BAD_INPUT)
    except (KeyboardInterrupt, YulError, OSError) as error:
        sys.exit(report_failure(error))


def _prepare_streams() -> None:
    """Make sure that standard streams fail only with an OSError.

    A closed stream is replaced by an unusable one; otherwise the next opened file would get its
    number, and be written to or read from. Reading standard input, or writing to standard output,
    then fails as for a closed stream; writes to standard error are lost. Characters that the
    encoding lacks become escapes.
    """
    if sys.stdin is None:
        sys.stdin = os.fdopen(_null(os.O_WRONLY), encoding="utf-8", closefd=False)
    if sys.stdout is None:
        sys.stdout = os.fdopen(_null(os.O_RDONLY), "w", encoding="utf-8", closefd=False)
    if sys.stderr is None:
        sys.stderr = os.fdopen(_null(os.O_WRONLY), "w", encoding="utf-8", closefd=False)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def _drop_unwritable_output() -> None:
    """Flush the buffers; text that cannot be written is lost, as already reported."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            os.dup2(_null(os.O_WRONLY), stream.fileno())


def _null(mode: int) -> int:
    # The lowest free number is that of the closed stream.
    number = os.open(os.devnull, mode)
    os.set_inheritable(number, True)
    return number
