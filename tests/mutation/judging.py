"""Whether a mutant is caught, by the judge of its kind.

A judge is a module, imported while the mutant is in place, with two functions:

* `checks(mutant)`: the names of what can give it away, the one that is known to do so first
* `fault(mutant, check)`: what such a check finds wrong, in a few words; empty if nothing
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from importlib import import_module

from tests.mutation.in_place import in_place
from tests.mutation.mutant import Mutant


@dataclass(frozen=True)
class Verdict:
    """The verdict on a mutant: the check that caught it, and the symptom (both empty: not caught).

    `tried` is how many checks that took.
    """

    check: str
    fault: str
    tried: int
    seconds: float


def judge(mutant: Mutant) -> Verdict:
    """Try one check after the other, until one finds something wrong.

    Raises ValueError if the patch does not fit.
    """
    mutant.patched(mutant.source())
    started = time.monotonic()
    check = fault = ""
    tried = 0
    with in_place(mutant):
        try:
            court = import_module(mutant.judge)
            for check in court.checks(mutant):
                tried += 1
                fault = court.fault(mutant, check)
                if fault:
                    break
        except Exception as error:
            fault = f"{type(error).__name__} outside the check"
    return Verdict(check if fault else "", fault, tried, time.monotonic() - started)


def is_as_expected(mutant: Mutant, verdict: Verdict) -> bool:
    """Whether it was caught exactly if it can be."""
    return bool(verdict.fault) != bool(mutant.equivalent)
