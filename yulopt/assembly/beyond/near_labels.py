"""Places frequent jump targets near the start of the code, where labels take one byte.

The first 256 bytes are filled with pieces of chains: those with the most jumps to them per byte
come first, less the cost of cutting them out of their chain. The code begins with a piece of the
entry's chain, which is also cut where that pays. The rest keeps its order.
"""

from __future__ import annotations

from heapq import heapify, heappop, heappush
from typing import Final

import attr

from yulopt.assembly.beyond.blocks import (
    DESTINATION_SIZE,
    JUMP_GAS,
    JUMP_SIZE,
    Block,
    Graph,
)
from yulopt.assembly.beyond.frequencies import Frequencies
from yulopt.assembly.items import LABEL_BYTES
from yulopt.assembly.optimizer.context import Context
from yulopt.gas.model import WEIGHT_ONE

# Labels below this offset take one byte.
_NEAR: Final = 256
# Chains are cut within this many blocks of the entry.
_MAX_FIRST_BLOCKS: Final = 12
# The maximum number of blocks of a piece.
_MAX_BLOCKS: Final = 8

Chain = list[Block]


def put_near(
    chains: list[Chain], graph: Graph, frequencies: Frequencies, context: Context
) -> list[Chain]:
    """The chains, the entry's first, cut and reordered."""
    costs = _Costs(chains, graph, frequencies, context)
    if sum([costs.size(chain) for chain in chains]) <= _NEAR:
        return chains
    best = chains
    best_gain = costs.gain_of_order(chains)
    entry, others = chains[0], chains[1:]
    pieces = [piece for chain in others for piece in costs.pieces(chain)]
    for length in range(1, min(len(entry), _MAX_FIRST_BLOCKS) + 1):
        first, rest = entry[:length], entry[length:]
        if costs.size(first) >= _NEAR:
            break
        price = costs.cut_price(first[-1]) if rest else 0
        near = _fill(
            [rest, *others] if rest else others, [*pieces, *costs.pieces(rest)], first, costs
        )
        gain = costs.gain_of_order([first, *near.chains]) - price - near.price
        if gain > best_gain:
            best, best_gain = [first, *near.chains], gain
    return best


@attr.s(auto_attribs=True, eq=False)
class _Piece:
    """Neighbours in a chain, and the cost of cutting them out of it."""

    blocks: Chain
    size: int
    gain: int


@attr.s(auto_attribs=True, eq=False)
class _Order:
    """Chains, some of which are parts of others, and the cost of cutting these."""

    chains: list[Chain]
    price: int


def _fill(chains: list[Chain], pieces: list[_Piece], first: Chain, costs: _Costs) -> _Order:
    """The order after the first chain: the pieces with the most jumps per byte, then all others."""
    room = _NEAR - costs.size(first)
    price = 0
    whole: dict[Block, Chain] = {block: chain for chain in chains for block in chain}
    near: list[Chain] = []
    candidates = [(-piece.gain / piece.size, index) for index, piece in enumerate(pieces)]
    heapify(candidates)
    while candidates:
        _, index = heappop(candidates)
        piece = pieces[index]
        chain = whole.get(piece.blocks[0])
        if piece.size > room or chain is None:
            continue
        start = chain.index(piece.blocks[0])
        end = start + len(piece.blocks)
        if chain[start:end] != piece.blocks:
            continue
        gain = costs.gain(chain, start, end)
        if gain != piece.gain:
            # Its chain has been cut since.
            pieces.append(_Piece(piece.blocks, piece.size, gain))
            heappush(candidates, (-gain / piece.size, len(pieces) - 1))
            continue
        near.append(piece.blocks)
        room -= piece.size
        price += costs.price(chain, start, end)
        for part in (chain[:start], chain[end:]):
            for block in part:
                whole[block] = part
        for block in piece.blocks:
            del whole[block]
    left: dict[Block, Chain] = {
        whole[block][0]: whole[block] for chain in chains for block in chain if block in whole
    }
    far = list(left.values())
    last = max(far, key=lambda chain: costs.gain_within(chain, room), default=None)
    if last is not None:
        far.remove(last)
        near.append(last)
    return _Order([*near, *far], price)


class _Costs:
    """Sizes of blocks, the number of jumps to each, and the cost of cutting a chain."""

    def __init__(
        self, chains: list[Chain], graph: Graph, frequencies: Frequencies, context: Context
    ) -> None:
        self._byte = context.gas.byte_gas * WEIGHT_ONE
        self._executions = context.gas.executions
        self._frequencies = frequencies
        self._sizes: dict[Block, int] = {}
        self._pushes = dict.fromkeys(graph.blocks, 0)
        for chain in chains:
            for block, following in zip(chain, [*chain[1:], None], strict=True):
                size = context.size(block.body, LABEL_BYTES) + DESTINATION_SIZE
                for target in self._jumps(block, following):
                    self._pushes[target] += 1
                    size += JUMP_SIZE
                self._sizes[block] = size
                for label in block.return_labels():
                    self._pushes[graph.block_at[label]] += 1

    def _jumps(self, block: Block, following: Block | None) -> list[Block]:
        """The jump target of a block if another one follows it."""
        ways = [way for way in (block.taken, block.next) if way is not None]
        if following in ways:
            ways.remove(following)
        return ways

    def size(self, chain: Chain) -> int:
        """The bytes of blocks, without the jump that cutting needs after the last one."""
        return sum([self._sizes[block] for block in chain])

    def pieces(self, chain: Chain) -> list[_Piece]:
        """All short enough parts of a chain that jumps lead to."""
        found: list[_Piece] = []
        for start in range(len(chain)):
            for end in range(start + 1, min(start + _MAX_BLOCKS, len(chain)) + 1):
                blocks = chain[start:end]
                size = self.size(blocks)
                if size > _NEAR:
                    break
                gain = self.gain(chain, start, end)
                if gain > 0:
                    found.append(_Piece(blocks, size, gain))
        return found

    def gain(self, chain: Chain, start: int, end: int) -> int:
        """The savings of placing part of a chain near the start."""
        pushes = sum([self._pushes[block] for block in chain[start:end]])
        return pushes * self._byte - self.price(chain, start, end)

    def price(self, chain: Chain, start: int, end: int) -> int:
        """The cost of cutting a chain around a part."""
        price = self.cut_price(chain[start - 1]) if start > 0 else 0
        return price + (self.cut_price(chain[end - 1]) if end < len(chain) else 0)

    def cut_price(self, block: Block) -> int:
        """The cost of cutting a chain after a block."""
        gas = JUMP_GAS * self._frequencies[block] * self._executions
        return JUMP_SIZE * self._byte + gas

    def gain_of_order(self, chains: list[Chain]) -> int:
        """The savings by near labels."""
        room = _NEAR
        gain = 0
        for chain in chains:
            if room <= 0:
                break
            gain += self.gain_within(chain, room)
            room -= self.size(chain)
        return gain

    def gain_within(self, chain: Chain, room: int) -> int:
        """The savings by the blocks of a chain that begin near enough."""
        pushes = 0
        for block in chain:
            if room <= 0:
                break
            pushes += self._pushes[block]
            room -= self._sizes[block]
        return pushes * self._byte
