"""Shrinks a failing job: a smaller program and a shorter sequence that still fail.

It reads Yul text into a tree of its own, so that it does not depend on the parser under test.
"""

from __future__ import annotations

import itertools
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from string import ascii_letters

from tests.oracle import Job
from yulopt.named_sequences import read_sequence

# The tree.

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


ZERO, ONE = Tree("literal", ("0",)), Tree("literal", ("1",))
Put = Callable[[Tree], Tree]


class Shrinker:
    """Makes a failing job smaller as long as `fails` says that it still fails.

    `seconds` limits the time; `tell` is called with a line of progress now and then.
    """

    def __init__(
        self,
        fails: Callable[[Job], bool],
        seconds: float = 600.0,
        tell: Callable[[str], None] = lambda line: None,
    ) -> None:
        self.fails = fails
        self.deadline = time.monotonic() + seconds
        self.tell = tell
        self.tried: set[Job] = set()

    def shrink(self, job: Job) -> Job:
        """The smallest failing job found."""
        self.job = job
        try:
            for default in ({"evm_version": None}, {"runs": 200}, {"stack_allocation": True}):
                self.test(replace(self.job, **default))
            self.tree = parse_tree(job.source)
            if not self.test(replace(self.job, source=str(self.tree))):
                return self.job  # comments matter, or it does not fail at all
            before = None
            while before != self.job:
                before = self.job
                self.shrink_steps()
                self.tree = self.reduce(self.tree, lambda tree: tree)
                self.drop_parameters()
                self.shorten_names()
        except TimeoutError:
            self.tell("out of time")
        return self.job

    def test(self, job: Job) -> bool:
        """Whether the job still fails; if so, it is the best so far."""
        if job == self.job:
            return True
        if job in self.tried:
            return False
        if time.monotonic() > self.deadline:
            raise TimeoutError
        self.tried.add(job)
        if self.fails(job):
            self.job = job
            size = len(job.source.split())
            self.tell(f"{size} words, {len(self.tried)} candidates tried, steps {job.steps!r}")
            return True
        return False

    def accept(self, tree: Tree) -> bool:
        return self.test(replace(self.job, source=str(tree)))

    # Lists.

    def fewer(
        self, items: list[Tree], put: Callable[[list[Tree]], Tree], least: int = 0
    ) -> list[Tree]:
        """A sublist with which the program still fails, found by removing ever smaller chunks."""
        size = len(items)
        while size:
            end = len(items)
            while end > 0:
                start = max(0, end - size)
                rest = items[:start] + items[end:]
                if len(rest) >= least and self.accept(put(rest)):
                    items = rest
                end = start
            size //= 2
        return items

    # Trees.

    def reduce(self, tree: Tree, put: Put) -> Tree:
        """A smaller tree for this place; `put(t)` is the whole program with `t` in this place."""
        for smaller in self.substitutes(tree):
            if smaller != tree and self.accept(put(smaller)):
                return self.reduce(smaller, put)
        if tree.kind in ("block", "object"):
            tree = self.reduce_list(tree, put)
        if tree.kind == "switch":
            head = tree.parts[:2]
            cases = self.fewer(
                tree.children("case"), lambda rest: put(Tree("switch", (*head, *rest))), 1
            )
            tree = Tree("switch", (*head, *cases))
        for index, part in enumerate(tree.parts):
            if isinstance(part, Tree):
                kind, parts = tree.kind, tree.parts

                def put_part(
                    smaller: Tree,
                    index: int = index,
                    kind: str = kind,
                    parts: tuple[str | Tree, ...] = parts,
                ) -> Tree:
                    return put(Tree(kind, (*parts[:index], smaller, *parts[index + 1 :])))

                smaller = self.reduce(part, put_part)
                tree = Tree(kind, (*parts[:index], smaller, *parts[index + 1 :]))
        return tree

    def substitutes(self, tree: Tree) -> Iterator[Tree]:
        """Simpler trees that could stand in the place of this one."""
        match tree.kind:
            case "object":
                yield from tree.children("object")
                yield tree.children("code")[0].children()[0]
            case "call" | "name":
                yield ZERO
                yield ONE
                yield from tree.children()
            case "literal" if tree not in (ZERO, ONE) and tree.parts[0] not in ("true", "false"):
                yield ZERO
                yield ONE
            case "let" if ":=" in tree.parts:
                yield Tree("let", tree.parts[: tree.parts.index(":=")])
            case "let" if "," in tree.parts:
                yield _dropped(tree, 1, len(tree.parts), 1)
                yield _dropped(tree, 1, len(tree.parts), 0)

    def reduce_list(self, tree: Tree, put: Put) -> Tree:
        """The block or object with fewer statements or children."""
        start = 1 if tree.kind == "block" else 4
        head, last = tree.parts[:start], tree.parts[-1]

        def put_items(items: list[Tree]) -> Tree:
            return put(Tree(tree.kind, (*head, *items, last)))

        items = self.fewer([p for p in tree.parts[start:-1] if isinstance(p, Tree)], put_items)
        place = len(items)
        while place > 0:
            place -= 1
            for opened in self.unwrapped(items[place]):
                changed = [*items[:place], *opened, *items[place + 1 :]]
                if self.accept(put_items(changed)):
                    items = changed
                    place += len(opened)
                    break
        return Tree(tree.kind, (*head, *items, last))

    def unwrapped(self, tree: Tree) -> Iterator[list[Tree]]:
        """Lists of statements that could replace a statement: what stands in its blocks."""
        if tree.kind in ("block", "function"):
            block = tree if tree.kind == "block" else tree.children("block")[0]
            yield block.children()
        elif tree.kind in ("if", "for"):
            yield [inner for block in tree.children("block") for inner in block.children()]
            yield from (block.children() for block in tree.children("block"))
        elif tree.kind == "switch":
            yield from (case.children("block")[0].children() for case in tree.children("case"))
        elif tree.kind == "call":
            yield from ([argument] for argument in tree.children("call"))
        elif tree.kind in ("let", "assignment"):
            yield from ([Tree("call", ("pop", "(", e, ")"))] for e in tree.children("call"))

    # Things that concern the whole program.

    def drop_parameters(self) -> None:
        """Try to do without each parameter, and without each but one result, of each function."""
        for function in [tree for tree in _walk(self.tree) if tree.kind == "function"]:
            name, close = str(function.parts[1]), function.parts.index(")")
            parameters = len([part for part in function.parts[3:close] if part != ","])
            results = len([part for part in function.parts[close + 2 : -1] if part != ","])
            for place in reversed(range(parameters)):
                self.accept_tree(_edit(self.tree, partial(_without_parameter, name, place)))
            for place in reversed(range(results if results > 1 else 0)):
                self.accept_tree(_edit(self.tree, partial(_without_result, name, place)))

    def accept_tree(self, tree: Tree) -> None:
        if self.accept(tree):
            self.tree = tree

    def shorten_names(self) -> None:
        """Try to give every name one letter."""
        used = set(self.tree.tokens())
        short = (letter for letter in ascii_letters if letter not in used)
        declaring = (tree for tree in _walk(self.tree) if tree.kind in ("let", "function"))
        words = (part for tree in declaring for part in tree.parts[1:] if isinstance(part, str))
        for name in dict.fromkeys(word for word in words if re.fullmatch(r"[\w$.]{2,}", word)):
            if letter := next(short, None):
                self.accept_tree(_edit(self.tree, partial(_renamed, {name: letter})))

    def shrink_steps(self) -> None:
        """Try shorter step sequences."""
        if self.job.output == "ir":
            return
        if self.job.steps is None:
            explicit = "".join(f"{read_sequence('default')}:{read_sequence('cleanup')}".split())
            if not self.test(replace(self.job, steps=explicit)):
                return
        if ":" not in (self.job.steps or ""):
            self.test(replace(self.job, steps=f"{self.job.steps}:"))
        steps = self.job.steps or ""
        size = len(steps)
        while size:
            for end in range(len(steps), 0, -size):
                rest = steps[: max(0, end - size)] + steps[end:]
                same = rest.count(":") == steps.count(":") and min(_depths(rest)) == 0
                if same and _depths(rest)[-1] == 0 and self.test(replace(self.job, steps=rest)):
                    steps = rest
            size //= 2
        for opening in reversed([place for place, letter in enumerate(steps) if letter == "["]):
            closing = opening + _depths(steps[opening:]).index(0, 1)
            rest = steps[:opening] + steps[opening + 1 : closing - 1] + steps[closing:]
            if self.test(replace(self.job, steps=rest)):
                steps = rest


