"""What functions of assembly do with the stack: where their return address is, and what they leave.

A function is followed along all its paths, calls included: labels on the stack are known, other
values are not. It is known if each path fails, stops, or jumps to the same slot that was there at
the start.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from yulopt.assembly.beyond.blocks import Block, Graph
from yulopt.assembly.instructions import (
    ARGUMENTS,
    DUP1,
    DUP16,
    JUMP,
    JUMPI,
    POP,
    RESULTS,
    SWAP1,
    SWAP16,
    TERMINATES,
    opcode_of,
)
from yulopt.assembly.items import (
    AssignImmutable,
    Instruction,
    Item,
    Label,
    PushLabel,
    PushLabels,
    Verbatim,
)
from yulopt.stack.slots import REACH

# The slots that are followed from the start of a function, its return address included.
_DEPTH: Final = REACH + 1
# The maximum number of blocks that are executed to follow one function.
_MAX_STEPS: Final = 2000

# A label, the number of a slot at the start of a function, or any other value. The deepest slot has
# number 1.
_Value: TypeAlias = Label | int
_ANY: Final = 0
_START: Final[tuple[_Value, ...]] = tuple(range(1, _DEPTH + 1))


class FunctionFrame(NamedTuple):
    """The depth of the return address at the start, and the number of results: these lie in place
    of the return address and of all above it when the function returns."""

    address: int
    results: int


class FunctionFrames:
    """The frames of the functions of a graph, by their first blocks."""

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self._found: dict[Block, FunctionFrame | None] = {}

    def __getitem__(self, start: Block) -> FunctionFrame | None:
        """The frame of the function that starts with a block; None if it is unknown."""
        if start not in self._found:
            self._found[start] = _Exploration(self._graph).run(start)
        return self._found[start]


def dropped_slots(block: Block, results: int) -> int:
    """The number of slots below some results that a return point drops before it returns.

    It then jumps to the slot below these, and leaves the results. -1 if it does anything else.
    """
    state = _State(_START)
    for item in block.body[:-1]:
        if not _is_stack_move(opcode_of(item)) or not state.execute(item):
            return -1
    if not block.body or opcode_of(block.body[-1]) != JUMP:
        return -1
    target = state.pop()
    kept = _DEPTH - results
    if not isinstance(target, int) or not 0 < target <= min(kept, state.lowest):
        return -1
    if tuple(state.stack) != _START[: target - 1] + _START[kept:]:
        return -1
    return kept - target


def _is_stack_move(opcode: int) -> bool:
    return opcode == POP or DUP1 <= opcode <= SWAP16


class _State:
    """A stack on a path. `lowest`: the number of slots at its bottom that nothing has touched, plus
    one; `used`: the slots that were arguments of instructions."""

    def __init__(self, stack: tuple[_Value, ...]) -> None:
        self.stack = list(stack)
        self.lowest = len(stack) + 1
        self.used: set[_Value] = set()
        self.is_known = True

    def pop(self) -> _Value:
        """Take the topmost value."""
        self._touch(1)
        return self.stack.pop() if self.is_known else _ANY

    def _touch(self, depth: int) -> None:
        self.lowest = min(self.lowest, len(self.stack) - depth + 1)
        self.is_known &= self.lowest > 0

    def use(self) -> None:
        """Take the topmost value as an argument."""
        self.used.add(self.pop())

    def execute(self, item: Item) -> bool:
        """Execute an item that is no jump; returns False if its effect is unknown."""
        stack = self.stack
        if isinstance(item, PushLabel):
            stack.append(item.label)
        elif isinstance(item, (PushLabels, AssignImmutable, Verbatim)):
            return False
        elif not isinstance(item, Instruction):
            stack.append(_ANY)
        elif item.opcode == POP:
            self.pop()
        elif DUP1 <= item.opcode <= DUP16:
            depth = item.opcode - DUP1 + 1
            self._touch(depth)
            if self.is_known:
                stack.append(stack[-depth])
        elif SWAP1 <= item.opcode <= SWAP16:
            depth = item.opcode - SWAP1 + 2
            self._touch(depth)
            if self.is_known:
                stack[-1], stack[-depth] = stack[-depth], stack[-1]
        else:
            for _ in range(ARGUMENTS[item.opcode]):
                self.use()
            stack += [_ANY] * RESULTS[item.opcode]
        return self.is_known


class _Exploration:
    """Follows one function."""

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self._pending: list[tuple[Block, tuple[_Value, ...]]] = []
        self._seen: set[tuple[Block, tuple[_Value, ...]]] = set()
        self._lowest = len(_START) + 1
        self._used: set[_Value] = set()
        self._frames: set[FunctionFrame] = set()

    def run(self, start: Block) -> FunctionFrame | None:
        """The frame of the function; None if it is unknown."""
        self._go(start, list(_START))
        steps = 0
        while self._pending:
            steps += 1
            block, stack = self._pending.pop()
            if steps > _MAX_STEPS or not self._execute(block, _State(stack)):
                return None
        if len(self._frames) != 1 or any(isinstance(value, Label) for value in self._used):
            return None
        (frame,) = self._frames
        address = _DEPTH - frame.address
        is_own = self._lowest >= address and address not in self._used
        return frame if is_own else None

    def _go(self, block: Block, stack: list[_Value]) -> None:
        state = block, tuple(stack)
        if state not in self._seen:
            self._seen.add(state)
            self._pending.append(state)

    def _execute(self, block: Block, state: _State) -> bool:
        """Follow one block; returns False if its effect is unknown."""
        goes_on = True
        for item in block.body:
            opcode = opcode_of(item)
            if opcode in (JUMP, JUMPI):
                return opcode == JUMP and self._jump(state)
            if not state.execute(item):
                return False
            goes_on = opcode < 0 or not TERMINATES[opcode]
        if goes_on and block.taken is not None:
            state.use()
            self._go(block.taken, state.stack)
        if goes_on and block.next is not None:
            self._go(block.next, state.stack)
        return self._note(state)

    def _note(self, state: _State) -> bool:
        self._lowest = min(self._lowest, state.lowest)
        self._used |= state.used
        return state.is_known

    def _jump(self, state: _State) -> bool:
        """A jump to an address on the stack: to a label, or out of the function."""
        target = state.pop()
        if not self._note(state):
            return False
        if isinstance(target, Label):
            self._go(self._graph.block_at[target], state.stack)
            return True
        below = target - 1
        if target == _ANY or tuple(state.stack[:below]) != _START[:below]:
            return False
        results = state.stack[below:]
        if target in results or any(isinstance(value, Label) for value in results):
            return False
        self._frames.add(FunctionFrame(_DEPTH - target, len(results)))
        return True
