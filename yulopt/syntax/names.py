"""The order of names, and the dispenser of fresh ones.

Source: chapter 01, section 8 and chapter 02, section 2 of the specification. The hash is FNV-1
(Fowler, Noll, Vo) with 64 bits.
"""

from __future__ import annotations

import bisect
from collections.abc import Iterable
from typing import Final

from yulopt.dialect import Dialect

_OFFSET_BASIS: Final = 14695981039346656037
_HALF: Final = 32
_HALF_MASK: Final = 2**_HALF - 1
# The prime is 2**40 + 0x1B3.
_PRIME_HIGH: Final = 1 << (40 - _HALF)
_PRIME_LOW: Final = 0x1B3

_hashes: dict[str, int] = {}
_MAX_HASHES: Final = 1 << 20


def name_hash(name: str) -> int:
    """The 64-bit FNV-1 hash of an (ASCII) name; it decides the order of sets of names."""
    value = _hashes.get(name)
    if value is None:
        # In halves, so that no product is too long for a machine word.
        high, low = _OFFSET_BASIS >> _HALF, _OFFSET_BASIS & _HALF_MASK
        for byte in name.encode():
            product = low * _PRIME_LOW
            high = (high * _PRIME_LOW + low * _PRIME_HIGH + (product >> _HALF)) & _HALF_MASK
            low = product & _HALF_MASK ^ byte
        value = high << _HALF | low
        if len(_hashes) >= _MAX_HASHES:
            _hashes.clear()
        _hashes[name] = value
    return value


def _order_key(name: str) -> tuple[int, str]:
    return name_hash(name), name


def hash_ordered(names: Iterable[str]) -> list[str]:
    """The names in ascending order of their hash, the iteration order of sets of names."""
    return sorted(names, key=_order_key)


class OrderedNames:
    """A set of names; `names` are in the order of their hashes."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self._hashes: list[int] = []

    def add(self, name: str) -> None:
        """Add a name, unless it is a member."""
        index = self._index(name)
        if index == len(self.names) or self.names[index] != name:
            self.names.insert(index, name)
            self._hashes.insert(index, name_hash(name))

    def discard(self, name: str) -> None:
        """Remove a name if it is a member."""
        index = self._index(name)
        if index < len(self.names) and self.names[index] == name:
            del self.names[index]
            del self._hashes[index]

    def _index(self, name: str) -> int:
        """The index of the name, present or not."""
        value = name_hash(name)
        index = bisect.bisect_left(self._hashes, value)
        while index < len(self.names) and self._hashes[index] == value and self.names[index] < name:
            index += 1
        return index


class NameDispenser:
    """Hands out names that are not in use.

    One counter serves all hints, and never decreases: every request is visible in later names.
    `used`: the reserved names, including those no longer in the program.
    """

    def __init__(self, dialect: Dialect, used: Iterable[str] = ()) -> None:
        self._dialect = dialect
        self._used = set(used)
        self._counter = 0

    def new_name(self, hint: str) -> str:
        """`hint` itself if it is free, otherwise `hint_N` with the next N that makes it free."""
        name = hint
        while self.is_illegal(name):
            self._counter += 1
            name = f"{hint}_{self._counter}"
        self._used.add(name)
        return name

    @property
    def counter(self) -> int:
        """The number that was given out last."""
        return self._counter

    @property
    def number_taken(self) -> int:
        """The number of reserved names, which grows with each new one."""
        return len(self._used)

    def taken(self) -> frozenset[str]:
        """The names that are taken."""
        return frozenset(self._used)

    def mark_used(self, name: str) -> None:
        """Never hand out this name from now on."""
        self._used.add(name)

    def is_illegal(self, name: str) -> bool:
        """Whether the name is taken or reserved."""
        return name in self._used or self._dialect.is_reserved(name)

    def resume(self, taken: Iterable[str], counter: int) -> None:
        """Reserve these names, too, and continue after this number."""
        self._used.update(taken)
        self._counter = counter

    def copy(self) -> NameDispenser:
        """Another one that would hand out the same names from here on."""
        copied = NameDispenser(self._dialect)
        copied.resume(self._used, self._counter)
        return copied

    def reset(self, used: Iterable[str]) -> None:
        """Restart with these names reserved."""
        self._used = set(used)
        self._counter = 0
