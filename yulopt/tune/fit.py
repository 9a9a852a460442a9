"""The largest `runs` with which the deployed code of a program fits a size limit.

Higher `runs` usually give larger code, but not always: a function that is inlined at all its calls
disappears, and a different form of a constant may shorten a block below a threshold. So bisection
over `runs` may stop below the largest value that fits. From there all values are tried, an interval
of equal code at a time, until the code is too large for such savings to help. That is done for
several sequences: if solc's own does not fit with many runs, another one may.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Final

import attr

from yulopt.driver.options import Options
from yulopt.errors import Source
from yulopt.suite.named_sequences import read_sequence, sequence_names
from yulopt.syntax.arguments import DEFAULT_RUNS
from yulopt.syntax.parser import parse_source
from yulopt.tune.calls import Calls
from yulopt.tune.candidate import Candidate, candidate
from yulopt.tune.coreset import coreset
from yulopt.tune.evaluator import Evaluator
from yulopt.tune.measure import BytesMeasure
from yulopt.tune.runs import CodeByRuns, Interval, steps_beyond_solc
from yulopt.tune.state import StateStore

MAX_RUNS: Final = 2**32 - 1
"""The largest number of runs that is tried; nothing changes above some tens of thousands."""


_DEFAULT: Final = "default"
_CLEANUP: Final = "cleanup"
# Bytes for cached programs after some steps.
_MEMORY: Final = 1 << 29
# Bounds of the savings by higher runs: in bytes, and as a fraction of the code.
_SLACK: Final = 64
_SLACK_PART: Final = 100


@attr.s(auto_attribs=True, frozen=True)
class Fit:
    """A sequence, and the interval of `runs` for which its code fits; None if there is none."""

    name: str
    steps: str
    interval: Interval | None

    @property
    def runs(self) -> int:
        """The value to use: the largest one; for an unbounded interval at least the usual one; -1
        if nothing fits.
        """
        if self.interval is None:
            return -1
        if self.interval.last is None:
            return max(self.interval.first, DEFAULT_RUNS)
        return self.interval.last

    @property
    def most(self) -> float:
        """The largest runs, which may be infinite; -1 if nothing fits."""
        if self.interval is None:
            return -1
        return math.inf if self.interval.last is None else self.interval.last

    def is_better(self, other: Fit) -> bool:
        """Whether it has more runs, or less code for the same."""
        return self._rank > other._rank

    @property
    def _rank(self) -> tuple[float, int]:
        size = None if self.interval is None else self.interval.deployed_bytes
        return self.most, -(size or 0)


def usual_sequences() -> dict[str, str]:
    """Solc's own sequence, the other complete named ones of its steps, and the coreset."""
    names = [name for name in sequence_names() if name not in (_DEFAULT, _CLEANUP)]
    named = {
        name: steps
        for name in (_DEFAULT, *names)
        if not steps_beyond_solc(steps := read_sequence(name))
    }
    numbered = {f"coreset {number}": steps for number, steps in enumerate(coreset(), start=1)}
    return named | numbered


class Fitter:
    """Finds the best of several named sequences for one program."""

    def __init__(self, source: Source, sequences: Mapping[str, str], options: Options) -> None:
        """Raises `YulError` for bad input; `runs` of the options does not matter."""
        program = parse_source(source, options.dialect)
        self._evaluator = Evaluator(program, BytesMeasure(), options, StateStore(_MEMORY))
        self.codes = {
            name: CodeByRuns(source, candidate(steps, 0).steps, options, self._evaluator)
            for name, steps in sequences.items()
        }

    def fits(self, limit: int) -> Iterator[Fit]:
        """The fit with the largest runs for each sequence; the interval is also None if it is known
        to be worse than that of an earlier sequence.
        """
        best = self.by_bisection(limit)
        for name, code in self.codes.items():
            found = Fit(name, code.steps, _highest(code, limit, best))
            if found.is_better(best):
                best = found
            yield found

    def gas(self, found: Fit, calls: Calls) -> float | None:
        """The gas of some calls of code that fits; raises `YulError` if they end unexpectedly."""
        # It needs a package that is not always there.
        from yulopt.tune.gas_measure import GasMeasure

        return self._evaluator.measured_with(
            GasMeasure(calls), Candidate(found.steps, found.runs)
        ).gas

    def by_bisection(self, limit: int) -> Fit:
        """The result of bisection with the first sequence, which assumes that size is monotonic in
        `runs`.
        """
        name, code = next(iter(self.codes.items()))
        low, high = code.at(0), code.at(MAX_RUNS)
        if high.fits(limit):
            return Fit(name, code.steps, high)
        while low.last is not None and low.last + 1 < high.first:
            middle = code.at((low.last + high.first) // 2)
            low, high = (middle, high) if middle.fits(limit) else (low, middle)
        return Fit(name, code.steps, low if low.fits(limit) else None)

    def smallest(self) -> int | None:
        """The bytes of the smallest code that was compiled; None if there was none."""
        return min(
            (
                interval.deployed_bytes
                for code in self.codes.values()
                for interval in code.intervals
                if interval.deployed_bytes is not None
            ),
            default=None,
        )


def _highest(code: CodeByRuns, limit: int, best: Fit) -> Interval | None:
    """The highest interval that fits, unless it is below the best one that is known."""
    found: Interval | None = None
    highest = limit + _SLACK + limit // _SLACK_PART
    runs = max(best.runs, 0)
    while True:
        interval = code.at(runs)
        if interval.fits(limit):
            found = interval
        elif interval.deployed_bytes is None or interval.deployed_bytes > highest:
            return found
        if interval.last is None:
            return found
        runs = interval.last + 1


def all_intervals(code: CodeByRuns) -> list[Interval]:
    """All values of `runs`, in the fewest intervals of equal code size."""
    merged: list[Interval] = []
    runs = MAX_RUNS
    while runs >= 0:
        interval = code.at(runs)
        runs = interval.first - 1
        if merged and merged[-1].deployed_bytes == interval.deployed_bytes:
            interval = attr.evolve(interval, last=merged.pop().last)
        merged.append(interval)
    return merged[::-1]
