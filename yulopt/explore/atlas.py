"""The functions of a program during a run: their lines, the changes by each step, and their
graphs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import attr

from yulopt.analysis.control_flow import FunctionFlow, function_control_flow
from yulopt.dialect import Dialect
from yulopt.explore.graphs import Gallery
from yulopt.explore.structure import (
    FunctionLines,
    Identities,
    Piece,
    outer_lines,
    outline,
    pieces,
    structure,
)
from yulopt.syntax.ast import Block

# The effects of a step on a function.
SAME: Final = "same"
CHANGED: Final = "changed"
ADDED: Final = "added"
REMOVED: Final = "removed"
RENAMED: Final = "renamed"

# The code outside functions counts as a function with this name.
OUTSIDE: Final = ""


@attr.s(auto_attribs=True)
class Span:
    """The lines from `first` on, before `end`, are the function with the number `function`."""

    function: int
    first: int
    end: int


@attr.s(auto_attribs=True)
class FunctionChange:
    """The effect of a step on a function, and the number of its picture from then on, unless it is
    gone."""

    function: int
    kind: str
    picture: int | None


@attr.s(auto_attribs=True)
class Survey:
    """The functions of an object after a step, and those whose text or picture has changed."""

    spans: list[Span]
    changes: list[FunctionChange]


@attr.s(auto_attribs=True, eq=False)
class _Version:
    """The text of a function as numbers of lines without indentation, its name, its picture."""

    name: str
    text: list[int]
    picture: int | None = None


class Atlas:
    """Tracks the functions.

    `table` is the table of lines of the recording. `starts` are the functions of each object
    before all steps; `surveys` has them by the number of the step that ran last.
    """

    def __init__(self, table: list[str]) -> None:
        self.identities = Identities()
        self.gallery = Gallery()
        self.starts: dict[int, list[Span]] = {}
        self.surveys: dict[int, Survey] = {}
        self._table = table
        self._lines = _StrippedLines(table)
        self._versions: dict[int, dict[int, _Version]] = {}
        self._ending: dict[int, frozenset[str]] = {}

    def start(self, object_number: int, numbers: Sequence[int]) -> None:
        """Record the functions of an object before all steps; `numbers` are those of its lines.

        They have no pictures yet: names are not unique before the Disambiguator.
        """
        self.starts[object_number], self._versions[object_number] = self._look(
            object_number, numbers
        )

    def survey(
        self, step: int, object_number: int, numbers: Sequence[int], code: Block, dialect: Dialect
    ) -> None:
        """Record the functions of an object after a step, when its names are unique.

        `numbers` are those of the lines of `code`.
        """
        before = self._versions[object_number]
        spans, versions = self._look(object_number, numbers)
        flow = function_control_flow(code)
        ending = _ending(flow, dialect)
        is_same_ending = ending == self._ending.get(object_number)
        structures: dict[int, str] = {}
        for index, (function, version) in enumerate(versions.items()):
            old = before.get(function)
            if old is not None and old.text == version.text and is_same_ending:
                version.picture = old.picture
            else:
                text = structure(map(self._lines.pieces, version.text), ending)
                # The head of a function is not part of its body.
                structures[index] = text
        pictures = self.gallery.numbers(structures, code, flow, dialect)
        for index, version in enumerate(versions.values()):
            version.picture = pictures.get(index, version.picture)
        self.surveys[step] = Survey(spans, _changes(before, versions))
        self._versions[object_number] = versions
        self._ending[object_number] = ending

    def _look(
        self, object_number: int, numbers: Sequence[int]
    ) -> tuple[list[Span], dict[int, _Version]]:
        """The functions in the lines, the code outside functions first."""
        functions = outline([self._table[number] for number in numbers])
        names = [OUTSIDE, *(function.name for function in functions)]
        found = self.identities.follow(object_number, names)
        spans = [
            Span(identity, function.first, function.end)
            for identity, function in zip(found[1:], functions, strict=True)
        ]
        texts = _texts(functions, len(numbers))
        stripped = self._lines.numbers(numbers)
        versions = {
            identity: _Version(name, [stripped[line] for line in lines])
            for identity, name, lines in zip(found, names, texts, strict=True)
        }
        return spans, versions


class _StrippedLines:
    """Lines without their indentation, and their pieces."""

    def __init__(self, table: list[str]) -> None:
        self._table = table
        self._stripped: list[int] = []
        self._numbers: dict[str, int] = {}
        self._pieces: list[list[Piece]] = []

    def numbers(self, numbers: Sequence[int]) -> list[int]:
        """The numbers of lines without indentation, given those in the table."""
        for line in self._table[len(self._stripped) :]:
            text = line.strip(" ")
            number = self._numbers.setdefault(text, len(self._pieces))
            if number == len(self._pieces):
                self._pieces.append([] if text.startswith("function ") else pieces(text))
            self._stripped.append(number)
        return [self._stripped[number] for number in numbers]

    def pieces(self, number: int) -> list[Piece]:
        """The pieces of a line without indentation; the head of a function has none."""
        return self._pieces[number]


def _texts(functions: Sequence[FunctionLines], length: int) -> list[list[int]]:
    """The lines of the code outside functions, then those of each function, without those of the
    functions in it."""
    texts = [outer_lines(functions, 0, length)]
    for number, function in enumerate(functions):
        last = number + 1
        while last < len(functions) and functions[last].first < function.end:
            last += 1
        inner = functions[number + 1 : last]
        texts.append(outer_lines(inner, function.first, function.end))
    return texts


def _ending(flow: FunctionFlow, dialect: Dialect) -> frozenset[str]:
    """The builtins and functions that never return."""
    builtins = [
        builtin.name
        for builtin in dialect.builtins.values()
        if not builtin.control_flow.can_continue
    ]
    return frozenset(builtins).union(
        name for name, control_flow in flow.items() if not control_flow.can_continue
    )


def _changes(before: dict[int, _Version], after: dict[int, _Version]) -> list[FunctionChange]:
    changes = []
    for function, version in after.items():
        old = before.get(function)
        if old is None:
            kind = ADDED
        elif old.name != version.name:
            kind = RENAMED
        else:
            kind = SAME if old.text == version.text else CHANGED
        if kind != SAME or old is None or old.picture != version.picture:
            changes.append(FunctionChange(function, kind, version.picture))
    changes.extend(
        FunctionChange(function, REMOVED, None) for function in before if function not in after
    )
    return changes
