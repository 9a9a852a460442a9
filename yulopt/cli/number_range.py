"""The type of options that are numbers."""

from __future__ import annotations

import math

import click


class NumberRange(click.FloatRange):
    """A number in a range; click takes `nan` for one in any range."""

    def convert(
        self, value: float, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        number = super().convert(value, param, ctx)
        if math.isnan(number):
            self.fail(f"{value!r} is not a number.", param, ctx)
        return float(number)
