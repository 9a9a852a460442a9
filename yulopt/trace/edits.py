"""The difference of two texts as edits of lines, small enough to keep hundreds of them.

Lines are numbers of a table that holds every line of a recording once.
"""

from __future__ import annotations

import difflib
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

# Two ranges of lines without unique common lines, and longer than this in total, are not compared:
# that would be slow and uninformative.
_MAX_COMPARISONS: Final = 250_000


class Edit(NamedTuple):
    """From line `start` (0-based, before the change) on, `removed` lines are replaced.

    `added` holds the numbers of the new lines in the table of lines.
    """

    start: int
    removed: int
    added: list[int]


class LineTable:
    """Interned lines with their numbers."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._numbers: dict[str, int] = {}

    def numbers(self, lines: Iterable[str]) -> list[int]:
        """The numbers of lines, adding new ones."""
        result = []
        for line in lines:
            number = self._numbers.setdefault(line, len(self.lines))
            if number == len(self.lines):
                self.lines.append(line)
            result.append(number)
        return result


def edits_between(before: Sequence[int], after: Sequence[int]) -> list[Edit]:
    """The edits from `before` to `after`, in order, not overlapping.

    Lines that occur once on both sides, in the same order, stay ("patience" difference, by Bram
    Cohen); the lines between two of them are compared one by one.
    """
    edits: list[Edit] = []
    old_start = new_start = 0
    for old_end, new_end in [*_anchors(before, after), (len(before), len(after))]:
        old, new = before[old_start:old_end], after[new_start:new_end]
        if old != new:
            _add_edits(edits, old_start, old, new)
        old_start, new_start = old_end, new_end
    return edits


def _anchors(before: Sequence[int], after: Sequence[int]) -> list[tuple[int, int]]:
    """The indices of lines that occur once on both sides, ascending on both."""
    old_counts, new_counts = Counter(before), Counter(after)
    indices = {line: index for index, line in enumerate(after) if new_counts[line] == 1}
    pairs = [
        (old, indices[line])
        for old, line in enumerate(before)
        if old_counts[line] == 1 and line in indices
    ]
    # The longest ascending subsequence, by patience sorting.
    tops: list[int] = []
    piles: list[int] = []
    previous: list[int] = []
    for index, (_, new) in enumerate(pairs):
        pile = bisect_left(tops, new)
        previous.append(piles[pile - 1] if pile else -1)
        tops[pile : pile + 1] = [new]
        piles[pile : pile + 1] = [index]
    anchors = []
    index = piles[-1] if piles else -1
    while index >= 0:
        anchors.append(pairs[index])
        index = previous[index]
    anchors.reverse()
    return anchors


def _add_edits(edits: list[Edit], index: int, old: Sequence[int], new: Sequence[int]) -> None:
    """Add the edits from `old`, which begins at line `index`, to `new`."""
    opcodes: Sequence[tuple[str, int, int, int, int]]
    if len(old) * len(new) > _MAX_COMPARISONS:
        opcodes = [("replace", 0, len(old), 0, len(new))]
    else:
        opcodes = difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    for tag, start, end, new_start, new_end in opcodes:
        if tag == "equal":
            continue
        edit = Edit(index + start, end - start, list(new[new_start:new_end]))
        if edits and edits[-1].start + edits[-1].removed == edit.start:
            last = edits.pop()
            edit = Edit(last.start, last.removed + edit.removed, last.added + edit.added)
        edits.append(edit)


def apply_edits(before: Sequence[int], edits: Iterable[Edit]) -> list[int]:
    """The lines after the edits."""
    after: list[int] = []
    index = 0
    for edit in edits:
        after.extend(before[index : edit.start])
        after.extend(edit.added)
        index = edit.start + edit.removed
    after.extend(before[index:])
    return after
