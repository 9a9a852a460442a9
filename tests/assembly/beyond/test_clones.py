"""Blocks that share code lead on as they did before, clone by clone."""

from __future__ import annotations

from random import Random

import pytest

from tests.assembly.passes import context
from tests.slices import seeds
from yulopt.assembly.beyond.blocks import Block, Graph, build_graph, write_items
from yulopt.assembly.beyond.cross_jumping import CrossJumper
from yulopt.assembly.clones import appended, clone_at, composed, joined, joined_apart, numbered
from yulopt.assembly.instructions import (
    ARGUMENTS,
    DUP1,
    JUMP,
    POP,
    RESULTS,
    SWAP1,
    SWAP16,
    opcode_of,
)
from yulopt.assembly.items import Item, PushLabel
from yulopt.assembly.text import read_items

# A label in both graphs, with the clone in the second one.
Target = tuple[Block, Block, int]
Stack = tuple[Target | None, ...]
Place = tuple[Block, int]
SEEDS = seeds(11, 60)


LAYERS = 4
WIDTH = 4
PIECES = ["1 2 sstore 3 4 sstore", "5 6 sstore", "caller 7 sstore 8 9 sstore", "dup1 pop"]


def layers(random: Random) -> str:
    """Layers of blocks, each with few different ends: jumps to the next layer, and loops."""
    words = ["0 calldataload"]
    for layer in range(LAYERS):
        ends = [layer_end(random, layer) for _ in range(2)]
        for number in range(WIDTH):
            pieces = random.choices(PIECES, k=random.randrange(3))
            words += [f"b{layer}{number}:", *pieces, random.choice(ends)]
    for number in range(WIDTH):
        words += [f"b{LAYERS}{number}:", *random.choices(PIECES, k=2), "stop"]
    words += ["f: swap1 not swap1 jump[return]"]
    return " ".join(words)


def layer_end(random: Random, layer: int) -> str:
    pieces = " ".join(random.choices(PIECES, k=random.randrange(1, 3)))
    first, second, back = (random.randrange(WIDTH) for _ in range(3))
    following = layer + 1
    return pieces + random.choice(
        [
            f" @b{following}{first} jump",
            f" callvalue @b{layer}{back} jumpi @b{following}{first} jump",
            f" dup1 iszero @b{following}{first} jumpi @b{following}{second} jump",
            f" swap1 @b{following}{first} jumpi @b{following}{second} jump",
            f" @b{following}{first} @f jump[call]",
        ]
    )


def graph_of(text: str) -> Graph:
    graph = build_graph(read_items(text))
    assert graph is not None
    return graph


def shared(text: str) -> Graph:
    graph = graph_of(text)
    CrossJumper().change(graph, context(runs=1))
    return graph


class Walk:
    """Follows two graphs that execute the same instructions.

    `found` has the place in the first graph for each one in the second, and `back` the opposite,
    but for stack operations, which may be shared before paths join.
    """

    def __init__(self, first: Graph, second: Graph) -> None:
        self.first = first
        self.second = second
        self.found: dict[tuple[Place, int], Place] = {}
        self.back: dict[Place, tuple[Place, int]] = {}
        self.pending: list[tuple[Block, Block, int, Stack]] = []
        self.seen: set[tuple[Block, Block, int, Stack]] = set()
        self.lead_on(first.blocks[0], second.blocks[0], 0, ())
        while self.pending:
            self.run(*self.pending.pop())

    def lead_on(self, one: Block, other: Block, clone: int, stack: Stack) -> None:
        if (one, other, clone, stack) not in self.seen:
            self.seen.add((one, other, clone, stack))
            self.pending.append((one, other, clone, stack))

    def run(self, one: Block, other: Block, clone: int, stack: Stack) -> None:
        at, place = 0, 0
        slots = [*stack]
        while True:
            while at == len(one.body) and one.taken is None and one.next is not None:
                one, at = one.next, 0
            while place == len(other.body) and other.taken is None and other.next is not None:
                clone, other, place = clone_at(other.next_clones, clone), other.next, 0
            if at == len(one.body) or place == len(other.body):
                break
            item, shared = one.body[at], other.body[place]
            clone = clone_at(shared.joins, clone) if shared.joins else clone
            self.meet((one, at), (other, place), clone, item)
            if not self.execute(item, shared, clone, slots):
                return
            at, place = at + 1, place + 1
        self.branch(one, at, other, place, clone, slots)

    def branch(
        self, one: Block, at: int, other: Block, place: int, clone: int, slots: list[Target | None]
    ) -> None:
        assert at == len(one.body)
        if one.next is None:
            assert place == len(other.body)
            assert other.next is None
            return
        assert one.taken is not None
        pop(slots)
        if other.taken is None or place < len(other.body):
            # Both successors have become the same code: the condition is removed.
            assert opcode_of(other.body[place]) == POP
            return
        assert other.next is not None
        clone = clone_at(other.exit_joins, clone) if other.exit_joins else clone
        stack = tuple(slots)
        self.lead_on(one.taken, other.taken, clone_at(other.taken_clones, clone), stack)
        self.lead_on(one.next, other.next, clone_at(other.next_clones, clone), stack)

    def meet(self, one: Place, other: Place, clone: int, item: Item) -> None:
        assert self.found.setdefault((other, clone), one) == one
        opcode = opcode_of(item)
        if opcode >= 0 and opcode != POP and not DUP1 <= opcode <= SWAP16:
            assert self.back.setdefault(one, (other, clone)) == (other, clone)

    def execute(self, item: Item, shared: Item, clone: int, slots: list[Target | None]) -> bool:
        """Execute an instruction of both; whether the next one follows."""
        if isinstance(item, PushLabel):
            assert isinstance(shared, PushLabel)
            first, second = self.first.block_at[item.label], self.second.block_at[shared.label]
            slots.append((first, second, clone_at(shared.clones, clone)))
            return True
        assert item.key == shared.key
        opcode = opcode_of(item)
        if opcode < 0:
            slots.append(None)
        elif DUP1 <= opcode < SWAP1:
            slots.append(slot(slots, opcode - DUP1))
        elif SWAP1 <= opcode <= SWAP16:
            slot(slots, opcode - SWAP1 + 1)
            depth = -2 - (opcode - SWAP1)
            slots[-1], slots[depth] = slots[depth], slots[-1]
        elif opcode == JUMP:
            target = pop(slots)
            assert target is not None
            self.lead_on(*target, tuple(slots))
            return False
        else:
            for _ in range(ARGUMENTS[opcode]):
                pop(slots)
            slots += [None] * RESULTS[opcode]
        return True


