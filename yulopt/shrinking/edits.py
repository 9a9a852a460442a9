"""Edits of a whole program: other names, functions without a parameter or a result."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator

from yulopt.shrinking.tree import Tree


def walk(tree: Tree) -> Iterator[Tree]:
    """The tree and everything in it."""
    yield tree
    for child in tree.children():
        yield from walk(child)


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
