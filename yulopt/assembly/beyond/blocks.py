"""The control-flow graph of the assembly of an object: basic blocks without an implied order.

Whether a block falls through to the next one or jumps there is the same in the graph: an edge. Only
when the blocks are written out in some order is it decided where jumps and jump destinations are
needed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from yulopt.assembly.beyond.conditions import negated
from yulopt.assembly.clones import FIRST, Clones, appended, composed, joined, joined_apart, numbered
from yulopt.assembly.instructions import (
    DUP1,
    JUMP,
    JUMPI,
    OTHER,
    POP,
    SWAP16,
    TERMINATES,
    may_ask_size,
    opcode_of,
)
from yulopt.assembly.items import (
    NO_ORDERS,
    NO_POSITION,
    Instruction,
    Item,
    Label,
    Orders,
    PlaceLabel,
    Push,
    PushLabel,
    PushLabels,
    instruction,
    joining,
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
    slots were exchanged there, as in `PlaceLabel`. `clones` is the number of its clones, and
    `next_clones` and `taken_clones` have those that its successors are reached as. `exit_joins` are
    clones that join before its conditional jump.
    """

    def __init__(self, label: Label) -> None:
        self.label = label
        self.title = ""
        self.orders: Orders = NO_ORDERS
        self.position = NO_POSITION
        self.body: list[Item] = []
        self.next: Block | None = None
        self.taken: Block | None = None
        self.clones = 1
        self.next_clones: Clones = FIRST
        self.taken_clones: Clones = FIRST
        self.exit_joins: Clones = FIRST
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

    def renumber(self, clones: Clones, count: int) -> None:
        """Let the block have `count` clones, of which each stands for one of its present clones."""
        if self.clones == 1 and count == 1:
            return
        # Stack operations before the first of these items may be replaced.
        first = next(filter(_may_join, self.body), None)
        apart = tuple(range(self.clones))
        self.body = [
            _renumbered(item, clones, count, item.joins or (apart if item is first else FIRST))
            for item in self.body
        ]
        if self.exit_joins or first is None:
            self.exit_joins = joined(clones, count, self.exit_joins or apart)
        self.next_clones = composed(clones, count, self.next_clones)
        self.taken_clones = composed(clones, count, self.taken_clones)
        self.clones = count

    def add_clones(self, other: Block) -> None:
        """Let the block stand for the clones of another one, too, which ends with its items."""
        count, others = self.clones, other.clones
        start = len(other.body) - len(self.body)
        for index, item in enumerate(self.body):
            shared = other.body[start + index]
            if item.joins or shared.joins:
                joins = joined_apart(item.joins, count, shared.joins, others)
                self.body[index] = joining(item, joins)
            elif isinstance(item, PushLabel) and isinstance(shared, PushLabel):
                clones = appended(item.clones, count, shared.clones, others)
                self.body[index] = located(PushLabel(item.label, clones), item.position)
        if self.exit_joins or other.exit_joins:
            self.exit_joins = joined_apart(self.exit_joins, count, other.exit_joins, others)
        self.next_clones = appended(self.next_clones, count, other.next_clones, others)
        self.taken_clones = appended(self.taken_clones, count, other.taken_clones, others)
        self.clones += others

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
        # The clones that those of replaced blocks became.
        self._clones_of: dict[Label, Clones] = {}

    def may_ask_size(self) -> bool:
        """Whether some of the code may ask for the size of memory."""
        return any(may_ask_size(block.body) for block in self.blocks)

    def new_block(self) -> Block:
        """A block that is not in the list of blocks yet."""
        self.last_number += 1
        block = Block(Label(f"@part_{self.last_number}", self.last_number))
        self.block_at[block.label] = block
        return block

    def split(self, block: Block, length: int) -> Block:
        """Split a block after some items of its body; returns the new block with the rest."""
        rest = self.new_block()
        rest.clones = block.clones
        rest.body = block.body[length:]
        _copy_exit(block, rest)
        self.blocks.append(rest)
        self.lead_on(block, length, rest, numbered(block.clones))
        return rest

    def lead_on(self, block: Block, length: int, following: Block, clones: Clones) -> None:
        """Truncate a block after some items of its body and let it continue with these clones of
        another one."""
        del block.body[length:]
        if block.taken is not None:
            block.jump_position = block.branch_position
        block.next, block.taken = following, None
        block.next_clones, block.taken_clones = clones, FIRST
        block.exit_joins = FIRST
        block.jump_note = ""

    def redirect(self, block: Block, other: Block, clones: Clones) -> None:
        """Move all labels of a block to these clones of another one; edges are unchanged."""
        self.block_at[block.label] = other
        self._clones_of[block.label] = clones
        other.orders = {**block.orders, **other.orders}

    def resolved(self, block: Block) -> Block:
        """The replacement of a block, or itself."""
        return self._resolved(block.label, FIRST, 1)[0]

    def _resolved(self, label: Label, clones: Clones, count: int) -> tuple[Block, Clones]:
        """The block at a label, and its clones that a reference from `count` clones leads to."""
        while True:
            block = self.block_at[label]
            if block.label is label:
                return block, clones
            if label in self._clones_of:
                clones = composed(clones, count, self._clones_of[label])
            label = block.label

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
                    self.redirect(block, following, block.next_clones)
        for block in self.blocks:
            self._settle_references(block)
        reached = set(self.reachable())
        self.blocks = [block for block in self.blocks if block in reached]
        self._join()

    def _settle_references(self, block: Block) -> None:
        """Let the references in a block lead to what replaces blocks."""
        count = block.clones
        if block.next is not None:
            following = self._resolved(block.next.label, block.next_clones, count)
            block.next, block.next_clones = following
        if block.taken is not None:
            target = self._resolved(block.taken.label, block.taken_clones, count)
            block.taken, block.taken_clones = target
            if block.taken is block.next:
                block.body.append(instruction("pop"))
                block.taken = None
        for index, item in enumerate(block.body):
            if isinstance(item, PushLabel):
                pushed, clones = self._resolved(item.label, item.clones, count)
                if pushed.label is not item.label:
                    block.body[index] = located(PushLabel(pushed.label, clones), item.position)
            elif isinstance(item, PushLabels):
                targets = [
                    self._resolved(label, clones, count)
                    for label, clones in zip(item.labels, item.clones, strict=True)
                ]
                labels = tuple([target.label for target, _ in targets])
                table = item.relabelled(labels, tuple([clones for _, clones in targets]))
                block.body[index] = located(table, item.position)

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
                following.renumber(block.next_clones, block.clones)
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


