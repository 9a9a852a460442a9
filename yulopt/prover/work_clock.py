"""A clock that counts work: with it, a proof has the same outcome on all machines, under any load.

Its seconds are about those of an ordinary machine. Terms and the solvers' own steps are counted;
what a proof does between them is in proportion to these. Only a proof that takes many times as long
as its seconds by the clock on the wall is given up because of that.
"""

from __future__ import annotations

import math
import time
from pathlib import Path
from typing import Final

# Why functions are open for which there was not enough time.
TIME: Final = "time"
# What an ordinary machine does in a second.
TERMS_PER_SECOND: Final = 100_000
# After that many times its seconds a proof ends in any case.
EMERGENCY: Final = 40


class OpenQuestion(Exception):
    """Nothing can be said, for the reason that is the message."""


class WorkClock:
    """The work of one proof, as a time in seconds.

    `operations` counts terms, whoever makes them, of which there may be `limit`. `smtlib` is the
    folder for the questions that a solver closed.
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
