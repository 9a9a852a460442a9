"""A perfect hash function of a few keys: each has a slot of its own, and few slots are empty.

The remainder of a key by one number chooses its group, and the displacement of the group is added
to the key before another number reduces it to a slot. Groups get displacements in turn, the largest
first, such that their keys go to free slots. All displacements are bytes of one word.

Source: A. Pagh, "Hash and displace: efficient evaluation of minimal perfect hash functions", WADS
1999; D. Belazzougui, F. Botelho, M. Dietzfelbinger, "Hash, displace, and compress", ESA 2009.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

_BYTE_BITS: Final = 8
# A displacement is a byte, and has to reach each slot.
_MAX_SLOTS: Final = 1 << _BYTE_BITS
_MAX_GROUPS: Final = 31
# A quarter more slots than keys, and two more.
_SPARE_DIVISOR: Final = 4
_SPARE_SLOTS: Final = 2


class PerfectHash(NamedTuple):
    """A function of keys: `groups` is the number of groups, and `slots` that of slots;
    `displacements` has a byte for each group, the first one lowest."""

    groups: int
    slots: int
    displacements: int

    def slot(self, key: int) -> int:
        """The slot of a key."""
        return (key + (self.displacements >> _BYTE_BITS * (key % self.groups))) % self.slots


def hash_and_displace(keys: Sequence[int], slot_bytes: int) -> PerfectHash | None:
    """The perfect hash function with the smallest table and displacements that a search finds.

    `slot_bytes`: the bytes of a slot; a group has one. None if the search finds none with few empty
    slots.
    """
    for slots, groups in sorted(_shapes(len(keys)), key=lambda one: one[0] * slot_bytes + one[1]):
        found = _displaced(keys, slots, groups)
        if found is not None:
            return found
    return None


def _shapes(count: int) -> Iterator[tuple[int, int]]:
    """Numbers of slots and groups."""
    most = count + count // _SPARE_DIVISOR + _SPARE_SLOTS
    for slots in range(count, min(most, _MAX_SLOTS) + 1):
        for groups in range(1, min(count, _MAX_GROUPS) + 1):
            # To the prover of bytes, a remainder by a power of two is no function of the key, but
            # some bits of the word that the key comes from.
            if groups == 1 or groups & groups - 1:
                yield slots, groups


def _displaced(keys: Sequence[int], slots: int, groups: int) -> PerfectHash | None:
    """The function with these numbers of slots and groups, if displacements are found."""
    members: list[list[int]] = [[] for _ in range(groups)]
    for key in keys:
        members[key % groups].append(key % slots)
    order = sorted(range(groups), key=lambda group: -len(members[group]))
    shifts = [0] * groups
    taken = [False] * slots
    for group in order:
        remainders = members[group]
        if len(set(remainders)) < len(remainders):
            return None
        for shift in range(slots):
            if not any(taken[(one + shift) % slots] for one in remainders):
                break
        else:
            return None
        shifts[group] = shift
        for one in remainders:
            taken[(one + shift) % slots] = True
    word = 0
    for shift in reversed(shifts):
        # The bytes of the groups after this one are added, too.
        word <<= _BYTE_BITS
        word += (shift - word) % slots
    return PerfectHash(groups, slots, word)
