"""The columns of the tables of a report, for all forms of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import attr

from yulopt.report.model import SIZE_LIMIT, Build, Figures


@attr.s(auto_attribs=True, frozen=True)
class Column:
    """A column: its title, its key in JSON, its name in a sentence, and the value."""

    title: str
    key: str
    in_words: str
    value: Callable[[Figures], float | None]

    def of(self, build: Build) -> float | None:
        """The value of a build, None if unknown."""
        return None if build.figures is None else self.value(build.figures)

    def ratio(self, build: Build, reference: Build) -> float | None:
        """The ratio to the value of another build; None if one is unknown, or not positive, as
        execution with a refund may be.
        """
        value, other = self.of(build) or 0, self.of(reference) or 0
        return value / other if value > 0 and other > 0 else None


BYTES: Final = Column("bytes", "deployedBytes", "bytes", lambda one: one.deployed_bytes)
LEFT: Final = Column("limit", "bytesLeft", "", lambda one: SIZE_LIMIT - one.deployed_bytes)
DEPLOYMENT: Final = Column(
    "gas to deploy",
    "deploymentGas",
    "deployment",
    lambda one: None if one.gas is None else one.gas.deployment,
)
PAID: Final = Column(
    "gas of a call",
    "paidGas",
    "gas of a call",
    lambda one: None if one.gas is None else one.gas.mean(paid=True),
)
EXECUTION: Final = Column(
    "execution",
    "executionGas",
    "its execution",
    lambda one: None if one.gas is None else one.gas.mean(paid=False),
)
COLUMNS: Final = (BYTES, LEFT, DEPLOYMENT, PAID, EXECUTION)
COMPARED: Final = (PAID, EXECUTION, DEPLOYMENT, BYTES)
"""The columns in which less is better, the most important first."""
