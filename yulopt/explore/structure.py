"""The functions in printed code: their lines, their identity, and their structure.

The structure of a function is exactly what determines its control-flow graph. The text of a
function is split into pieces: braces, the heads of control statements, and simple statements. Steps
change the simple ones all the time and the others rarely, so hundreds of versions of a function
share a few graphs.

The layout of printed code is fixed: the head of a function is on a line of its own, and its body
begins on the next line and ends with a brace at the indentation of the head. Functions keep their
identity when steps rename them.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from typing import Final

import attr

_PART: Final = re.compile(r'[{}]|(?:[^{}"]|"(?:[^"\\]|\\.)*")+')
_CALLED: Final = re.compile(r"[A-Za-z_$][\w$.]*(?=\()")
_LITERAL: Final = re.compile(r'(?:hex)?"(?:[^"\\]|\\.)*"|[0-9]\w*|true|false')
_CONTROL: Final = frozenset(
    ["if", "for", "switch", "case", "default", "break", "continue", "leave"]
)


@attr.s(auto_attribs=True)
class Piece:
    """A brace, the head of a control statement, or a simple statement (`word` is empty then).

    `called` are the names of the functions called in it.
    """

    word: str
    text: str
    called: frozenset[str]

    @property
    def key(self) -> str:
        """The part that determines the graph, apart from calls that do not return."""
        if self.word == "case":
            return self.text
        if self.word == "if":
            condition = self.text.removeprefix("if ")
            return self.text if _LITERAL.fullmatch(condition) else "if"
        # A literal alone is the condition of a loop.
        return self.text if not self.word and _LITERAL.fullmatch(self.text) else self.word


def pieces(line: str) -> list[Piece]:
    """The pieces of a line of printed code."""
    found = []
    for part in _PART.findall(line):
        text = part.strip()
        if not text:
            continue
        word = text.partition(" ")[0]
        if word not in _CONTROL and text not in ("{", "}"):
            word = ""
        found.append(Piece(word, text, frozenset(_CALLED.findall(text))))
    return found


def structure(code: Iterable[Iterable[Piece]], ending: Collection[str]) -> str:
    """The structure of code that is given as the pieces of its lines.

    `ending` are the builtins and functions that never return. Functions of the same structure have
    the same blocks and edges, and in each run of simple statements between other pieces, the same
    number of statements is reachable, or all.
    """
    words: list[str] = []
    run, has_ended = 0, False
    for line in code:
        for piece in line:
            if piece.word:
                run, has_ended = 0, False
            elif has_ended:
                # Code after the end of control is unreachable.
                words.append(f"after {run}")
                has_ended = False
            else:
                run += 1
            if piece.key:
                words.append(piece.key)
            if not piece.called.isdisjoint(ending):
                words.append("end")
                has_ended = not piece.word
    return "\n".join(words)


_HEAD: Final = "function "


@attr.s(auto_attribs=True)
class FunctionLines:
    """The function `name` is in the lines from `first` to `end`, exclusively."""

    name: str
    first: int
    end: int


def outline(lines: Sequence[str]) -> list[FunctionLines]:
    """The functions in the printed code of an object, in the order of their heads."""
    functions: list[FunctionLines] = []
    open_functions: list[tuple[str, FunctionLines]] = []
    for number, line in enumerate(lines):
        stripped = line.lstrip(" ")
        if stripped.startswith(_HEAD):
            indent = line[: len(line) - len(stripped)]
            function = FunctionLines(stripped[len(_HEAD) : stripped.index("(")], number, number + 2)
            functions.append(function)
            if lines[number + 1] == f"{indent}{{":
                open_functions.append((f"{indent}}}", function))
        elif open_functions and line == open_functions[-1][0]:
            open_functions.pop()[1].end = number + 1
    return functions


def outer_lines(functions: Sequence[FunctionLines], first: int, end: int) -> list[int]:
    """The lines from `first` to `end` outside the functions.

    The functions must be in the order of their heads.
    """
    result: list[int] = []
    for function in functions:
        if first <= function.first < end:
            result.extend(range(first, function.first))
            first = function.end
    result.extend(range(first, end))
    return result


@attr.s(auto_attribs=True)
class Identity:
    """A function of an object, and its successive names.

    The code outside functions counts as one without a name.
    """

    object_number: int
    names: list[str]


class Identities:
    """Numbers the functions of all objects; `all` has them by number."""

    def __init__(self) -> None:
        self.all: list[Identity] = []
        # The functions that an object has now, by name, and all it ever had, by their last name.
        self._present: dict[int, dict[str, int]] = {}
        self._known: dict[int, dict[str, int]] = {}

    def follow(self, object_number: int, names: Sequence[str]) -> list[int]:
        """The numbers of the current functions of an object, by their names.

        If the number and order of functions are the same, those with new names were renamed.
        """
        before = self._present.get(object_number, {})
        known = self._known.setdefault(object_number, {})
        present = set(names)
        gone = [name for name in before if name not in present]
        new = [name for name in names if name not in before]
        if gone and len(before) == len(names):
            pairs = [(old, name) for old, name in zip(before, names, strict=True) if old != name]
            if [old for old, _ in pairs] == gone and [name for _, name in pairs] == new:
                for old, name in pairs:
                    known[name] = known.pop(old)
                    self.all[known[name]].names.append(name)
        for name in new:
            if name not in known:
                known[name] = len(self.all)
                self.all.append(Identity(object_number, [name]))
        self._present[object_number] = {name: known[name] for name in names}
        return [known[name] for name in names]
