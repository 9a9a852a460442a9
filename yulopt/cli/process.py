"""The command as a process: its streams, its memory, how it ends; the simplest command lines.

The library that reads command lines takes longer to load than a small program to optimise. The two
command lines that need no reading do without it: `yulopt FILE`, which builds call once for each
contract, and `yulopt --version`.
"""

from __future__ import annotations

import atexit
import gc
import io
import os
import sys
from collections.abc import Callable

from yulopt.build_info import version_line
from yulopt.cli.environment import PROVEN_VARIABLE
from yulopt.cli.failures import BAD_INPUT, INTERRUPTED, tell_failure
from yulopt.errors import YulError
from yulopt.terminal.console import STANDARD_INPUT
from yulopt.terminal.echo import echo


def run() -> None:
    """The command `yulopt`."""
    atexit.register(gc.freeze)
    _prepare_streams()
    try:
        _run(sys.argv[1:])
    except SystemExit as end:
        _drop_what_cannot_be_written()
        if end.code == INTERRUPTED:
            # The thread that optimises may still be at work, and is not waited for.
            os._exit(INTERRUPTED)
        raise
    except OSError as error:
        # An error could not be told, for the standard error is full.
        _drop_what_cannot_be_written()
        from click import ClickException

        told = error.__context__
        sys.exit(told.exit_code if isinstance(told, ClickException) else BAD_INPUT)


def _run(arguments: list[str]) -> None:
    if arguments == ["--version"]:
        _end_after(_print_version)
    elif len(arguments) == 1 and _is_file(arguments[0]) and not os.environ.get(PROVEN_VARIABLE):
        _end_after(lambda: _optimize_file(arguments[0]))
    else:
        from yulopt.cli.command import cli

        cli(prog_name="yulopt")


def _is_file(argument: str) -> bool:
    """Whether the only argument is certainly a file: no option, no command, whose names are of
    letters, nor like one, and no pattern of names, which on Windows is left to programs.
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
    """Do the work, and end with the exit status that says whether it did what it should."""
    try:
        sys.exit(0 if work() else BAD_INPUT)
    except (KeyboardInterrupt, YulError, OSError) as error:
        sys.exit(tell_failure(error))


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
