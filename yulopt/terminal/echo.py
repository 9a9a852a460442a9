"""Writes to the standard streams, verbatim and flushed."""

from __future__ import annotations

import sys


def echo(text: str = "", *, err: bool = False) -> None:
    """Write a line to the standard output, or to the standard error."""
    stream = sys.stderr if err else sys.stdout
    stream.write(f"{text}\n")
    stream.flush()


def echo_bytes(data: bytes) -> None:
    """Write bytes to the standard output, so that no system changes line ends or the encoding."""
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()