def _depths(steps: str) -> list[int]:
    """How many brackets are open before the first step, after the first, and so on."""
    changes = ((letter == "[") - (letter == "]") for letter in steps)
    return list(itertools.accumulate(changes, initial=0))


def _walk(tree: Tree) -> Iterator[Tree]:
    yield tree
    for child in tree.children():
        yield from _walk(child)


def _edit(tree: Tree, change: Callable[[Tree], Tree]) -> Tree:
    """The tree with `change` applied to every part, from the inside out."""
    parts = (part if isinstance(part, str) else _edit(part, change) for part in tree.parts)
    return change(Tree(tree.kind, tuple(parts)))


def _renamed(names: dict[str, str], tree: Tree) -> Tree:
    parts = (names.get(part, part) if isinstance(part, str) else part for part in tree.parts)
    return Tree(tree.kind, tuple(parts))


def _dropped(tree: Tree, start: int, end: int, place: int) -> Tree:
    """Without item `place` of the list separated by commas in `tree.parts[start:end]`."""
    items = [part for part in tree.parts[start:end] if part != ","]
    del items[place]
    commas = itertools.chain.from_iterable((",", item) for item in items)
    return Tree(tree.kind, (*tree.parts[:start], *list(commas)[1:], *tree.parts[end:]))


def _without_parameter(name: str, place: int, tree: Tree) -> Tree:
    if tree.kind == "function" and tree.parts[1] == name:
        return _dropped(tree, 3, tree.parts.index(")"), place)
    if tree.kind == "call" and tree.parts[0] == name:
        return _dropped(tree, 2, len(tree.parts) - 1, place)
    return tree


def _without_result(name: str, place: int, tree: Tree) -> Tree:
    if tree.kind == "function" and tree.parts[1] == name:
        return _dropped(tree, tree.parts.index("->") + 1, len(tree.parts) - 1, place)
    value = tree.parts[-1]
    if tree.kind in ("let", "assignment") and isinstance(value, Tree) and value.parts[0] == name:
        return _dropped(tree, int(tree.kind == "let"), tree.parts.index(":="), place)
    return tree
