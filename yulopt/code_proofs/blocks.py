"""Basic blocks of bytes, and the structure of their graphs: loops, their exits, and joins."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from yulopt.checker.flow import Mark, Node
from yulopt.graphs.orders import breadth_first, postorder

# Instructions that end an execution successfully.
_LASTING: Final = frozenset({"return", "stop", "selfdestruct"})


End: TypeAlias = "tuple[Block | None, Block | None, bool]"


class Block(Node):
    """A node with the origins of the stack slots at each successor (`origins`), the builtins that
    it executes (`names`), the functions that it `calls`, the slots at its start that it `uses`
    other than to move or remove them, the `lowest` slot that it accesses, and the offsets after
    builtins (`cuts`). `case` is the offset of its case of the dispatcher, None in the dispatcher
    itself."""

    def __init__(
        self, offset: int, marks: tuple[Mark, ...], number: int, case: int | None = None
    ) -> None:
        super().__init__(offset, marks, number)
        self.case = case
        self.origins: dict[Block, list[int | None]] = {}
        self.names: set[str] = set()
        self.calls: set[str] = set()
        self.uses: set[int] = set()
        self.lowest = len(marks)
        self.cuts: list[int] = []
        self.successors: list[Block] = []

    def goes_on(self, following: Block) -> None:
        """Set the successor that control falls through to."""
        self.following = following
        self.successors.insert(0, following)

    def jumps_to(self, target: Block) -> None:
        """Add the target of a jump."""
        if target.offset not in self.jumps:
            self.successors.append(target)
        self.jumps[target.offset] = target

    def touch(self, slot: int) -> None:
        """Note that the block accesses a slot of the stack."""
        self.lowest = min(self.lowest, slot)

    def use(self, slots: Sequence[tuple[Mark, int | None, object]]) -> None:
        """Note slots, with their origins, that the block uses."""
        self.uses.update(origin for _, origin, _ in slots if origin is not None)

    def replace(self, former: Block, successor: Block) -> None:
        """Replace a successor by a copy of it."""
        if former not in self.successors:
            return
        if self.following is former:
            self.following = successor
        if self.jumps.get(former.offset) is former:
            self.jumps[former.offset] = successor
        self.successors = [successor if one is former else one for one in self.successors]
        self.origins[successor] = self.origins.pop(former)

    def assume(self, other: Block) -> None:
        """Take over the successors and effects of another copy of the block."""
        self.jumps, self.following = dict(other.jumps), other.following
        self.successors, self.origins = list(other.successors), dict(other.origins)
        self.names, self.calls = other.names, other.calls
        self.is_call, self.returns = other.is_call, other.returns


def depth_first(entry: Block) -> tuple[list[Block], dict[Block, list[Block]]]:
    """Reverse postorder, and the loop heads with the nodes that jump back to each."""
    order = postorder([entry], lambda node: node.successors)[::-1]
    rank = {node: index for index, node in enumerate(order)}
    latches: dict[Block, list[Block]] = {}
    for node in order:
        for successor in node.successors:
            if rank[successor] <= rank[node]:
                latches.setdefault(successor, []).append(node)
    return order, latches


def chain_from(start: Block) -> list[Block]:
    """A block and those that follow it unconditionally."""
    found = [start]
    while len(found[-1].successors) == 1 and found[-1].successors[0] not in found:
        found.append(found[-1].successors[0])
    return found


def used_marks(order: list[Block]) -> dict[Block, set[int]]:
    """The slots with a mark that a block, or one after it, uses."""
    before = predecessors(order)
    found = {node: {slot for slot in node.uses if node.marks[slot] is not None} for node in order}
    pending = [node for node in order if found[node]]
    while pending:
        node = pending.pop()
        for one in before[node]:
            origins = {one.origins[node][slot] for slot in found[node]}
            new = {slot for slot in origins if slot is not None} - found[one]
            if new:
                found[one] |= new
                pending.append(one)
    return found


def lowest_slots(order: list[Block]) -> dict[Block, int]:
    """The lowest slot that a block, or one after it, accesses."""
    before = predecessors(order)
    found = {node: node.lowest for node in order}
    pending = list(order)
    while pending:
        node = pending.pop()
        for one in before[node]:
            if found[node] < found[one]:
                found[one] = found[node]
                pending.append(one)
    return found


def clones_before(head: Block, before: Mapping[Block, Sequence[Block]]) -> Iterator[list[Block]]:
    """The clones of the same code, from where all paths to a block come, one row of blocks after
    another, the last one first."""
    row = [head]
    while True:
        row = list(dict.fromkeys(one for block in row for one in before[block]))
        alike = {(one.offset, one.marks, one.is_call, len(one.successors)) for one in row}
        if len(row) < 2 or len(alike) > 1 or row[0].is_call or len(row[0].successors) > 1:
            return
        yield row


def natural_loop(head: Block, latches: list[Block], order: list[Block]) -> set[Block]:
    """The nodes from which a back edge is reachable without the head."""
    before = predecessors(order)
    return {head, *breadth_first(latches, lambda node: () if node is head else before[node])}


def predecessors(order: list[Block]) -> dict[Block, list[Block]]:
    """The blocks before each block."""
    before: dict[Block, list[Block]] = {node: [] for node in order}
    for node in order:
        for successor in node.successors:
            before[successor].append(node)
    return before


def ends_of(body: set[Block], order: list[Block], ending: set[Block]) -> list[End]:
    """The possible blocks after a loop, each with the target of its other exits, and whether the
    loop ends with the function; `ending` are the blocks that do not only fail.

    The join of all exits that do not fail comes first; without one, the target of the first exit.
    """
    rank = {node: index for index, node in enumerate(order)}
    exits = [target for _, target in exits_of(body, order)]
    ways = list(dict.fromkeys(exits))
    going_on = [node for node in ways if node in ending] or ways
    found: list[End] = [(going_on[0] if going_on else None, None, False)]
    if len(going_on) > 1:
        common = set.intersection(*[reached(node, body, rank) for node in going_on])
        first = min(rank[node] for node in body)
        # The head of an outer loop, a back edge, comes last.
        after = min(common, key=lambda node: (rank[node] < first, rank[node]), default=None)
        if after is not None:
            found = [(after, None, False)]
        found += [(way, after, False) for way in going_on if way is not after]
    return [*dict.fromkeys([*found[:1], (None, None, True), (None, None, False), *found[1:]])]


def joins_of(blocks: set[Block], before: Mapping[Block, Sequence[Block]]) -> list[Block]:
    """Those blocks with several predecessors."""
    return [node for node in before if node in blocks and len(set(before[node])) > 1]


def exits_of(body: set[Block], order: list[Block]) -> list[tuple[Block, Block]]:
    """The exit edges of a loop: a node in it, and its successor outside."""
    return [
        (node, successor)
        for node in order
        if node in body
        for successor in node.successors
        if successor not in body
    ]


def reached(start: Block, without: set[Block], rank: dict[Block, int]) -> set[Block]:
    """The reachable nodes, without back edges of outer loops."""
    found = {start}
    pending = [start]
    while pending:
        node = pending.pop()
        for successor in node.successors:
            if successor not in found and successor not in without:
                found.add(successor)
                if rank[successor] > rank[node]:
                    pending.append(successor)
    return found


def lasting(order: list[Block]) -> set[Block]:
    """The nodes from which a `return`, a `stop` or the end of the function is reachable."""
    ends = [node for node in order if node.returns or not _LASTING.isdisjoint(node.names)]
    return set(breadth_first(ends, predecessors(order).__getitem__))


def changed_slots(head: Block, body: set[Block]) -> set[int]:
    """The slots of the stack at the head that may change in a round; those with a label do not."""
    here: dict[Block, list[int | None]] = {head: list(range(len(head.marks)))}
    again: list[list[int | None]] = []
    pending = [head]
    while pending:
        node = pending.pop()
        for successor, origins in node.origins.items():
            if successor not in body:
                continue
            slots = [None if index is None else here[node][index] for index in origins]
            if successor is head:
                again.append(slots)
                continue
            before = here.get(successor)
            if before is not None:
                pairs = zip(before, slots, strict=True)
                slots = [one if one == two else None for one, two in pairs]
            if slots != before:
                here[successor] = slots
                pending.append(successor)
    return {
        index
        for slots in again
        for index, slot in enumerate(slots)
        if slot != index and not isinstance(head.marks[index], int)
    }
