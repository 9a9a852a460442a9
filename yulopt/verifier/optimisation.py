"""A run of the optimiser: which steps, and how."""

from __future__ import annotations

import attr

from yulopt.api import optimize_tree
from yulopt.dialect import Dialect
from yulopt.pipeline.sequence import Sequence
from yulopt.pipeline.step import Observer
from yulopt.pipeline.suite import DEFAULT_RUNS
from yulopt.syntax.objects import Object


@attr.s(auto_attribs=True, eq=False)
class Optimisation:
    """A sequence and the settings with which it runs; they mean what they mean for `optimize`."""

    sequence: Sequence
    dialect: Dialect
    bare: bool = False
    runs: int = DEFAULT_RUNS
    stack_allocation: bool = True

    def apply(self, program: Object, observer: Observer) -> None:
        """Optimise a parsed program in place; the observer is told of each step."""
        optimize_tree(
            program,
            self.sequence,
            bare=self.bare,
            dialect=self.dialect,
            runs=self.runs,
            stack_allocation=self.stack_allocation,
            observer=observer,
        )
