"""BlockPlacer: orders blocks so that jumps become fall-throughs and labels are short.

Every edge that becomes a fall-through saves a jump and, if no other edge leads to that block, its
jump destination. Edges are chosen greedily by savings (bytes, and gas weighted by frequency), so
that chains of blocks are merged. If the fall-through is the taken edge of a conditional jump, the
condition is negated.

Then the chains are laid out: the one with the entry first, and frequent jump targets near the
start, where labels take one byte (see `near_labels`). A long entry, such as a table of selectors,
is left for later by a jump if these targets save more.

Right if:

* movable blocks: control does not run off the end of the code.
  The first block stays the entry.

Example::

    calldatasize @more jumpi @end jump
    last: 3 0 sstore stop
    more: 1 dup1 sstore @last jump
    end: 2 dup1 sstore @last jump

becomes::

    calldatasize @more jumpi 2 dup1 sstore @last jump
    more: 1 dup1 sstore
    last: 3 0 sstore stop

Source: Pettis and Hansen, "Profile guided code positioning", PLDI 1990, with edges weighted by
bytes and estimated frequencies.
"""

from __future__ import annotations

from itertools import groupby
from typing import ClassVar, TypeAlias

from yulopt.assembly.beyond.blocks import (
    DESTINATION_SIZE,
    JUMP_GAS,
    JUMP_SIZE,
    Block,
    Graph,
    References,
)
from yulopt.assembly.beyond.conditions import negation_size
from yulopt.assembly.beyond.frequencies import Frequencies
from yulopt.assembly.beyond.graph_pass import GraphPass
from yulopt.assembly.beyond.near_labels import put_near
from yulopt.assembly.optimizer.context import Context
from yulopt.gas.model import WEIGHT_ONE

# The negative savings, the number of ways on, the references of the second block, the index of the
# first one, and both blocks.
_Edge: TypeAlias = tuple[int, int, int, int, Block, Block]


class BlockPlacer(GraphPass):
    """The pass."""

    name: ClassVar[str] = "blockPlacement"

    def change(self, graph: Graph, context: Context) -> bool:
        """Order the blocks in place; returns whether anything changed."""
        before = list(graph.blocks)
        rest = graph.split(graph.blocks[0], 0)
        frequencies = Frequencies(graph)
        chains = _Chains(graph, frequencies, context).chains()
        placed = put_near(chains, graph, frequencies, context)
        graph.blocks = [block for chain in placed for block in chain]
        if graph.blocks[1] is rest:
            graph.settle()
        return graph.blocks != before


class _Chains:
    """Chains of blocks, and the savings of each edge that could become a fall-through."""

    def __init__(self, graph: Graph, frequencies: Frequencies, context: Context) -> None:
        self._graph = graph
        self._gas = context.gas
        self._frequencies = frequencies
        self._references = References(graph)
        # The last block of the chain that begins with a block, and the first of the one that ends
        # with it.
        self._last = {block: block for block in graph.blocks}
        self._first = {block: block for block in graph.blocks}
        self._following: dict[Block, Block] = {}
        # What follows a conditional jump, or a block that does.
        self._not_taken: set[Block] = set()

    def chains(self) -> list[list[Block]]:
        """The chains, of which the first begins with the entry."""
        blocks = self._graph.blocks
        entry = blocks[0]
        edges: list[_Edge] = []
        for index, block in enumerate(blocks):
            ways = self._ways_on(block)
            for saved, following in ways:
                # Among equal ones, those with the fewest alternatives come first.
                others = self._references.count(following)
                edges.append((-saved, len(ways), others, index, block, following))
        edges.sort(key=_order)
        for _, equal in groupby(edges, key=_value):
            # Of the ways to one block, the first is used, if possible one that begins with a jump:
            # then stack traces can tell where shared code that fails was entered.
            for *_, block, following in sorted(equal, key=self._follows_a_branch):
                if following is not entry:
                    self._append(block, following)
        followers = set(self._following.values())
        return [self._chain(block) for block in blocks if block not in followers]

    def _ways_on(self, block: Block) -> list[tuple[int, Block]]:
        """The possible fall-through blocks, with their savings as a price."""
        if block.next is None:
            return []
        frequencies = self._frequencies
        weight = frequencies[block.next] and frequencies[block]
        if block.taken is None:
            return [(self._price(JUMP_SIZE, weight, block.next), block.next)]
        weight = weight // 2 if frequencies[block.taken] else weight
        negated = JUMP_SIZE - negation_size(block.body)
        return [
            (self._price(JUMP_SIZE, weight, block.next), block.next),
            (self._price(negated, weight, block.taken), block.taken),
        ]

    def _price(self, size: int, weight: int, following: Block) -> int:
        if self._references.count(following) == 1:
            size += DESTINATION_SIZE
        gas = JUMP_GAS * weight * self._gas.executions
        return size * self._gas.byte_gas * WEIGHT_ONE + gas

    def _follows_a_branch(self, edge: _Edge) -> bool:
        """Whether the first block of an edge is entered by not jumping."""
        return edge[4] in self._not_taken

    def _append(self, block: Block, following: Block) -> None:
        """Let a block follow another, if both are at the ends of different chains."""
        if block not in self._first or following not in self._last:
            return
        if self._first[block] is following:
            return
        first, last = self._first.pop(block), self._last.pop(following)
        self._following[block] = following
        if block.taken is not None or block in self._not_taken:
            self._not_taken.add(following)
        self._first[last] = first
        self._last[first] = last

    def _chain(self, first: Block) -> list[Block]:
        chain = [first]
        while chain[-1] in self._following:
            chain.append(self._following[chain[-1]])
        return chain


def _order(edge: _Edge) -> tuple[int, int, int, int]:
    return edge[0], edge[1], edge[2], edge[3]


def _value(edge: _Edge) -> tuple[int, int, int]:
    return edge[0], edge[1], edge[2]
