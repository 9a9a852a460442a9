"""The current position in the execution of bytes: paths to blocks, and regions of blocks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import attr

from yulopt.checker.flow import LoopShape, Node
from yulopt.prover.builtins import State
from yulopt.prover.terms import Term

Condition = tuple[Term, bool]
# The names of slots at joins, and where a function returns.
RESULT: Final = "result {}"
SLOT: Final = "slot {}"


@attr.s(auto_attribs=True, frozen=True)
class Arrival:
    """A path to a block: its leaf of control, the stack and the parts of the state, and the
    conditions on the path."""

    leaf: Term
    stack: tuple[Term, ...]
    state: State
    conditions: tuple[Condition, ...]

    def named(self, name: str) -> State:
        """The stack, named by this pattern, and the state."""
        return {name.format(index): slot for index, slot in enumerate(self.stack)} | self.state


class Region:
    """Blocks that are executed together: those of a function, or of a round of a loop.

    `control` has a leaf for each of the `pending` arrivals. `again` are those at the head, `left`
    those after the loop, `beyond` those at its other exits, and `returned` those at the return
    address.
    """

    def __init__(self, shape: LoopShape | None, leaf: Term, head: Node | None = None) -> None:
        self.shape = shape
        self.head = head
        self.control = leaf
        self.replaced: dict[Term, Term] = {}
        self.pending: dict[Node, list[Arrival]] = {}
        self.queue: list[tuple[int, Node]] = []
        self.again: list[Arrival] = []
        self.left: list[Arrival] = []
        self.beyond: list[Arrival] = []
        self.returned: list[Arrival] = []


def common(lists: Sequence[tuple[Condition, ...]]) -> tuple[Condition, ...]:
    """The common prefix of lists."""
    shortest = min(lists, key=len)
    for index, condition in enumerate(shortest):
        if any(other[index] != condition for other in lists):
            return shortest[:index]
    return shortest
