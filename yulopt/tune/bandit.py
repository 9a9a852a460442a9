"""Chooses the kind of the next edit: a multi-armed bandit, played by Thompson sampling.

Each arm has a Beta distribution over its probability of success. A choice samples each one, and
takes the arm with the highest sample: so successful arms are taken more often, and little-known
ones often enough. Old observations are discounted, since edits that improve a bad sequence rarely
improve a good one.

Source: W. R. Thompson, On the likelihood that one unknown probability exceeds another in view of
the evidence of two samples, Biometrika 25 (1933).
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

_MEMORY: Final = 0.98


class Bandit:
    """A choice between arms that improves with experience."""

    def __init__(self, arms: Sequence[str]) -> None:
        self._experience = dict.fromkeys(arms, (1.0, 1.0))

    def choose(self, random_numbers: random.Random) -> str:
        """The arm to play next."""
        draws = {
            arm: random_numbers.betavariate(paid, lost)
            for arm, (paid, lost) in self._experience.items()
        }
        return max(draws, key=lambda arm: draws[arm])

    def learn(self, arm: str, *, has_paid: bool) -> None:
        """Record the outcome of an arm."""
        paid, lost = self._experience[arm]
        # Never below the prior of an arm.
        paid, lost = max(paid * _MEMORY, 1), max(lost * _MEMORY, 1)
        self._experience[arm] = (paid + 1, lost) if has_paid else (paid, lost + 1)
