"""Whole processes, as users start them: how long they take, and how much memory."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass, field

import click


@dataclass
class Runs:
    """The runs of one command: of each, the seconds of wall-clock time and of processor time, user
    and system, of the process and those that it waited for; the most memory of all (bytes).
    """

    seconds: list[float] = field(default_factory=list)
    processor: list[float] = field(default_factory=list)
    memory: int = 0

    @property
    def median(self) -> float:
        return statistics.median(self.seconds)


def run(
    command: tuple[str, ...], runs: Runs | None, environment: Mapping[str, str] | None = None
) -> bytes:
    """Run a command as a process, and note its time and memory; what it printed.

    Raises `ClickException` if it fails.
    """
    started = time.perf_counter()
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment
    ) as process:
        assert process.stdout is not None
        output = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - started
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise click.ClickException(f"exit status {process.returncode}: {' '.join(command)}")
    if runs is not None:
        runs.seconds.append(seconds)
        runs.processor.append(usage.ru_utime + usage.ru_stime)
        # The unit is that of the system: bytes on macOS, kilobytes elsewhere.
        unit = 1 if sys.platform == "darwin" else 1024
        runs.memory = max(runs.memory, usage.ru_maxrss * unit)
    return output
