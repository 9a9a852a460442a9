"""Leaves junk at the bottom of the stack where it is never read again.

In code that never returns, unneeded slots need not be popped, only tracked. So junk is put below
all layouts from a block on, if that is cheaper.

Source: chapter 07, section 4.6 of the specification.
"""

from __future__ import annotations

from typing import Final

from yulopt.stack.graph import BasicBlock, Function, StackLayout, reachable_blocks
from yulopt.stack.shuffler import Shuffler
from yulopt.stack.slots import JUNK, REACH, Layout, Slot, depth_of

_OUT_OF_REACH: Final = 1000
_SWAP_COST: Final = 3
_COPY_COST: Final = 3
_POP_COST: Final = 2
_PUSH_ZERO_COST: Final = 2
_PUSH_COST: Final = 3


def fill_in_junk(
    layout: StackLayout, entry: BasicBlock, function: Function | None, has_push0: bool
) -> None:
    """Put junk below the layouts of the blocks of one entry point.

    `function` is given when code is generated for it: its parameters may become junk, too.
    """
    if function is not None and not function.can_continue and entry.allows_junk:
        parameters: Layout = list(reversed(function.parameters))
        count = _best_amount(parameters, layout[entry].entry, has_push0)
        _add_junk(layout, entry, count)
    for block in reachable_blocks(entry):
        if not block.allows_junk:
            continue
        block_layout = layout[block]
        before = block_layout.entry
        after = block_layout.operations[0] if block.operations else block_layout.exit
        if before != after:
            _add_junk(layout, block, _best_amount(before, after, has_push0))
            block_layout.entry = before


def _add_junk(layout: StackLayout, start: BasicBlock, count: int) -> None:
    if count == 0:
        return
    junk: Layout = [JUNK] * count
    for block in reachable_blocks(start):
        block_layout = layout[block]
        block_layout.entry = junk + block_layout.entry
        block_layout.operations = [junk + operation for operation in block_layout.operations]
        block_layout.exit = junk + block_layout.exit


def _best_amount(source: Layout, target: Layout, has_push0: bool) -> int:
    """The least amount of junk below `target` that makes it cheapest to reach."""
    bounds = [_least_gas(len(source), count + len(target)) for count in range(len(source) + 1)]
    best = 0
    lowest: int | None = None
    for count in sorted(range(len(bounds)), key=bounds.__getitem__):
        if lowest is not None and bounds[count] > lowest:
            break
        counter = _GasCounter(source[:], [JUNK] * count + target, has_push0, lowest)
        counter.run()
        if lowest is None or (counter.gas, count) < (lowest, best):
            best, lowest = count, counter.gas
    return best


def _least_gas(size: int, target_size: int) -> int:
    """A lower bound of the gas of shuffling, from the numbers of slots alone."""
    return max(_POP_COST * (size - target_size), _PUSH_ZERO_COST * (target_size - size))


class _GasCounter(Shuffler):
    """Counts the gas of shuffling; stops when it exceeds `limit`."""

    def __init__(self, source: Layout, target: Layout, has_push0: bool, limit: int | None) -> None:
        super().__init__(source, target)
        self.gas = 0
        self._zero_cost = _PUSH_ZERO_COST if has_push0 else _PUSH_COST
        self._limit = limit

    def on_swap(self, depth: int) -> None:
        self._add(_SWAP_COST if depth <= REACH else _OUT_OF_REACH)

    def on_push(self, slot: Slot) -> None:
        if slot.is_generable:
            self._add(_PUSH_COST)
            return
        depth = depth_of(slot, self.source)
        if depth is None:
            # Only unassigned return variables, which are zero.
            self._add(self._zero_cost)
        else:
            self._add(_COPY_COST if depth < REACH else _OUT_OF_REACH)

    def on_pop(self) -> None:
        self._add(_POP_COST)

    def _add(self, gas: int) -> None:
        self.gas += gas
        self.stopped = self._limit is not None and self.gas > self._limit
