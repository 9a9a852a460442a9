"""The history of a line: which steps created, changed, moved, split, merged or removed it.

Lines are followed through a recording with lineage, forward from the input or backward from the
output. Lines of the input file and of the output are found in the code of the objects.
"""

from __future__ import annotations

import enum
import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import Final

import attr

from yulopt.dialect import Dialect
from yulopt.errors import COMMENT
from yulopt.trace.lineage import WORD
from yulopt.trace.recording import Change, Moment, Origin, Recording, StepRun, changes_of, start_of


class Kind(enum.Enum):
    """The effect of a step on a line or a variable."""

    CREATED = "created"
    CHANGED = "changed"
    RENAMED = "renamed"
    MOVED = "moved"
    SPLIT = "split"
    MERGED = "merged"
    COPIED = "copied"
    REMOVED = "removed"


@attr.s(auto_attribs=True)
class NumberedLine:
    """A line of the code of an object, without its indentation; `number` counts from 1."""

    number: int
    text: str


@attr.s(auto_attribs=True)
class Event:
    """The effect of one step on the followed lines: before and after it."""

    step: StepRun
    kind: Kind
    before: list[NumberedLine]
    after: list[NumberedLine]


def forward_history(
    recording: Recording, number: int, lines: set[int], dialect: Dialect
) -> list[Event]:
    """The history of lines (from 0) of the input code of the object `number`."""
    events: list[Event] = []
    for change in changes_of(recording):
        if change.step.object_number != number:
            continue
        if not lines:
            break
        line_map = LineMap(change.step)
        following: set[int] = set()
        merged: set[int] = set()
        for line in sorted(lines):
            kept = line_map.kept_as(line)
            if kept is not None:
                following.add(kept)
                copies = line_map.copies(line)
                if copies:
                    events.append(_event(change, Kind.COPIED, [line], copies))
                continue
            results = line_map.results(line)
            following.update(results)
            kind = _forward_kind(change, line_map, line, results, lines, dialect)
            before = [line]
            if kind is Kind.MERGED:
                # Reported once, however many of the followed lines end there.
                if results[0] in merged:
                    continue
                merged.add(results[0])
                before = sorted({line, *line_map.sources(results[0])})
            events.append(_event(change, kind, before, results))
        lines = following
    return events


def backward_history(
    recording: Recording, number: int, lines: set[int], dialect: Dialect
) -> list[Event]:
    """The origin of lines (from 0) of the output code of the object `number`, oldest first."""
    events: list[Event] = []
    for change in reversed(list(changes_of(recording))):
        if change.step.object_number != number:
            continue
        if not lines:
            break
        line_map = LineMap(change.step)
        earlier: set[int] = set()
        for line in sorted(lines):
            kept = line_map.kept_from(line)
            if kept is not None:
                earlier.add(kept)
                continue
            sources = line_map.sources(line)
            earlier.update(sources[:1])
            kind = _backward_kind(change, line_map, line, sources, dialect)
            shown = sources if kind is Kind.MERGED else sources[:1]
            events.append(_event(change, kind, sorted(shown), [line]))
        lines = earlier
    events.reverse()
    return events


def _forward_kind(
    change: Change,
    line_map: LineMap,
    line: int,
    results: list[int],
    followed: set[int],
    dialect: Dialect,
) -> Kind:
    if not results:
        return Kind.REMOVED
    if len(results) > 1:
        return Kind.SPLIT
    sources = line_map.sources(results[0])
    if sources[0] != line or not followed.isdisjoint(sources[1:]):
        return Kind.MERGED
    return _kind_of_rewriting(change.old[line], change.new[results[0]], dialect)


def _backward_kind(
    change: Change, line_map: LineMap, line: int, sources: list[int], dialect: Dialect
) -> Kind:
    if not sources:
        return Kind.CREATED
    if line_map.is_copy(line) and line_map.kept_as(sources[0]) is not None:
        return Kind.COPIED
    if len(line_map.results(sources[0])) > 1:
        return Kind.SPLIT
    rewriting = _kind_of_rewriting(change.old[sources[0]], change.new[line], dialect)
    return Kind.MERGED if rewriting is Kind.CHANGED and len(sources) > 1 else rewriting


