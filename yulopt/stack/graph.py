"""The control-flow graph from which code is generated: blocks of stack operations; their layouts.

An operation replaces some slots at the top of the stack by others. A `position` is the source
offset of the originating node, or -1.

Source: chapter 07, sections 2 and 4 of the specification.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from yulopt.dialect import Builtin
from yulopt.graphs.orders import breadth_first, postorder
from yulopt.stack.slots import Layout, Slot, VariableSlot
from yulopt.syntax.ast import FunctionCall, FunctionDefinition


class Operation:
    """Replaces `input` (last is the top of the stack) by `output`."""

    __slots__ = ("input", "output")

    def __init__(self, input: Layout, output: Layout) -> None:
        self.input = input
        self.output = output


class BuiltinOperation(Operation):
    """A call of a builtin."""

    __slots__ = ("builtin", "call")

    def __init__(self, input: Layout, output: Layout, call: FunctionCall, builtin: Builtin) -> None:
        self.input = input
        self.output = output
        self.call = call
        self.builtin = builtin


class CallOperation(Operation):
    """A call of a function of the program.

    `is_recursive`: the call can lead back to the function that contains it.
    """

    __slots__ = ("call", "function", "is_recursive")

    def __init__(
        self, input: Layout, output: Layout, call: FunctionCall, function: Function
    ) -> None:
        self.input = input
        self.output = output
        self.call = call
        self.function = function
        self.is_recursive = False


class AssignmentOperation(Operation):
    """Gives the names of variables, its `output`, to the topmost values."""

    __slots__ = ("position", "value_position")

    def __init__(self, input: Layout, output: Layout, position: int, value_position: int) -> None:
        self.input = input
        self.output = output
        self.position = position
        self.value_position = value_position


class Exit:
    """The exit of a block."""

    __slots__ = ()


class MainExit(Exit):
    """The end of the code outside functions."""

    __slots__ = ()


class Terminated(Exit):
    """Not reached: the last operation does not return."""

    __slots__ = ()


class FunctionReturn(Exit):
    """The end of a function that continues at its caller."""

    __slots__ = ("function", "position")

    def __init__(self, function: Function, position: int) -> None:
        self.function = function
        self.position = position


class Jump(Exit):
    """One successor; `backwards` for the jump that closes a loop."""

    __slots__ = ("backwards", "position", "target")

    def __init__(self, target: BasicBlock, position: int, backwards: bool = False) -> None:
        self.target = target
        self.position = position
        self.backwards = backwards


class ConditionalJump(Exit):
    """Two successors; the slot `condition`, on top of the stack, decides."""

    __slots__ = ("condition", "condition_position", "nonzero", "position", "zero")

    def __init__(
        self,
        condition: Slot,
        nonzero: BasicBlock,
        zero: BasicBlock,
        position: int,
        condition_position: int,
    ) -> None:
        self.condition = condition
        self.position = position
        self.condition_position = condition_position
        self.nonzero = nonzero
        self.zero = zero


MAIN_EXIT: Final = MainExit()
TERMINATED: Final = Terminated()


class BasicBlock:
    """Operations that are executed in sequence.

    `entries`: the blocks that jump here, in the order in which the jumps were made.
    `starts_subgraph`: the graph from here on is connected to the rest by a single edge, so it may
    leave junk below its own slots. `needs_clean_stack`: a function return can be reached from here.
    """

    __slots__ = (
        "entries",
        "exit",
        "needs_clean_stack",
        "operations",
        "position",
        "starts_subgraph",
    )

    def __init__(self, position: int) -> None:
        self.position = position
        self.entries: list[BasicBlock] = []
        self.operations: list[Operation] = []
        self.exit: Exit = MAIN_EXIT
        self.starts_subgraph = False
        self.needs_clean_stack = False

    @property
    def allows_junk(self) -> bool:
        """Whether unneeded slots may stay at the bottom of the stack from here on."""
        return self.starts_subgraph and not self.needs_clean_stack

    def successors(self) -> list[BasicBlock]:
        """The successors; of two, the one for zero first."""
        exit = self.exit
        if isinstance(exit, Jump):
            return [exit.target]
        if isinstance(exit, ConditionalJump):
            return [exit.zero, exit.nonzero]
        return []

    def forward_successors(self) -> list[BasicBlock]:
        """The same without the back edge."""
        exit = self.exit
        if isinstance(exit, Jump) and exit.backwards:
            return []
        return self.successors()


class Function:
    """A function: its first block, its variables, and the blocks in which it returns.

    `definition` is that in the program. `can_continue`: whether it may return at all.
    """

    __slots__ = ("can_continue", "definition", "entry", "exits", "name", "parameters", "returns")

    def __init__(
        self,
        definition: FunctionDefinition,
        parameters: list[VariableSlot],
        returns: list[VariableSlot],
        can_continue: bool,
    ) -> None:
        self.definition = definition
        self.name = definition.name
        self.parameters = parameters
        self.returns = returns
        self.can_continue = can_continue
        self.entry = BasicBlock(definition.body.position)
        self.exits: list[BasicBlock] = []


class ControlFlowGraph:
    """The graph of one object's code: where it starts, and the functions it can call."""

    __slots__ = ("entry", "functions")

    def __init__(self, entry: BasicBlock, functions: list[Function]) -> None:
        self.entry = entry
        self.functions = functions

    def release(self) -> None:
        """Disconnect all blocks; the graph is unusable afterwards."""
        take_apart(self.entry)
        for function in self.functions:
            take_apart(function.entry)
            function.exits = []


def take_apart(entry: BasicBlock) -> None:
    """Cut the edges of all blocks reachable from `entry`.

    Edges are cycles of references. Without them, unused blocks are freed at once, without the
    garbage collector, which the command disables.
    """
    pending = [entry]
    while pending:
        block = pending.pop()
        pending += block.successors()
        block.entries = []
        block.operations = []
        block.exit = MAIN_EXIT


def reachable_blocks(entry: BasicBlock) -> list[BasicBlock]:
    """The blocks reachable from `entry`, breadth first."""
    return breadth_first([entry], BasicBlock.successors)


def forward_reachable_blocks(entry: BasicBlock) -> list[BasicBlock]:
    """The same without back edges."""
    return breadth_first([entry], BasicBlock.forward_successors)


def forward_postorder(entry: BasicBlock) -> list[BasicBlock]:
    """The same blocks in postorder, visiting the last successor first."""
    return postorder([entry], lambda block: block.forward_successors()[::-1])


class BlockLayout:
    """The layout at the start of a block, before each of its operations, and at its end.

    `successors`: those from which it was computed, in the order of the block's. Those of a loop may
    have been laid out again since, and that at the end of a back edge may be missing. `aggressive`:
    slots that can be generated are not kept across its operations.
    """

    __slots__ = ("aggressive", "entry", "exit", "operations", "successors")

    def __init__(
        self,
        entry: Layout,
        operations: list[Layout],
        exit: Layout,
        successors: list[BlockLayout],
        aggressive: bool,
    ) -> None:
        self.entry = entry
        self.operations = operations
        self.exit = exit
        self.successors = successors
        self.aggressive = aggressive


StackLayout: TypeAlias = "dict[BasicBlock, BlockLayout]"
