"""BorderLayouts: chooses the order of slots on the stack where basic blocks meet.

A code generator has to choose the order of values on the stack between blocks: of a function's
arguments and return address, of the variables at the start of a loop. All blocks that meet at a
border have to agree on that order. This pass exchanges two of the topmost slots at a border, at the
end of all its predecessors and at the start of all its successors, reschedules these blocks
(`block_scheduler`), and keeps the exchange if they are cheaper in total: a descent by single
exchanges. All blocks count as equally frequent.

Blocks are scheduled as by the BlockScheduler, under its conditions.

Right if:

* known predecessors: all ends and starts of blocks at a border are known: it is a class of edges
  that share a block. Blocks that are reached by an address on the stack, such as return points, are
  left alone.
* schedulable blocks: the blocks consist of instructions that the BlockScheduler knows.
* available slots: only slots are exchanged that exist on every edge, as the block before or after
  it reads them.

Example::

    @back 0 sload 1 sload @f jump[call] back: @again swap1 2 sload swap1 @f jump[call]
    again: 0 sstore stop f: swap1 sub swap1 jump[return]

becomes::

    @back 1 sload 0 sload @f jump[call] back: @again swap1 2 sload @f jump[call]
    again: 0 sstore stop f: sub swap1 jump[return]

Sources: Koopman, "A preliminary exploration of optimized stack code generation" (1992), and Bailey,
Weldon, "Inter-boundary scheduling of stack operands" (2000), for the stack across blocks; the
descent is our own.
"""

from __future__ import annotations

from typing import ClassVar, Final

from yulopt.assembly.beyond.block_graph import EVERYTHING, block_graph
from yulopt.assembly.beyond.block_scheduler import SLACK, WINDOW, belongs_to_block, schedule
from yulopt.assembly.beyond.blocks import Block, Graph
from yulopt.assembly.beyond.graph_pass import GraphPass
from yulopt.assembly.beyond.item_prices import ItemPrices
from yulopt.assembly.instructions import ARGUMENTS, SWAP1, SWAP16, TERMINATES
from yulopt.assembly.items import Instruction, Item, swap
from yulopt.assembly.optimizer.context import Context

# The number of topmost slots that are permuted.
DEPTH: Final = 6
# The beam width of the search for a block, and the maximum number of rounds over all borders.
WIDTH: Final = 8
_ROUNDS: Final = 2
# The maximum number of blocks at a border that is optimised.
_MAX_BLOCKS: Final = 64


class BorderLayouts(GraphPass):
    """The pass."""

    name: ClassVar[str] = "borderLayouts"

    def change(self, graph: Graph, context: Context) -> bool:
        """Change the order of slots in place; returns whether anything changed."""
        return _Chooser(graph, context).run()


class _Code:
    """The code of a block, without a final instruction that ends it.

    `wanted` as for `schedule`; `most`: how many more slots than at its start it may use. `needed`
    and `left`: the known slots at its start and end.
    """

    def __init__(self, block: Block, prices: ItemPrices, *, msize_matters: bool) -> None:
        body = block.body
        self.block = block
        self.wanted = EVERYTHING
        self.last: list[Item] = []
        if body and not belongs_to_block(body[-1]):
            self.last = body[-1:]
            exit = body[-1]
            if isinstance(exit, Instruction) and TERMINATES[exit.opcode]:
                self.wanted = ARGUMENTS[exit.opcode]
        self.items = body[: len(body) - len(self.last)]
        # The code after such an instruction would need the same permutation.
        self.is_known = (
            (not self.last or block.next is None)
            and len(self.items) <= WINDOW
            and all(belongs_to_block(item) for item in self.items)
        )
        self.needed = 0
        self.left = 0
        self.most = SLACK
        self.price = 0
        self._exchanges = 0
        # What the code would be after exchanges of two slots at a border, as far as tried.
        self.exchanged: dict[tuple[_Border, int, int], list[Item]] = {}
        self.set_items(self.items, prices)
        if self.is_known:
            graph = block_graph(self.items, self.wanted, prices, msize_matters=msize_matters)
            self.needed = len(graph.initial)
            self.left = len(graph.final) - (1 if block.taken is not None else 0)
            self.most += graph.peak - self.needed

    def set_items(self, items: list[Item], prices: ItemPrices) -> None:
        """Replace the code."""
        self.items = items
        self.exchanged = {}
        self.price = prices.total(items)
        self._exchanges = sum(
            [1 for item in items if isinstance(item, Instruction) and _is_swap(item)]
        )

    def exchanges(self) -> int:
        """The number of exchanges."""
        return self._exchanges

    def length(self) -> int:
        """The number of items."""
        return len(self.items)


def _is_swap(item: Instruction) -> bool:
    return SWAP1 <= item.opcode <= SWAP16


