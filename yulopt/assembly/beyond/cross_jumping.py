"""CrossJumper: shares the equal ends of blocks (tail merging), whole or in part.

A trie of reversed blocks has a node for each common suffix of several blocks. From the longest to
the shortest, suffixes become separate blocks that the others lead to, if that is worthwhile: a
shared suffix saves its bytes in each block but one, and costs a jump in each of them, unless they
had the same successor anyway, whose jump is reused. On frequent paths, the gas of the jumps counts;
on those that only lead to a revert or an invalid instruction it does not. This is repeated until
nothing is shared any more, because the predecessors of merged blocks may have become equal.

Right if:

* equal suffixes: the blocks end with the same instructions. These find the same stack as before, at
  any depth.
* equal successors: the blocks lead to the same blocks.
* equal labels: the suffixes push the same labels, return addresses included.
* movable blocks: control does not run off the end of the code.

Example::

    calldatasize @one jumpi callvalue 0 sstore 1 2 add 3 mul 4 sub 0 mstore 0x20 0 return
    one: 7 0 sstore 1 2 add 3 mul 4 sub 0 mstore 0x20 0 return

becomes::

    calldatasize @one jumpi callvalue @@part_3 jump
    one: 7
    @part_3: 0 sstore 1 2 add 3 mul 4 sub 0 mstore 0x20 0 return

Source: Wulf and others, "The Design of an Optimizing Compiler", 1975, calls it cross-jumping; the
suffixes are found as by Debray and others, "Compiler techniques for code compaction", ACM TOPLAS
22(2), 2000.
"""

from __future__ import annotations

from typing import ClassVar, Final

from yulopt.assembly.beyond.blocks import (
    DESTINATION_GAS,
    DESTINATION_SIZE,
    JUMP_GAS,
    JUMP_SIZE,
    NEGATION_SIZE,
    Block,
    Graph,
    References,
)
from yulopt.assembly.beyond.frequencies import Frequencies
from yulopt.assembly.beyond.graph_pass import GraphPass
from yulopt.assembly.clones import numbered
from yulopt.assembly.items import LABEL_BYTES, NO_POSITION, share_positions
from yulopt.assembly.optimizer.context import Context
from yulopt.gas.model import WEIGHT_ONE

_MAX_ROUNDS: Final = 20


class CrossJumper(GraphPass):
    """The pass."""

    name: ClassVar[str] = "crossJumping"

    def change(self, graph: Graph, context: Context) -> bool:
        """Share ends of blocks in place; returns whether anything changed."""
        changed = False
        for _ in range(_MAX_ROUNDS):
            if not _Round(graph, context).run():
                break
            changed = True
        return changed


class _End:
    """A common suffix of blocks: the last `depth` items of each of them, and their successors."""

    __slots__ = ("blocks", "depth")

    def __init__(self, depth: int, blocks: list[Block]) -> None:
        self.depth = depth
        self.blocks = blocks


