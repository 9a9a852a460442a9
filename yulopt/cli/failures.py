"""How a command ends that cannot do what it should: a message, and an exit status."""

from __future__ import annotations

import errno
from typing import TYPE_CHECKING, Final

from yulopt.errors import YulError
from yulopt.terminal.console import failure_reason
from yulopt.terminal.echo import echo

if TYPE_CHECKING:
    import click

BAD_INPUT: Final = 1
INTERRUPTED: Final = 130


def tell_failure(error: KeyboardInterrupt | YulError | OSError) -> int:
    """Say on the standard error what ended a command; the exit status."""
    if isinstance(error, KeyboardInterrupt):
        return INTERRUPTED
    if isinstance(error, YulError):
        # Of a step that is installed beside yulopt, or its example.
        echo(error.report(), err=True)
    elif error.errno != errno.EPIPE:
        # A closed pipe is no error of ours.
        echo(f"Error: cannot write: {failure_reason(error)}", err=True)
    return BAD_INPUT


def usage_error(message: str) -> click.UsageError:
    """The error of a command line that asks for what cannot be."""
    # Not needed by command lines that are right.
    import click

    return click.UsageError(message)
