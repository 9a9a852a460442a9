"""The bytes of the shuffles in the code of one function, while its operations are reordered.

The operations themselves are the same in any order, so this is what an order costs.
"""

from __future__ import annotations

from typing import Final

from yulopt.stack.graph import (
    BasicBlock,
    BlockLayout,
    ConditionalJump,
    Function,
    FunctionReturn,
    Jump,
    Operation,
    StackLayout,
)
from yulopt.stack.layout_generator import block_layout, generate_layout, propagate_layouts
from yulopt.stack.shuffler import Shuffler
from yulopt.stack.slots import (
    FUNCTION_RETURN,
    REACH,
    Layout,
    LiteralSlot,
    ReturnLabelSlot,
    Slot,
    depth_of,
)
from yulopt.syntax.literals import byte_length

# The limit of operations that are laid out for a function, over all trials. Ordinary functions need
# a small part of that; it bounds the time for very long ones.
_MAX_OPERATIONS: Final = 1_000_000
# No order is worth a slot that is out of reach.
_OUT_OF_REACH: Final = 100_000
_LABEL_BYTES: Final = 2


class LayoutCosts:
    """The layouts of the blocks from `entry` on, that of `function` or of the code outside.

    No order is tried after `max_operations` have been laid out.
    """

    def __init__(
        self,
        entry: BasicBlock,
        function: Function | None,
        *,
        has_push0: bool,
        max_operations: int = _MAX_OPERATIONS,
    ) -> None:
        self._max_operations = max_operations
        self._entry = entry
        self._function = function
        self._has_push0 = has_push0
        self._layouts = propagate_layouts(entry)
        self._laid_out = 0
        self._size = self._whole_size()

    @property
    def blocks(self) -> list[BasicBlock]:
        """The blocks, each before its successors."""
        return list(reversed(self._layouts))

    def try_order(self, block: BasicBlock, operations: list[Operation]) -> bool:
        """Give a block these operations if the shuffles then have fewer bytes; returns whether."""
        if self._laid_out > self._max_operations:
            return False
        before, size = block.operations, self._size
        block.operations = operations
        if self._may_be_smaller(block, before):
            self._size = self._whole_size()
            if self._size < size:
                self._layouts = propagate_layouts(self._entry)
                return True
        block.operations, self._size = before, size
        return False

    def _may_be_smaller(self, block: BasicBlock, before: list[Operation]) -> bool:
        """Without a change at the entry of the block, all other blocks stay the same."""
        old = self._layouts[block]
        new = block_layout(block, old.exit, old.successors)
        self._laid_out += len(block.operations)
        if new.entry != old.entry:
            return True
        end = _end(block, self._layouts)
        return _bytes_of(block.operations, new, end) < _bytes_of(before, old, end)

    def _whole_size(self) -> int:
        function = self._function
        layouts = generate_layout(self._entry, has_push0=self._has_push0, function=function)
        size = 0
        if function is not None:
            stack: Layout = [FUNCTION_RETURN] if function.can_continue else []
            stack.extend(reversed(function.parameters))
            size += _bytes_between(stack, layouts[self._entry].entry)
        for block, layout in layouts.items():
            size += _bytes_of(block.operations, layout, _end(block, layouts))
            self._laid_out += len(block.operations)
        return size


def _end(block: BasicBlock, layouts: StackLayout) -> Layout | None:
    """The layout into which the code of a block shuffles at last; None if it ends as it is."""
    exit = block.exit
    if isinstance(exit, FunctionReturn):
        return [*exit.function.returns, FUNCTION_RETURN]
    if isinstance(exit, Jump):
        return layouts[exit.target].entry
    return layouts[block].exit if isinstance(exit, ConditionalJump) else None


def _bytes_of(operations: list[Operation], layout: BlockLayout, end: Layout | None) -> int:
    size = 0
    current = layout.entry
    for operation, wanted in zip(operations, layout.operations, strict=True):
        size += _bytes_between(current, wanted)
        current = wanted[: len(wanted) - len(operation.input)] + operation.output
    return size if end is None else size + _bytes_between(current, end)


def _bytes_between(source: Layout, target: Layout) -> int:
    if source == target:
        return 0
    counter = _ByteCounter(source[:], target)
    counter.run()
    return counter.size


class _ByteCounter(Shuffler):
    def __init__(self, source: Layout, target: Layout) -> None:
        super().__init__(source, target)
        self.size = 0

    def on_swap(self, depth: int) -> None:
        self.size += 1 if depth <= REACH else _OUT_OF_REACH

    def on_push(self, slot: Slot) -> None:
        self.size += 1
        depth = depth_of(slot, self.source)
        if depth is not None and depth < REACH:
            return
        if depth is not None and not slot.is_generable:
            self.size += _OUT_OF_REACH
        elif isinstance(slot, LiteralSlot):
            self.size += byte_length(slot.value)
        elif isinstance(slot, ReturnLabelSlot):
            self.size += _LABEL_BYTES

    def on_pop(self) -> None:
        self.size += 1
