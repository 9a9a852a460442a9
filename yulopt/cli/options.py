"""Options that several commands share, so that they mean the same everywhere."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypedDict, TypeVar

import click

from yulopt.dialect import DEFAULT_EVM_VERSION, evm_version_names
from yulopt.named_sequences import sequence_names
from yulopt.suite import DEFAULT_RUNS

Command = TypeVar("Command", bound=Callable[..., None])


def steps_option(help: str) -> Callable[[Command], Command]:
    """The option --steps: `steps`, a text or None."""
    return click.option("--steps", "--yul-optimizations", "steps", metavar="SEQ", help=help)


def sequence_option(help: str) -> Callable[[Command], Command]:
    """The option --sequence: `sequence_name`, one that is known, or None."""
    return click.option(
        "--sequence",
        "sequence_name",
        metavar="NAME",
        type=click.Choice(sequence_names()),
        help=f"{help}  [default: default]",
    )


def evm_version_option(purpose: str) -> Callable[[Command], Command]:
    """The option --evm-version: `evm_version`, the name of one."""
    return click.option(
        "--evm-version",
        metavar="VERSION",
        type=click.Choice(evm_version_names()),
        default=DEFAULT_EVM_VERSION.text,
        show_default=True,
        help=f"The EVM {purpose}: {', '.join(evm_version_names())}.",
    )


def runs_option(help: str) -> Callable[[Command], Command]:
    """The option --optimize-runs: `optimize_runs`, a number of 64 bits."""
    return click.option(
        "--optimize-runs",
        metavar="N",
        type=click.IntRange(0, 2**64 - 1),
        default=DEFAULT_RUNS,
        show_default=True,
        help=help,
    )


def output_option(function: Command) -> Command:
    """The option --output: `output`, a path or None."""
    return click.option(
        "-o",
        "--output",
        metavar="PATH",
        type=click.Path(path_type=Path),
        help="Write to this file.",
    )(function)


class RunOptions(TypedDict):
    """What `run_options` gives to a command."""

    steps: str | None
    sequence_name: str | None
    bare: bool
    evm_version: str
    optimize_runs: int
    no_stack_allocation: bool


def run_options(function: Command) -> Command:
    """The options of an ordinary run, for a command that runs one by itself (`RunOptions`)."""
    options = (
        steps_option("Steps to run, one letter each."),
        sequence_option("Run a sequence that has a name."),
        click.option("--bare", is_flag=True, help="Only the Disambiguator and the given steps."),
        evm_version_option("to optimise for"),
        runs_option("How often the deployed code will run."),
        click.option(
            "--no-stack-allocation", is_flag=True, help="Do not move variables to memory."
        ),
    )
    for option in reversed(options):
        function = option(function)
    return function