def _may_join(item: Item) -> bool:
    """Whether an item can have `joins`: not a stack operation, which passes replace."""
    if isinstance(item, Instruction):
        return item.opcode != POP and not DUP1 <= item.opcode <= SWAP16
    return isinstance(item, Push)


def _renumbered(item: Item, clones: Clones, count: int, joins: Clones) -> Item:
    if joins:
        return joining(item, joined(clones, count, joins))
    if isinstance(item, PushLabel):
        found = composed(clones, count, item.clones)
        return located(PushLabel(item.label, found), item.position)
    if isinstance(item, PushLabels):
        tables = [composed(clones, count, one) for one in item.clones]
        return located(item.relabelled(item.labels, tuple(tables)), item.position)
    return item


def _copy_exit(source: Block, target: Block) -> None:
    target.next, target.taken = source.next, source.taken
    target.next_clones, target.taken_clones = source.next_clones, source.taken_clones
    target.exit_joins = source.exit_joins
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
    falls: list[Clones] = []
    for item in items:
        if is_new or isinstance(item, PlaceLabel):
            block = _block_at(item) if isinstance(item, PlaceLabel) else graph.new_block()
            if isinstance(item, PlaceLabel):
                falls.append(item.falls)
            else:
                falls.append(_falls(blocks[-1]) if blocks else FIRST)
                block.clones = 1 + max(falls[-1], default=0)
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
        if following is not None and block.next is following:
            block.next_clones = falls[index + 1]
    graph.settle()
    return graph


def _falls(block: Block) -> Clones:
    """The clones of the code after a block."""
    pushed = block.body[-2] if len(block.body) > 1 else None
    return pushed.falls if isinstance(pushed, PushLabel) else FIRST


def _block_at(item: PlaceLabel) -> Block:
    block = Block(item.label)
    block.title = item.title
    block.orders = item.orders
    block.clones = item.clones
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
                block.next, block.next_clones = block_at[pushed.label], pushed.clones
                block.jump_note = jump.note
                block.jump_position = jump.position
                return True
            block.taken, block.taken_clones = block_at[pushed.label], pushed.clones
            block.exit_joins = pushed.joins
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
    falls: dict[Block, Clones] = {}
    blocks = graph.blocks
    for index, block in enumerate(blocks):
        following = blocks[index + 1] if index + 1 < len(blocks) else None
        destinations.append((len(items), block))
        body, jumps_to, taken = block.body, block.next, block.taken
        jump_clones, taken_clones = block.next_clones, block.taken_clones
        joins = block.exit_joins
        if taken is not None and taken is following and jumps_to is not following:
            body = negated(body)
            if len(body) < len(block.body):
                joins = joins or block.body[-1].joins
            taken, jumps_to = jumps_to, taken
            taken_clones, jump_clones = jump_clones, taken_clones
        items += body
        falls_through = jumps_to is not None and jumps_to is following
        if taken is not None:
            kept = jump_clones if falls_through else numbered(block.clones)
            pushed = PushLabel(taken.label, taken_clones, kept)
            pushed.joins = joins
            items += _jump(pushed, "jumpi", "", block.branch_position)
        if jumps_to is not None and falls_through:
            falls[jumps_to] = jump_clones
        elif jumps_to is not None:
            pushed = PushLabel(jumps_to.label, jump_clones)
            items += _jump(pushed, "jump", block.jump_note, block.jump_position)
    used = {label for block in blocks for label in block.pushed_labels()}
    used |= {item.label for item in items if isinstance(item, PushLabel)}
    result: list[Item] = []
    start = 0
    for position, block in destinations:
        result += items[start:position]
        start = position
        if block.label in used:
            label = PlaceLabel(block.label, block.title, block.orders)
            label.clones, label.falls = block.clones, falls.get(block, FIRST)
            result.append(located(label, block.position))
    result += items[start:]
    return result


def _jump(pushed: PushLabel, name: str, note: str, position: int) -> tuple[Item, Item]:
    return located(pushed, position), located(instruction(name, note), position)
