"""The stack layouts of the blocks of a control-flow graph.

Source: chapter 07, section 4 of the specification.
"""

from __future__ import annotations

from typing import TypeAlias

from yulopt.stack.graph import BasicBlock
from yulopt.stack.slots import Layout


class BlockLayout:
    """The layout at the start of a block, before each of its operations, and at its end."""

    __slots__ = ("entry", "exit", "operations")

    def __init__(self, entry: Layout, operations: list[Layout], exit: Layout) -> None:
        self.entry = entry
        self.operations = operations
        self.exit = exit


StackLayout: TypeAlias = "dict[BasicBlock, BlockLayout]"
