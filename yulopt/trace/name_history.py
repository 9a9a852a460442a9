"""The history of a variable or function: the steps that created, renamed, changed or removed it.

After the Disambiguator names are unique in the code of an object, so searching for lines with the
name suffices. A step that renames leaves all other words unchanged.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from yulopt.dialect import Dialect
from yulopt.steps.name_simplifier import short_forms
from yulopt.suite.registry import is_extension, steps_by_letter
from yulopt.trace.history import Event, Kind, LineMap, is_name, numbered
from yulopt.trace.lineage import WORD
from yulopt.trace.recording import Change, Recording, changes_of, end_of, start_of

# A declaration: the names of a `let`, or the head of a function.
_DECLARATION: Final = re.compile(r"(?<![\w$.])(?:let|function) ([^:{}\n]*)")


def objects_with_name(recording: Recording, name: str, *, in_output: bool) -> list[int]:
    """The numbers of the objects whose input or output code has the name.

    Names that only exist in between count, too, if there is no such object.
    """
    moment = end_of(recording) if in_output else start_of(recording)
    numbers = range(len(recording.objects))
    found = [number for number in numbers if _has_name(moment.code(number), {name})]
    if not found:
        between = {
            change.step.object_number
            for change in changes_of(recording)
            if _has_name(change.new, {name})
        }
        found = sorted(between)
    return found


def may_appear(recording: Recording, name: str) -> bool:
    """Whether a run, of which only the start is recorded, may create the name.

    Solc's steps shorten names and append numbers to them; all others may create any name.
    """
    steps = steps_by_letter()
    letters = steps.keys() & set(recording.settings.sequence)
    if any(is_extension(steps[letter]) for letter in letters):
        return True
    lines = (line for code in start_of(recording).codes for line in recording.text(code))
    words = {word for line in lines for word in WORD.findall(line)}
    numbered = words | {f"{word}_1" for word in words}
    return _stem(name) in {"", *(_stem(form) for word in numbered for form in short_forms(word))}


def _stem(name: str) -> str:
    return name.rstrip("_0123456789")


def name_history(
    recording: Recording, number: int, name: str, dialect: Dialect, *, in_output: bool
) -> list[Event]:
    """The history of a name in the code of the object `number`, oldest first."""
    changes = [change for change in changes_of(recording) if change.step.object_number == number]
    renamings = [_renaming(change, dialect) for change in changes]
    names = {name}
    if in_output:
        # Back to its first name.
        for renaming in reversed(renamings):
            if renaming:
                names = {old for old, new_names in renaming.items() if new_names & names} or names
    events: list[Event] = []
    for change, renaming in zip(changes, renamings, strict=True):
        new_names = set(names)
        if renaming:
            new_names = {new for old in names for new in renaming.get(old, {old})}
        event = _event(change, names, new_names)
        if event is not None:
            events.append(event)
        names = new_names
    return events


def _renaming(change: Change, dialect: Dialect) -> dict[str, set[str]]:
    """The new name of each declared name, if the step only renamed; otherwise empty."""
    old, new = "\n".join(change.old), "\n".join(change.new)
    if WORD.sub("x", old) != WORD.sub("x", new):
        return {}
    renaming: dict[str, set[str]] = {}
    is_other = False
    pairs = zip(_words(old), _words(new), strict=True)
    for (old_word, is_declared), (new_word, _) in pairs:
        if old_word != new_word and not (is_name(old_word, dialect) and is_name(new_word, dialect)):
            return {}
        if is_declared:
            # At a mere use, a different name may be a different variable.
            renaming.setdefault(old_word, set()).add(new_word)
            is_other = is_other or old_word != new_word
    return renaming if is_other else {}


def _words(code: str) -> Iterator[tuple[str, bool]]:
    """The words of some code, and whether each one is a declared name."""
    spans = [match.span(1) for match in _DECLARATION.finditer(code)]
    index = 0
    for match in WORD.finditer(code):
        while index < len(spans) and spans[index][1] <= match.start():
            index += 1
        yield match[0], index < len(spans) and spans[index][0] <= match.start()


def _event(change: Change, names: set[str], new_names: set[str]) -> Event | None:
    old = _lines_with(change.old, names)
    new = _lines_with(change.new, new_names)
    if names != new_names:
        return Event(
            change.step, Kind.RENAMED, numbered(change.old, old), numbered(change.new, new)
        )
    if Counter(change.old[line].strip() for line in old) == Counter(
        change.new[line].strip() for line in new
    ):
        return None
    # The lines with the name are reported before and after the step.
    line_map = LineMap(change.step)
    gone = [line for line in old if line_map.kept_as(line) is None]
    come = [line for line in new if line_map.kept_from(line) is None]
    before = {source for line in come for source in line_map.sources(line)[:1]}.union(gone)
    after = {result for line in gone for result in line_map.results(line)}.union(come)
    pairs = {
        (line, line_map.results(line)[0])
        for line in before
        if len(line_map.results(line)) == 1
        and change.old[line].strip() == change.new[line_map.results(line)[0]].strip()
    }
    # Lines that only moved are not reported.
    before.difference_update(line for line, _ in pairs)
    after.difference_update(line for _, line in pairs)
    kind = Kind.CHANGED
    if not old:
        kind = Kind.CREATED
    elif not new:
        kind = Kind.REMOVED
    return Event(
        change.step,
        kind,
        numbered(change.old, sorted(before)),
        numbered(change.new, sorted(after)),
    )


def _lines_with(code: list[str], names: set[str]) -> list[int]:
    return [
        line
        for line, text in enumerate(code)
        if any(name in text for name in names) and not names.isdisjoint(WORD.findall(text))
    ]


def _has_name(code: Iterable[str], names: set[str]) -> bool:
    return bool(_lines_with(list(code), names))
