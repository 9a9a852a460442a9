"""The structure of a function: what its control-flow graph depends on, and nothing else.

The text of a function falls into pieces: braces, the heads of control statements, and simple
statements. Steps change the simple ones all the time and the others rarely, so that hundreds of
versions of a function share a few graphs.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
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

    `called` are the names of what is called in it.
    """

    word: str
    text: str
    called: frozenset[str]

    @property
    def key(self) -> str:
        """What the graph depends on, apart from calls that do not return."""
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

    `ending` are the builtins and functions that never return to where they are called. Functions
    of the same structure have the same blocks and edges, and in each run of simple statements
    between other pieces, the same number of statements can be reached, or all.
    """
    words: list[str] = []
    run, has_ended = 0, False
    for line in code:
        for piece in line:
            if piece.word:
                run, has_ended = 0, False
            elif has_ended:
                # What comes after the end of control is not reached.
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