def _kind_of_rewriting(old: str, new: str, dialect: Dialect) -> Kind:
    old, new = old.strip(), new.strip()
    if old == new:
        return Kind.MOVED
    if _is_renaming(old, new, dialect):
        return Kind.RENAMED
    return Kind.CHANGED


def _is_renaming(old: str, new: str, dialect: Dialect) -> bool:
    """Whether only names of variables and functions of the program differ."""
    if WORD.sub("x", old) != WORD.sub("x", new):
        return False
    pairs = zip(WORD.findall(old), WORD.findall(new), strict=True)
    return all(
        is_name(one, dialect) and is_name(other, dialect) for one, other in pairs if one != other
    )


def is_name(word: str, dialect: Dialect) -> bool:
    """Whether a word of the text can be the name of a variable or a function of the program."""
    return not (word[0].isdigit() or word[0] == '"') and dialect.builtin(word) is None


def _event(change: Change, kind: Kind, before: list[int], after: list[int]) -> Event:
    return Event(change.step, kind, numbered(change.old, before), numbered(change.new, after))


def numbered(code: list[str], lines: list[int]) -> list[NumberedLine]:
    """Lines (from 0) with their numbers."""
    return [NumberedLine(line + 1, code[line].strip()) for line in lines]


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
        """The new number of an old line, if no edit touched it."""
        return _across(old, self._old_starts, self._old_ends, self._new_ends)

    def kept_from(self, new: int) -> int | None:
        """The old number of a new line, if no edit made it."""
        return _across(new, self._new_starts, self._new_ends, self._old_ends)

    def sources(self, new: int) -> list[int]:
        """The origins of the parts of an added line, the most important first."""
        origin = self._origins.get(new)
        return [] if origin is None else origin.sources

    def is_copy(self, new: int) -> bool:
        """Whether an added line was made from copies."""
        origin = self._origins.get(new)
        return origin is not None and origin.copied

    def results(self, old: int) -> list[int]:
        """The added lines that a removed line went into: as their main part, or else at all.

        Copies count only if nothing else remains of the line.
        """
        results = self._results.get(old, [])
        moved = [origin for origin in results if not origin.copied] or results
        main = [origin for origin in moved if origin.sources[0] == old] or moved
        return [origin.line for origin in main]

    def copies(self, old: int) -> list[int]:
        """The added lines that are primarily copies of a line."""
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


_WORD: Final = re.compile(
    rf"(?:{COMMENT})"
    r"|((?:hex)?(?:\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*')|[A-Za-z0-9_$.]+)"
)

# The number of an object, and a line of its code from 0 on.
CodeLine = tuple[int, int]


def output_code_lines(moment: Moment) -> list[CodeLine | None]:
    """The position of each line of a program's text; None for lines around the code."""
    code_lines: list[CodeLine | None] = []
    for line in moment.recording.layout:
        if line.number is None:
            code_lines.append(None)
        else:
            count = len(moment.codes[line.number])
            code_lines.extend((line.number, code_line) for code_line in range(count))
    return code_lines


def input_code_lines(recording: Recording, line: int) -> list[CodeLine]:
    """The positions of the code in a line (from 1) of the source file, if it has any.

    The program before the first step has the same words as the file, in other lines.
    """
    moment = start_of(recording)
    code_lines = output_code_lines(moment)
    source_lines = list(_lines_of_words(recording.source))
    printed_lines = list(_lines_of_words(moment.program_text()))
    # A block may have been wrapped in an object, whose words precede its own.
    extra = len(printed_lines) - len(source_lines)
    found: dict[CodeLine, None] = {}
    for number, source_line in enumerate(source_lines):
        if source_line == line:
            code_line = code_lines[printed_lines[number + extra] - 1]
            if code_line is not None:
                found[code_line] = None
    return list(found)


def _lines_of_words(text: str) -> Iterator[int]:
    """For each word of a text, without comments, the line that it begins in, counted from 1."""
    line, offset = 1, 0
    for match in _WORD.finditer(text):
        line += text.count("\n", offset, match.start())
        offset = match.start()
        if match[1] is not None:
            yield line
