"""The blocks that a function runs through, as execution is told of them.

Whoever finds them (`yulopt.code_proofs.exploration`) need not be believed: execution checks where
each block goes on, what is called there, and what a loop changes. With a wrong graph, functions
stay open.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeAlias, TypeVar

import attr

from yulopt.checker.decoding import Code

# The mark of the return address of a function; others are offsets of labels, or all labels of a
# jump table.
RETURN: Final = -1
Mark = int | tuple[int, ...] | None
_Slot = TypeVar("_Slot")


@attr.s(auto_attribs=True, frozen=True)
class Signature:
    """The calling convention of a function: its number of arguments and results, whether there is a
    return address below the arguments, and the order of the topmost of these slots (see
    `Witness`)."""

    name: str
    arguments: int
    results: int
    has_address: bool
    order: tuple[int, ...] = ()

    @property
    def slots(self) -> int:
        """The number of slots that a call pops."""
        return self.arguments + self.has_address

    def as_ordered(self, slots: Sequence[_Slot]) -> list[_Slot]:
        """Slots in the order of the code, from that of the convention."""
        return _reordered(slots, self.order)

    def as_agreed(self, slots: Sequence[_Slot]) -> list[_Slot]:
        """Slots in the order of the convention, from that of the code."""
        return _reordered(slots, sorted(range(len(self.order)), key=self.order.__getitem__))


def _reordered(slots: Sequence[_Slot], order: Sequence[int]) -> list[_Slot]:
    kept = len(slots) - len(order)
    return [*slots[:kept], *[slots[-1 - depth] for depth in reversed(order)]]


class Node:
    """A block at `offset`, with `marks` on the stack: return addresses and other labels.

    `is_call`: it is the entry of another function, which is called. `jumps`, by their offsets, and
    `following` are where it goes on; `returns` says that it jumps to the return address.
    """

    def __init__(self, offset: int, marks: tuple[Mark, ...], number: int) -> None:
        self.offset = offset
        self.marks = marks
        self.number = number
        self.is_call = False
        self.jumps: dict[int, Node] = {}
        self.following: Node | None = None
        self.returns = False


class Reading(enum.Enum):
    """The assumed end of a loop, which bytes do not determine.

    AFTER: the join of all its exits, or the target of the first one, if they never join. LAST: the
    end of the function. LEFT: none, it leaves the function.
    """

    AFTER = "code comes after it"
    LAST = "the end of the function comes after it"
    LEFT = "it is left with the function"


@attr.s(auto_attribs=True, frozen=True)
class LoopShape:
    """A loop: where execution goes on after it, if it does; the slots of the stack that it changes,
    and the builtins that it executes and the functions that it calls."""

    after: Node | None
    changed: frozenset[int]
    names: frozenset[str]
    calls: frozenset[str]


class Flow:
    """The blocks that are reached from `entry`, in topological `order` but for loops, and the heads
    of these."""

    def __init__(self, entry: Node, order: Sequence[Node], heads: frozenset[Node]) -> None:
        self.entry = entry
        self.order = order
        self.heads = heads

    def loop(self, head: Node, reading: Reading) -> LoopShape:
        """The loop with this head."""
        raise NotImplementedError


# Finds the blocks of code, given the instructions that push labels, the functions by their entries
# whose calls are not followed, the offset where it begins, and the marks there.
Explore: TypeAlias = Callable[
    [Code, frozenset[int], Mapping[int, Signature], int, tuple[Mark, ...]], Flow
]
