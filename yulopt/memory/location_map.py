"""Persistent maps from numbered locations to facts.

Maps are immutable: an operation returns a new map that shares most of its nodes with the old one.
So a map for each block of a function takes little space, combining two maps takes time only for
their differences, and changing a range of locations is as fast as changing one.

It is a binary tree on the bits of the locations, highest bit first, with an inner node only where
facts differ. A leaf holds a fact about 2**n locations that have all but the last n bits in common;
two leaves that could be one are one, so that equal maps have the same shape.

Source: Okasaki, Gill, "Fast Mergeable Integer Maps" (1998); here with ranges.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Generic, TypeVar

from yulopt.memory.locations import Range

Fact = TypeVar("Fact")

# The commutative meet of two different facts about a location.
Combine = Callable[[int, Fact, Fact], Fact | None]


class Tree(Generic[Fact]):
    """Facts about some of the `1 << bits` locations from `lowest` on."""

    __slots__ = ("bits", "lowest")

    def __init__(self, lowest: int, bits: int) -> None:
        self.lowest = lowest
        self.bits = bits


class _Leaf(Tree[Fact]):
    """The same fact about all of them."""

    __slots__ = ("fact",)

    def __init__(self, lowest: int, bits: int, fact: Fact) -> None:
        super().__init__(lowest, bits)
        self.fact = fact


class _Branch(Tree[Fact]):
    """The locations in `left` have a 0 where those in `right` have a 1, just below `bits`."""

    __slots__ = ("left", "right")

    def __init__(self, bits: int, left: Tree[Fact], right: Tree[Fact]) -> None:
        super().__init__(left.lowest >> bits << bits, bits)
        self.left = left
        self.right = right


class LocationMap(Generic[Fact]):
    """Facts about numbered locations. Facts are compared with `==`."""

    __slots__ = ("_root",)

    def __init__(self, root: Tree[Fact] | None = None) -> None:
        self._root = root

    def get(self, location: int) -> Fact | None:
        """The fact about a location, None if there is none."""
        tree = self._root
        while isinstance(tree, _Branch):
            tree = tree.right if location >> (tree.bits - 1) & 1 else tree.left
        if isinstance(tree, _Leaf) and location >> tree.bits << tree.bits == tree.lowest:
            fact: Fact = tree.fact
            return fact
        return None

    def put(self, location: int, fact: Fact) -> LocationMap[Fact]:
        """The map with this fact about a location, and no other about it."""
        return self._with(_put(self._root, _Leaf(location, 0, fact)))

    def fill(self, ranges: Iterable[Range], fact: Fact) -> LocationMap[Fact]:
        """The map with this fact about all locations in some ranges."""
        tree = self._root
        for first, end in ranges:
            while first < end:
                # The largest block that begins here.
                bits = (end - first).bit_length() - 1
                if first:
                    bits = min(bits, (first & -first).bit_length() - 1)
                tree = _put(tree, _Leaf(first, bits, fact))
                first += 1 << bits
        return self._with(tree)

    def without(self, ranges: Iterable[Range]) -> LocationMap[Fact]:
        """The map without facts about the locations in some ranges."""
        tree = self._root
        for first, end in ranges:
            if first < end:
                tree = _without(tree, first, end)
        return self._with(tree)

    def meet(self, other: LocationMap[Fact], combine: Combine[Fact]) -> LocationMap[Fact]:
        """The facts in both maps; `combine` merges different ones."""
        return self._with(_meet(self._root, other._root, combine))

    def join(self, other: LocationMap[Fact], combine: Combine[Fact]) -> LocationMap[Fact]:
        """The facts in either map; `combine` merges different ones."""
        return self._with(_join(self._root, other._root, combine))

    def sharing(self, other: LocationMap[Fact]) -> LocationMap[Fact]:
        """The same facts, sharing equal parts with another map; that map itself, if all are
        equal."""
        tree = _share(self._root, other._root)
        return other if tree is other._root else self._with(tree)

    def facts(self, ranges: Iterable[Range], seen: set[Tree[Fact]]) -> list[Fact]:
        """The facts about locations in some ranges, except in parts that were `seen`.

        Visited parts are added to `seen`, also for maps that share them.
        """
        found: list[Fact] = []
        for first, end in ranges:
            stack = [self._root] if first < end else []
            while stack:
                tree = stack.pop()
                if tree is None or _is_outside(tree, first, end) or tree in seen:
                    continue
                if _is_inside(tree, first, end):
                    seen.add(tree)
                if isinstance(tree, _Branch):
                    stack += (tree.left, tree.right)
                elif isinstance(tree, _Leaf):
                    found.append(tree.fact)
        return found

    def _with(self, tree: Tree[Fact] | None) -> LocationMap[Fact]:
        return self if tree is self._root else LocationMap(tree)


# The recursion below is bounded by the bits of a location.


def _is_outside(tree: Tree[Fact], first: int, end: int) -> bool:
    return end <= tree.lowest or tree.lowest + (1 << tree.bits) <= first


def _is_inside(tree: Tree[Fact], first: int, end: int) -> bool:
    return first <= tree.lowest and tree.lowest + (1 << tree.bits) <= end


def _children(tree: Tree[Fact]) -> tuple[Tree[Fact] | None, Tree[Fact] | None]:
    """The facts about the locations with a 0, and with a 1, just below the bits of the tree."""
    if isinstance(tree, _Branch):
        return tree.left, tree.right
    assert isinstance(tree, _Leaf)
    bits = tree.bits - 1
    return (
        _Leaf(tree.lowest, bits, tree.fact),
        _Leaf(tree.lowest + (1 << bits), bits, tree.fact),
    )


def _with_children(
    tree: Tree[Fact], left: Tree[Fact] | None, right: Tree[Fact] | None
) -> Tree[Fact] | None:
    """The tree, with other facts about the same locations."""
    if left is None or right is None:
        return right if left is None else left
    if isinstance(tree, _Branch) and tree.left is left and tree.right is right:
        return tree
    bits = tree.bits - 1
    if left.bits == right.bits == bits and _have_same_fact(left, right):
        assert isinstance(left, _Leaf)
        # A leaf is unchanged, or new.
        unchanged = isinstance(tree, _Leaf) and tree.fact == left.fact
        return tree if unchanged else _Leaf(left.lowest, tree.bits, left.fact)
    return _Branch(tree.bits, left, right)


def _side_by_side(one: Tree[Fact], other: Tree[Fact]) -> Tree[Fact] | None:
    """Both trees, which have no locations in common."""
    bits = (one.lowest ^ other.lowest).bit_length()
    left, right = (one, other) if one.lowest < other.lowest else (other, one)
    return _with_children(Tree(left.lowest >> bits << bits, bits), left, right)


def _is_part(part: Tree[Fact], whole: Tree[Fact]) -> bool:
    """Whether the locations of a tree are a subset of another's."""
    return part.bits <= whole.bits and part.lowest >> whole.bits << whole.bits == whole.lowest


