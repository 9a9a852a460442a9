"""The history of a line: which steps created, changed, moved, split, merged or removed it.

Lines are followed through a recording with lineage, forward from the input or backward from the
output.
"""

from __future__ import annotations

import enum

import attr

from yulopt.dialect import Dialect
from yulopt.trace.line_maps import LineMap
from yulopt.trace.lineage import WORD
from yulopt.trace.recording import Change, Recording, StepRun, changes_of


class Kind(enum.Enum):
    """What a step did to a line or a variable."""

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
    """A line of the code of an object, without its indentation; `number` is from 1 on."""

    number: int
    text: str


@attr.s(auto_attribs=True)
class Event:
    """What one step did to what is followed: these lines before, those after."""

    step: StepRun
    kind: Kind
    before: list[NumberedLine]
    after: list[NumberedLine]


def forward_history(
    recording: Recording, number: int, lines: set[int], dialect: Dialect
) -> list[Event]:
    """What became of lines (from 0) of the input code of the object `number`."""
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
                # Told once, however many of the lines that are followed end there.
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
    """Where lines (from 0) of the output code of the object `number` come from, oldest first."""
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
    if is_renaming(old, new, dialect):
        return Kind.RENAMED
    return Kind.CHANGED


def is_renaming(old: str, new: str, dialect: Dialect) -> bool:
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
