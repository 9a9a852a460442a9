"""The layout generator: what should be on the stack where, worked out from the ends backwards.

Source: chapter 07, section 4 of the specification.
"""

from __future__ import annotations

from collections import deque
from typing import Final

from yulopt.stack.block_layouts import BlockLayout, StackLayout
from yulopt.stack.branch_layout import combine_layouts
from yulopt.stack.graph import (
    BasicBlock,
    CallOperation,
    ConditionalJump,
    Function,
    FunctionReturn,
    Jump,
    Operation,
    forward_reachable_blocks,
    reachable_blocks,
)
from yulopt.stack.ideal_layout import ideal_layout
from yulopt.stack.junk_filling import fill_in_junk
from yulopt.stack.slots import FUNCTION_RETURN, JUNK, REACH, Layout
from yulopt.stack.transitions import is_too_deep


def generate_layout(
    entry: BasicBlock, *, has_push0: bool, function: Function | None = None
) -> StackLayout:
    """The layouts of all blocks of one entry point: the main code, or one function.

    `function` is given when code is generated for it (and only then).
    """
    generator = _LayoutGenerator(entry)
    generator.process_all()
    _stitch_conditional_jumps(generator.layout, entry)
    fill_in_junk(generator.layout, entry, function, has_push0)
    return generator.layout


class _LayoutGenerator:
    def __init__(self, entry: BasicBlock) -> None:
        self.layout: StackLayout = {}
        self._entry = entry
        self._visited: set[BasicBlock] = set()

    def process_all(self) -> None:
        """Lay out all blocks, loops again until their ends keep what their starts need."""
        back_jumps = [
            (block, exit.target)
            for block in reachable_blocks(self._entry)
            if isinstance(exit := block.exit, Jump) and exit.backwards
        ]
        pending = deque([self._entry])
        while pending:
            self._process(pending)
            for block, target in back_jumps:
                kept = set(self.layout[block].exit)
                if not kept.issuperset(self.layout[target].entry):
                    pending.appendleft(block)
                    self._visited.difference_update(target.entries)
                    self._visited.difference_update(_loop_blocks(block, target))

    def _process(self, pending: deque[BasicBlock]) -> None:
        """Lay out the pending blocks; one whose successors are not yet laid out waits for them.

        A waiting block comes back as one of the entries of its successor.
        """
        while pending:
            block = pending.popleft()
            if block in self._visited:
                continue
            unvisited = self._unvisited_successors(block)
            if unvisited:
                pending.extendleft(unvisited)
                continue
            self._visited.add(block)
            self.layout[block] = _block_layout(block, self._exit_layout(block))
            pending.extend(block.entries)

    def _unvisited_successors(self, block: BasicBlock) -> list[BasicBlock]:
        return [
            successor for successor in block.forward_successors() if successor not in self._visited
        ]

    def _exit_layout(self, block: BasicBlock) -> Layout:
        exit = block.exit
        if isinstance(exit, Jump):
            if exit.backwards and exit.target not in self.layout:
                return []
            return self.layout[exit.target].entry
        if isinstance(exit, ConditionalJump):
            zero, nonzero = self.layout[exit.zero], self.layout[exit.nonzero]
            return [*combine_layouts(zero.entry, nonzero.entry), exit.condition]
        if isinstance(exit, FunctionReturn):
            return [*exit.function.returns, FUNCTION_RETURN]
        return []


def _loop_blocks(end: BasicBlock, start: BasicBlock) -> set[BasicBlock]:
    """The blocks between the start of a loop and the jump that closes it, these included."""
    found = {start, end}
    pending = [] if end is start else [end]
    while pending:
        for entry in pending.pop().entries:
            if entry not in found:
                found.add(entry)
                pending.append(entry)
    return found


def _block_layout(block: BasicBlock, exit: Layout) -> BlockLayout:
    """The layouts of a block that ends with `exit`."""
    for aggressive in (False, True):
        layout = exit
        operations: list[Layout] = []
        for operation in reversed(block.operations):
            wanted = layout
            before = _before_operation(operation, wanted, aggressive)
            operations.append(before)
            layout = _strip(before)
            if not aggressive and is_too_deep(layout, wanted):
                break
        else:
            break
    operations.reverse()
    return BlockLayout(layout, operations, exit)


def _before_operation(operation: Operation, wanted: Layout, aggressive: bool) -> Layout:
    """The layout an operation should find, if `wanted` is wanted after it.

    If `aggressive`, and across recursive calls, what can be generated is not kept on the stack.
    """
    if isinstance(operation, CallOperation) and operation.is_recursive:
        aggressive = True
    return ideal_layout(operation.output, wanted, aggressive) + operation.input


# How many slots below the top are looked at for a copy of it.
_COPY_WINDOW: Final = REACH - 2


def _strip(layout: Layout) -> Layout:
    """The layout without the topmost slots that can be generated or copied when needed."""
    size = len(layout)
    while size > 0:
        top = layout[size - 1]
        if not (top.is_generable or top in layout[max(0, size - 1 - _COPY_WINDOW) : size - 1]):
            break
        size -= 1
    return layout[:size]


def _stitch_conditional_jumps(layout: StackLayout, entry: BasicBlock) -> None:
    """Let the targets of conditional jumps start with what is on the stack when they are reached.

    What a target does not need becomes junk.
    """
    for block in forward_reachable_blocks(entry):
        if isinstance(block.exit, ConditionalJump):
            available = layout[block].exit[:-1]
            for target in (block.exit.zero, block.exit.nonzero):
                needed = set(layout[target].entry)
                layout[target].entry = [slot if slot in needed else JUNK for slot in available]
