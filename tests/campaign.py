"""Shared by all campaigns: ranges of seeds, a line of progress, worker processes."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable

import click

from yulopt.terminal.console import on_terminal

_SEED_RANGE = re.compile(r"(?:(\d+):)?(\d+)")
_WIDTH = 110


def seed_range(context: click.Context, option: click.Parameter, value: str | None) -> range:
    """The callback of an option that takes `N` (for 0:N) or `FIRST:END`; without it, no seeds."""
    match = _SEED_RANGE.fullmatch(value or "0")
    if match is None:
        raise click.BadParameter("expected N (for 0:N) or FIRST:END")
    return range(int(match[1] or 0), int(match[2]))


class ProgressLine:
    """One line on standard error that changes in place, if that is a terminal."""

    def __init__(self) -> None:
        self._on_terminal = on_terminal(sys.stderr)

    def show(self, line: str) -> None:
        if self._on_terminal:
            click.echo(f"\r\x1b[K{line[:_WIDTH]}", err=True, nl=False)

    def clear(self) -> None:
        self.show("")


def serve_lines(answer: Callable[[str], object]) -> None:
    """Be the process at the other end of `tests.oracle.JsonLines`.

    `answer` gets each line, which is JSON, and returns what is sent back as JSON.
    """
    answers, sys.stdout = sys.stdout, sys.stderr
    for line in sys.stdin:
        answers.write(json.dumps(answer(line)) + "\n")
        answers.flush()
