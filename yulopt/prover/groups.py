"""Groups of changes by consecutive steps, to be proven as one.

Groups are aligned: their runs of steps are numbered from a multiple of the size. So rolling back
one change does not move others to another group.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from yulopt.prover.versions import StepChange


def groups(changes: Sequence[StepChange], indices: range, size: int) -> list[range]:
    """Divides some of the changes, given by their indices, into groups, each by at most `size` runs
    of steps, a power of two."""
    found = []
    for _, members in groupby(indices, lambda index: _key(changes[index], index, size)):
        first, *others = members
        found.append(range(first, (others or [first])[-1] + 1))
    return found


def halves_of(changes: Sequence[StepChange], group: range) -> tuple[range, range]:
    """The halves of the smallest aligned group with these changes, of which there are at least
    two."""
    numbers = changes[group[0]].number, changes[group[-1]].number
    # The highest bit in which the numbers of the first and the last run differ.
    first, second = groups(changes, group, 1 << (numbers[0] ^ numbers[1]).bit_length() - 1)
    return first, second


def _key(change: StepChange, index: int, size: int) -> tuple[str, int, int]:
    # Without unique names, only the code as a whole can be compared.
    is_alone = size == 1 or change.before.code is None or change.after.code is None
    return change.path, change.number // size, index if is_alone else -1