class _Round:
    """One traversal of the trie."""

    def __init__(self, graph: Graph, context: Context) -> None:
        self._graph = graph
        self._context = context
        self._frequencies = Frequencies(graph)
        self._references = References(graph)
        self._numbers: dict[object, int] = {}
        self._changed = False

    def run(self) -> bool:
        """Share all worthwhile suffixes; returns whether there were any."""
        alike: dict[tuple[Block | None, Block | None], list[Block]] = {}
        for block in self._graph.blocks[1:]:
            alike.setdefault((block.taken, block.next), []).append(block)
        for blocks in alike.values():
            if len(blocks) > 1:
                self._share_ends(blocks)
        if self._changed:
            self._graph.settle()
        return self._changed

    def _share_ends(self, blocks: list[Block]) -> None:
        """Share suffixes of blocks with the same successors, longer ones first.

        Sorted by their reversed items, blocks with a common suffix are neighbours. The stack has
        the suffixes that the last block shares with those that follow, shorter ones below.
        """
        words = sorted([(self._reversed(block), index) for index, block in enumerate(blocks)])
        stack: list[_End] = []
        previous: list[int] = []
        for word, index in words:
            depth = _common(previous, word)
            self._close(stack, depth)
            if stack and stack[-1].depth == len(word):
                stack[-1].blocks.append(blocks[index])
            else:
                stack.append(_End(len(word), [blocks[index]]))
            previous = word
        self._close(stack, -1)

    def _close(self, stack: list[_End], depth: int) -> None:
        """Share the suffixes longer than `depth`, and pass on the rest of their blocks."""
        while stack and stack[-1].depth > depth:
            end = stack.pop()
            left = self._share(end)
            if stack and stack[-1].depth >= depth:
                stack[-1].blocks += left
            elif depth >= 0:
                stack.append(_End(depth, left))

    def _reversed(self, block: Block) -> list[int]:
        numbers = self._numbers
        return [numbers.setdefault(item.key, len(numbers)) for item in reversed(block.body)]

    def _share(self, end: _End) -> list[Block]:
        """Share one suffix, if that pays; returns the blocks that may share a shorter one."""
        blocks = end.blocks
        if len(blocks) < 2:
            return blocks
        kept = self._kept(end)
        gas = self._context.gas
        body = blocks[0].body[len(blocks[0].body) - end.depth :]
        size = self._context.size(body, LABEL_BYTES)
        size += 0 if blocks[0].next is None else JUMP_SIZE
        gain = 0
        sharing: list[Block] = []
        for block in blocks:
            if block is kept:
                continue
            bytes_saved = size - self._price(block, end)
            weight = self._frequencies[block] if self._is_longer(block, end) else 0
            saved = bytes_saved * gas.byte_gas * WEIGHT_ONE
            if block.next is None or block.taken is not None:
                saved -= weight * (JUMP_GAS + DESTINATION_GAS) * gas.executions
            if saved > 0:
                sharing.append(block)
                gain += saved
        if gain <= DESTINATION_SIZE * gas.byte_gas * WEIGHT_ONE:
            return blocks
        self._changed = True
        tail = self._replace(kept, sharing, end)
        shared = set(sharing)
        return [*[block for block in blocks if block is not kept and block not in shared], tail]

    def _kept(self, end: _End) -> Block:
        """The block that keeps the suffix: preferably one that consists of nothing else."""
        for block in end.blocks:
            if not self._is_longer(block, end):
                return block
        return max(end.blocks, key=self._frequencies.__getitem__)

    def _is_longer(self, block: Block, end: _End) -> bool:
        return len(block.body) > end.depth

    def _price(self, block: Block, end: _End) -> int:
        """The bytes that a jump to the shared suffix takes instead."""
        if self._is_longer(block, end) or self._references.plain[block]:
            return JUMP_SIZE
        if self._references.untaken[block]:
            # The condition may have to be negated for the other successor.
            return NEGATION_SIZE
        return -DESTINATION_SIZE

    def _replace(self, kept: Block, sharing: list[Block], end: _End) -> Block:
        """Redirect blocks to the suffix, a part of `kept`; returns the block of the suffix."""
        tail = kept
        if self._is_longer(kept, end):
            tail = self._graph.split(kept, len(kept.body) - end.depth)
        weight = self._frequencies[kept]
        for block in sharing:
            shared = block.body[len(block.body) - end.depth :]
            share_positions(tail.body, shared)
            clones = numbered(block.clones, tail.clones)
            tail.add_clones(block)
            tail.position = NO_POSITION
            tail.share_exit_positions(block)
            weight += self._frequencies[block]
            if self._is_longer(block, end):
                self._graph.lead_on(block, len(block.body) - end.depth, tail, clones)
            else:
                self._graph.redirect(block, tail, clones)
        self._frequencies[tail] = weight
        return tail


def _common(one: list[int], other: list[int]) -> int:
    """The length of the common prefix of two words."""
    length = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        length += 1
    return length
