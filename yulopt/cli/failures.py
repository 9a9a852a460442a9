"""How a command ends that cannot do what it should: a message, and an exit status."""

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

# What names an error in a report, and the caret below the source line.
_MARKED: Final = re.compile(r"(?m)(?<=: )error(?=: )|^Error(?=: )|(?<=^)\s*\^$")
BAD_INPUT: Final = 1
INTERRUPTED: Final = 130


def tell_error(error: YulError | str) -> None:
    """Report an error on the standard error, or a report as it is; in colour on a terminal."""
    report = error if isinstance(error, str) else error.report()
    if has_colour(sys.stderr):
        report = _MARKED.sub(lambda found: f"\x1b[1;31m{found[0]}\x1b[0m", report)
    echo(report, err=True)


def tell_failure(error: KeyboardInterrupt | YulError | OSError) -> int:
    """Say on the standard error what ended a command; the exit status."""
    if isinstance(error, KeyboardInterrupt):
        return INTERRUPTED
    if isinstance(error, YulError):
        # Of a step that is installed beside yulopt, or its example.
        tell_error(error)
    elif error.errno != errno.EPIPE:
        # A closed pipe is no error of ours.
        tell_error(f"Error: cannot write: {failure_reason(error)}")
    return BAD_INPUT


def usage_error(message: str) -> click.UsageError:
    """The error of a command line that asks for what cannot be."""
    # Not needed by command lines that are right.
    import click

    return click.UsageError(message)
