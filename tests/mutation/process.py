"""The process in which a mutant lives: `python -m tests.mutation.process NUMBER BUDGET FIRST`.

Runs the steps of the mutant over programs until a difference is found, or BUDGET programs are
done, and prints one line of JSON (see `Trace`). The program of seed FIRST comes first, then 0, 1
and so on.
"""

from __future__ import annotations

import json
import sys
import time
from dataclasses import dataclass

from tests.mutation.mutant import Mutant, MutantFinder
from tests.mutation.table import MUTANTS


@dataclass(frozen=True)
class Trace:
    """How a mutant did: what gave it away (empty if nothing did), after how much work."""

    caught: str
    programs: int
    inputs: int
    seconds: float


def hunt(mutant: Mutant, budget: int, first: int) -> Trace:
    """Run a mutant that is in place."""
    # Only now, because it imports yulopt.
    from tests.mutation.check import check

    started = time.monotonic()
    inputs = 0
    for programs, seed in enumerate(dict.fromkeys((first, *range(budget))), 1):
        caught, count = check(mutant, seed)
        inputs += count
        if caught:
            return Trace(caught, programs, inputs, time.monotonic() - started)
    return Trace("", budget, inputs, time.monotonic() - started)


def main() -> None:
    """Be the process of the mutant with the number that is the first argument."""
    number, budget, first = map(int, sys.argv[1:])
    mutant = MUTANTS[number]
    MutantFinder(mutant).install()
    print(json.dumps(vars(hunt(mutant, budget, first))))


if __name__ == "__main__":
    main()
