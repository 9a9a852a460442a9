"""Shared by the campaigns of this folder."""

from __future__ import annotations

import click

from yulopt.suite.pipelines import pipeline_names


def names_of(context: click.Context, option: click.Parameter, value: str) -> tuple[str, ...]:
    """The callback of an option that takes names of pipelines with commas between."""
    names = tuple(value.split(","))
    for name in names:
        if name not in pipeline_names():
            raise click.BadParameter(f"'{name}' is none of {', '.join(pipeline_names())}")
    return names
