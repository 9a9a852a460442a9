"""Cases for the tests of one step: a small program, and what steps make of it, for one reason.

What solc makes of the same programs is asked again when the oracle is available.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import pytest

import yulopt
from tests.oracle import Job, run_batch, skip_unless_available


@dataclass(frozen=True)
class Case:
    """`steps` turn `before` into `after`."""

    reason: str
    steps: str
    before: str
    after: str

    def result(self) -> str:
        """What the steps make of the program."""
        return yulopt.optimize(self.before, self.steps, bare=True)


def unchanged(reason: str, steps: str, program: str) -> Case:
    return Case(reason, steps, program, program)


def every(cases: Iterable[Case]) -> pytest.MarkDecorator:
    """Runs a test on each case."""
    return pytest.mark.parametrize("case", cases, ids=lambda case: f"{case.steps} {case.reason}")


def printed(program: str) -> str:
    return yulopt.print_yul(yulopt.parse(program).code) + "\n"


def solc(program: str, steps: str = "") -> str:
    """What solc makes of a program with the steps, and with what it always does around them."""
    skip_unless_available()
    (result,) = run_batch([Job("case", program, f"{steps}:")])
    assert result.text is not None, result.error
    return result.text
