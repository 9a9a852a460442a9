"""The options on the command line, for those that have no effect without another one."""

from __future__ import annotations

from collections.abc import Container, Sequence

import click
from click.core import ParameterSource

from yulopt.cli.environment import PROVEN_VARIABLE


def given_options() -> dict[str, str]:
    """The options that the command line of the current command has, each by the name of its
    parameter."""
    ctx = click.get_current_context()
    return {
        param.name: param.opts[0]
        for param in ctx.command.params
        if param.name and ctx.get_parameter_source(param.name) is ParameterSource.COMMANDLINE
    }


def refuse_given(names: Container[str], reason: str) -> None:
    """Raise a usage error if the command line has an option for one of these parameters; `reason`
    follows the option."""
    for name, option in given_options().items():
        if name in names:
            raise click.UsageError(f"{option} {reason}")


def refuse_repeated(option: str, values: Sequence[str]) -> None:
    """Raise a usage error if some values of a repeatable option are the same."""
    for value in values:
        if values.count(value) > 1:
            raise click.UsageError(f"{option} is given twice for {value}.")


def proven_option_name() -> str:
    """The option --proven, or the variable in its place, for messages."""
    return "--proven" if "proven" in given_options() else f"{PROVEN_VARIABLE}=1"
