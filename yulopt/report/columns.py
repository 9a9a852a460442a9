"""The columns of the tables of a report, for all forms of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import attr

from yulopt.report.model import SIZE_LIMIT, Build, Figures


@attr.s(auto_attribs=True, frozen=True)
class Column:
    """A column: its title, the name for programs, what it is a share of, and the value."""

    title: str
    key: str
    of_what: str
    value: Callable[[Figures], float | None]

    def of(self, build: Build) -> float | None:
        """The value of a build, None if it is not known."""
        return None if build.figures is None else self.value(build.figures)

    def ratio(self, build: Build, reference: Build) -> float | None:
        """The value over that of another build; None if one of them is not known, or zero."""
        value, other = self.of(build), self.of(reference)
        return value / other if value and other else None


BYTES: Final = Column("bytes", "deployedBytes", "of the bytes", lambda one: one.deployed_bytes)
LEFT: Final = Column("limit", "bytesLeft", "", lambda one: SIZE_LIMIT - one.deployed_bytes)
DEPLOYMENT: Final = Column(
    "gas to deploy",
    "deploymentGas",
    "of deployment",
    lambda one: None if one.gas is None else one.gas.deployment,
)
PAID: Final = Column(
    "gas of a call",
    "paidGas",
    "of what a call costs",
    lambda one: None if one.gas is None else one.gas.mean(paid=True),
)
EXECUTION: Final = Column(
    "execution",
    "executionGas",
    "of its execution",
    lambda one: None if one.gas is None else one.gas.mean(paid=False),
)
COLUMNS: Final = (BYTES, LEFT, DEPLOYMENT, PAID, EXECUTION)
COMPARED: Final = (PAID, EXECUTION, DEPLOYMENT, BYTES)
"""Those of which less is better, the most important first."""
