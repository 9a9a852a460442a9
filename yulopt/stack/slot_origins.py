"""Source positions of pushed constants, and of return variables that are still zero.

Often the next operation consumes it. Otherwise it is pushed early, since it has to lie below the
output of operations; then its position is that of its final use, in the same block or another.

Source: observation of solc 0.8.37.
"""

from __future__ import annotations

from typing import Final, final

from yulopt.stack.graph import (
    AssignmentOperation,
    BasicBlock,
    BuiltinOperation,
    CallOperation,
    ConditionalJump,
    Function,
    FunctionReturn,
    Jump,
    Operation,
    StackLayout,
)
from yulopt.stack.ideal_layout import ideal_positions
from yulopt.stack.layout_generator import strip
from yulopt.stack.slots import JUNK, Layout, Slot

# The unknown position.
NO_ORIGIN: Final = -3
_MAX_OPERATIONS: Final = 500


@final
class SlotOrigins:
    """Finds origins of slots in the layout before an operation of a block, or at its end."""

    def __init__(self, layout: StackLayout) -> None:
        self._layout = layout
        self._block: BasicBlock | None = None
        self._index = 0

    def look_at(self, block: BasicBlock, index: int) -> None:
        """Select the layout before the operation of that index, or after the last one."""
        self._block = block
        self._index = index

    def position(self, slot: Slot, offset: int, target: Layout) -> int:
        """The source position of a slot at an offset of the created layout.

        It is NO_ORIGIN if it is not known.
        """
        block, index = self._block, self._index
        offset -= len(target) - len(_without_junk(target))
        entered: set[BasicBlock] = set()
        for _ in range(_MAX_OPERATIONS):
            if block is None:
                break
            layout = self._before(block, index)
            offset = _find(slot, offset, layout)
            if offset < 0:
                break
            if index == len(block.operations):
                exit = block.exit
                if isinstance(exit, ConditionalJump):
                    if offset == len(layout) - 1:
                        return exit.condition_position
                    block = exit.zero if slot in self._wanted(exit.zero, 0) else exit.nonzero
                elif isinstance(exit, Jump):
                    block = exit.target
                elif isinstance(exit, FunctionReturn):
                    return _in_head(exit.function, slot)
                else:
                    break
                index = 0
                if block in entered:
                    # This one is kept through the loop; an equal one is consumed there.
                    offset = _last(slot, self._wanted(block, 0))
                entered.add(block)
                continue
            operation = block.operations[index]
            below = len(layout) - len(operation.input)
            if offset >= below:
                return operand_positions(operation)[offset - below]
            index += 1
            wanted = self._wanted(block, index)
            positions = ideal_positions(operation.output, wanted, False)
            if offset >= len(positions):
                break
            offset = positions[offset]
        return NO_ORIGIN

    def _wanted(self, block: BasicBlock, index: int) -> Layout:
        """The requirement on the preceding operation or blocks."""
        layout = self._before(block, index)
        return strip(layout) if index < len(block.operations) else layout

    def _before(self, block: BasicBlock, index: int) -> Layout:
        """The layout before an operation or at the end of a block, without the junk below it."""
        layout = self._layout[block]
        found = layout.operations[index] if index < len(layout.operations) else layout.exit
        return _without_junk(found)


def _in_head(function: Function, slot: Slot) -> int:
    """Where a return variable stands in the head of a function."""
    definition, returns = function.definition, function.returns
    if slot not in returns:
        return definition.position
    return definition.return_position(returns.index(slot))


def _without_junk(layout: Layout) -> Layout:
    start = 0
    while start < len(layout) and layout[start] is JUNK:
        start += 1
    return layout[start:]


def _find(slot: Slot, offset: int, layout: Layout) -> int:
    """The offset of a slot, preferably the given one; -1 if it is missing."""
    if 0 <= offset < len(layout) and layout[offset] is slot:
        return offset
    return layout.index(slot) if slot in layout else -1


def _last(slot: Slot, layout: Layout) -> int:
    """The highest offset of a slot, -1 if it is missing."""
    offset = len(layout) - 1
    while offset >= 0 and layout[offset] is not slot:
        offset -= 1
    return offset


def operand_positions(operation: Operation) -> list[int]:
    """The source positions of an operation's operands, bottom to top."""
    if isinstance(operation, CallOperation):
        positions = [argument.position for argument in reversed(operation.call.arguments)]
        return (
            [operation.call.position, *positions] if operation.function.can_continue else positions
        )
    if isinstance(operation, BuiltinOperation):
        arguments = operation.call.arguments
        literal_only = operation.builtin.literal_arguments
        return [
            arguments[index].position
            for index in range(len(arguments) - 1, -1, -1)
            if index not in literal_only
        ]
    assert isinstance(operation, AssignmentOperation)
    return [operation.value_position] * len(operation.input)
