"""Recovers the control-flow graph of a function before it is executed.

A node is a position in the code with the return addresses and other labels on the stack, and the
case of the dispatcher that leads there: shared code has a node for each return target and for each
case, and for each of its clones. The result is untrusted: execution follows the nodes, and checks
each jump.

Source: Allen, "Control flow analysis" (1970), for loops; value sets for jumps as in Balakrishnan,
Reps, "Analyzing memory accesses in x86 executables" (CC 2004).
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

from yulopt.assembly.clones import FIRST, Clones, clone_at
from yulopt.checker.decoding import Code, Instruction
from yulopt.checker.flow import RETURN, Flow, LoopShape, Mark, Node, Signature
from yulopt.checker.witness import Witness
from yulopt.code_proofs.blocks import (
    Block,
    chain_from,
    changed_slots,
    clones_before,
    depth_first,
    ends_of,
    exits_of,
    joins_of,
    lasting,
    lowest_slots,
    natural_loop,
    predecessors,
    reached,
    used_marks,
)
from yulopt.code_proofs.dispatcher import CHOOSING, ENDING, Dispatcher, load_after, mark_of
from yulopt.graphs.orders import breadth_first
from yulopt.prover.work_clock import OpenQuestion

# Stack slots: the label in each, the slot at the start of the block that it comes from, and the
# clone of the label, or of each label of a table.
Slots = list[tuple[Mark, int | None, Clones]]
_UNKNOWN_SLOT: Final = (None, None, FIRST)
_MAX_NODES: Final = 4000
# The maximum number of blocks at the start of a loop, or before it, among which its head is sought.
_MAX_MOVED: Final = 3


class Place(NamedTuple):
    """A block by its offset, its clone, the marks on the stack and their clones, and the case of
    the dispatcher; also a loop by its head."""

    offset: int
    clone: int
    marks: tuple[Mark, ...]
    clones: tuple[Clones, ...]
    case: int | None


# Blocks with a copy for each incoming path, and the offsets where these paths join.
Moved: TypeAlias = Mapping[Place, tuple[int, ...]]


class Reading(NamedTuple):
    """The extent of a loop: the offset of its head, if that is moved into the loop; whether each
    exit has its own copy of the block after it; and the index of its end among the possible ones.

    `parted` has the offsets of blocks in it with a copy for each incoming path.
    """

    head: int | None = None
    is_apart: bool = False
    end: int = 0
    parted: frozenset[int] = frozenset()


DEFAULT: Final = Reading()


class Exploration(Flow):
    """The blocks that are reachable from an entry, in topological order without back edges.

    `callable` has the functions that are not inlined, by their entries; `readings` has those of
    loops that are not the default.
    """

    def __init__(
        self,
        code: Code,
        witness: Witness,
        callable: Mapping[int, Signature],
        start: int,
        marks: tuple[Mark, ...],
        readings: Mapping[Place, Reading],
        moved: Moved = MappingProxyType({}),
    ) -> None:
        self._readings = readings
        self._cuts = {one.head for one in readings.values()}.union(*moved.values())
        self._places: dict[Node, Place] = {}
        self._copies = 0
        # Functions have no dispatcher.
        self._dispatcher = None if start else Dispatcher(code, witness.labels)
        # The offsets of blocks of the dispatcher, and of those that one of its cases leads to.
        self._choosing: set[int] = set()
        self._repeated: set[int] = set()
        self._code = code
        self._labels = witness.labels
        self._clones = witness.clones
        self._joins = witness.joins
        self._callable = callable
        self._nodes: dict[Place, Block] = {}
        self._pending: list[Block] = []
        self._entries_at_loads: dict[int, tuple[Mark, int | None, Clones]] = {}
        entry = self._explored(Place(start, 0, marks, tuple([FIRST] * len(marks)), None))
        self._forget(depth_first(entry)[0])
        self._order, self._latches = depth_first(entry)
        for head in list(self._latches):
            self._move_head(head)
        self._order, self._latches = depth_first(entry)
        for head in list(self._latches):
            if self._reading(head).is_apart:
                self._part_exits(head)
                self._order, self._latches = depth_first(entry)
            for offset in self._reading(head).parted:
                self._part_ways(head, offset)
                self._order, self._latches = depth_first(entry)
        self._move_joins(moved)
        self._rank = {node: index for index, node in enumerate(self._order)}
        self._lasting = lasting(self._order)
        self._loops: dict[Node, LoopShape] = {}
        super().__init__(entry, self._order, frozenset(self._latches))

    def _explored(self, place: Place) -> Block:
        """The block at the entry, when all blocks have been explored. A block that belongs to a
        case and to the dispatcher, as it is in a loop, is not of the dispatcher after all."""
        while True:
            entry = self._new_block(place)
            self._explore(entry, is_entry=True)
            while self._pending:
                self._explore(self._pending.pop(), is_entry=False)
            if self._dispatcher is None or not self._repeated:
                return entry
            self._dispatcher.exclude(self._repeated)
            self._choosing, self._repeated = set(), set()
            self._nodes, self._places = {}, {}

    def _forget(self, order: list[Block]) -> None:
        """Drop marks that no block uses, and in code outside functions the slots below those that
        blocks access, then merge the blocks that are equal without them: what is left on the stack
        does not keep paths apart. Code that fails stays apart if the stack differs in height."""
        used, lowest = used_marks(order), lowest_slots(order)
        kept = lasting(order)
        first: dict[Place, Block] = {}
        same: dict[Block, Block] = {}
        for node in order:
            place, start = self._places[node], lowest[node] if self._dispatcher else 0
            slots = [
                slot if index in used[node] else (None, FIRST)
                for index, slot in enumerate(zip(place.marks, place.clones, strict=True))
            ]
            node.marks = tuple(mark for mark, _ in slots[start:])
            slots = slots[start if node in kept else 0 :]
            marks = tuple(mark for mark, _ in slots)
            clones = tuple(clones for _, clones in slots)
            self._places[node] = place._replace(marks=marks, clones=clones)
            same[node] = first.setdefault(self._places[node], node)
            if self._dispatcher:
                node.origins = {
                    successor: [
                        None if origin is None or origin < start else origin - start
                        for origin in origins[lowest[successor] :]
                    ]
                    for successor, origins in node.origins.items()
                }
        for node in order:
            for successor in list(node.successors):
                if same[successor] is not successor:
                    node.replace(successor, same[successor])

    def _move_head(self, head: Block) -> None:
        """Let a loop begin after some blocks: these run once before it, and copies of them at the
        end of each round. Or before it, where clones of the same code lead to it."""
        place = self._reading(head).head
        if place is None:
            return
        before = predecessors(depth_first(self._order[0])[0])
        for row in islice(clones_before(head, before), _MAX_MOVED):
            if row[0].offset == place:
                for clone in row[1:]:
                    for node in before[clone]:
                        node.replace(clone, row[0])
                self._places[row[0]] = self._places[head]
                return
        blocks = chain_from(head)
        moved = next((index for index, one in enumerate(blocks) if one.offset == place), 0)
        for block in blocks[:moved]:
            copy = self._copy(block)
            for node in depth_first(self._order[0])[1].get(block, ()):
                node.replace(block, copy)
            copy.assume(block)
        if moved:
            self._places[blocks[moved]] = self._places[head]

    def _part_exits(self, head: Block) -> None:
        """Let each exit of a loop lead to a copy of the block after it."""
        for node, target in exits_of(self._body(head), self._order):
            copy = self._copy(target)
            copy.assume(target)
            node.replace(target, copy)

    def _part_ways(self, head: Block, offset: int) -> None:
        """Let each path to the blocks at an offset in a loop lead to a copy of the code from there
        to where other paths join it."""
        body = self._body(head)
        before = predecessors(self._order)
        for join in joins_of(body - self._latches.keys(), before):
            if join.offset != offset:
                continue
            part = breadth_first(
                [join],
                lambda node: (
                    one for one in node.successors if one in body and len(set(before[one])) == 1
                ),
            )
            for node in list(dict.fromkeys(before[join]))[1:]:
                copies = {one: self._copy(one) for one in part}
                for one, copy in copies.items():
                    copy.assume(one)
                    for inside in part:
                        copy.replace(inside, copies[inside])
                node.replace(join, copies[join])

    def _move_joins(self, moved: Moved) -> None:
        """Let each path to some blocks have its own copy of these."""
        before = predecessors(self._order)
        for join in self._order:
            if self.key(join) not in moved or join in self._latches:
                continue
            for node in list(dict.fromkeys(before[join]))[1:]:
                copy = self._copy(join)
                copy.assume(join)
                node.replace(join, copy)
                for successor in copy.successors:
                    before[successor].append(copy)
        self._order, self._latches = depth_first(self._order[0])

    def is_lasting(self, join: Node) -> bool:
        """Whether the frame may succeed from there."""
        return join in self._lasting

    def places_after(self, join: Node) -> tuple[int, ...]:
        """The offsets of the successors of a block where paths join."""
        assert isinstance(join, Block)
        return tuple(dict.fromkeys(one.offset for one in join.successors))

    def following(self, join: Node) -> set[Block]:
        """The blocks after a block."""
        assert isinstance(join, Block)
        return reached(join, set(), self._rank) - {join}

    def beyond(self, head: Node) -> set[Block]:
        """The blocks after a loop."""
        shape = self.loop(head)
        found: set[Block] = set()
        for node in (shape.after, shape.leave):
            if isinstance(node, Block):
                found |= reached(node, set(), self._rank)
        return found

    def leave_out(self, case: int) -> None:
        """Leave out all cases of the dispatcher but one."""
        self.left_out = frozenset(one for one in self._order if one.case not in (None, case))

    def case(self, node: Node) -> int | None:
        """The case of the dispatcher that a block belongs to."""
        return self.key(node).case

    def _copy(self, node: Block) -> Block:
        self._copies += 1
        copy = Block(node.offset, node.marks, len(self._nodes) + self._copies, node.case)
        self._places[copy] = self._places[node]
        return copy

    def _reading(self, head: Node) -> Reading:
        return self._readings.get(self.key(head), DEFAULT)

    def key(self, head: Node) -> Place:
        """The loop with this head, whatever the reading."""
        return self._places[head]

    def readings(self, head: Node) -> tuple[list[Reading], list[Reading]]:
        """The possible readings of a loop in this flow, except the default: those with one
        difference from it, and others."""
        assert isinstance(head, Block)
        body = self._body(head)
        exits = [target for _, target in exits_of(body, self._order)]
        shared = len(exits) - len(set(exits))
        before = predecessors(self._order)
        blocks = chain_from(head)[:_MAX_MOVED]
        places = (place for one in blocks for place in (one.offset, *one.cuts))
        heads = [None, *list(dict.fromkeys(places))[1:]]
        rows = islice(clones_before(head, before), _MAX_MOVED)
        earlier = [offset for one, *_ in rows for offset in (*reversed(one.cuts), one.offset)]
        ends = len(ends_of(body, self._order, self._lasting))
        inner = body - self._latches.keys()
        joins = [one.offset for one in joins_of(inner, before)]
        # Where paths that end a round join, if the head is after that.
        met = frozenset(one.offset for one in blocks if len(body & set(before[one])) > 1)
        parts = [frozenset([offset]) for offset in dict.fromkeys(joins)]
        if len(parts) > 1:
            parts.append(frozenset(joins))
        return [
            *(Reading(head=offset) for offset in heads[1:]),
            *(Reading(offset, parted=met) for offset in heads[1:] if met),
            *(Reading(head=offset) for offset in earlier if offset != head.offset),
            *(Reading(end=end) for end in range(1, ends)),
        ], [
            *(Reading(parted=part) for part in parts),
            *(Reading(offset, end=end) for offset in heads[1:] for end in range(1, ends)),
            *(
                Reading(offset, is_apart=True, end=end)
                for offset in (heads if shared else ())
                for end in range(ends + shared)
            ),
        ]

    def _body(self, head: Block) -> set[Block]:
        return natural_loop(head, self._latches[head], self._order)

    def loop(self, head: Node) -> LoopShape:
        """The loop with this head."""
        found = self._loops.get(head)
        if found is None:
            found = self._loops[head] = self._loop(head)
        return found

    def _loop(self, head: Node) -> LoopShape:
        assert isinstance(head, Block)
        body = self._body(head)
        ends = ends_of(body, self._order, self._lasting)
        chosen = self._reading(head).end
        after, leave, is_last = ends[min(chosen, len(ends) - 1)]
        return LoopShape(
            after,
            leave,
            is_last,
            frozenset(changed_slots(head, body)),
            frozenset(name for node in body for name in node.names),
            frozenset(name for node in body for name in node.calls),
        )

    def _new_block(self, place: Place) -> Block:
        block = Block(place.offset, place.marks, len(self._nodes), place.case)
        self._nodes[place] = block
        self._places[block] = place
        return block

    def _node(self, source: Block, offset: int, slots: Slots, clone: int) -> Block:
        marks = tuple(mark for mark, _, _ in slots)
        case = self._case_at(source, offset, marks)
        joins = self._joins.get(offset)
        clone = clone_at(joins, clone) if joins else clone
        place = Place(offset, clone, marks, tuple(clones for _, _, clones in slots), case)
        found = self._nodes.get(place)
        if found is None:
            if len(self._nodes) >= _MAX_NODES:
                raise OpenQuestion("too many blocks")
            found = self._new_block(place)
            self._pending.append(found)
        origins = [origin for _, origin, _ in slots]
        known = source.origins.setdefault(found, origins)
        if known != origins:
            pairs = zip(known, origins, strict=True)
            source.origins[found] = [one if one == two else None for one, two in pairs]
        return found

    def _case_at(self, source: Block, offset: int, marks: tuple[Mark, ...]) -> int | None:
        """The case of the dispatcher that a block after `source` belongs to."""
        case, dispatcher = source.case, self._dispatcher
        if dispatcher is None:
            return case
        chooses = dispatcher.chooses(offset, marks)
        if case is not None:
            if chooses and offset in self._choosing:
                self._repeated.add(offset)
            return case
        if chooses:
            self._choosing.add(offset)
            return None
        return offset if dispatcher.chooses(source.offset, source.marks) else None

    def _explore(self, node: Block, *, is_entry: bool) -> None:
        place = self._places[node]
        known = zip(node.marks, place.clones, strict=True)
        slots: Slots = [(mark, index, clones) for index, (mark, clones) in enumerate(known)]
        signature = None if is_entry else self._callable.get(node.offset)
        if signature is not None and self._explore_call(node, signature, slots):
            return
        offset = node.offset
        while True:
            instruction = self._code.at(offset)
            if instruction.name in ("jump", "jumpi"):
                self._explore_jump(node, instruction, slots)
                return
            self._advance(node, instruction, slots)
            if instruction.name in ENDING:
                return
            offset = instruction.following
            is_label = offset in self._code.targets
            if is_label or offset in self._joins or offset in self._cuts:
                clone = self._fallen(node, offset) if is_label else place.clone
                node.goes_on(self._node(node, offset, slots, clone))
                return

    def _explore_call(self, node: Block, signature: Signature, slots: Slots) -> bool:
        """Whether the block is a call: then its successor is the return address."""
        below = len(slots) - signature.slots
        if below < 0:
            return False
        node.touch(below)
        slots = signature.as_agreed(slots)
        address, _, clones = slots[below] if signature.has_address else _UNKNOWN_SLOT
        if signature.has_address and address is None:
            return False
        node.is_call = True
        node.calls.add(signature.name)
        node.use(slots[below:])
        if address is not None:
            del slots[below:]
            slots += [_UNKNOWN_SLOT] * signature.results
            if address == RETURN:
                node.returns = True
            elif isinstance(address, int) and address in self._code.targets:
                node.jumps_to(self._node(node, address, slots, clone_at(clones, 0)))
        return True

    def _fallen(self, node: Block, offset: int) -> int:
        """The clone of the code at an offset that a block falls through to."""
        found = self._clones.get(offset)
        return clone_at(found[0], self._places[node].clone) if found else 0

    def _explore_jump(self, node: Block, instruction: Instruction, slots: Slots) -> None:
        need(slots, instruction.takes)
        node.touch(len(slots) - instruction.takes)
        node.use(slots[-instruction.takes :])
        target, _, clones = slots.pop()
        if instruction.name == "jumpi":
            slots.pop()
            following = instruction.following
            node.goes_on(self._node(node, following, slots, self._fallen(node, following)))
        if target is None:
            raise OpenQuestion(f"a jump at {instruction.offset:#x} to an unknown target")
        if target != RETURN:
            targets = target if isinstance(target, tuple) else (target,)
            for index, one in enumerate(targets):
                if one not in node.jumps:
                    node.jumps_to(self._node(node, one, slots, clone_at(clones, index)))
        elif instruction.name == "jumpi":
            raise OpenQuestion("a function returns by a conditional jump")
        else:
            node.returns = True

    def _advance(self, node: Block, instruction: Instruction, slots: Slots) -> None:
        name, number = instruction.name, instruction.number
        need(slots, instruction.takes)
        node.touch(len(slots) - instruction.takes)
        if name == "dup":
            slots.append(slots[-number])
        elif name == "swap":
            slots[-1], slots[-1 - number] = slots[-1 - number], slots[-1]
        elif name == "push":
            mark = mark_of(self._code, self._labels, instruction)
            slots.append((mark, None, self._pushed(node, instruction) if mark else FIRST))
            if isinstance(mark, tuple):
                self._entries_at_loads[load_after(self._code, instruction)] = slots[-1]
        elif name != "jumpdest":
            node.names.add(name)
            node.cuts.append(instruction.following)
            operands = [slots.pop() for _ in range(instruction.takes)]
            if name != "pop":
                node.use(operands)
            tables = [slot for slot in operands if isinstance(slot[0], tuple) and name in CHOOSING]
            tables.append(self._entries_at_loads.get(instruction.offset, _UNKNOWN_SLOT))
            mark, _, clones = tables[0]
            slots += [(mark, None, clones)] * instruction.gives

    def _pushed(self, node: Block, push: Instruction) -> Clones:
        """The clones of the labels that an instruction pushes."""
        clone = self._places[node].clone
        found = tuple(clone_at(one, clone) for one in self._clones.get(push.offset, ()))
        return found if any(found) else FIRST


def need(slots: Slots, count: int) -> None:
    """Raise OpenQuestion if there are fewer slots."""
    if len(slots) < count:
        raise OpenQuestion("code reaches below its part of the stack")
