"""CommonSubexpressionEliminator: computes repeated expressions of a basic block only once.

A block is executed symbolically, without knowledge from other blocks; rules simplify its
expressions, and loads of known words and overwritten stores are dropped. New code is generated from
the resulting stores and stack, and replaces the old code if it has fewer items.

Example::

    calldatasize callvalue add calldatasize callvalue add mul
    7 0 sstore
    0 sload 1 add sstore stop

becomes::

    7 0 sstore callvalue calldatasize add dup1 mul 8 sstore stop

Source: chapter 10, sections 4 and 9 to 11 of the specification.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Final, NamedTuple

from yulopt.assembly.instructions import (
    JUMPI,
    LABEL,
    OTHER,
    RETURN,
    ends_block,
    may_ask_size,
    opcode_of,
)
from yulopt.assembly.items import Instruction, Item, instruction, located, swap
from yulopt.assembly.optimizer.block_code_generator import (
    BlockCodeGenerator,
    CannotGenerate,
    Dependencies,
)
from yulopt.assembly.optimizer.context import AssemblyPass, Context
from yulopt.assembly.optimizer.expression_classes import ExpressionClasses
from yulopt.assembly.optimizer.machine_state import MachineState

# Longer blocks are split, to bound the time.
_MAX_ITEMS: Final = 2000


class CommonSubexpressionEliminator(AssemblyPass):
    """The pass. It caches the blocks that need no change."""

    name: ClassVar[str] = "cse"

    def __init__(self) -> None:
        self._irreducible: set[tuple[object, ...]] = set()

    def run(self, items: list[Item], context: Context) -> bool:
        """Optimise all blocks in place; returns whether any changed."""
        result: list[Item] = []
        for block in basic_blocks(items, msize_matters=may_ask_size(items)):
            result += self._optimized(block)
        changed = len(result) < len(items)
        items[:] = result
        return changed

    def _optimized(self, block: BasicBlock) -> list[Item]:
        """The block, or a shorter equivalent."""
        before = block.items()
        if not block.body:
            return before
        key = tuple([item.key for item in before])
        if key in self._irreducible:
            return before
        after = regenerated(block)
        if after is None or len(after) >= len(before):
            self._irreducible.add(key)
            return before
        return after


class BasicBlock(NamedTuple):
    """Items that are executed one after the other, and the one that ends the block, if any."""

    body: list[Item]
    exit: Item | None

    def items(self) -> list[Item]:
        """All of its items."""
        return self.body if self.exit is None else [*self.body, self.exit]


def basic_blocks(items: list[Item], *, msize_matters: bool) -> Iterator[BasicBlock]:
    """The blocks that code consists of, in its order; `msize_matters` if any of the code may ask
    for the size of memory."""
    start = 0
    while start < len(items):
        end = start
        while (
            end < len(items)
            and end - start < _MAX_ITEMS
            and not ends_block(items[end], msize_matters=msize_matters)
        ):
            end += 1
        exit = items[end] if end < len(items) and end - start < _MAX_ITEMS else None
        yield BasicBlock(items[start:end], exit)
        start = end if exit is None else end + 1


def regenerated(block: BasicBlock) -> list[Item] | None:
    """Equivalent items, made anew from the values that the block computes; None if that fails."""
    exit = block.exit
    state = MachineState(ExpressionClasses())
    for item in block.body:
        state.execute(item)
    new_exit = _simpler_exit(state, exit)
    if new_exit is not None and opcode_of(new_exit) not in (LABEL, OTHER):
        # The exit's result is unused, but it may be the first to request some classes.
        state.copy().execute(new_exit)
    try:
        code = _generate(state)
    except CannotGenerate:
        return None
    if new_exit is not None:
        code.append(new_exit)
    return code


def _simpler_exit(state: MachineState, exit: Item | None) -> Item | None:
    """The exit, or the simpler one that it becomes when its condition is known."""
    if not isinstance(exit, Instruction):
        return exit
    classes = state.classes
    if exit.opcode == JUMPI:
        condition = state.element(state.height - 1)
        if classes.is_nonzero(condition):
            state.execute(swap(1))
            state.execute(instruction("pop"))
            return located(instruction("jump", exit.note), exit.position)
        if classes.is_zero(condition):
            state.execute(instruction("pop"))
            state.execute(instruction("pop"))
            return None
    elif exit.opcode == RETURN and classes.is_zero(state.element(state.height - 1)):
        state.execute(instruction("pop"))
        state.execute(instruction("pop"))
        return located(instruction("stop"), exit.position)
    return exit


def _generate(state: MachineState) -> list[Item]:
    """New code that leads to a state."""
    lowest = min([state.height + 1, *state.stack])
    initial = {height: state.classes.find_stack_element(height) for height in range(lowest, 1)}
    target = {height: state.element(height) for height in range(lowest, state.height + 1)}
    dependencies = Dependencies(state.classes, state.stores, set(initial.values()))
    for height in sorted(target):
        dependencies.add(target[height])
    return BlockCodeGenerator(state.classes, initial, target, dependencies).generate()
