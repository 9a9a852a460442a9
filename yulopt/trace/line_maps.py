"""Which lines after a step are which lines before it, and the other way round."""

from __future__ import annotations

from bisect import bisect_right

from yulopt.trace.recording import Origin, StepRun


class LineMap:
    """The lines of one object's code across one step that changed it; all count from 0."""

    def __init__(self, step: StepRun) -> None:
        self._origins = {origin.line: origin for origin in step.origins}
        self._results: dict[int, list[Origin]] = {}
        for origin in step.origins:
            for source in origin.sources:
                self._results.setdefault(source, []).append(origin)
        self._old_starts: list[int] = []
        self._old_ends: list[int] = []
        self._new_starts: list[int] = []
        self._new_ends: list[int] = []
        shift = 0
        for edit in step.edits:
            self._old_starts.append(edit.start)
            self._old_ends.append(edit.start + edit.removed)
            self._new_starts.append(edit.start + shift)
            self._new_ends.append(edit.start + shift + len(edit.added))
            shift += len(edit.added) - edit.removed

    def kept_as(self, old: int) -> int | None:
        """The line that an old line is now, if no edit touched it."""
        return _across(old, self._old_starts, self._old_ends, self._new_ends)

    def kept_from(self, new: int) -> int | None:
        """The line that a new line was before, if no edit made it."""
        return _across(new, self._new_starts, self._new_ends, self._old_ends)

    def sources(self, new: int) -> list[int]:
        """The lines that the parts of an added line come from, the most important first."""
        origin = self._origins.get(new)
        return [] if origin is None else origin.sources

    def is_copy(self, new: int) -> bool:
        """Whether an added line was made from copies."""
        origin = self._origins.get(new)
        return origin is not None and origin.copied

    def results(self, old: int) -> list[int]:
        """The added lines that a removed line went into: as their main part, or else at all.

        Copies count only if nothing else is left of the line.
        """
        results = self._results.get(old, [])
        moved = [origin for origin in results if not origin.copied] or results
        main = [origin for origin in moved if origin.sources[0] == old] or moved
        return [origin.line for origin in main]

    def copies(self, old: int) -> list[int]:
        """The added lines that are copies of a line in the first place."""
        return [
            origin.line
            for origin in self._results.get(old, [])
            if origin.copied and origin.sources[0] == old
        ]


def _across(line: int, starts: list[int], ends: list[int], other_ends: list[int]) -> int | None:
    """The line on the other side of the edits, None for a line inside one."""
    index = bisect_right(starts, line) - 1
    if index < 0:
        return line
    if line < ends[index]:
        return None
    return line - ends[index] + other_ends[index]
