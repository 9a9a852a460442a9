"""A clock that counts work, so that proofs have the same outcome on all machines, under any load.

Its seconds are about those of an ordinary machine. It counts terms and the solvers' own steps; the
rest of the work is proportional. A proof is aborted by wall-clock time only after many times its
seconds.
"""

from __future__ import annotations

import math
import time
from pathlib import Path
from typing import Final

# The reason of functions that are open for lack of time.
TIME: Final = "time"
# The work of an ordinary machine in a second.
TERMS_PER_SECOND: Final = 200_000
# The multiple of its seconds after which a proof ends in any case.
EMERGENCY: Final = 40


class OpenQuestion(Exception):
    """There is no verdict; the message is the reason."""


class WorkClock:
    """The work of one proof, as a time in seconds.

    `operations` counts terms, up to `limit`. `smtlib` is the folder for the queries that a solver
    proved.
    """

    def __init__(self, limit: float = math.inf, smtlib: Path | None = None) -> None:
        self.smtlib = smtlib
        self.operations = 0
        self.limit = limit
        self._spent = 0.0
        self._started = time.monotonic()

    def now(self) -> float:
        """The work since the clock was made."""
        return self._spent + self.operations / TERMS_PER_SECOND

    def spend(self, seconds: float) -> None:
        """Count other work."""
        self._spent += seconds

    def check(self, end: float) -> None:
        """Raises OpenQuestion after `end`."""
        if self.now() > end or time.monotonic() - self._started > EMERGENCY * max(end, 1.0):
            raise OpenQuestion(TIME)
