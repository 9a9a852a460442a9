"""How often blocks run, estimated from the graph alone.

A block from which every way leads to a revert or an invalid instruction is cold: it does not count.
Conditional jumps go either way with the same probability, unless one way is cold; a loop is run
`LOOP_WEIGHT` times. Where a function returns to runs as often as what pushes the return address.

Source: Ball and Larus, "Branch prediction for free", PLDI 1993; Wu and Larus, "Static branch
frequency and program profile analysis", MICRO 1994, in a much simplified form.
"""

from __future__ import annotations

from typing import Final

from yulopt.assembly.beyond.blocks import Block, Graph
from yulopt.assembly.instructions import REVERT, opcode_of
from yulopt.assembly.opcodes import INVALID
from yulopt.gas.model import LOOP_WEIGHT, WEIGHT_ONE

_COLD_ENDS: Final = frozenset((REVERT, INVALID))
_MOST: Final = WEIGHT_ONE << 10


class Frequencies:
    """The estimates for the blocks of a graph, in parts of `WEIGHT_ONE`."""

    def __init__(self, graph: Graph) -> None:
        self._cold = _cold_blocks(graph)
        self._weights: dict[Block, int] = {}
        self._estimate(graph)

    def __getitem__(self, block: Block) -> int:
        """How often a block runs; 0 if it is cold, and for blocks that are not known."""
        return self._weights.get(block, 0)

    def __setitem__(self, block: Block, weight: int) -> None:
        """The same for a new block."""
        self._weights[block] = weight

    def _estimate(self, graph: Graph) -> None:
        order = _reverse_postorder(graph)
        number = {block: index for index, block in enumerate(order)}
        headers = {
            other
            for block in order
            for other in _ways_on(graph, block)
            if number[other] <= number[block]
        }
        incoming = dict.fromkeys(order, 0)
        incoming[graph.blocks[0]] = WEIGHT_ONE
        for block in order:
            weight = incoming[block] * (LOOP_WEIGHT if block in headers else 1)
            weight = min(max(weight, 1), _MOST)
            self._weights[block] = 0 if block in self._cold else weight
            ways = list(block.successors())
            warm = [way for way in ways if way not in self._cold]
            for way in warm or ways:
                incoming[way] += weight // len(warm or ways)
            for label in block.pushed_labels():
                incoming[graph.block_at[label]] += weight


def _cold_blocks(graph: Graph) -> set[Block]:
    predecessors: dict[Block, list[Block]] = {}
    open_ways: dict[Block, int] = {}
    pending: list[Block] = []
    for block in graph.blocks:
        ways = list(block.successors())
        open_ways[block] = len(ways)
        for way in ways:
            predecessors.setdefault(way, []).append(block)
        if not ways and block.body and opcode_of(block.body[-1]) in _COLD_ENDS:
            pending.append(block)
    cold: set[Block] = set()
    while pending:
        block = pending.pop()
        cold.add(block)
        for predecessor in predecessors.get(block, ()):
            open_ways[predecessor] -= 1
            if open_ways[predecessor] == 0:
                pending.append(predecessor)
    return cold


def _ways_on(graph: Graph, block: Block) -> list[Block]:
    return [*block.successors(), *[graph.block_at[label] for label in block.pushed_labels()]]


def _reverse_postorder(graph: Graph) -> list[Block]:
    """All blocks that can be reached, but for loops each after those that lead to it."""
    entry = graph.blocks[0]
    order: list[Block] = []
    seen = {entry}
    pending = [(entry, _ways_on(graph, entry))]
    while pending:
        block, ways = pending[-1]
        while ways:
            way = ways.pop()
            if way not in seen:
                seen.add(way)
                pending.append((way, _ways_on(graph, way)))
                break
        else:
            order.append(block)
            pending.pop()
    order.reverse()
    return order
