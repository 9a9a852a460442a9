"""The difference of two texts as edits of lines, small enough to keep hundreds of them.

Lines are numbers of a table that holds every line of a recording once.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from typing import NamedTuple


class Edit(NamedTuple):
    """From line `start` (from 0, counted before the change) on, `removed` lines give way to others.

    `added` holds the numbers of the new lines in the table of lines.
    """

    start: int
    removed: int
    added: list[int]


class LineTable:
    """Every line once, with its number."""

    def __init__(self, lines: Iterable[str] = ()) -> None:
        self.lines = list(lines)
        self._numbers = {line: number for number, line in enumerate(self.lines)}

    def numbers(self, lines: Iterable[str]) -> list[int]:
        """The numbers of lines, also of new ones."""
        result = []
        for line in lines:
            number = self._numbers.setdefault(line, len(self.lines))
            if number == len(self.lines):
                self.lines.append(line)
            result.append(number)
        return result


def edits_between(before: Sequence[int], after: Sequence[int]) -> list[Edit]:
    """The edits that make `after` of `before`, from the first line on, not overlapping."""
    first = 0
    shorter = min(len(before), len(after))
    while first < shorter and before[first] == after[first]:
        first += 1
    last = 0
    while last < shorter - first and before[-1 - last] == after[-1 - last]:
        last += 1
    old = before[first : len(before) - last]
    new = after[first : len(after) - last]
    matcher = difflib.SequenceMatcher(None, old, new)
    return [
        Edit(first + start, end - start, list(new[new_start:new_end]))
        for tag, start, end, new_start, new_end in matcher.get_opcodes()
        if tag != "equal"
    ]


def apply_edits(before: Sequence[int], edits: Iterable[Edit]) -> list[int]:
    """The lines after the edits."""
    after: list[int] = []
    place = 0
    for edit in edits:
        after.extend(before[place : edit.start])
        after.extend(edit.added)
        place = edit.start + edit.removed
    after.extend(before[place:])
    return after