def slot(slots: list[Target | None], depth: int) -> Target | None:
    while len(slots) <= depth:
        slots.insert(0, None)
    return slots[-1 - depth]


def pop(slots: list[Target | None]) -> Target | None:
    return slots.pop() if slots else None


@pytest.mark.parametrize("seed", SEEDS)
def test_clones_of_shared_blocks_are_the_blocks_before(seed: int) -> None:
    text = layers(Random(seed))
    walk = Walk(graph_of(text), shared(text))
    assert walk.found


def test_programs_have_clones_and_joins() -> None:
    graphs = [shared(layers(Random(seed))) for seed in SEEDS]
    blocks = [block for graph in graphs for block in graph.blocks]
    assert any(block.clones > 1 for block in blocks)
    assert any(item.joins for block in blocks for item in block.body)


def test_loops_that_differ_before_their_first_round_only() -> None:
    # The shared jump is at the end of both blocks that lead to the loop.
    text = (
        "calldatasize @b jumpi 1 2 sstore 3 4 sstore 5 6 sstore @loop jump"
        " b: 2 2 sstore 3 4 sstore 5 6 sstore"
        " loop: 7 sload 8 sload 9 sstore 3 4 sstore 5 6 sstore @loop jumpi stop"
    )
    Walk(graph_of(text), shared(text))


@pytest.mark.parametrize("seed", SEEDS)
def test_clones_survive_writing(seed: int) -> None:
    graph = shared(layers(Random(seed)))
    again = build_graph(write_items(graph))
    assert again is not None
    found = {block.label: block for block in again.blocks}
    for block in graph.blocks:
        other = found.get(block.label)
        if other is None:
            continue
        assert other.clones == block.clones
        assert edges(other) == edges(block)
        assert other.exit_joins in (block.exit_joins, *[item.joins for item in block.body[-1:]])


def edges(block: Block) -> set[tuple[int, ...]]:
    return {block.next_clones, block.taken_clones}


def test_each_clone_leads_to_its_own() -> None:
    assert numbered(1) == ()
    assert numbered(2, 3) == (3, 4)
    # Two clones lead to the second and the first one, which lead to 5 and 4.
    assert composed((1, 0), 2, (4, 5)) == (5, 4)
    assert appended((), 1, (2,), 2) == (0, 2, 0)


def test_clones_that_join_stand_for_the_first_of_them() -> None:
    assert joined((), 3, (0,)) == (0, 0, 0)
    assert joined((1, 0), 2, (0, 1)) == ()
    assert joined((0, 1, 2), 3, (0, 1, 1)) == (0, 1, 1)
    assert joined_apart((0, 0), 2, (), 1) == (0, 0, 2)
    assert joined_apart((), 1, (0, 0), 2) == (0, 1, 1)
