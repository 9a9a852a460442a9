"""Which kind of edit to try next: a bandit with many arms, played by Thompson sampling.

Each arm has a Beta distribution over the probability that it pays. Whoever chooses draws from each,
and takes the arm with the highest draw: arms that have paid are taken more often, and those of
which little is known often enough. Old experience fades, for what helps a bad sequence does not
help a good one.

Source: W. R. Thompson, On the likelihood that one unknown probability exceeds another in view of
the evidence of two samples, Biometrika 25 (1933).
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

_MEMORY: Final = 0.98


class Bandit:
    """A choice between arms that gets better with experience."""

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
        """An arm was played."""
        paid, lost = self._experience[arm]
        # Never less than what is known of an arm at the beginning.
        paid, lost = max(paid * _MEMORY, 1), max(lost * _MEMORY, 1)
        self._experience[arm] = (paid + 1, lost) if has_paid else (paid, lost + 1)
