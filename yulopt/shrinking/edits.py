"""Edits of a whole program: other names, functions without a parameter or a result."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from typing import TypeAlias

from yulopt.shrinking.tree import Tree

# Indices of parts, from the outside in.
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
    """What a path leads to."""
    for index in path:
        part = tree.parts[index]
        assert isinstance(part, Tree)
        tree = part
    return tree


def has_path(tree: Tree, path: Path) -> bool:
    """Whether a path leads to anything."""
    for index in path:
        part = tree.parts[index] if index < len(tree.parts) else ""
        if isinstance(part, str):
            return False
        tree = part
    return True


def replaced_at(tree: Tree, path: Path, new: Tree) -> Tree:
    """The tree with another one where a path leads to."""
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
    """With other words in the place of some."""
    parts = (names.get(part, part) if isinstance(part, str) else part for part in tree.parts)
    return Tree(tree.kind, tuple(parts))


def dropped(tree: Tree, start: int, end: int, place: int) -> Tree:
    """Without item `place` of the list separated by commas in `tree.parts[start:end]`."""
    items = [part for part in tree.parts[start:end] if part != ","]
    del items[place]
    commas = itertools.chain.from_iterable((",", item) for item in items)
    return Tree(tree.kind, (*tree.parts[:start], *list(commas)[1:], *tree.parts[end:]))


def without_parameter(name: str, place: int, tree: Tree) -> Tree:
    """A definition or call of function `name` without one parameter, any other part as it is."""
    if tree.kind == "function" and tree.parts[1] == name:
        return dropped(tree, 3, tree.parts.index(")"), place)
    if tree.kind == "call" and tree.parts[0] == name:
        return dropped(tree, 2, len(tree.parts) - 1, place)
    return tree


def without_result(name: str, place: int, tree: Tree) -> Tree:
    """A definition or call of function `name` without one result, any other part as it is."""
    if tree.kind == "function" and tree.parts[1] == name:
        return dropped(tree, tree.parts.index("->") + 1, len(tree.parts) - 1, place)
    value = tree.parts[-1]
    if tree.kind in ("let", "assignment") and isinstance(value, Tree) and value.parts[0] == name:
        return dropped(tree, int(tree.kind == "let"), tree.parts.index(":="), place)
    return tree
