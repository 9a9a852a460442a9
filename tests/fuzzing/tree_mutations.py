"""Mutations of the tree of a valid program; `other` is the tree of another one."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Final, TypeAlias

from tests.fuzzing import pieces
from tests.shrink import Tree

TreeMutation: TypeAlias = Callable[[Random, Tree, Tree], Tree]


def replace_subtree(rng: Random, tree: Tree, other: Tree) -> Tree:
    """Any piece in place of any piece, mostly of the same kind."""
    place = rng.choice(_subtrees(tree))
    candidates = _subtrees(rng.choice((tree, other)))
    same = [piece for piece in candidates if piece.kind == place.kind]
    if same and rng.random() < 0.7:
        candidates = same
    return _edit(tree, place, (rng.choice(candidates),))


def delete_subtree(rng: Random, tree: Tree, other: Tree) -> Tree:
    return _edit(tree, rng.choice(_subtrees(tree)), ())


def duplicate_subtree(rng: Random, tree: Tree, other: Tree) -> Tree:
    place = rng.choice(_subtrees(tree))
    return _edit(tree, place, (place,) * rng.choice((2, 2, 3)))


def insert_subtree(rng: Random, tree: Tree, other: Tree) -> Tree:
    place = rng.choice(_subtrees(tree))
    new = rng.choice(_subtrees(rng.choice((tree, other))))
    return _edit(tree, place, rng.choice(((place, new), (new, place))))


def unwrap_subtree(rng: Random, tree: Tree, other: Tree) -> Tree:
    """The pieces of a piece in its place."""
    place = rng.choice(_subtrees(tree))
    return _edit(tree, place, tuple(place.children()))


def swap_subtrees(rng: Random, tree: Tree, other: Tree) -> Tree:
    one, two = rng.choice(_subtrees(tree)), rng.choice(_subtrees(tree))
    return _edit(_edit(tree, one, (two,)), two, (one,))


def rename(rng: Random, tree: Tree, other: Tree) -> Tree:
    """Another name for a name, everywhere or in one piece: shadowing, clashes, reserved names."""
    place = rng.choice((tree, rng.choice(_subtrees(tree))))
    names = [token for token in place.tokens() if re.match(r"[A-Za-z_$]", token)]
    if not names:
        return tree
    old = rng.choice(names)
    new = rng.choice((rng.choice(names), rng.choice(pieces.NAMES)))
    return _edit(tree, place, (_renamed(place, old, new),))


def _subtrees(tree: Tree) -> list[Tree]:
    found = [tree]
    for piece in found:
        found += piece.children()
    return found[1:] or found


def _edit(tree: Tree, place: Tree, new: tuple[Tree, ...]) -> Tree:
    """The tree with `new` instead of the very piece `place`."""
    parts: list[str | Tree] = []
    for part in tree.parts:
        if part is place:
            parts += new
        else:
            parts.append(_edit(part, place, new) if isinstance(part, Tree) else part)
    return Tree(tree.kind, tuple(parts))


def _renamed(tree: Tree, old: str, new: str) -> Tree:
    parts = (
        _renamed(part, old, new) if isinstance(part, Tree) else new if part == old else part
        for part in tree.parts
    )
    return Tree(tree.kind, tuple(parts))


TREE_MUTATIONS: Final[tuple[TreeMutation, ...]] = (
    *(replace_subtree, delete_subtree, duplicate_subtree, insert_subtree, unwrap_subtree),
    *(swap_subtrees, rename, rename),
)
