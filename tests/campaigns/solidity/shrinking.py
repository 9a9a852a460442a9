"""Makes a failing program smaller: calls, then statements and declarations, then expressions.

A program is text as the generator writes it: a line ends with the opening brace of a block, or
begins with the closing one.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias, TypeVar

import attr

from tests.campaigns.solidity.contracts import indented

Item = TypeVar("Item")


@attr.s(auto_attribs=True, frozen=True)
class Part:
    """A piece of a statement: the line that begins it, and the block that follows.

    The last part of a statement with blocks is the line that ends it.
    """

    head: str
    body: tuple[Node, ...] = ()


# A statement or declaration; one with blocks has several parts.
Node: TypeAlias = tuple[Part, ...]
Nodes: TypeAlias = tuple[Node, ...]
# The program with these nodes in some place.
Put: TypeAlias = Callable[[Nodes], Nodes]


@attr.s(auto_attribs=True, frozen=True)
class _Around:
    """Puts nodes between others."""

    put: Put
    before: Nodes
    after: Nodes

    def __call__(self, nodes: Nodes) -> Nodes:
        return self.put((*self.before, *nodes, *self.after))


@attr.s(auto_attribs=True, frozen=True)
class _Within:
    """Puts nodes into a block of a node."""

    put: Put
    outer: Node
    number: int

    def node(self, nodes: Nodes) -> Node:
        """The node with that block."""
        before, after = self.outer[: self.number], self.outer[self.number + 1 :]
        return (*before, Part(self.outer[self.number].head, nodes), *after)

    def __call__(self, nodes: Nodes) -> Nodes:
        return self.put((self.node(nodes),))


def parse(lines: Sequence[str]) -> Nodes:
    """The nodes that some lines are."""
    stripped = [line.strip() for line in lines if line.strip()]
    nodes, end = _nodes(stripped, 0)
    assert end == len(stripped), stripped[end]
    return nodes


def _nodes(lines: Sequence[str], start: int) -> tuple[Nodes, int]:
    nodes: list[Node] = []
    while start < len(lines) and not lines[start].startswith("}"):
        parts = [Part(lines[start])]
        while lines[start].endswith("{"):
            body, start = _nodes(lines, start + 1)
            parts[-1] = Part(parts[-1].head, body)
            parts.append(Part(lines[start]))
        nodes.append(tuple(parts))
        start += 1
    return tuple(nodes), start


def lines_of(nodes: Sequence[Node]) -> Iterator[str]:
    """The lines that nodes are parsed from."""
    for node in nodes:
        for part in node:
            yield part.head
            yield from lines_of(part.body)


def fewer(items: Sequence[Item], fails: Callable[[Sequence[Item]], bool]) -> Sequence[Item]:
    """A sublist with which it still fails, found by leaving out ever smaller chunks."""
    size = len(items)
    while size:
        end = len(items)
        while end > 0:
            start = max(0, end - size)
            rest = [*items[:start], *items[end:]]
            if fails(rest):
                items = rest
            end = start
        size //= 2
    return items


class SourceShrinker:
    """Makes a source smaller as long as `fails` says that it still fails, or time is over."""

    def __init__(self, fails: Callable[[str], bool], seconds: float) -> None:
        self._fails = fails
        self._deadline = time.monotonic() + seconds
        self._tried: set[str] = set()

    def shrink(self, source: str) -> str:
        """The smallest failing source found."""
        nodes = parse(source.splitlines())
        before = None
        while before != nodes and not self._is_late():
            before = nodes
            nodes = self._list(nodes, lambda rest: rest)
            nodes = self._simpler_lines(nodes)
        return indented(list(lines_of(nodes)))

    def _is_late(self) -> bool:
        return time.monotonic() > self._deadline

    def _accepts(self, nodes: Sequence[Node]) -> bool:
        text = indented(list(lines_of(nodes)))
        if text in self._tried or self._is_late():
            return False
        self._tried.add(text)
        return self._fails(text)

    def _list(self, nodes: Nodes, put: Put) -> Nodes:
        """Fewer and smaller nodes for a block; `put` gives the program with them there."""
        nodes = tuple(fewer(nodes, lambda rest: self._accepts(put(tuple(rest)))))
        index = len(nodes)
        while index:
            index -= 1
            around = _Around(put, nodes[:index], nodes[index + 1 :])
            found = self._unwrapped(nodes[index], around)
            new = (self._parts(nodes[index], around),) if found is None else found
            nodes = (*nodes[:index], *new, *nodes[index + 1 :])
            index += 0 if found is None else len(found)
        return nodes

    def _unwrapped(self, node: Node, put: Put) -> Nodes | None:
        """Replacements of a statement with blocks."""
        for smaller in _smaller(node):
            if self._accepts(put(smaller)):
                return smaller
        return None

    def _parts(self, node: Node, put: Put) -> Node:
        """The node with smaller blocks."""
        for number, part in enumerate(node):
            if part.body:
                around = _Within(put, node, number)
                node = around.node(self._list(part.body, around))
        return node

    def _simpler_lines(self, nodes: Nodes) -> Nodes:
        lines = list(lines_of(nodes))
        for index in range(len(lines)):
            is_smaller = True
            while is_smaller:
                is_smaller = False
                for text in _simpler(lines[index]):
                    changed = [*lines[:index], text, *lines[index + 1 :]]
                    if self._accepts(parse(changed)):
                        lines, is_smaller = changed, True
                        break
        return parse(lines)


def _smaller(node: Node) -> Iterator[Nodes]:
    """Replacements of a statement with blocks: its blocks, or fewer of them."""
    blocks = node[:-1]
    for part in blocks:
        yield part.body
    if len(blocks) > 1:
        for number in range(1, len(blocks)):
            yield ((*node[:number], *node[number + 1 :]),)


def _simpler(line: str) -> Iterator[str]:
    """The line with one of its brackets replaced by something inside."""
    for start, end in _brackets(line):
        inside = line[start + 1 : end]
        operands = list(_split(inside, " "))
        head = re.search(r"[\w.]*$", line[:start])
        begin = start - len(head[0]) if head else start
        if begin == start and len(operands) > 1:
            for operand in operands:
                if len(operand) > 2:
                    yield line[:start] + operand + line[end + 1 :]
        elif begin < start:
            for argument in _split(inside, ","):
                if argument.strip():
                    yield line[:begin] + argument.strip() + line[end + 1 :]


def _brackets(line: str) -> Iterator[tuple[int, int]]:
    """Positions of matching brackets, the outer ones first."""
    opened: list[int] = []
    found = []
    for place, letter in enumerate(line):
        if letter == "(":
            opened.append(place)
        elif letter == ")" and opened:
            found.append((opened.pop(), place))
    return iter(sorted(found))


def _split(text: str, separator: str) -> Iterator[str]:
    """The pieces between separators that are in no brackets."""
    depth = start = 0
    for place, letter in enumerate(text):
        depth += (letter in "([{") - (letter in ")]}")
        if letter == separator and not depth:
            yield text[start:place]
            start = place + 1
    yield text[start:]
