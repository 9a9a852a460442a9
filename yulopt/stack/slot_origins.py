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
    BlockLayout,
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
from yulopt.stack.layout_generator import is_recursive_call, strip
from yulopt.stack.slots import JUNK, Layout, Slot

# The unknown position.
NO_ORIGIN: Final = -3


@final
class SlotOrigins:
    """Finds origins of slots in the layout before an operation of a block, or at its end.

    A slot is followed through the layouts from which each was computed. In a loop that was laid out
    several times, these are not always the final ones.
    """

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
        if block is None:
            return NO_ORIGIN
        branch = self._branch_to(block) if target is self._layout[block].entry else None
        if branch is None:
            offset -= len(target) - len(_without_junk(target))
        else:
            # The stack at a conditional jump is that at the start of its targets.
            block, index = branch, len(branch.operations)
            offset += len(_without_junk(self._layout[block].exit)) - 1 - len(target)
        return _origin(slot, offset, block, index, self._layout[block])

    def _branch_to(self, block: BasicBlock) -> BasicBlock | None:
        """The block with a conditional jump to a block, which has at most one."""
        for entry in block.entries:
            if isinstance(entry.exit, ConditionalJump) and entry in self._layout:
                return entry
        return None


def _origin(slot: Slot, offset: int, block: BasicBlock, index: int, made: BlockLayout) -> int:
    """The origin of a slot before an operation of a block that was laid out as `made`."""
    while True:
        layout = _before(made, index)
        if not 0 <= offset < len(layout) or layout[offset] is not slot:
            return NO_ORIGIN
        if index < len(block.operations):
            operation = block.operations[index]
            below = len(layout) - len(operation.input)
            if offset >= below:
                return operand_positions(operation)[offset - below]
            index += 1
            aggressive = made.aggressive or is_recursive_call(operation)
            if operation.output or aggressive:
                wanted = _wanted(made, index)
                offset = ideal_positions(operation.output, wanted, aggressive)[offset]
            continue
        exit = block.exit
        if isinstance(exit, FunctionReturn):
            return _in_head(exit.function, slot)
        if isinstance(exit, ConditionalJump):
            if offset == len(layout) - 1:
                return exit.condition_position
            zero, nonzero = made.successors
            is_zero, offset = _in_branch(slot, offset, _wanted(zero, 0), _wanted(nonzero, 0))
            block, made = (exit.zero, zero) if is_zero else (exit.nonzero, nonzero)
        else:
            assert isinstance(exit, Jump)
            block, made = exit.target, made.successors[0]
        index = 0


def _in_branch(slot: Slot, offset: int, zero: Layout, nonzero: Layout) -> tuple[bool, int]:
    """Whether a slot before a conditional jump belongs to the branch for zero, and its index."""
    common = 0
    while common < min(len(zero), len(nonzero)) and zero[common] is nonzero[common]:
        common += 1
    if offset < common:
        return True, offset
    if slot in zero[common:]:
        return True, zero.index(slot, common)
    return False, nonzero.index(slot, common)


def _wanted(made: BlockLayout, index: int) -> Layout:
    """The requirement on the preceding operation or blocks."""
    layout = _before(made, index)
    return strip(layout) if index < len(made.operations) else layout


def _before(made: BlockLayout, index: int) -> Layout:
    """The layout before an operation or at the end of a block, without the junk below it."""
    return _without_junk(made.operations[index] if index < len(made.operations) else made.exit)


def _in_head(function: Function, slot: Slot) -> int:
    """The position of a return variable in the head of a function."""
    definition, returns = function.definition, function.returns
    if slot not in returns:
        return definition.position
    return definition.return_position(returns.index(slot))


def _without_junk(layout: Layout) -> Layout:
    start = 0
    while start < len(layout) and layout[start] is JUNK:
        start += 1
    return layout[start:]


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
