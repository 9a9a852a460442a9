"""The trace as text: each step that changed something, with its changes.

Colours are added only on request.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import click

from yulopt.syntax.printer import quote
from yulopt.terminal.highlight import coloured_line
from yulopt.trace.edits import Edit
from yulopt.trace.recording import (
    UNKNOWN,
    WHY_UNKNOWN,
    Recording,
    StepRun,
    changes_of,
    excerpt,
    position_in_run,
    size_name,
    total,
)

# The maximum number of lines of a difference, unless all are shown.
_MAX_LINES: Final = 24
_CONTEXT: Final = 2


def trace_lines(recording: Recording, *, full: bool, colour: bool) -> Iterator[str]:
    """The lines of the trace of a recording with texts; `full` shows differences of any length."""
    path = None
    changes = 0
    for change in changes_of(recording):
        recorded = recording.objects[change.step.object_number]
        if path != recorded.path:
            path = recorded.path
            yield from object_heading(path, colour=colour, is_creation=recorded.is_creation)
        changes += 1
        yield from heading(recording, change.step, colour=colour)
        edits = change.step.edits
        yield from difference(change.old, change.new, edits, full=full, colour=colour)
        yield ""
    yield summary(recording, changes)


def object_heading(path: str, *, colour: bool, is_creation: bool) -> list[str]:
    """The heading lines for the changes of an object."""
    kind = "creation code" if is_creation else "deployed code"
    return [styled(f"object {quote(path)} ({kind})", colour, bold=True), ""]


def heading(recording: Recording, step: StepRun, *, colour: bool) -> list[str]:
    """The step, its position, and its effect on the figures."""
    letter = f"{step.letter} " if step.letter else ""
    extension = " (extension)" if step.is_extension else ""
    number = f"#{step.number + 1}".ljust(5)
    name = styled(f"{letter}{step.name}{extension}", colour, bold=True)
    before, at, after = excerpt(recording, step)
    shown = f"  {before}{_marked(at, colour)}{after}" if at else ""
    figures = _figures_of(step, size_name(recording.settings))
    return [f"{number} {name}  {position_in_run(recording, step)}{shown}", f"      {figures}"]


def _figures_of(step: StepRun, size_name: str) -> str:
    """Size, gas and time of a step in words."""
    size = from_to(step.before.size, step.after.size)
    gas = from_to(step.before.gas, step.after.gas)
    return f"{size_name} {size}, gas {gas}, {step.seconds * 1000:.1f} ms"


def difference(
    old: list[str], new: list[str], edits: list[Edit], *, full: bool, colour: bool
) -> Iterator[str]:
    """The unified difference of two codes, and the number of omitted lines."""
    lines = list(unified(old, new, edits))
    limit = len(lines) if full else _MAX_LINES
    for line in lines[:limit]:
        yield coloured_line(line) if colour else line
    if len(lines) > limit:
        more = f"... {len(lines) - limit} more lines of difference (--trace-full shows them)"
        yield styled(more, colour, fg="bright_black")


def unified(old: list[str], new: list[str], edits: list[Edit]) -> Iterator[str]:
    """The lines of a unified difference, from known edits of whole lines."""
    shift = 0
    for hunk in _hunks(edits):
        first, last = hunk[0], hunk[-1]
        start = max(0, first.start - _CONTEXT)
        end = min(len(old), last.start + last.removed + _CONTEXT)
        growth = sum(len(edit.added) - edit.removed for edit in hunk)
        yield (
            f"@@ -{_range(start, end - start)} +{_range(start + shift, end - start + growth)} @@"
        )
        index_in_old = start
        for edit in hunk:
            yield from (f" {line}" for line in old[index_in_old : edit.start])
            index_in_old = edit.start + edit.removed
            yield from (f"-{line}" for line in old[edit.start : index_in_old])
            index_in_new = edit.start + shift
            yield from (f"+{line}" for line in new[index_in_new : index_in_new + len(edit.added)])
            shift += len(edit.added) - edit.removed
        yield from (f" {line}" for line in old[index_in_old:end])


def summary(recording: Recording, changes: int) -> str:
    """The total effect of the steps, and the number of those that changed nothing."""
    runs = len(recording.steps)
    before = total(recorded.metrics for recorded in recording.objects)
    ends = {step.object_number: step.after for step in recording.steps}
    after = total(ends.values())
    seconds = sum(step.seconds for step in recording.steps)
    size = from_to(before.size, after.size)
    text = (
        f"{runs} step runs, {changes} changed something, {runs - changes} changed nothing:"
        f" {size_name(recording.settings)} {size}, gas {from_to(before.gas, after.gas)},"
        f" {seconds:.2f} s"
    )
    is_known = all(None not in (step.before.size, step.after.size) for step in recording.steps)
    return text if is_known else f"{text}\nwhere the bytes are {UNKNOWN}, {WHY_UNKNOWN}"


def _hunks(edits: list[Edit]) -> Iterator[list[Edit]]:
    """Groups of edits whose context would overlap."""
    hunk: list[Edit] = []
    for edit in edits:
        if hunk and edit.start - (hunk[-1].start + hunk[-1].removed) > 2 * _CONTEXT:
            yield hunk
            hunk = []
        hunk.append(edit)
    if hunk:
        yield hunk


def _range(start: int, length: int) -> str:
    """A range of lines in unified-diff notation."""
    first = start + 1 if length else start
    return str(first) if length == 1 else f"{first},{length}"


def from_to(before: int | None, after: int | None) -> str:
    """A figure before and after a change, as text; None is unknown."""
    if before == after:
        return UNKNOWN if before is None else str(before)
    if before is None or after is None:
        return f"{UNKNOWN if before is None else before} -> {UNKNOWN if after is None else after}"
    return f"{before} -> {after} ({after - before:+d})"


def _marked(letter: str, colour: bool) -> str:
    return click.style(letter, bold=True, fg="yellow") if colour else f">{letter}<"


def styled(text: str, colour: bool, *, bold: bool = False, fg: str | None = None) -> str:
    """Styled text with colour, else the plain text."""
    return click.style(text, bold=bold or None, fg=fg) if colour else text
