"""What the options --trace and --trace-dir of `yulopt` show."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

import click

from yulopt.terminal.console import STANDARD_INPUT, has_colour
from yulopt.trace.recording import Recording
from yulopt.trace.terminal import trace_lines


def show_trace(recording: Recording, *, full: bool, named: bool) -> None:
    """Print a trace on standard error; `named` puts the name of the file before it."""
    if named:
        click.echo(f"// {recording.settings.file}", err=True)
    print_trace(trace_lines(recording, full=full, colour=has_colour(sys.stderr)))


def print_trace(lines: Iterable[str]) -> None:
    """Print the lines of a trace on standard error."""
    colour = has_colour(sys.stderr)
    for line in lines:
        click.echo(line, err=True, color=colour)


def trace_folders(files: tuple[str, ...], path: str | None) -> dict[str, Path]:
    """Where the trace of each file is written; nowhere without a path of a folder."""
    if path is None:
        return {}
    folder = Path(path)
    if len(files) == 1:
        return {files[0]: folder}
    folders = {
        file: folder / (Path(file).stem if file != STANDARD_INPUT else "-") for file in files
    }
    if len(set(folders.values())) < len(set(files)):
        raise click.UsageError("Several FILEs of one name cannot share a --trace-dir.")
    return folders
