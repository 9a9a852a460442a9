"""The control-flow graph of the assembly of an object: basic blocks without an implied order.

Whether a block falls through to the next one or jumps there is the same in the graph: an edge. Only
when the blocks are written out in some order is it decided where jumps and jump destinations are
needed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from yulopt.assembly.beyond.conditions import negated
from yulopt.assembly.instructions import JUMP, JUMPI, OTHER, TERMINATES, opcode_of
from yulopt.assembly.items import (
    NO_ORDERS,
    NO_POSITION,
    Instruction,
    Item,
    Label,
    Orders,
    PlaceLabel,
    PushLabel,
    PushLabels,
    instruction,
    located,
)
from yulopt.gas.model import DESTINATION, NEGATION
from yulopt.gas.model import JUMP as JUMP_TO_LABEL

# The bytes of a jump to a label where labels are pushed with two bytes, and its gas.
JUMP_GAS: Final = JUMP_TO_LABEL[0]
JUMP_SIZE: Final = JUMP_TO_LABEL[1]
DESTINATION_GAS: Final = DESTINATION[0]
DESTINATION_SIZE: Final = DESTINATION[1]
NEGATION_SIZE: Final = NEGATION[1]


class Block:
    """Straight-line code.

    Without successors, `body` ends with the instruction that ends the execution or jumps to a label
    on the stack. Otherwise `next` is the next block, and if the block ends in a conditional jump,
    `taken` is its target; `body` then excludes these jumps. The jumps are described by `jump_note`,
    `jump_position` (to `next`) and `branch_position` (to `taken`).

    `label` names the block; `title` describes the function that it begins, and `orders` has how
    slots were exchanged there, as in `PlaceLabel`.
    """

    def __init__(self, label: Label) -> None:
        self.label = label
        self.title = ""
        self.orders: Orders = NO_ORDERS
        self.position = NO_POSITION
        self.body: list[Item] = []
        self.next: Block | None = None
        self.taken: Block | None = None
        self.jump_note = ""
        self.jump_position = NO_POSITION
        self.branch_position = NO_POSITION

    def successors(self) -> Iterator[Block]:
        """The explicit successors of the block."""
        if self.taken is not None:
            yield self.taken
        if self.next is not None:
            yield self.next

    def exchange(self, upper: int, lower: int) -> None:
        """Note that two slots are exchanged where the block begins."""
        self.orders = {name: _exchanged(order, upper, lower) for name, order in self.orders.items()}

    def share_exit_positions(self, other: Block) -> None:
        """Clear the positions of jumps that now also serve another block, if these differ."""
        if self.jump_position != other.jump_position:
            self.jump_position = NO_POSITION
        if self.branch_position != other.branch_position:
            self.branch_position = NO_POSITION

    def return_labels(self) -> list[Label]:
        """The labels that its body pushes one by one: return addresses."""
        return [item.label for item in self.body if isinstance(item, PushLabel)]

    def table_labels(self) -> list[Label]:
        """The labels of the jump tables in its body."""
        tables = [item.labels for item in self.body if isinstance(item, PushLabels)]
        return [label for labels in tables for label in labels]

    def pushed_labels(self) -> list[Label]:
        """All labels that its body pushes."""
        return self.return_labels() + self.table_labels()


class Graph:
    """The blocks of an object's code; the first is the entry.

    `block_at` maps labels to blocks; several labels may belong to one block.
    """

    def __init__(self, blocks: list[Block], block_at: dict[Label, Block]) -> None:
        self.blocks = blocks
        self.block_at = block_at
        self.last_number = 0

    def contains(self, opcode: int) -> bool:
        """Whether an instruction occurs in a block."""
        return any(opcode_of(item) == opcode for block in self.blocks for item in block.body)

    def new_block(self) -> Block:
        """A block that is not in the list of blocks yet."""
        self.last_number += 1
        block = Block(Label(f"@part_{self.last_number}", self.last_number))
        self.block_at[block.label] = block
        return block

    def split(self, block: Block, length: int) -> Block:
        """Split a block after some items of its body; returns the new block with the rest."""
        rest = self.new_block()
        rest.body = block.body[length:]
        _copy_exit(block, rest)
        self.blocks.append(rest)
        self.lead_on(block, length, rest)
        return rest

    def lead_on(self, block: Block, length: int, following: Block) -> None:
        """Truncate a block after some items of its body and let it continue with another one."""
        del block.body[length:]
        if block.taken is not None:
            block.jump_position = block.branch_position
        block.next, block.taken = following, None
        block.jump_note = ""

    def redirect(self, block: Block, other: Block) -> None:
        """Move all labels of a block to another one; edges are unchanged."""
        self.block_at[block.label] = other
        other.orders = {**block.orders, **other.orders}

    def resolved(self, block: Block) -> Block:
        """The replacement of a block, or itself."""
        while True:
            other = self.block_at[block.label]
            if other is block:
                return block
            block = other

    def settle(self) -> None:
        """Normalise the graph after changes.

        Edges to replaced and to empty blocks are redirected. Unreachable blocks are removed, and
        blocks merged into their only predecessors where possible.
        """
        for block in self.blocks[1:]:
            following = block.next
            is_empty = not block.body and block.taken is None and following is not None
            if is_empty and self.resolved(block) is block:
                assert following is not None
                if self.resolved(following) is not block:
                    self.redirect(block, following)
        for block in self.blocks:
            if block.next is not None:
                block.next = self.resolved(block.next)
            if block.taken is not None:
                block.taken = self.resolved(block.taken)
                if block.taken is block.next:
                    block.body.append(instruction("pop"))
                    block.taken = None
            for index, item in enumerate(block.body):
                if isinstance(item, PushLabel):
                    label = self.resolved(self.block_at[item.label]).label
                    if label is not item.label:
                        block.body[index] = located(PushLabel(label), item.position)
                elif isinstance(item, PushLabels):
                    labels = [self.resolved(self.block_at[label]).label for label in item.labels]
                    block.body[index] = located(PushLabels(tuple(labels)), item.position)
        reached = set(self.reachable())
        self.blocks = [block for block in self.blocks if block in reached]
        self._join()

    def _join(self) -> None:
        """Append to each block the blocks that follow only it."""
        references = References(self)
        joined: set[Block] = set()
        for block in self.blocks:
            if block in joined:
                continue
            while block.taken is None and block.next is not None:
                following = block.next
                if following is block or not references.is_only_plain(following):
                    break
                if following is self.blocks[0]:
                    break
                joined.add(following)
                block.body += following.body
                _copy_exit(following, block)
        self.blocks = [block for block in self.blocks if block not in joined]

    def reachable(self) -> list[Block]:
        """The reachable blocks, each after one of its predecessors."""
        found = {self.blocks[0]: None}
        pending = [self.blocks[0]]
        while pending:
            block = pending.pop()
            others = [*block.successors(), *map(self.block_at.__getitem__, block.pushed_labels())]
            for other in others:
                if other not in found:
                    found[other] = None
                    pending.append(other)
        return list(found)


def _exchanged(order: tuple[int, ...], upper: int, lower: int) -> tuple[int, ...]:
    slots = [*order, *range(len(order), lower + 1)]
    slots[upper], slots[lower] = slots[lower], slots[upper]
    return tuple(slots)


def _copy_exit(source: Block, target: Block) -> None:
    target.next, target.taken = source.next, source.taken
    target.jump_note, target.jump_position = source.jump_note, source.jump_position
    target.branch_position = source.branch_position


class References:
    """Reference counts of blocks.

    `plain`: by unconditional edges. `untaken`: by the untaken edges of conditional jumps. `labels`:
    by conditional jumps and pushes of the label.
    """

    def __init__(self, graph: Graph) -> None:
        self.plain = dict.fromkeys(graph.blocks, 0)
        self.untaken = dict.fromkeys(graph.blocks, 0)
        self.labels = dict.fromkeys(graph.blocks, 0)
        for block in graph.blocks:
            if block.taken is not None:
                self.labels[block.taken] += 1
            if block.next is not None:
                references = self.plain if block.taken is None else self.untaken
                references[block.next] += 1
            for label in block.pushed_labels():
                self.labels[graph.block_at[label]] += 1

    def count(self, block: Block) -> int:
        """The total number of references to a block."""
        return self.plain[block] + self.untaken[block] + self.labels[block]

    def is_only_plain(self, block: Block) -> bool:
        """Whether the only reference to a block is from another one that falls through to it."""
        return self.plain[block] == 1 and not self.untaken[block] and not self.labels[block]


def build_graph(items: list[Item]) -> Graph | None:
    """The graph of some assembly; None if it has no blocks, or none that can be moved.

    That is the case if control can run off the end of the code, after which anything may follow.
    """
    if not items:
        return None
    blocks: list[Block] = []
    block_at: dict[Label, Block] = {}
    graph = Graph(blocks, block_at)
    graph.last_number = max([i.label.number for i in items if isinstance(i, PlaceLabel)], default=0)
    is_new = True
    for item in items:
        if is_new or isinstance(item, PlaceLabel):
            block = _block_at(item) if isinstance(item, PlaceLabel) else graph.new_block()
            block_at[block.label] = block
            blocks.append(block)
        if not isinstance(item, PlaceLabel):
            block.body.append(item)
        opcode = opcode_of(item)
        is_new = opcode >= 0 and (opcode in (JUMP, JUMPI) or TERMINATES[opcode])
    for index, block in enumerate(blocks):
        following = blocks[index + 1] if index + 1 < len(blocks) else None
        if not _connect(block, following, block_at):
            return None
    graph.settle()
    return graph


def _block_at(item: PlaceLabel) -> Block:
    block = Block(item.label)
    block.title = item.title
    block.orders = item.orders
    block.position = item.position
    return block


def _connect(block: Block, following: Block | None, block_at: dict[Label, Block]) -> bool:
    """Set the successors of a block; returns False if it runs off the end of the code."""
    opcode = opcode_of(block.body[-1]) if block.body else OTHER
    if opcode in (JUMP, JUMPI):
        jump = block.body[-1]
        assert isinstance(jump, Instruction)
        pushed = block.body[-2] if len(block.body) > 1 else None
        if isinstance(pushed, PushLabel):
            del block.body[-2:]
            if opcode == JUMP:
                block.next = block_at[pushed.label]
                block.jump_note = jump.note
                block.jump_position = jump.position
                return True
            block.taken = block_at[pushed.label]
            block.branch_position = jump.position
        elif opcode == JUMP:
            return True
    elif opcode >= 0 and TERMINATES[opcode]:
        return True
    block.next = following
    return following is not None


def write_items(graph: Graph) -> list[Item]:
    """The assembly of the blocks, in the order of `graph.blocks`.

    Conditions of jumps are negated where that saves a jump.
    """
    items: list[Item] = []
    destinations: list[tuple[int, Block]] = []
    blocks = graph.blocks
    for index, block in enumerate(blocks):
        following = blocks[index + 1] if index + 1 < len(blocks) else None
        destinations.append((len(items), block))
        body, jumps_to, taken = block.body, block.next, block.taken
        if taken is not None and taken is following and jumps_to is not following:
            body = negated(body)
            taken, jumps_to = jumps_to, taken
        items += body
        if taken is not None:
            items += _jump(taken, "jumpi", "", block.branch_position)
        if jumps_to is not None and jumps_to is not following:
            items += _jump(jumps_to, "jump", block.jump_note, block.jump_position)
    used = {label for block in blocks for label in block.pushed_labels()}
    used |= {item.label for item in items if isinstance(item, PushLabel)}
    result: list[Item] = []
    start = 0
    for position, block in destinations:
        result += items[start:position]
        start = position
        if block.label in used:
            label = PlaceLabel(block.label, block.title, block.orders)
            result.append(located(label, block.position))
    result += items[start:]
    return result


def _jump(target: Block, name: str, note: str, position: int) -> tuple[Item, Item]:
    return (
        located(PushLabel(target.label), position),
        located(instruction(name, note), position),
    )
