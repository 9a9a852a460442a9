"""The process in which a mutant lives: `python -m tests.mutation.process NUMBER BUDGET`.

Runs the steps of the mutant over programs until a difference is found, or BUDGET programs are
done, and prints one line of JSON (see `Trace`).
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


def hunt(mutant: Mutant, budget: int) -> Trace:
    """Run a mutant that is in place."""
    # Only now, because it imports yulopt.
    from tests.mutation.check import check

    started = time.monotonic()
    inputs = 0
    for seed in range(budget):
        caught, count = check(mutant, seed)
        inputs += count
        if caught:
            return Trace(caught, seed + 1, inputs, time.monotonic() - started)
    return Trace("", budget, inputs, time.monotonic() - started)


def main() -> None:
    """Be the process of the mutant with the number that is the first argument."""
    mutant = MUTANTS[int(sys.argv[1])]
    MutantFinder(mutant).install()
    print(json.dumps(vars(hunt(mutant, int(sys.argv[2])))))


if __name__ == "__main__":
    main()
