"""Groups of changes by consecutive steps, to be proven as one.

A group has the changes by certain runs of steps over an object, counted from a multiple of the
size. So rolling back one change does not move others to another group.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from yulopt.prover.versions import StepChange


def groups(changes: Sequence[StepChange], size: int) -> list[range]:
    """The groups of changes, as their indices, each by at most `size` runs of steps, a power of
    two."""
    return _groups(changes, range(len(changes)), size)


def halves_of(changes: Sequence[StepChange], group: range) -> tuple[range, range]:
    """Both halves of a group of at least two changes: those by an earlier and a later half of the
    smallest possible range of runs."""
    numbers = changes[group[0]].number, changes[group[-1]].number
    # The highest bit in which the numbers of the first and the last run differ.
    first, second = _groups(changes, group, 1 << (numbers[0] ^ numbers[1]).bit_length() - 1)
    return first, second


def _groups(changes: Sequence[StepChange], indices: range, size: int) -> list[range]:
    found = []
    for _, members in groupby(indices, lambda index: _key(changes[index], index, size)):
        first, *others = members
        found.append(range(first, (others or [first])[-1] + 1))
    return found


def _key(change: StepChange, index: int, size: int) -> tuple[str, int, int]:
    # Without unique names, only the code as a whole can be compared.
    is_alone = size == 1 or change.before.code is None or change.after.code is None
    return change.path, change.number // size, index if is_alone else -1
