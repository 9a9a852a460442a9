"""A recorded run for the commands that tell what steps did, and its options."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

import click

from yulopt.api import parse_steps
from yulopt.console import STANDARD_INPUT, progress, read_source
from yulopt.dialect import DEFAULT_EVM_VERSION, evm_version_names
from yulopt.errors import Source
from yulopt.named_sequences import read_sequence, sequence_names
from yulopt.suite import DEFAULT_RUNS
from yulopt.trace.recording import Recording, Settings
from yulopt.trace.run import record_program, sequence_text

Function = TypeVar("Function", bound=Callable[..., None])


def run_options(function: Function) -> Function:
    """The options of an ordinary run, for a command that runs one by itself."""
    options = (
        click.option(
            "--steps",
            "--yul-optimizations",
            "steps",
            metavar="SEQ",
            help="Steps to run, one letter each.",
        ),
        click.option(
            "--sequence",
            "sequence_name",
            metavar="NAME",
            type=click.Choice(sequence_names()),
            help="Run a sequence that has a name.  [default: default]",
        ),
        click.option("--bare", is_flag=True, help="Only the Disambiguator and the given steps."),
        click.option(
            "--evm-version",
            metavar="VERSION",
            type=click.Choice(evm_version_names()),
            default=DEFAULT_EVM_VERSION.text,
            show_default=True,
            help=f"The EVM to optimise for: {', '.join(evm_version_names())}.",
        ),
        click.option(
            "--optimize-runs",
            metavar="N",
            type=click.IntRange(0, 2**64 - 1),
            default=DEFAULT_RUNS,
            show_default=True,
            help="How often the deployed code will run.",
        ),
        click.option(
            "--no-stack-allocation", is_flag=True, help="Do not move variables to memory."
        ),
    )
    for option in reversed(options):
        function = option(function)
    return function


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
