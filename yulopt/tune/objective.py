"""The objective of a search: an order of figures."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    from yulopt.tune.measure import Measured

SIZE: Final = "size"
GAS: Final = "gas"
BALANCED: Final = "balanced"
OBJECTIVES: Final = (SIZE, GAS, BALANCED)

Score: TypeAlias = tuple[float, float, float]
"""Less is better: the bytes above limits; the objective relative to the default; tie-breakers."""

# Fewer runs usually give smaller code.
_LEAST_RUNS: Final = 1

WORST: Final[Score] = (math.inf, math.inf, math.inf)


class Objective:
    """The order for one program, or for several that get the same settings.

    `kind` is one of `OBJECTIVES`: the bytes of the deployed code, gas, or the product of both.
    `limit` is the maximum number of bytes of deployed code; without one, that of the default
    settings is the limit for gas.
    """

    def __init__(self, kind: str, limit: int | None, defaults: Sequence[Measured | None]) -> None:
        """`defaults` are the figures of the programs with the default settings."""
        self.kind = kind
        self._defaults = defaults
        self._limits: list[float] = [
            limit
            if limit is not None
            else base.deployed_bytes
            if base is not None and kind == GAS
            else math.inf
            for base in defaults
        ]

    def usual_runs(self, runs: int) -> int:
        """The `runs` with which good candidates are most likely, given those of the default."""
        return _LEAST_RUNS if self.kind == SIZE else runs

    def score(self, figures: Sequence[Measured | None]) -> Score:
        """The score of the figures of the programs, in the same order."""
        excess = ratio = rest = 0.0
        for measured, default, limit in zip(figures, self._defaults, self._limits, strict=True):
            if measured is None:
                return WORST
            excess += max(measured.deployed_bytes - limit, 0)
            # If there is no code by default, only the order of the others matters.
            deployed_before, creation_before, gas_before = (
                (1, 1, 1.0)
                if default is None
                else (default.deployed_bytes, default.creation_bytes, default.gas or 1.0)
            )
            size = _log_ratio(measured.deployed_bytes, deployed_before)
            creation = _log_ratio(measured.creation_bytes, creation_before)
            gas = _log_ratio(measured.gas or 1.0, gas_before)
            if self.kind == SIZE:
                ratio += size
                rest += creation + gas
            elif self.kind == GAS:
                ratio += gas
                rest += size
            else:
                ratio += size + gas
                rest += creation
        return excess, ratio / len(self._defaults), rest / len(self._defaults)


def _log_ratio(value: float, base: float) -> float:
    return math.log(max(value, 1) / max(base, 1))
