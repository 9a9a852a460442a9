"""Clones: the blocks that shared code stands for.

Where a pass lets several blocks share code, paths join at the shared code, earlier than in the
program. Proofs about the bytes follow the program, so a shared block counts the blocks that it
stands for, its clones, from 0; and a reference names the clone that it leads to. If the code with
the reference is shared itself, that depends on the clone of this code: so a reference has a tuple
with a number for each of them. Missing numbers are zeros. Clones never change the code.
"""

from __future__ import annotations

from typing import Final, TypeAlias

Clones: TypeAlias = tuple[int, ...]

FIRST: Final[Clones] = ()


def numbered(count: int, first: int = 0) -> Clones:
    """A clone of its own for each of `count` clones, from the number `first` on."""
    return FIRST if count == 1 and not first else tuple(range(first, first + count))


def clone_at(clones: Clones, number: int) -> int:
    """The clone that a reference leads to from a clone."""
    return clones[number] if number < len(clones) else 0


def composed(clones: Clones, count: int, further: Clones) -> Clones:
    """The clones that `further` leads to from those that `clones` leads to, from each of `count`
    clones."""
    return _shortest([clone_at(further, clone_at(clones, number)) for number in range(count)])


def appended(clones: Clones, count: int, others: Clones, other_count: int) -> Clones:
    """The clones for each of `count` clones, and the others for each of `other_count` more."""
    found = [clone_at(clones, number) for number in range(count)]
    return _shortest([*found, *[clone_at(others, number) for number in range(other_count)]])


def joined(clones: Clones, count: int, joins: Clones) -> Clones:
    """Where paths of some clones join, one of these for each, in terms of `count` other clones that
    stand for them; empty if all stay apart."""
    numbers: dict[int, int] = {}
    places = [clone_at(joins, clone_at(clones, number)) for number in range(count)]
    found = tuple([numbers.setdefault(place, number) for number, place in enumerate(places)])
    return FIRST if len(numbers) == count else found


def joined_apart(joins: Clones, count: int, others: Clones, other_count: int) -> Clones:
    """The same for clones of two blocks that become one: they join as before, or stay apart."""
    both = [*(joins or range(count)), *[count + one for one in others or range(other_count)]]
    return tuple(both)


def _shortest(clones: list[int]) -> Clones:
    return tuple(clones) if any(clones) else FIRST
