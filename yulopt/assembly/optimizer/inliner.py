"""Inliner: replaces jumps by copies of their targets.

A block that ends in a jump or ends the execution can be copied to the jumps to it: a whole function
body if that is worth its bytes, any other block if it is no longer than the jump. The block itself
stays; if it is no longer referenced, other passes remove it.

Example::

    @back 2 @increment jump[call]
    back: 0 sstore stop
    increment: 1 add swap1 jump[return]

becomes::

    @back 2 1 add swap1 jump
    back: 0 sstore stop
    increment: 1 add swap1 jump[return]

Source: chapter 10, section 6 of the specification.
"""

from __future__ import annotations

from typing import ClassVar, Final

from yulopt.assembly.instructions import JUMP, TERMINATES, ends_block
from yulopt.assembly.items import (
    CALL_JUMP,
    RETURN_JUMP,
    Instruction,
    Item,
    Label,
    PlaceLabel,
    PushLabel,
    instruction,
    located,
)
from yulopt.assembly.optimizer.context import AssemblyPass, Context

_LABEL_WIDTH: Final = 2
# The cost of a call: two pushed labels, two jumps, two jump destinations, less the jump that stays.
_CALL_GAS: Final = 24
# The bytes of a call, with the return address, and of the frame of a function.
_CALL_SIZE: Final = 8
_FUNCTION_SIZE: Final = 2
# The bytes of a jump to a label.
_JUMP_SIZE: Final = 4


class _Block:
    """The code between a label and its exit, and both together, with sizes."""

    def __init__(self, body: list[Item], exit: Instruction, context: Context) -> None:
        self.body = body
        self.exit = exit
        self.body_size = context.size(body, _LABEL_WIDTH)
        self.size = self.body_size + 1


class Inliner(AssemblyPass):
    """The pass."""

    name: ClassVar[str] = "inliner"

    def run(self, items: list[Item], context: Context) -> bool:
        """Inline in place; returns whether anything was inlined."""
        uses = _label_uses(items)
        blocks = _candidates(items, uses, context)
        if not blocks:
            return False
        result: list[Item] = []
        position = 0
        while position < len(items):
            item = items[position]
            position += 1
            if isinstance(item, PushLabel) and item.label in blocks and position < len(items):
                jump = items[position]
                if isinstance(jump, Instruction) and jump.opcode == JUMP:
                    block = blocks[item.label]
                    exit = _inlined_exit(block, jump, uses[item.label], context)
                    if exit is not None:
                        result += block.body
                        result.append(exit)
                        uses[item.label] -= 1
                        _count_uses(block.body, uses)
                        position += 1
                        continue
            result.append(item)
        changed = len(result) != len(items) or any(
            new is not old for new, old in zip(result, items, strict=True)
        )
        items[:] = result
        return changed


def _label_uses(items: list[Item]) -> dict[Label, int]:
    uses: dict[Label, int] = {}
    _count_uses(items, uses)
    return uses


def _count_uses(items: list[Item], uses: dict[Label, int]) -> None:
    for item in items:
        if isinstance(item, PushLabel):
            uses[item.label] = uses.get(item.label, 0) + 1


def _candidates(items: list[Item], uses: dict[Label, int], context: Context) -> dict[Label, _Block]:
    """The blocks that could be inlined, by their label."""
    blocks: dict[Label, _Block] = {}
    start = -1
    for position, item in enumerate(items):
        if start >= 0 and ends_block(item, msize_matters=False):
            first = items[start]
            assert isinstance(first, PlaceLabel)
            body = items[start + 1 : position]
            if _can_be_inlined(first.label, body, item) and uses.get(first.label, 0) > 0:
                assert isinstance(item, Instruction)
                blocks[first.label] = _Block(body, item, context)
            start = -1
        if isinstance(item, PlaceLabel):
            start = position
    return blocks


def _can_be_inlined(label: Label, body: list[Item], exit: Item) -> bool:
    if not isinstance(exit, Instruction) or not (exit.opcode == JUMP or TERMINATES[exit.opcode]):
        return False
    return not any(isinstance(item, PushLabel) and item.label is label for item in body)


def _inlined_exit(block: _Block, jump: Instruction, uses: int, context: Context) -> Item | None:
    """The exit of a copy of the block that replaces a jump; None if it is not worthwhile."""
    exit = block.exit
    if jump.note == CALL_JUMP and exit.note == RETURN_JUMP:
        least_runs = _least_runs(uses, block.body_size, context.solc_gas.byte_gas)
        context.thresholds.add(least_runs)
        if context.runs >= least_runs:
            return located(instruction("jump"), exit.position)
    if (not jump.note or TERMINATES[exit.opcode]) and block.size <= _JUMP_SIZE:
        return exit
    return None


def _least_runs(uses: int, body_size: int, byte_gas: int) -> int:
    """The number of runs from which copying a function to all its calls pays."""
    saved_code = byte_gas * (_CALL_SIZE * uses + _FUNCTION_SIZE + body_size)
    cost = byte_gas * uses * body_size - saved_code
    return max(0, cost // (uses * _CALL_GAS) + 1)
