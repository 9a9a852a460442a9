"""Yul text as a tree of tokens.

It is read without the parser of the optimiser, so that shrinking does not depend on what is under
test, and every part can be replaced or left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

_TOKEN = re.compile(
    r"""(?:\s|//[^\n]*|/\*.*?\*/)*
    ((?:hex)?(?:"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')|:=|->|[\w$.]+|[{}(),])""",
    re.VERBOSE | re.DOTALL,
)


@dataclass(frozen=True)
class Tree:
    """A piece of a program: tokens and smaller pieces, in textual order."""

    kind: str
    parts: tuple[str | Tree, ...]

    def children(self, *kinds: str) -> list[Tree]:
        return [p for p in self.parts if isinstance(p, Tree) and (not kinds or p.kind in kinds)]

    def tokens(self) -> Iterator[str]:
        for part in self.parts:
            if isinstance(part, Tree):
                yield from part.tokens()
            else:
                yield part

    def __str__(self) -> str:
        return _show(self, "")


def _show(tree: Tree, margin: str) -> str:
    inside = margin + "    "
    text = ""
    for part in tree.parts:
        piece = part if isinstance(part, str) else _show(part, margin)
        if isinstance(part, Tree) and tree.kind in ("block", "object"):
            text += "\n" + inside + _show(part, inside)
        elif isinstance(part, Tree) and part.kind == "case":
            text += "\n" + margin + piece
        elif part == "}" and len(tree.parts) > 2:
            text += "\n" + margin + "}"
        else:
            glue = "" if not text or text[-1] in "(" or piece[0] in "()," else " "
            text += glue + piece
    return text


class _Parser:
    """Reads Yul that is known to be valid."""

    def __init__(self, source: str) -> None:
        self.tokens = _TOKEN.findall(source)
        self.next = 0

    def peek(self, ahead: int = 0) -> str:
        place = self.next + ahead
        return str(self.tokens[place]) if place < len(self.tokens) else ""

    def take(self, count: int = 1) -> list[str | Tree]:
        self.next += count
        return list(self.tokens[self.next - count : self.next])

    def until(self, end: str, kind: str, item: Callable[[], Tree]) -> Tree:
        parts = self.take(1)
        while self.peek() != end:
            parts += [item()]
        return Tree(kind, (*parts, *self.take()))

    def program(self) -> Tree:
        return self.block() if self.peek() == "{" else self.object()

    def object(self) -> Tree:
        if self.peek() == "data":
            return Tree("data", tuple(self.take(3)))
        parts = self.take(3)
        parts.append(Tree("code", (*self.take(), self.block())))
        while self.peek() != "}":
            parts.append(self.object())
        return Tree("object", (*parts, *self.take()))

    def block(self) -> Tree:
        return self.until("}", "block", self.statement)

    def statement(self) -> Tree:
        match self.peek():
            case "{":
                return self.block()
            case "break" | "continue" | "leave":
                return Tree("jump", tuple(self.take()))
            case "let":
                parts = self.take(2)
                while self.peek() == ",":
                    parts += self.take(2)
                value = (*self.take(), self.expression()) if self.peek() == ":=" else ()
                return Tree("let", (*parts, *value))
            case "function":
                parts = self.take()
                while self.peek() != "{":
                    parts += self.take()
                return Tree("function", (*parts, self.block()))
            case "if":
                return Tree("if", (*self.take(), self.expression(), self.block()))
            case "switch":
                parts = [*self.take(), self.expression()]
                while self.peek() in ("case", "default"):
                    label = self.take(2 if self.peek() == "case" else 1)
                    parts.append(Tree("case", (*label, self.block())))
                return Tree("switch", tuple(parts))
            case "for":
                init = (*self.take(), self.block(), self.expression())
                return Tree("for", (*init, self.block(), self.block()))
        if self.peek(1) == "(":
            return self.expression()
        parts = self.take()
        while self.peek() == ",":
            parts += self.take(2)
        return Tree("assignment", (*parts, *self.take(), self.expression()))

    def expression(self) -> Tree:
        if self.peek(1) != "(":
            literal = self.peek()[0] in "0123456789\"'" or self.peek()[:4] in ('hex"', "hex'")
            literal = literal or self.peek() in ("true", "false")
            return Tree("literal" if literal else "name", tuple(self.take()))
        parts = self.take(2)
        while self.peek() != ")":
            parts += [self.expression(), *(self.take() if self.peek() == "," else ())]
        return Tree("call", (*parts, *self.take()))


def parse_tree(source: str) -> Tree:
    """The tree of a valid program; comments are lost."""
    return _Parser(source).program()