class _Border:
    """The blocks that end and begin at one border, and the number of known slots there.

    Blocks that end the execution may be reached with different stack heights, so a slot that one
    block reads need not exist for another one; it exists on the edges between them.
    """

    def __init__(self) -> None:
        self.ends: list[_Code] = []
        self.starts: list[_Code] = []
        self.depth = DEPTH
        self.is_fixed = False

    def sides(self, code: _Code) -> int:
        """At how many of its two ends a block is at this border."""
        return (code in self.starts) + (code in self.ends)


class _Chooser:
    def __init__(self, graph: Graph, context: Context) -> None:
        self._prices = ItemPrices(context)
        self._msize_matters = graph.may_ask_size()
        codes = {
            block: _Code(block, self._prices, msize_matters=self._msize_matters)
            for block in graph.blocks
        }
        self._codes = list(codes.values())
        self._borders = _borders(graph, codes)

    def run(self) -> bool:
        """Change the blocks; returns whether anything changed."""
        for code in self._codes:
            if code.is_known:
                code.set_items(self._scheduled(code, code.items), self._prices)
        changed = False
        borders = [border for border in self._borders if not border.is_fixed]
        for _ in range(_ROUNDS):
            borders = [border for border in borders if self._improve(border)]
            changed |= bool(borders)
        if changed:
            for code in self._codes:
                code.block.body = code.items + code.last
        return changed

    def _scheduled(self, code: _Code, items: list[Item]) -> list[Item]:
        found = schedule(
            items,
            code.wanted,
            self._prices,
            msize_matters=self._msize_matters,
            width=WIDTH,
            most=code.most,
        )
        return items if found is None else found

    def _improve(self, border: _Border) -> bool:
        """Try all exchanges of two slots; returns whether one of them was better."""
        depth = border.depth
        changed = False
        for upper in range(depth):
            for lower in range(upper + 1, depth):
                changed |= self._exchange(border, upper, lower)
        return changed

    def _exchange(self, border: _Border, upper: int, lower: int) -> bool:
        """Exchange the slots at two depths if that is better."""
        swaps = len(_exchanging(upper, lower))
        # One block rejects most exchanges: short ones, which are rebuilt faster, come first.
        codes = sorted(dict.fromkeys(border.starts + border.ends), key=_Code.length)
        # Savings are bounded by the existing exchanges, and by what it takes to exchange the slots
        # back; two more may be saved, since the search is not exact.
        hopes = [
            min(code.exchanges(), swaps * border.sides(code) + 2) * self._prices.exchange
            for code in codes
        ]
        hope = sum(hopes)
        gain = 0
        found: list[tuple[_Code, list[Item]]] = []
        for code, most in zip(codes, hopes, strict=True):
            if gain + hope <= 0:
                return False
            hope -= most
            items = self._exchanged(border, code, upper, lower)
            gain += code.price - self._prices.total(items)
            found.append((code, items))
        if gain <= 0:
            return False
        for code, items in found:
            code.set_items(items, self._prices)
        for code in border.starts:
            code.block.exchange(upper, lower)
        return True

    def _exchanged(self, border: _Border, code: _Code, upper: int, lower: int) -> list[Item]:
        """The code of a block at a border after an exchange there."""
        key = (border, upper, lower)
        found = code.exchanged.get(key)
        if found is None:
            items = code.items
            if code in border.starts:
                items = _exchanging(upper, lower) + items
            if code in border.ends:
                # The condition of a jump lies above.
                above = 1 if code.block.taken is not None else 0
                items = items + _exchanging(upper + above, lower + above)
            found = code.exchanged[key] = self._scheduled(code, items)
        return found


def _exchanging(upper: int, lower: int) -> list[Item]:
    """Instructions that exchange the slots at two depths."""
    if upper == 0:
        return [swap(lower)]
    return [swap(upper), swap(lower), swap(upper)]


def _borders(graph: Graph, codes: dict[Block, _Code]) -> list[_Border]:
    """All borders, with those that must stay as they are marked."""
    # A border is named by a block that begins there.
    names: dict[Block, Block] = {}

    def find(block: Block) -> Block:
        while names.setdefault(block, block) is not block:
            names[block] = names[names[block]]
            block = names[block]
        return block

    for block in graph.blocks:
        if block.taken is not None and block.next is not None:
            names[find(block.taken)] = find(block.next)
    fixed = {graph.blocks[0]}
    for block in graph.blocks:
        fixed.update(graph.block_at[label] for label in block.pushed_labels())
    borders: dict[Block, _Border] = {}
    for block in graph.blocks:
        border = borders.setdefault(find(block), _Border())
        border.starts.append(codes[block])
        border.is_fixed |= block in fixed or not codes[block].is_known
        if block.next is None:
            continue
        border = borders.setdefault(find(block.next), _Border())
        border.ends.append(codes[block])
        border.is_fixed |= not codes[block].is_known
        for following in block.successors():
            known = max(codes[block].left, codes[following].needed)
            border.depth = min(border.depth, known)
    return [
        border
        for border in borders.values()
        if len(border.ends) + len(border.starts) <= _MAX_BLOCKS
    ]