def _have_same_fact(one: Tree[Fact], other: Tree[Fact]) -> bool:
    """Whether both are leaves, with equal facts."""
    return isinstance(one, _Leaf) and isinstance(other, _Leaf) and bool(one.fact == other.fact)


def _put(tree: Tree[Fact] | None, leaf: _Leaf[Fact]) -> Tree[Fact] | None:
    if tree is None or _is_part(tree, leaf):
        is_there = tree is not None and tree.bits == leaf.bits and _have_same_fact(tree, leaf)
        return tree if is_there else leaf
    if not _is_part(leaf, tree):
        return _side_by_side(tree, leaf)
    if _have_same_fact(tree, leaf):
        return tree
    left, right = _children(tree)
    if leaf.lowest >> (tree.bits - 1) & 1:
        return _with_children(tree, left, _put(right, leaf))
    return _with_children(tree, _put(left, leaf), right)


def _without(tree: Tree[Fact] | None, first: int, end: int) -> Tree[Fact] | None:
    if tree is None or _is_outside(tree, first, end):
        return tree
    if _is_inside(tree, first, end):
        return None
    left, right = _children(tree)
    return _with_children(tree, _without(left, first, end), _without(right, first, end))


def _meet(
    one: Tree[Fact] | None, other: Tree[Fact] | None, combine: Combine[Fact]
) -> Tree[Fact] | None:
    if one is other or one is None or other is None:
        return one if one is other else None
    if one.bits < other.bits:
        one, other = other, one
    if not _is_part(other, one):
        return None
    if _have_same_fact(one, other):
        return one if one.bits == other.bits else other
    if one.bits == 0:
        return _combined(one, other, combine)
    left, right = _children(one)
    if other.bits == one.bits:
        other_left, other_right = _children(other)
        return _with_children(
            one, _meet(left, other_left, combine), _meet(right, other_right, combine)
        )
    return _meet(right if other.lowest >> (one.bits - 1) & 1 else left, other, combine)


def _join(
    one: Tree[Fact] | None, other: Tree[Fact] | None, combine: Combine[Fact]
) -> Tree[Fact] | None:
    if one is other or one is None or other is None:
        return other if one is None else one
    if one.bits < other.bits:
        one, other = other, one
    if not _is_part(other, one):
        return _side_by_side(one, other)
    if _have_same_fact(one, other):
        return one
    if one.bits == 0:
        return _combined(one, other, combine)
    left, right = _children(one)
    if other.bits == one.bits:
        other_left, other_right = _children(other)
        left, right = _join(left, other_left, combine), _join(right, other_right, combine)
        if isinstance(other, _Branch) and left is other.left and right is other.right:
            return other
    elif other.lowest >> (one.bits - 1) & 1:
        right = _join(right, other, combine)
    else:
        left = _join(left, other, combine)
    return _with_children(one, left, right)


def _combined(one: Tree[Fact], other: Tree[Fact], combine: Combine[Fact]) -> Tree[Fact] | None:
    """The meet of two facts about one location."""
    assert isinstance(one, _Leaf)
    assert isinstance(other, _Leaf)
    fact = combine(one.lowest, one.fact, other.fact)
    if fact is None:
        return None
    if fact is one.fact:
        return one
    return other if fact is other.fact else _Leaf(one.lowest, 0, fact)


def _share(tree: Tree[Fact] | None, other: Tree[Fact] | None) -> Tree[Fact] | None:
    if tree is other or tree is None or other is None:
        return tree
    if tree.bits < other.bits and isinstance(other, _Branch) and _is_part(tree, other):
        right = tree.lowest >> (other.bits - 1) & 1
        return _share(tree, other.right if right else other.left)
    if _have_same_fact(tree, other):
        return other if (tree.bits, tree.lowest) == (other.bits, other.lowest) else tree
    if not isinstance(tree, _Branch) or not _is_part(other, tree):
        return tree
    left: Tree[Fact] | None = tree.left
    right_part: Tree[Fact] | None = tree.right
    if other.bits == tree.bits and isinstance(other, _Branch):
        left, right_part = _share(left, other.left), _share(right_part, other.right)
        if left is other.left and right_part is other.right:
            return other
    elif other.bits < tree.bits:
        if other.lowest >> (tree.bits - 1) & 1:
            right_part = _share(right_part, other)
        else:
            left = _share(left, other)
    return _with_children(tree, left, right_part)
