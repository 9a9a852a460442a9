"""A recorded run for the commands that tell what steps did, and its options."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

import click

from yulopt.api import parse_steps
from yulopt.console import STANDARD_INPUT, progress, read_source
from yulopt.errors import Source
from yulopt.named_sequences import read_sequence
from yulopt.trace.recording import Recording, Settings
from yulopt.trace.run import record_program, sequence_text

Function = TypeVar("Function", bound=Callable[..., None])


def read_run(
    file: str,
    *,
    steps: str | None,
    sequence_name: str | None,
    bare: bool,
    evm_version: str,
    optimize_runs: int,
    no_stack_allocation: bool,
) -> tuple[Source, Settings]:
    """What to run, and over what; the arguments are `run_options`.

    Raises `YulError`, and a usage error for options that exclude each other.
    """
    if steps is not None and sequence_name is not None:
        raise click.UsageError("--steps and --sequence exclude each other.")
    if sequence_name is not None:
        steps = read_sequence(sequence_name)
    parse_steps(steps, name="--steps")
    name = "<stdin>" if file == STANDARD_INPUT else file
    source = read_source(file, name)
    settings = Settings(
        name,
        sequence_text(steps, bare=bare),
        bare,
        evm_version,
        optimize_runs,
        not no_stack_allocation,
    )
    return source, settings


def record_file(
    file: str,
    *,
    steps: str | None,
    sequence_name: str | None,
    bare: bool,
    evm_version: str,
    optimize_runs: int,
    no_stack_allocation: bool,
) -> Recording:
    """The recording of a run over a file, with lineage; arguments and errors as of `read_run`."""
    source, settings = read_run(
        file,
        steps=steps,
        sequence_name=sequence_name,
        bare=bare,
        evm_version=evm_version,
        optimize_runs=optimize_runs,
        no_stack_allocation=no_stack_allocation,
    )
    with progress(click.format_filename(settings.file), time.monotonic()):
        return record_program(source, settings, lineage=True)[1]
