"""BorderLayouts: chooses the order of slots on the stack where basic blocks meet.

A code generator has to choose the order of values on the stack between blocks: of a function's
arguments and return address, of the variables at the start of a loop. All blocks that meet at a
border have to agree on that order. This pass exchanges two of the topmost slots at a border, at the
end of all its predecessors and at the start of all its successors, reschedules these blocks
(`block_scheduler`), and keeps the exchange if they are cheaper in total: a descent by single
exchanges. If an exchange does not pay at one border, it is tried at all borders to which blocks
keep both slots: through a block that only passes them on, that costs nothing. All blocks count as
equally frequent.

Blocks are scheduled as by the BlockScheduler, under its conditions.

Right if:

* known predecessors: all ends and starts of blocks at a border are known: it is a class of edges
  that share a block. Blocks that are reached by an address on the stack, such as return points, are
  left alone.
* schedulable blocks: the blocks consist of instructions that the BlockScheduler knows.
* available slots: only slots are exchanged that exist on every edge, as the block before or after
  it reads them, or as they exist on all paths to the block before it.

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

from typing import ClassVar, Final, TypeAlias

from yulopt.assembly.beyond.block_graph import EVERYTHING, block_graph
from yulopt.assembly.beyond.block_scheduler import SLACK, WINDOW, belongs_to_block, schedule
from yulopt.assembly.beyond.blocks import Block, Graph, build_graph, write_items
from yulopt.assembly.beyond.item_prices import ItemPrices
from yulopt.assembly.instructions import ARGUMENTS, MSIZE, SWAP1, SWAP16, TERMINATES
from yulopt.assembly.items import Instruction, Item, swap
from yulopt.assembly.optimizer.context import AssemblyPass, Context
from yulopt.stack.slots import REACH

# The number of topmost slots that are permuted.
DEPTH: Final = 6
# The beam width of the search for a block, and the maximum number of rounds over all borders.
WIDTH: Final = 8
_ROUNDS: Final = 2
# The maximum number of blocks at a border that is optimised.
_MAX_BLOCKS: Final = 64
# More slots than there are.
_ALL_SLOTS: Final = 1 << 10


class BorderLayouts(AssemblyPass):
    """The pass."""

    name: ClassVar[str] = "borderLayouts"

    def run(self, items: list[Item], context: Context) -> bool:
        """Change the order of slots in place; returns whether anything changed."""
        graph = build_graph(items)
        if graph is None:
            return False
        chooser = _Chooser(graph, items, context)
        if not chooser.run():
            return False
        items[:] = write_items(graph)
        return True


class _Code:
    """The code of a block, without a final instruction that ends it.

    `wanted` as for `schedule`; `most`: how many more slots than at its start it may use. `needed`
    and `left`: the slots at its start and end that it touches, the `conditions` of a jump excluded.
    `before` and `after`: the borders there, if they are known.
    """

    def __init__(self, block: Block, prices: ItemPrices, *, msize_matters: bool) -> None:
        body = block.body
        self.block = block
        self.conditions = 1 if block.taken is not None else 0
        self.before: _Border | None = None
        self.after: _Border | None = None
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
        self._prices = prices
        self._exchanges = 0
        self._kept: dict[int, int] | None = None
        self.set_items(self.items)
        if self.is_known:
            graph = block_graph(self.items, self.wanted, prices, msize_matters=msize_matters)
            self.needed = len(graph.initial)
            self.left = len(graph.final) - self.conditions
            self.most += graph.peak - self.needed

    def set_items(self, items: list[Item]) -> None:
        """Replace the code."""
        self.items = items
        self._kept = None
        self.price = self._prices.total(items)
        self._exchanges = sum(
            [1 for item in items if isinstance(item, Instruction) and _is_swap(item)]
        )

    def kept(self) -> dict[int, int]:
        """The depth at the end, by that at the start, of slots that are there once at the end."""
        if self._kept is None:
            self._kept = self._find_kept() if self.is_known else {}
        return self._kept

    def touched(self) -> int:
        """The number of slots that it touches at its start; exchanges may have made them more."""
        graph = block_graph(self.items, self.wanted, self._prices, msize_matters=False)
        return len(graph.initial)

    def _find_kept(self) -> dict[int, int]:
        graph = block_graph(self.items, self.wanted, self._prices, msize_matters=False)
        needed = len(graph.initial)
        left = graph.final[: len(graph.final) - self.conditions]
        kept = {
            needed - 1 - place: len(left) - 1 - left.index(value)
            for place, value in enumerate(graph.initial)
            if left.count(value) == 1
        }
        for depth in range(needed, REACH):
            kept[depth] = depth + len(left) - needed
        return kept

    def exchanges(self) -> int:
        """The number of exchanges."""
        return self._exchanges


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
        self.depth = _ALL_SLOTS
        self.is_fixed = False


# The depths of two slots at borders.
_Moves: TypeAlias = dict[_Border, tuple[int, int]]


class _Chooser:
    def __init__(self, graph: Graph, items: list[Item], context: Context) -> None:
        self._prices = ItemPrices(context)
        self._msize_matters = any(
            isinstance(item, Instruction) and item.opcode == MSIZE for item in items
        )
        codes = {
            block: _Code(block, self._prices, msize_matters=self._msize_matters)
            for block in graph.blocks
        }
        self._codes = list(codes.values())
        self._memo: dict[tuple[object, ...], list[Item] | None] = {}
        self._borders = _borders(graph, codes)

    def run(self) -> bool:
        """Change the blocks; returns whether anything changed."""
        for code in self._codes:
            if code.is_known:
                code.set_items(self._scheduled(code, code.items))
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
        key = (code.wanted, code.most, *[item.key for item in items])
        if key not in self._memo:
            self._memo[key] = schedule(
                items,
                code.wanted,
                self._prices,
                msize_matters=self._msize_matters,
                width=WIDTH,
                most=code.most,
            )
        found = self._memo[key]
        return items if found is None else found

    def _improve(self, border: _Border) -> bool:
        """Try all exchanges of two slots; returns whether one of them was better."""
        depth = min(border.depth, DEPTH)
        changed = False
        for upper in range(depth):
            for lower in range(upper + 1, depth):
                changed |= self._exchange({border: (upper, lower)}) or self._exchange(
                    _spread(border, upper, lower)
                )
        return changed

    def _exchange(self, moves: _Moves) -> bool:
        """Exchange the slots at two depths of some borders if that is better."""
        # The savings are bounded by the existing exchanges; borders with few come first.
        touched = dict.fromkeys([code for border in moves for code in border.starts + border.ends])
        codes = sorted(
            [code for code in touched if not _is_passed(code, moves)], key=_Code.exchanges
        )
        hope = sum([code.exchanges() for code in codes]) * self._prices.exchange
        gain = 0
        found: list[tuple[_Code, list[Item]]] = []
        for code in codes:
            if gain + hope <= 0:
                return False
            hope -= code.exchanges() * self._prices.exchange
            items = code.items
            if code.before in moves:
                items = _exchanging(*moves[code.before]) + items
            if code.after in moves:
                # The condition of a jump lies above.
                upper, lower = moves[code.after]
                items = items + _exchanging(upper + code.conditions, lower + code.conditions)
            items = self._scheduled(code, items)
            gain += code.price - self._prices.total(items)
            found.append((code, items))
        if gain <= 0:
            return False
        for code, items in found:
            code.set_items(items)
        for border, (upper, lower) in moves.items():
            for code in border.starts:
                code.block.exchange(upper, lower)
        return True


def _spread(border: _Border, upper: int, lower: int) -> _Moves:
    """The exchange of two slots at a border and at those around it to which blocks keep both.

    Empty if there are none, or too many blocks.
    """
    moves = {border: (upper, lower)}
    pending = [border]
    blocks = 0
    while pending:
        here = pending.pop()
        upper, lower = moves[here]
        blocks += len(here.starts) + len(here.ends)
        ways = [(code.after, code.kept()) for code in here.starts]
        ways += [(code.before, {end: at for at, end in code.kept().items()}) for code in here.ends]
        for there, kept in ways:
            if there is None or there.is_fixed or there in moves:
                continue
            first, second = kept.get(upper, -1), kept.get(lower, -1)
            if min(first, second) >= 0 and max(first, second) < min(there.depth, REACH):
                moves[there] = min(first, second), max(first, second)
                pending.append(there)
    return moves if len(moves) > 1 and blocks <= _MAX_BLOCKS else {}


def _is_passed(code: _Code, moves: _Moves) -> bool:
    """Whether two slots that a block does not touch are exchanged before and after it."""
    if code.before not in moves or code.after not in moves:
        return False
    shift = code.left - code.needed
    (upper, lower), others = moves[code.before], moves[code.after]
    return upper >= code.touched() and others == (upper + shift, lower + shift)


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
    heights = _heights(graph, codes, fixed)
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
            known = max(_height_after(codes[block], heights), codes[following].needed)
            border.depth = min(border.depth, known)
    for border in borders.values():
        border.is_fixed |= len(border.ends) + len(border.starts) > _MAX_BLOCKS
        for code in border.starts:
            code.before = border
        for code in border.ends:
            code.after = border
    return list(borders.values())


def _heights(graph: Graph, codes: dict[Block, _Code], fixed: set[Block]) -> dict[Block, int]:
    """The number of slots that exist at the start of each block, on all paths to it."""
    heights = {
        block: code.needed if block in fixed else _ALL_SLOTS for block, code in codes.items()
    }
    changed = True
    while changed:
        changed = False
        for block, code in codes.items():
            for following in block.successors():
                height = max(_height_after(code, heights), codes[following].needed)
                if height < heights[following]:
                    heights[following] = height
                    changed = True
    return heights


def _height_after(code: _Code, heights: dict[Block, int]) -> int:
    """The same at the end of a block."""
    return heights[code.block] - code.needed + code.left if code.is_known else 0
