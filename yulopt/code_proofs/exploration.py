"""Recovers the control-flow graph of a function before it is executed.

A node is a position in the code with the return addresses and other labels on the stack, and the
case of the dispatcher that leads there: shared code has a node for each return target and for each
case. The result is untrusted: execution follows the nodes, and checks each jump.

Source: Allen, "Control flow analysis" (1970), for loops; value sets for jumps as in Balakrishnan,
Reps, "Analyzing memory accesses in x86 executables" (CC 2004).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from yulopt.checker.decoding import UNKNOWN, Code, Instruction
from yulopt.checker.flow import RETURN, Flow, LoopShape, Mark, Node, Signature
from yulopt.graphs.orders import breadth_first, postorder
from yulopt.prover.work_clock import OpenQuestion

# Slots of the stack: what label is in it, and the slot at the beginning of the block it is from.
Slots = list[tuple[Mark, int | None]]
_MAX_NODES: Final = 4000
_LABEL_BYTES: Final = 2
# Operations that look up a label in a jump table.
_CHOOSING: Final = frozenset({"shr", "and"})
# The numbers that a dispatcher compares with: selectors, as code pushes them, but not a mask.
_SELECTORS: Final = range(1 << 16, (1 << 32) - 1)
_COMPARING: Final = frozenset({"eq", "sub", "xor", "lt", "gt"})
# A loop by its head, with the marks there, and the case of the dispatcher.
LoopKey: TypeAlias = tuple[int, tuple[Mark, ...], int | None]


class Reading(NamedTuple):
    """Where a loop begins and ends: the offset of its head, if it is moved into the loop; whether
    each way out has its own copy of the block after it; and which one of the possible ends it is.

    `parted` has the offsets of blocks in it of which each way there has its own copy.
    """

    head: int | None = None
    is_apart: bool = False
    end: int = 0
    parted: frozenset[int] = frozenset()


DEFAULT: Final = Reading()


_End: TypeAlias = "tuple[_Block | None, _Block | None, bool]"


class _Block(Node):
    """A node with the slots that the stack is made of where it goes on (`origins`), the builtins
    that it executes (`names`), the functions that it `calls`, and the offsets after builtins
    (`cuts`). `case` is where the case of the dispatcher begins, None in the dispatcher."""

    def __init__(
        self, offset: int, marks: tuple[Mark, ...], number: int, case: int | None = None
    ) -> None:
        super().__init__(offset, marks, number)
        self.case = case
        self.origins: dict[_Block, list[int | None]] = {}
        self.names: set[str] = set()
        self.calls: set[str] = set()
        self.cuts: list[int] = []
        self.successors: list[_Block] = []

    def goes_on(self, following: _Block) -> None:
        """Note what comes after it."""
        self.following = following
        self.successors.insert(0, following)

    def jumps_to(self, target: _Block) -> None:
        """Note that it jumps somewhere."""
        if target.offset not in self.jumps:
            self.successors.append(target)
        self.jumps[target.offset] = target

    def replace(self, former: _Block, successor: _Block) -> None:
        """Let it go on at another copy of a block, where it goes on at that block."""
        if former not in self.successors:
            return
        if self.following is former:
            self.following = successor
        if self.jumps.get(former.offset) is former:
            self.jumps[former.offset] = successor
        self.successors = [successor if one is former else one for one in self.successors]
        self.origins[successor] = self.origins.pop(former)

    def assume(self, other: _Block) -> None:
        """Do what another copy of the block does."""
        self.jumps, self.following = dict(other.jumps), other.following
        self.successors, self.origins = list(other.successors), dict(other.origins)
        self.names, self.calls = other.names, other.calls
        self.is_call, self.returns = other.is_call, other.returns


class Exploration(Flow):
    """The blocks that are reachable from an entry, in topological order without back edges.

    `callable` has the functions that are not inlined, by their entries; `readings` has those of
    loops that are not the default.
    """

    def __init__(
        self,
        code: Code,
        labels: frozenset[int],
        callable: Mapping[int, Signature],
        start: int,
        marks: tuple[Mark, ...],
        readings: Mapping[LoopKey, Reading],
    ) -> None:
        self._readings = readings
        self._cuts = {one.head for one in readings.values()}
        self._keys: dict[Node, LoopKey] = {}
        self._copies = 0
        self._choosing: dict[int, bool] = {}
        self._is_outermost = not start
        self._code = code
        self._labels = labels
        self._callable = callable
        self._nodes: dict[LoopKey, _Block] = {}
        self._pending: list[_Block] = []
        entry = self._nodes[start, marks, None] = _Block(start, marks, 0)
        self._explore(entry, is_entry=True)
        while self._pending:
            self._explore(self._pending.pop(), is_entry=False)
        self._order, self._latches = _depth_first(entry)
        for head in self._latches:
            if [node.offset for node in head.successors] == [self._reading(head).head]:
                self._move_head(head)
        self._order, self._latches = _depth_first(entry)
        for head in list(self._latches):
            if self._reading(head).is_apart:
                self._part_exits(head)
                self._order, self._latches = _depth_first(entry)
            for offset in self._reading(head).parted:
                self._part_ways(head, offset)
                self._order, self._latches = _depth_first(entry)
        super().__init__(entry, self._order, frozenset(self._latches))

    def _move_head(self, head: _Block) -> None:
        """Let a loop begin after a block: the first round begins with that block, which has a copy
        at the end of each round."""
        copy = self._copy(head)
        for node in self._latches[head]:
            node.replace(head, copy)
        copy.assume(head)
        self._keys[head.successors[0]] = head.offset, head.marks, head.case

    def _part_exits(self, head: _Block) -> None:
        """Let each way out of a loop lead to a copy of the block after it."""
        for node, target in _exits(self._body(head), self._order):
            copy = self._copy(target)
            copy.assume(target)
            node.replace(target, copy)

    def _part_ways(self, head: _Block, offset: int) -> None:
        """Let each way to the blocks at an offset in a loop lead to a copy of the code from there
        to where other ways join it."""
        body = self._body(head)
        before = _predecessors(self._order)
        for join in _joins(body - self._latches.keys(), before):
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

    def _copy(self, node: _Block) -> _Block:
        self._copies += 1
        return _Block(node.offset, node.marks, len(self._nodes) + self._copies, node.case)

    def _reading(self, head: Node) -> Reading:
        return self._readings.get(self.key(head), DEFAULT)

    def key(self, head: Node) -> LoopKey:
        """The loop with this head, whatever the reading."""
        assert isinstance(head, _Block)
        return self._keys.get(head, (head.offset, head.marks, head.case))

    def readings(self, head: Node) -> list[Reading]:
        """The possible readings of a loop in this flow, the default first."""
        assert isinstance(head, _Block)
        body = self._body(head)
        exits = [target for _, target in _exits(body, self._order)]
        shared = len(exits) - len(set(exits))
        heads = [None, *head.cuts]
        if len(head.successors) == 1:
            heads.append(head.successors[0].offset)
        ends = len(_ends(body, self._order))
        inner = body - self._latches.keys()
        joins = [one.offset for one in _joins(inner, _predecessors(self._order))]
        parts = [frozenset([offset]) for offset in dict.fromkeys(joins)]
        if len(parts) > 1:
            parts.append(frozenset(joins))
        return [
            *(Reading(head=offset) for offset in heads),
            *(Reading(end=end) for end in range(1, ends)),
            *(Reading(parted=part) for part in parts),
            *(Reading(offset, end=end) for offset in heads[1:] for end in range(1, ends)),
            *(
                Reading(offset, is_apart=True, end=end)
                for offset in (heads if shared else ())
                for end in range(ends + shared)
            ),
        ]

    def _body(self, head: _Block) -> set[_Block]:
        return _natural_loop(head, self._latches[head], self._order)

    def loop(self, head: Node) -> LoopShape:
        """The loop with this head."""
        assert isinstance(head, _Block)
        body = self._body(head)
        ends = _ends(body, self._order)
        chosen = self._reading(head).end
        after, leave, is_last = ends[min(chosen, len(ends) - 1)]
        return LoopShape(
            after,
            leave,
            is_last,
            frozenset(_changed_slots(head, body)),
            frozenset(name for node in body for name in node.names),
            frozenset(name for node in body for name in node.calls),
        )

    def _node(self, source: _Block, offset: int, slots: Slots) -> _Block:
        marks = tuple(mark for mark, _ in slots)
        case = source.case
        if case is None and self._chooses(source.offset) and not self._chooses(offset):
            case = offset
        key = offset, marks, case
        found = self._nodes.get(key)
        if found is None:
            if len(self._nodes) >= _MAX_NODES:
                raise OpenQuestion("too many blocks")
            found = self._nodes[key] = _Block(offset, marks, len(self._nodes), case)
            self._pending.append(found)
        origins = [origin for _, origin in slots]
        known = source.origins.setdefault(found, origins)
        if known != origins:
            pairs = zip(known, origins, strict=True)
            source.origins[found] = [one if one == two else None for one, two in pairs]
        return found

    def _chooses(self, offset: int) -> bool:
        """Whether the code from there to the next jump is of the dispatcher: it compares a word
        with a selector, or jumps by a table. Functions have none."""
        found = self._choosing.get(offset, None if self._is_outermost else False)
        if found is None:
            names: set[str] = set()
            pushed: list[int] = []
            has_table = False
            instruction = self._code.at(offset)
            while instruction.name not in ENDING and instruction.name != "jumpi":
                names.add(instruction.name)
                if instruction.name == "push":
                    pushed.append(instruction.number)
                    has_table = has_table or isinstance(self._mark(instruction), tuple)
                instruction = self._code.at(instruction.following)
            compares = instruction.name == "jumpi" and not _COMPARING.isdisjoint(names)
            found = has_table or (compares and any(number in _SELECTORS for number in pushed))
            self._choosing[offset] = found
        return found

    def _explore(self, node: _Block, *, is_entry: bool) -> None:
        slots: Slots = [(mark, index) for index, mark in enumerate(node.marks)]
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
            if offset in self._code.targets or offset in self._cuts:
                node.goes_on(self._node(node, offset, slots))
                return

    def _explore_call(self, node: _Block, signature: Signature, slots: Slots) -> bool:
        """Whether the block is a call: then its successor is the return address."""
        below = len(slots) - signature.slots
        if below < 0:
            return False
        slots = signature.as_agreed(slots)
        address = slots[below][0] if signature.has_address else None
        if signature.has_address and address is None:
            return False
        node.is_call = True
        node.calls.add(signature.name)
        if address is not None:
            del slots[below:]
            slots += [(None, None)] * signature.results
            if address == RETURN:
                node.returns = True
            elif isinstance(address, int) and address in self._code.targets:
                node.jumps_to(self._node(node, address, slots))
        return True

    def _explore_jump(self, node: _Block, instruction: Instruction, slots: Slots) -> None:
        need(slots, instruction.takes)
        target = slots.pop()[0]
        if instruction.name == "jumpi":
            slots.pop()
            node.goes_on(self._node(node, instruction.following, slots))
        if target is None:
            raise OpenQuestion(f"a jump at {instruction.offset:#x} to where is not known")
        if target != RETURN:
            for one in dict.fromkeys(target if isinstance(target, tuple) else (target,)):
                node.jumps_to(self._node(node, one, slots))
        elif instruction.name == "jumpi":
            raise OpenQuestion("a function returns by a conditional jump")
        else:
            node.returns = True

    def _advance(self, node: _Block, instruction: Instruction, slots: Slots) -> None:
        name, number = instruction.name, instruction.number
        need(slots, instruction.takes)
        if name == "dup":
            slots.append(slots[-number])
        elif name == "swap":
            slots[-1], slots[-1 - number] = slots[-1 - number], slots[-1]
        elif name == "push":
            slots.append((self._mark(instruction), None))
        elif name != "jumpdest":
            node.names.add(name)
            node.cuts.append(instruction.following)
            operands = [slots.pop()[0] for _ in range(instruction.takes)]
            tables = [mark for mark in operands if isinstance(mark, tuple) and name in _CHOOSING]
            slots += [(tables[0] if tables else None, None)] * instruction.gives

    def _mark(self, push: Instruction) -> Mark:
        """The label that an instruction pushes, or the labels of a jump table."""
        if push.offset not in self._labels:
            return None
        if push.number in self._code.targets:
            return push.number
        bits = 8 * _LABEL_BYTES
        count = (push.following - push.offset - 1) // _LABEL_BYTES
        labels = tuple(push.number >> bits * index & (1 << bits) - 1 for index in range(count))
        return labels if all(label in self._code.targets for label in labels) else None


# Instructions that end an execution successfully.
_LASTING: Final = frozenset({"return", "stop", "selfdestruct"})
# Instructions that do not fall through.
ENDING: Final = frozenset({"stop", "return", "revert", "invalid", "selfdestruct", "jump", UNKNOWN})


def need(slots: Slots, count: int) -> None:
    """Raise OpenQuestion if there are fewer slots."""
    if len(slots) < count:
        raise OpenQuestion("code reaches below its part of the stack")


def _depth_first(entry: _Block) -> tuple[list[_Block], dict[_Block, list[_Block]]]:
    """Reverse postorder, and the loop heads with the nodes that jump back to each."""
    order = postorder([entry], lambda node: node.successors)[::-1]
    rank = {node: index for index, node in enumerate(order)}
    latches: dict[_Block, list[_Block]] = {}
    for node in order:
        for successor in node.successors:
            if rank[successor] <= rank[node]:
                latches.setdefault(successor, []).append(node)
    return order, latches


def _natural_loop(head: _Block, latches: list[_Block], order: list[_Block]) -> set[_Block]:
    """The nodes from which a back edge is reachable without the head."""
    before = _predecessors(order)
    return {head, *breadth_first(latches, lambda node: () if node is head else before[node])}


def _predecessors(order: list[_Block]) -> dict[_Block, list[_Block]]:
    before: dict[_Block, list[_Block]] = {node: [] for node in order}
    for node in order:
        for successor in node.successors:
            before[successor].append(node)
    return before


def _ends(body: set[_Block], order: list[_Block]) -> list[_End]:
    """Where a loop may go on and be left otherwise, and whether it ends with the function.

    First comes the join of all exits that do not fail; without one, the target of the first exit.
    """
    rank = {node: index for index, node in enumerate(order)}
    exits = [target for _, target in _exits(body, order)]
    lasting = _lasting(order)
    ways = list(dict.fromkeys(exits))
    going_on = [node for node in ways if node in lasting] or ways
    found: list[_End] = [(going_on[0] if going_on else None, None, False)]
    if len(going_on) > 1:
        common = set.intersection(*[_reached(node, body, rank) for node in going_on])
        first = min(rank[node] for node in body)
        # The head of an outer loop, a back edge, comes last.
        after = min(common, key=lambda node: (rank[node] < first, rank[node]), default=None)
        if after is not None:
            found = [(after, None, False)]
        found += [(way, after, False) for way in going_on if way is not after]
    return [*dict.fromkeys([*found[:1], (None, None, True), (None, None, False), *found[1:]])]


def _joins(blocks: set[_Block], before: Mapping[_Block, Sequence[_Block]]) -> list[_Block]:
    """Those blocks where ways meet."""
    return [node for node in before if node in blocks and len(set(before[node])) > 1]


def _exits(body: set[_Block], order: list[_Block]) -> list[tuple[_Block, _Block]]:
    """The ways out of a loop: a node in it, and its successor outside."""
    return [
        (node, successor)
        for node in order
        if node in body
        for successor in node.successors
        if successor not in body
    ]


def _reached(start: _Block, without: set[_Block], rank: dict[_Block, int]) -> set[_Block]:
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


def _lasting(order: list[_Block]) -> set[_Block]:
    """The nodes from which a `return`, a `stop` or the end of the function is reachable."""
    ends = [node for node in order if node.returns or not _LASTING.isdisjoint(node.names)]
    return set(breadth_first(ends, _predecessors(order).__getitem__))


def _changed_slots(head: _Block, body: set[_Block]) -> set[int]:
    """The slots of the stack at the head that may change in a round."""
    here: dict[_Block, list[int | None]] = {head: list(range(len(head.marks)))}
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
    return {index for slots in again for index, slot in enumerate(slots) if slot != index}
