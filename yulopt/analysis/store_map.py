"""Sets of stores, and maps from keys to such sets that share what they have in common.

A set of stores is a graph of unions over single stores, like a value in SSA form is a graph of phi
functions over definitions. The only question about it is which stores are used, so stores are only
ever marked, each once; sets whose stores are all used need not be looked at again.

A map is never changed: an operation gives a new map that shares most of its nodes with the old
one, so keeping a map for later costs nothing, and merging two takes time only for what differs. An
empty map is None. After Okasaki and Gill, "Fast Mergeable Integer Maps" (1998): a binary tree on
the bits of the keys, highest bit first, with an inner node only where keys differ.
"""

from __future__ import annotations

from collections.abc import Sequence

from yulopt.syntax.ast import Statement


class Stores:
    """A set of stores.

    `used`: all stores in the set are known to be used. `newest`: the highest number of a store in
    the set (of those that were in it at the beginning), -1 if it is empty.
    """

    __slots__ = ("newest", "used")

    def __init__(self, newest: int) -> None:
        self.newest = newest
        self.used = False

    def parts(self) -> list[Stores]:
        """The sets whose union this is; none for a single store."""
        return []


class Store(Stores):
    """A single store: a statement, and its number in order of appearance."""

    __slots__ = ("statement",)

    def __init__(self, number: int, statement: Statement) -> None:
        super().__init__(number)
        self.statement = statement


class StoreUnion(Stores):
    """The union of sets, to which more can be added later."""

    __slots__ = ("_parts",)

    def __init__(self, parts: list[Stores]) -> None:
        super().__init__(max([part.newest for part in parts], default=-1))
        self._parts = parts

    def parts(self) -> list[Stores]:
        return self._parts

    def add(self, part: Stores) -> None:
        """Make another set part of this one."""
        self._parts.append(part)
        if self.used:
            mark_used(part)


def _union(one: Stores, other: Stores) -> Stores:
    """Both sets; one of which all stores are used can be left out."""
    if one is other or other.used:
        return one
    if one.used:
        return other
    return StoreUnion([one, other])


def mark_used(stores: Stores | None) -> None:
    """Note that all stores in the set are used."""
    pending = [] if stores is None else [stores]
    while pending:
        part = pending.pop()
        if not part.used:
            part.used = True
            pending.extend(part.parts())


def mark_newer_used(stores: Stores | None, first: int) -> None:
    """Note that the stores with numbers from `first` on in the set are used."""
    pending = [] if stores is None else [stores]
    seen: set[Stores] = set()
    while pending:
        part = pending.pop()
        if part.newest < first or part.used or part in seen:
            continue
        seen.add(part)
        if isinstance(part, Store):
            part.used = True
        pending.extend(part.parts())


class StoreMap(Stores):
    """A map with at least one entry, also the set of all stores in it.

    All keys are at least `lowest` and below `lowest + (1 << bits)`.
    """

    __slots__ = ("bits", "lowest")

    def __init__(self, newest: int, lowest: int, bits: int) -> None:
        super().__init__(newest)
        self.lowest = lowest
        self.bits = bits


class _Entry(StoreMap):
    __slots__ = ("stores",)

    def __init__(self, key: int, stores: Stores) -> None:
        super().__init__(stores.newest, key, 0)
        self.stores = stores

    def parts(self) -> list[Stores]:
        return [self.stores]


class _Branch(StoreMap):
    """The keys in `left` have a 0 where those in `right` have a 1, just below `bits`."""

    __slots__ = ("left", "right")

    def __init__(self, left: StoreMap, right: StoreMap) -> None:
        bits = (left.lowest ^ right.lowest).bit_length()
        super().__init__(max(left.newest, right.newest), left.lowest >> bits << bits, bits)
        self.left = left
        self.right = right

    def parts(self) -> list[Stores]:
        return [self.left, self.right]

    def with_children(self, left: StoreMap | None, right: StoreMap | None) -> StoreMap | None:
        """This node with other children, of which the keys are in the same ranges."""
        if left is self.left and right is self.right:
            return self
        if left is None:
            return right
        return left if right is None else _Branch(left, right)


def find(stores: StoreMap | None, key: int) -> Stores | None:
    """The stores under a key; None means that there are none."""
    while isinstance(stores, _Branch):
        stores = stores.right if key >> (stores.bits - 1) & 1 else stores.left
    if isinstance(stores, _Entry) and stores.lowest == key:
        return stores.stores
    return None


def add(stores: StoreMap | None, key: int, added: Stores) -> StoreMap:
    """The map with more stores under a key."""
    entry = _Entry(key, added)
    return entry if stores is None else _merge(stores, entry)


def put(stores: StoreMap | None, key: int, replacement: Stores) -> StoreMap:
    """The map with these stores under a key, and no others."""
    return add(without(stores, key, key + 1), key, replacement)


def between(stores: StoreMap | None, first: int, end: int) -> StoreMap | None:
    """The part of a map with keys from `first` on and below `end`."""
    if stores is None or end <= stores.lowest or stores.lowest + (1 << stores.bits) <= first:
        return None
    if first <= stores.lowest and stores.lowest + (1 << stores.bits) <= end:
        return stores
    assert isinstance(stores, _Branch)
    return stores.with_children(between(stores.left, first, end), between(stores.right, first, end))


def without(stores: StoreMap | None, first: int, end: int) -> StoreMap | None:
    """The part of a map with all other keys."""
    if stores is None or end <= stores.lowest or stores.lowest + (1 << stores.bits) <= first:
        return stores
    if first <= stores.lowest and stores.lowest + (1 << stores.bits) <= end:
        return None
    assert isinstance(stores, _Branch)
    return stores.with_children(without(stores.left, first, end), without(stores.right, first, end))


def merge(maps: Sequence[StoreMap | None]) -> StoreMap | None:
    """For each key all stores that are under it in one of the maps; used ones may be left out."""
    present = [stores for stores in maps if stores is not None]
    # In pairs, so that no map is merged more often than the logarithm of their number.
    while len(present) > 1:
        merged = [
            _merge(present[index], present[index + 1]) for index in range(0, len(present) - 1, 2)
        ]
        if len(present) % 2:
            merged.append(present[-1])
        present = merged
    return present[0] if present else None


def _merge(one: StoreMap, other: StoreMap) -> StoreMap:
    if one is other or one.used:
        return other
    if other.used:
        return one
    if one.bits < other.bits:
        one, other = other, one
    if (one.lowest ^ other.lowest) >> one.bits:
        return _Branch(one, other) if one.lowest < other.lowest else _Branch(other, one)
    if isinstance(one, _Entry):
        assert isinstance(other, _Entry)
        stores = _union(one.stores, other.stores)
        return one if stores is one.stores else _Entry(one.lowest, stores)
    assert isinstance(one, _Branch)
    left, right = one.left, one.right
    if isinstance(other, _Branch) and other.bits == one.bits:
        left = _merge(left, other.left)
        right = _merge(right, other.right)
        if left is other.left and right is other.right:
            return other
    elif other.lowest >> (one.bits - 1) & 1:
        right = _merge(right, other)
    else:
        left = _merge(left, other)
    return one if left is one.left and right is one.right else _Branch(left, right)
