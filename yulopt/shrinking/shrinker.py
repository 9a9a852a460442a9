"""Shrinks a program: parts are removed or simplified as long as it still fails."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator
from functools import partial
from string import ascii_letters
from typing import TypeAlias

from yulopt.shrinking.tree import Tree, parse_tree
from yulopt.syntax.deep_stack import run_with_deep_stack

ZERO, ONE = Tree("literal", ("0",)), Tree("literal", ("1",))
_EMPTY_BLOCK = Tree("block", ("{", "}"))
Put = Callable[[Tree], Tree]


class ProgramShrinker:
    """Makes a program smaller as long as its text still `fails`.

    `fails` may be called with invalid text (and should then return False); it may raise
    TimeoutError to end the search.
    """

    def __init__(self, fails: Callable[[str], bool]) -> None:
        self._fails = fails
        self._tree = ZERO

    def shrink(self, text: str) -> None:
        """Try smaller and smaller programs; the last one that `fails` accepted is the result.

        Nothing is tried if the text without its comments does not fail.
        """
        run_with_deep_stack(lambda: self._shrink(text))

    def _shrink(self, text: str) -> None:
        self._tree = parse_tree(text)
        if not self._fails(str(self._tree)):
            return
        self._empty_blocks()
        before = None
        while before != self._tree:
            before = self._tree
            self._tree = self._reduce(self._tree, lambda tree: tree)
            self._drop_parameters()
            self._shorten_names()

    def _empty_blocks(self) -> None:
        """Try to empty each block, large ones first: that is fast."""
        paths = [path for path, tree in walk_with_paths(self._tree) if tree.kind == "block"]
        sizes = {path: sum(1 for _ in tree_at(self._tree, path).tokens()) for path in paths}
        for path in sorted(paths, key=lambda path: -sizes[path]):
            if _has_path(self._tree, path):
                self._accept_tree(replaced_at(self._tree, path, _EMPTY_BLOCK))

    def _accept(self, tree: Tree) -> bool:
        return self._fails(str(tree))

    # Lists.

    def _fewer(
        self, items: list[Tree], put: Callable[[list[Tree]], Tree], least: int = 0
    ) -> list[Tree]:
        """A sublist with which the program still fails, found by removing ever smaller chunks."""
        size = len(items)
        while size:
            end = len(items)
            while end > 0:
                start = max(0, end - size)
                rest = items[:start] + items[end:]
                if len(rest) >= least and self._accept(put(rest)):
                    items = rest
                end = start
            size //= 2
        return items

    # Trees.

    def _reduce(self, tree: Tree, put: Put) -> Tree:
        """A smaller tree for this position; `put(t)` is the whole program with `t` there."""
        for smaller in self._substitutes(tree):
            if smaller != tree and self._accept(put(smaller)):
                return self._reduce(smaller, put)
        if tree.kind in ("block", "object"):
            tree = self._reduce_list(tree, put)
        if tree.kind == "switch":
            head = tree.parts[:2]
            cases = self._fewer(
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

                smaller = self._reduce(part, put_part)
                tree = Tree(kind, (*parts[:index], smaller, *parts[index + 1 :]))
        return tree

    def _substitutes(self, tree: Tree) -> Iterator[Tree]:
        """Simpler trees that could replace this one."""
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
                yield dropped(tree, 1, len(tree.parts), 1)
                yield dropped(tree, 1, len(tree.parts), 0)

    def _reduce_list(self, tree: Tree, put: Put) -> Tree:
        """The block or object with fewer statements or children."""
        start = 1 if tree.kind == "block" else 4
        head, last = tree.parts[:start], tree.parts[-1]

        def put_items(items: list[Tree]) -> Tree:
            return put(Tree(tree.kind, (*head, *items, last)))

        items = self._fewer([p for p in tree.parts[start:-1] if isinstance(p, Tree)], put_items)
        index = len(items)
        while index > 0:
            index -= 1
            for opened in self._unwrapped(items[index]):
                changed = [*items[:index], *opened, *items[index + 1 :]]
                if self._accept(put_items(changed)):
                    items = changed
                    index += len(opened)
                    break
        return Tree(tree.kind, (*head, *items, last))

    def _unwrapped(self, tree: Tree) -> Iterator[list[Tree]]:
        """Lists of statements that could replace a statement: the contents of its blocks."""
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

    # Changes of the whole program.

    def _drop_parameters(self) -> None:
        """Try to remove each parameter, and all but one result, of each function."""
        for function in [tree for tree in walk(self._tree) if tree.kind == "function"]:
            name, close = str(function.parts[1]), function.parts.index(")")
            parameters = len([part for part in function.parts[3:close] if part != ","])
            results = len([part for part in function.parts[close + 2 : -1] if part != ","])
            for index in reversed(range(parameters)):
                self._accept_tree(edit(self._tree, partial(_without_parameter, name, index)))
            for index in reversed(range(results if results > 1 else 0)):
                self._accept_tree(edit(self._tree, partial(_without_result, name, index)))

    def _accept_tree(self, tree: Tree) -> None:
        if self._accept(tree):
            self._tree = tree

    def _shorten_names(self) -> None:
        """Try to give every name one letter."""
        used = set(self._tree.tokens())
        short = (letter for letter in ascii_letters if letter not in used)
        declaring = (tree for tree in walk(self._tree) if tree.kind in ("let", "function"))
        words = (part for tree in declaring for part in tree.parts[1:] if isinstance(part, str))
        for name in dict.fromkeys(word for word in words if re.fullmatch(r"[\w$.]{2,}", word)):
            if letter := next(short, None):
                self._accept_tree(edit(self._tree, partial(renamed, {name: letter})))


# Paths: indices of parts, from the outside in.
Path: TypeAlias = tuple[int, ...]


def walk(tree: Tree) -> Iterator[Tree]:
    """The tree and everything in it."""
    yield tree
    for child in tree.children():
        yield from walk(child)


def walk_with_paths(tree: Tree, path: Path = ()) -> Iterator[tuple[Path, Tree]]:
    """The tree and everything in it, each with the indices that lead to it."""
    yield path, tree
    for index, part in enumerate(tree.parts):
        if isinstance(part, Tree):
            yield from walk_with_paths(part, (*path, index))


def tree_at(tree: Tree, path: Path) -> Tree:
    """The tree at a path."""
    for index in path:
        part = tree.parts[index]
        assert isinstance(part, Tree)
        tree = part
    return tree


def _has_path(tree: Tree, path: Path) -> bool:
    """Whether a path is valid."""
    for index in path:
        part = tree.parts[index] if index < len(tree.parts) else ""
        if isinstance(part, str):
            return False
        tree = part
    return True


def replaced_at(tree: Tree, path: Path, new: Tree) -> Tree:
    """The tree with its part at a path replaced."""
    if not path:
        return new
    first, *rest = path
    part = tree.parts[first]
    assert isinstance(part, Tree)
    inner = replaced_at(part, tuple(rest), new)
    return Tree(tree.kind, (*tree.parts[:first], inner, *tree.parts[first + 1 :]))


def edit(tree: Tree, change: Callable[[Tree], Tree]) -> Tree:
    """The tree with `change` applied to every part, from the inside out."""
    parts = (part if isinstance(part, str) else edit(part, change) for part in tree.parts)
    return change(Tree(tree.kind, tuple(parts)))


def renamed(names: dict[str, str], tree: Tree) -> Tree:
    """With some words replaced by others."""
    parts = (names.get(part, part) if isinstance(part, str) else part for part in tree.parts)
    return Tree(tree.kind, tuple(parts))


def dropped(tree: Tree, start: int, end: int, index: int) -> Tree:
    """Without item `index` of the list separated by commas in `tree.parts[start:end]`."""
    items = [part for part in tree.parts[start:end] if part != ","]
    del items[index]
    commas = itertools.chain.from_iterable((",", item) for item in items)
    return Tree(tree.kind, (*tree.parts[:start], *list(commas)[1:], *tree.parts[end:]))


def _without_parameter(name: str, index: int, tree: Tree) -> Tree:
    """A definition or call of function `name` without one parameter, any other part as it is."""
    if tree.kind == "function" and tree.parts[1] == name:
        return dropped(tree, 3, tree.parts.index(")"), index)
    if tree.kind == "call" and tree.parts[0] == name:
        return dropped(tree, 2, len(tree.parts) - 1, index)
    return tree


def _without_result(name: str, index: int, tree: Tree) -> Tree:
    """A definition or call of function `name` without one result, any other part as it is."""
    if tree.kind == "function" and tree.parts[1] == name:
        return dropped(tree, tree.parts.index("->") + 1, len(tree.parts) - 1, index)
    value = tree.parts[-1]
    if tree.kind in ("let", "assignment") and isinstance(value, Tree) and value.parts[0] == name:
        return dropped(tree, int(tree.kind == "let"), tree.parts.index(":="), index)
    return tree
