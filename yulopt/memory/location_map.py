"""Maps from numbered locations to facts, which share what they have in common.

A map is never changed: an operation gives a new map that shares most of its nodes with the old one.
So a map for each block of a function takes little space, the meet of two maps takes time only for
what differs between them, and a range of locations is changed as fast as a single one.

It is a binary tree on the bits of the locations, highest bit first. A subtree whose locations all
have the same fact is that fact itself, a subtree without facts is None.

Source: Okasaki, Gill, "Fast Mergeable Integer Maps" (1998); here with ranges, and with keys below a
fixed bound.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Generic, TypeAlias, TypeVar

Fact = TypeVar("Fact")

# From a first location up to, and not including, a second one.
Range = tuple[int, int]
# What remains of two different facts about a location.
Combine = Callable[[int, Fact, Fact], Fact | None]


class _Node(Generic[Fact]):
    __slots__ = ("left", "right")

    def __init__(self, left: _Tree[Fact], right: _Tree[Fact]) -> None:
        self.left = left
        self.right = right


_Tree: TypeAlias = "_Node[Fact] | Fact | None"


class LocationMap(Generic[Fact]):
    """Facts about some of the locations 0, 1, ... below `bound`. Facts are compared with `==`."""

    __slots__ = ("_root", "_size")

    def __init__(self, bound: int, everywhere: Fact | None = None) -> None:
        self._size = 1 << (bound - 1).bit_length() if bound > 0 else 1
        self._root: _Tree[Fact] = everywhere

    def get(self, location: int) -> Fact | None:
        """The fact about a location, None if there is none."""
        tree = self._root
        size = self._size
        while isinstance(tree, _Node):
            size >>= 1
            tree = tree.right if location & size else tree.left
        return tree

    def put(self, location: int, fact: Fact) -> LocationMap[Fact]:
        """The map with this fact about a location, and no other about it."""
        return self._with(_assign(self._root, 0, self._size, location, location + 1, fact))

    def fill(self, ranges: Iterable[Range], fact: Fact | None) -> LocationMap[Fact]:
        """The map with this fact (or none) about all locations in some ranges."""
        tree = self._root
        for first, end in ranges:
            if first < end:
                tree = _assign(tree, 0, self._size, first, end, fact)
        return self._with(tree)

    def meet(self, other: LocationMap[Fact], combine: Combine[Fact]) -> LocationMap[Fact]:
        """The facts that are in both maps; `combine` decides where they differ."""
        return self._with(_meet(self._root, other._root, 0, self._size, combine))

    def replace(self, old: Fact, other: LocationMap[Fact]) -> LocationMap[Fact]:
        """The map with the facts of another one for the locations about which the fact is `old`,
        this very object."""
        return self._with(_replace(self._root, old, other._root))

    def sharing(self, other: LocationMap[Fact]) -> LocationMap[Fact]:
        """The same facts, sharing with another map all that is equal; that map itself, if it has
        the same facts."""
        tree = _share(self._root, other._root, self._size)
        return other if tree is other._root else self._with(tree)

    def _with(self, tree: _Tree[Fact]) -> LocationMap[Fact]:
        if tree is self._root:
            return self
        result: LocationMap[Fact] = LocationMap(self._size)
        result._root = tree
        return result


# The recursion below goes as deep as a location has bits.


def _children(tree: _Tree[Fact]) -> tuple[_Tree[Fact], _Tree[Fact]]:
    return (tree.left, tree.right) if isinstance(tree, _Node) else (tree, tree)


def _join(tree: _Tree[Fact], left: _Tree[Fact], right: _Tree[Fact]) -> _Tree[Fact]:
    """A tree with these children; `tree` itself, if it has them."""
    if left is right and not isinstance(left, _Node):
        return left
    if isinstance(tree, _Node) and tree.left is left and tree.right is right:
        return tree
    return _Node(left, right)


def _assign(
    tree: _Tree[Fact], lowest: int, size: int, first: int, end: int, fact: Fact | None
) -> _Tree[Fact]:
    """The tree, whose locations are `lowest` and the next ones, with a fact in a range."""
    if end <= lowest or lowest + size <= first:
        return tree
    if first <= lowest and lowest + size <= end:
        return fact
    left, right = _children(tree)
    half = size >> 1
    return _join(
        tree,
        _assign(left, lowest, half, first, end, fact),
        _assign(right, lowest + half, half, first, end, fact),
    )


def _meet(
    one: _Tree[Fact], other: _Tree[Fact], lowest: int, size: int, combine: Combine[Fact]
) -> _Tree[Fact]:
    if one is other or one is None or other is None:
        return one if one is other else None
    if size == 1:
        assert not isinstance(one, _Node)
        assert not isinstance(other, _Node)
        return one if one == other else combine(lowest, one, other)
    left, right = _children(one)
    other_left, other_right = _children(other)
    half = size >> 1
    return _join(
        one,
        _meet(left, other_left, lowest, half, combine),
        _meet(right, other_right, lowest + half, half, combine),
    )


def _replace(tree: _Tree[Fact], old: Fact, other: _Tree[Fact]) -> _Tree[Fact]:
    if tree is old:
        return other
    if not isinstance(tree, _Node):
        return tree
    other_left, other_right = _children(other)
    return _join(tree, _replace(tree.left, old, other_left), _replace(tree.right, old, other_right))


def _share(tree: _Tree[Fact], other: _Tree[Fact], size: int) -> _Tree[Fact]:
    if tree is other or tree is None or other is None:
        return tree
    if not isinstance(tree, _Node) and not isinstance(other, _Node):
        return other if tree == other else tree
    left, right = _children(tree)
    other_left, other_right = _children(other)
    left = _share(left, other_left, size >> 1)
    right = _share(right, other_right, size >> 1)
    if left is other_left and right is other_right:
        return other
    return _join(tree, left, right)
