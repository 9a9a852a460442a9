"""Statistics of the steps of a run: runs, changes, and time."""

from __future__ import annotations

from collections.abc import Iterable

import attr

from yulopt.gas.metrics import AST_SIZE, BYTES
from yulopt.terminal.table import table_lines
from yulopt.trace.recording import WHY_UNKNOWN, Recording


@attr.s(auto_attribs=True)
class StepStatistics:
    """The totals of one step over all its runs.

    `changes` counts the runs that changed the program text; `seconds`: wall-clock time;
    `size_change` and `gas_change`: the increase in size and gas of the code (see
    `yulopt.trace.recording.Metrics`), negative for improvements. `metric`: the measure of size;
    `unmeasured` counts the changes with unknown size before or after, which `size_change` excludes.
    `functions` counts the functions (and the code outside them) of all runs, and `skipped` those
    that the step skipped.
    """

    name: str
    letter: str
    runs: int = 0
    changes: int = 0
    seconds: float = 0.0
    size_change: int = 0
    gas_change: int = 0
    metric: str = AST_SIZE
    unmeasured: int = 0
    functions: int = 0
    skipped: int = 0

    def add(self, other: StepStatistics) -> None:
        """Add the figures of the same step elsewhere."""
        self.runs += other.runs
        self.changes += other.changes
        self.seconds += other.seconds
        self.size_change += other.size_change
        self.gas_change += other.gas_change
        self.unmeasured += other.unmeasured
        self.functions += other.functions
        self.skipped += other.skipped

    def record(self) -> dict[str, object]:
        """These figures for JSON."""
        figures = attr.asdict(self) | {"seconds": round(self.seconds, 6)}
        return {"step": figures.pop("name"), **figures}


def statistics_of(recording: Recording) -> dict[str, StepStatistics]:
    """The statistics of a recorded run, by the name of the step."""
    by_step: dict[str, StepStatistics] = {}
    for run in recording.steps:
        if run.name not in by_step:
            by_step[run.name] = StepStatistics(
                run.name, run.letter, metric=recording.settings.metric
            )
        statistics = by_step[run.name]
        statistics.runs += 1
        statistics.changes += run.changed
        statistics.seconds += run.seconds
        if run.before.size is not None and run.after.size is not None:
            statistics.size_change += run.after.size - run.before.size
        elif run.changed:
            statistics.unmeasured += 1
        statistics.gas_change += run.after.gas - run.before.gas
        statistics.functions += run.functions
        statistics.skipped += run.skipped
    return by_step


def merged(collections: Iterable[dict[str, StepStatistics]]) -> list[StepStatistics]:
    """The statistics of several runs added up, the step that took longest first."""
    total: dict[str, StepStatistics] = {}
    for by_step in collections:
        for name, statistics in by_step.items():
            if name not in total:
                total[name] = StepStatistics(name, statistics.letter, metric=statistics.metric)
            total[name].add(statistics)
    return sorted(total.values(), key=lambda statistics: (-statistics.seconds, statistics.name))


def statistics_table(steps: list[StepStatistics]) -> str:
    """A printable table, with a line for each step and one for the total."""
    all_steps = StepStatistics("all steps", "")
    for statistics in steps:
        all_steps.add(statistics)
    counts_bytes = any(statistics.metric == BYTES for statistics in steps)
    size = "bytes" if counts_bytes else "size"
    rows = [("", "step", "runs", "changed", "skipped", "seconds", "time", size, "gas")]
    for statistics in [*steps, all_steps]:
        share = statistics.seconds / (all_steps.seconds or 1)
        rows.append(
            (
                statistics.letter,
                statistics.name,
                str(statistics.runs),
                str(statistics.changes),
                f"{statistics.skipped / (statistics.functions or 1):.0%}",
                f"{statistics.seconds:.4f}",
                f"{share:.1%}",
                _signed(statistics.size_change),
                _signed(statistics.gas_change),
            )
        )
    lines = table_lines(rows, names=2)
    if all_steps.unmeasured:
        lines.append(
            f"changes that the bytes leave out: {all_steps.unmeasured}; there {WHY_UNKNOWN}"
        )
    return "\n".join(lines)


def _signed(change: int) -> str:
    return f"{change:+d}" if change else "0"
