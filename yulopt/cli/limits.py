"""Options that limit and seed searches and proofs, and the type of those that are numbers."""

from __future__ import annotations

import math

import click

from yulopt.cli.help import LIMITS, Decorator, SectionOption


class NumberRange(click.FloatRange):
    """A number in a range; click takes `nan` for one in any range."""

    def convert(
        self, value: float, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        number = super().convert(value, param, ctx)
        if math.isnan(number):
            self.fail(f"{value!r} is not a number.", param, ctx)
        return float(number)


def seconds_option(default: float) -> Decorator:
    """The option --time of proofs: `seconds`, more than 0."""
    return LIMITS.option(
        "--time",
        "seconds",
        metavar="SECONDS",
        type=NumberRange(0, min_open=True),
        default=default,
        help="Time limit for each function of a step.",
    )


def shrink_option(default: float) -> Decorator:
    """The option --shrink: `shrink_seconds`."""
    return LIMITS.option(
        "--shrink",
        "shrink_seconds",
        metavar="SECONDS",
        type=NumberRange(0),
        default=default,
        help="Time limit for shrinking a program with a difference.",
    )


def seed_option(group: type[SectionOption]) -> Decorator:
    """The option --seed: `seed`, in a section of the help."""
    return group.option(
        "--seed",
        metavar="N",
        type=int,
        default=0,
        help="Seed of the random choices: the same seed, the same result.",
    )
