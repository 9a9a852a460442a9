"""The failure of a command: a message, and an exit status."""

from __future__ import annotations

import errno
import re
import sys
from typing import TYPE_CHECKING, Final

from yulopt.errors import YulError
from yulopt.terminal.console import failure_reason, has_colour
from yulopt.terminal.echo import echo

if TYPE_CHECKING:
    import click

# The word "error" in a report, and the caret below the source line.
_MARKED: Final = re.compile(r"(?m)(?<=: )error(?=: )|^Error(?=: )|(?<=^)\s*\^$")
BAD_INPUT: Final = 1
INTERRUPTED: Final = 130


def report_error(error: YulError | str) -> None:
    """Print an error, or the text of a report, to standard error; in colour on a terminal."""
    report = error if isinstance(error, str) else error.report()
    if has_colour(sys.stderr):
        report = _MARKED.sub(lambda found: f"\x1b[1;31m{found[0]}\x1b[0m", report)
    echo(report, err=True)


def report_failure(error: KeyboardInterrupt | YulError | OSError) -> int:
    """Report on standard error what ended a command; returns the exit status."""
    if isinstance(error, KeyboardInterrupt):
        return INTERRUPTED
    if isinstance(error, YulError):
        report_error(error)
    elif error.errno != errno.EPIPE:
        # A closed pipe is not an error of this program.
        report_error(f"Error: cannot write: {failure_reason(error)}")
    return BAD_INPUT


def usage_error(message: str) -> click.UsageError:
    """The error for an unusable command line."""
    # Imported only for wrong command lines.
    import click

    return click.UsageError(message)
