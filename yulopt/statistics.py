"""How often each step of a run ran, how often it changed something, and how long it took."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import TypedDict

import attr

from yulopt.analysis.metrics import code_size_including_functions
from yulopt.ast import Block
from yulopt.printer import print_yul
from yulopt.step import Context, Observer, Step


class StepRecord(TypedDict):
    """The statistics of one step as it stands in JSON; `seconds` is wall-clock time."""

    step: str
    letter: str
    runs: int
    changes: int
    seconds: float
    size_change: int


@attr.s(auto_attribs=True)
class StepStatistics:
    """What one step did in all its runs.

    `changes` counts the runs after which the program text was another; `seconds` is wall-clock
    time; `size_change` is what was added to the code size (`yulopt.analysis.metrics`), negative
    for code that became smaller.
    """

    name: str
    letter: str
    runs: int = 0
    changes: int = 0
    seconds: float = 0.0
    size_change: int = 0

    def add(self, other: StepStatistics) -> None:
        """Add what the same step did elsewhere."""
        self.runs += other.runs
        self.changes += other.changes
        self.seconds += other.seconds
        self.size_change += other.size_change

    def record(self) -> StepRecord:
        """These figures for JSON."""
        return {
            "step": self.name,
            "letter": self.letter,
            "runs": self.runs,
            "changes": self.changes,
            "seconds": round(self.seconds, 6),
            "size_change": self.size_change,
        }


class StatisticsCollector(Observer):
    """Collects the statistics of the runs that it watches, by the name of the step.

    What the collector itself does (it prints and measures the code after each step) is not in
    the seconds.
    """

    def __init__(self) -> None:
        self.by_step: dict[str, StepStatistics] = {}
        self._text = ""
        self._size = 0
        self._started = 0.0

    def enter_object(self, path: str, block: Block) -> None:
        self._text, self._size = print_yul(block), code_size_including_functions(block)

    def before_step(self, step: Step, context: Context, block: Block) -> None:
        self._started = time.perf_counter()

    def after_step(self, step: Step, context: Context, block: Block) -> None:
        seconds = time.perf_counter() - self._started
        text, size = print_yul(block), code_size_including_functions(block)
        statistics = self.by_step.setdefault(step.name, StepStatistics(step.name, step.letter))
        changed = int(text != self._text)
        statistics.add(
            StepStatistics(step.name, step.letter, 1, changed, seconds, size - self._size)
        )
        self._text, self._size = text, size


def merged(collections: Iterable[dict[str, StepStatistics]]) -> list[StepStatistics]:
    """The statistics of several runs added up, the step that took longest first."""
    total: dict[str, StepStatistics] = {}
    for by_step in collections:
        for name, statistics in by_step.items():
            total.setdefault(name, StepStatistics(name, statistics.letter)).add(statistics)
    return sorted(total.values(), key=lambda statistics: (-statistics.seconds, statistics.name))


def statistics_table(steps: list[StepStatistics]) -> str:
    """A table for people, with a line for each step and one for all."""
    all_steps = StepStatistics("all steps", "")
    for statistics in steps:
        all_steps.add(statistics)
    rows = [("", "step", "runs", "changed", "seconds", "time", "size")]
    for statistics in [*steps, all_steps]:
        share = statistics.seconds / (all_steps.seconds or 1)
        rows.append(
            (
                statistics.letter,
                statistics.name,
                str(statistics.runs),
                str(statistics.changes),
                f"{statistics.seconds:.4f}",
                f"{share:.1%}",
                f"{statistics.size_change:+d}" if statistics.size_change else "0",
            )
        )
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for letter, name, *numbers in rows:
        cells = [letter.ljust(widths[0]), name.ljust(widths[1])]
        cells += [number.rjust(width) for number, width in zip(numbers, widths[2:], strict=True)]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)
