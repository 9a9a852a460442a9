"""The control-flow graph of a function in bytes, as input of its execution.

The graph (found by `yulopt.code_proofs.exploration`) is untrusted: execution checks the successors
of each block, its calls, and the slots and state that a loop changes. With a wrong graph, functions
stay open.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Final, TypeAlias, TypeVar

import attr

from yulopt.checker.decoding import Code
from yulopt.checker.witness import Witness
from yulopt.prover.terms import Term

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
        """Slots reordered from the order of the convention to that of the code."""
        return _reordered(slots, self.order)

    def as_agreed(self, slots: Sequence[_Slot]) -> list[_Slot]:
        """Slots reordered from the order of the code to that of the convention."""
        return _reordered(slots, sorted(range(len(self.order)), key=self.order.__getitem__))


def _reordered(slots: Sequence[_Slot], order: Sequence[int]) -> list[_Slot]:
    kept = len(slots) - len(order)
    return [*slots[:kept], *[slots[-1 - depth] for depth in reversed(order)]]


class Node:
    """A block at `offset`, with `marks` on the stack: return addresses and other labels.

    `is_call`: it is the entry of another function, which is called. `jumps`, by their offsets, and
    `following` are its successors; `returns`: it jumps to the return address.
    """

    def __init__(self, offset: int, marks: tuple[Mark, ...], number: int) -> None:
        self.offset = offset
        self.marks = marks
        self.number = number
        self.is_call = False
        self.jumps: dict[int, Node] = {}
        self.following: Node | None = None
        self.returns = False


@attr.s(auto_attribs=True, frozen=True)
class LoopShape:
    """A loop: the block after it, and the other targets of its exits, both None for the return
    address; the slots of the stack that it changes, the builtins that it executes and the functions
    that it calls. `is_last`: exits to the return address lead to the code after the loop."""

    after: Node | None
    leave: Node | None
    is_last: bool
    changed: frozenset[int]
    names: frozenset[str]
    calls: frozenset[str]


@attr.s(auto_attribs=True, frozen=True)
class LoopResult:
    """An executed loop by its head, inside `depth` others; `is_known`: the Yul has an equal one."""

    head: Node
    depth: int
    is_known: bool


@attr.s(auto_attribs=True, frozen=True)
class Join:
    """A block where paths join, the values that are chosen there, and the choices that instructions
    in the block use, with the offsets after these instructions."""

    node: Node
    chosen: Sequence[Term]
    uses: Sequence[tuple[int, Sequence[Term]]]


class Flow:
    """The blocks reachable from `entry`, in topological `order` apart from back edges, and the
    heads of loops. Those `left_out` are not executed, so nothing is proven about them."""

    def __init__(self, entry: Node, order: Sequence[Node], heads: frozenset[Node]) -> None:
        self.entry = entry
        self.order = order
        self.heads = heads
        self.left_out: frozenset[Node] = frozenset()

    def loop(self, head: Node) -> LoopShape:
        """The loop with this head."""
        raise NotImplementedError


class Explorer:
    """Finds the blocks of a function. Bytes do not determine where a loop begins and ends, so there
    may be several ways to read it."""

    def flow(
        self,
        code: Code,
        callable: Mapping[int, Signature],
        start: int,
        marks: tuple[Mark, ...],
    ) -> Flow:
        """The blocks of code, given the functions, by their entries, whose calls are not followed,
        the offset where the code begins, and the marks there."""
        raise NotImplementedError

    def note(self, terms: Collection[Term]) -> None:
        """Note the terms of the Yul, which guide where paths join."""
        raise NotImplementedError

    def advance(
        self, loops: Sequence[LoopResult], joins: Sequence[Join], *, may_search: bool
    ) -> bool:
        """Choose another reading, given the loops of an execution, inner ones first, and its joins,
        or, unless it `may_search`, include all code; False if nothing changes."""
        raise NotImplementedError


Explore: TypeAlias = Callable[[Witness], Sequence[Explorer]]
