"""The trace of the passes over the assembly, in the manner of that of the steps."""

from __future__ import annotations

import time
from collections.abc import Iterator

import attr

from yulopt.assembly.compiled import CompiledObject
from yulopt.assembly.items import Item
from yulopt.assembly.optimizer import AssemblyObserver, AssemblyPass, Context
from yulopt.assembly.sizes import choose_widths, code_size
from yulopt.assembly.text import code_lines
from yulopt.dialect import Dialect
from yulopt.trace.edits import LineTable, edits_between
from yulopt.trace.terminal import difference, from_to, object_heading, styled


@attr.s(auto_attribs=True)
class Listing:
    """The assembly of an object: its lines, the number of items, and the bytes of its code.

    Labels, and references to objects and data, count as in `yulopt.assembly.sizes`.
    """

    lines: list[str]
    items: int
    bytes: int


@attr.s(auto_attribs=True)
class PassRun:
    """One run of one pass over one object.

    `round_number` counts from 1, and is None after all rounds. `seconds` is wall-clock time.
    """

    path: str
    is_creation: bool
    name: str
    round_number: int | None
    seconds: float
    before: Listing
    after: Listing

    @property
    def changed(self) -> bool:
        """Whether the pass changed the assembly."""
        return self.before is not self.after


class AssemblyRecorder(AssemblyObserver):
    """Records the runs of passes over the assembly of an object tree."""

    def __init__(self, compiled: CompiledObject, dialect: Dialect) -> None:
        self.runs: list[PassRun] = []
        self._dialect = dialect
        self._paths = compiled.program.paths()
        self._path = ""
        self._is_creation = False
        self._listing = Listing([], 0, 0)
        self._round_number: int | None = None
        self._started = 0.0

    def enter_object(self, compiled: CompiledObject, context: Context) -> None:
        self._path = self._paths[compiled.program]
        self._is_creation = context.is_creation
        self._listing = _listing(compiled.code.items, self._dialect)

    def before_pass(self, used: AssemblyPass, round_number: int | None) -> None:
        self._round_number = round_number
        self._started = time.perf_counter()

    def after_pass(self, used: AssemblyPass, items: list[Item]) -> None:
        seconds = time.perf_counter() - self._started
        before = self._listing
        after = _listing(items, self._dialect)
        if after == before:
            after = before
        self._listing = after
        self.runs.append(
            PassRun(
                self._path,
                self._is_creation,
                used.name,
                self._round_number,
                seconds,
                before,
                after,
            )
        )


def assembly_trace_lines(runs: list[PassRun], *, full: bool, colour: bool) -> Iterator[str]:
    """The lines of the trace; `full` shows differences of any length."""
    path = None
    for number, run in enumerate(runs, start=1):
        if not run.changed:
            continue
        if path != run.path:
            path = run.path
            yield from object_heading(path, colour=colour, is_creation=run.is_creation)
        where = "after the rounds" if run.round_number is None else f"round {run.round_number}"
        yield f"{f'#{number}'.ljust(5)} {styled(run.name, colour, bold=True)}  {where}"
        yield f"      {_figures([run.before], [run.after])}, {run.seconds * 1000:.1f} ms"
        table = LineTable()
        edits = edits_between(table.numbers(run.before.lines), table.numbers(run.after.lines))
        old, new = run.before.lines, run.after.lines
        yield from difference(old, new, edits, full=full, colour=colour)
        yield ""
    yield _summary(runs)


def _summary(runs: list[PassRun]) -> str:
    if not runs:
        return "no pass over the assembly ran"
    changes = sum(run.changed for run in runs)
    starts = {run.path: run.before for run in reversed(runs)}
    ends = {run.path: run.after for run in runs}
    return (
        f"{len(runs)} pass runs, {changes} changed something, {len(runs) - changes} changed"
        f" nothing: {_figures(list(starts.values()), list(ends.values()))},"
        f" {sum(run.seconds for run in runs):.2f} s"
    )


def _figures(before: list[Listing], after: list[Listing]) -> str:
    items = from_to(sum(part.items for part in before), sum(part.items for part in after))
    size = from_to(sum(part.bytes for part in before), sum(part.bytes for part in after))
    return f"items {items}, bytes {size}"


def _listing(items: list[Item], dialect: Dialect) -> Listing:
    has_push0 = dialect.has_push0
    width = choose_widths(items, {}, [], 0, 0, has_push0=has_push0).label
    size = code_size(items, width, has_push0=has_push0)
    return Listing(code_lines(items, dialect), len(items), size)
