"""The standard streams of a process, any of which may be closed, full, or a pipe nobody reads."""

from __future__ import annotations

import io
import os
import sys


def prepare_streams() -> None:
    """Make writing to a standard stream fail with an OSError only, whatever the stream is.

    In the place of each one that is closed comes something that cannot be used; otherwise the next
    file that is opened would take that place, and be written to or read from. Reading the standard
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


def drop_what_cannot_be_written() -> None:
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
