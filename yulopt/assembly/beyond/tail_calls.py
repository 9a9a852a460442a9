"""TailCaller: has a function return to the caller of its caller.

Where a call is the last thing that a function does, the return point only brings the return address
of the caller to the top, and jumps to it. Then the called function can be given that address
instead of the return point: one push, one jump and the return point are saved. Values that the
return point drops are dropped before the call.

Right if:

* same results: the return point jumps to the slot directly below the results, or below the values
  that it drops, and leaves exactly the results, in their order.
* own frame: the called function, with all that it calls, touches no slot below its return address,
  and only jumps to that address. So all its paths are followed, with the labels on the stack.
* known address: the call passes the label of the return point as the return address.

Example::

    @back 7 @outer jump[call] back: @end 8 @inner jump[call] end: 0 sstore stop
    outer: @after swap1 @inner jump[call] after: swap1 jump[return]
    inner: sload swap1 jump[return]

becomes::

    @back 7 @inner jump back: @end 8 @inner jump[call] end: 0 sstore stop
    inner: sload swap1 jump[return]

Source: Steele, "Debunking the 'expensive procedure call' myth", ACM annual conference 1977.
"""

from __future__ import annotations

from typing import ClassVar

from yulopt.assembly.beyond.block_graph import EVERYTHING, block_graph
from yulopt.assembly.beyond.block_scheduler import (
    WIDTH,
    WINDOW,
    belongs_to_block,
    cheapest_items,
)
from yulopt.assembly.beyond.blocks import Block, Graph
from yulopt.assembly.beyond.function_frames import FunctionFrames, dropped_slots
from yulopt.assembly.beyond.graph_pass import GraphPass
from yulopt.assembly.beyond.item_prices import ItemPrices
from yulopt.assembly.items import PushLabel
from yulopt.assembly.optimizer.context import Context


class TailCaller(GraphPass):
    """The pass."""

    name: ClassVar[str] = "tailCalls"

    def change(self, graph: Graph, context: Context) -> bool:
        """Change calls in place; returns whether there was one to change."""
        caller = _Caller(graph, ItemPrices(context))
        changed = [block for block in graph.blocks if caller.changes(block)]
        if changed:
            graph.settle()
        return bool(changed)


class _Caller:
    def __init__(self, graph: Graph, prices: ItemPrices) -> None:
        self._graph = graph
        self._prices = prices
        self._msize_matters = graph.may_ask_size()
        self._frames = FunctionFrames(graph)

    def changes(self, block: Block) -> bool:
        """Change the call at the end of a block to a tail call; returns whether it can be one."""
        target = block.next
        if target is None or block.taken is not None or not block.return_labels():
            return False
        frame = self._frames[target]
        start = len(block.body)
        while start and belongs_to_block(block.body[start - 1]):
            start -= 1
        code = block.body[start:]
        if frame is None or len(code) > WINDOW:
            return False
        data = block_graph(code, EVERYTHING, self._prices, msize_matters=self._msize_matters)
        place = len(data.final) - 1 - frame.address
        pushed = data.items[data.final[place]] if place >= 0 else None
        if not isinstance(pushed, PushLabel):
            return False
        dropped = dropped_slots(self._graph.block_at[pushed.label], frame.results)
        if not 0 <= dropped <= place:
            return False
        del data.final[place - dropped : place + 1]
        found = cheapest_items(data, self._prices, ends=False, highest=data.peak, width=WIDTH)
        if found is None or self._prices.total(found) >= self._prices.total(code):
            return False
        block.body[start:] = found
        block.jump_note = ""
        return True
