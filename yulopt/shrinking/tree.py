"""Yul text as a tree of tokens.

It is read without the parser of the optimiser, so that shrinking does not depend on the code under
test, and every part can be replaced or removed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
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
        waiting: list[str | Tree] = [self]
        while waiting:
            part = waiting.pop()
            if isinstance(part, Tree):
                waiting.extend(reversed(part.parts))
            else:
                yield part

    def __str__(self) -> str:
        return _show(self)


def _show(root: Tree) -> str:
    """The text of a tree, in linear time and at any depth."""
    text: list[str] = []
    last = ""  # the token before, unless a line begins
    open_trees = [(root, "", iter(root.parts))]
    while open_trees:
        tree, margin, parts = open_trees[-1]
        part = next(parts, None)
        if part is None:
            open_trees.pop()
        elif isinstance(part, Tree):
            inside = margin
            if tree.kind in ("block", "object"):
                inside += "    "
            if tree.kind in ("block", "object") or part.kind == "case":
                text.append("\n" + inside)
                last = ""
            open_trees.append((part, inside, iter(part.parts)))
        else:
            if part == "}" and len(tree.parts) > 2:
                text.append("\n" + margin)
            elif last and last[-1] != "(" and part[0] not in "(),":
                text.append(" ")
            text.append(part)
            last = part
    return "".join(text)


class _Parser:
    """Reads Yul that is known to be valid."""

    def __init__(self, source: str) -> None:
        self.tokens = _TOKEN.findall(source)
        self.next = 0

    def peek(self, ahead: int = 0) -> str:
        index = self.next + ahead
        return str(self.tokens[index]) if index < len(self.tokens) else ""

    def take(self, count: int = 1) -> list[str | Tree]:
        self.next += count
        return list(self.tokens[self.next - count : self.next])

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
        parts = self.take()
        while self.peek() != "}":
            parts.append(self.statement())
        return Tree("block", (*parts, *self.take()))

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
