"""A recorded run for the commands that tell what steps did, and its options."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

from yulopt.cli.options import RunOptions, chosen_steps
from yulopt.errors import Source
from yulopt.terminal.console import progress, read_source
from yulopt.trace.recording import Recording, Settings
from yulopt.trace.run import record_program, sequence_text

Function = TypeVar("Function", bound=Callable[..., None])


def read_run(file: str, options: RunOptions) -> tuple[Source, Settings]:
    """What to run, and over what.

    Raises `YulError`, and a usage error for options that exclude each other.
    """
    steps = chosen_steps(options)
    source = read_source(file)
    settings = Settings(
        source.filename,
        sequence_text(steps, bare=options["bare"]),
        options["bare"],
        options["evm_version"],
        options["optimize_runs"],
        not options["no_stack_allocation"],
    )
    return source, settings


def record(source: Source, settings: Settings) -> Recording:
    """The recording of a run, with lineage; errors as for `yulopt.api.optimize_program`."""
    with progress(settings.file, time.monotonic()):
        return record_program(source, settings, lineage=True)[1]
