"""Loops: the strongly connected components of the control-flow graph, and their nesting.

A loop is a strongly connected component with more than one block or an edge to itself. Its header
is its first block in reverse postorder. Its inner loops are found in the same way, after the edges
to the header are removed. A loop is irreducible if control can enter it other than through the
header.

Source: the algorithm is in `yulopt.graphs.loops`; chapter 08, section 3.4 of the specification.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from yulopt.graphs.loops import LoopNesting
from yulopt.graphs.orders import NONE
from yulopt.ssa.ir.edges import Predecessors, successor_lists
from yulopt.ssa.ir.function import Block, Function


class Loop:
    """One loop.

    `own_blocks` are its blocks that are in none of the loops inside it (`children`); `latches` are
    the blocks with an edge back to the header; `parent` is the loop around it, and `depth` counts
    the loops around it and itself. `irreducible`: control can enter it other than through the
    header; `is_in_irreducible`: the same, or it is inside such a loop. `number` is its position
    among all loops.
    """

    def __init__(
        self,
        number: int,
        own_blocks: list[Block],
        latches: list[Block],
        parent: Loop | None,
        irreducible: bool,
    ) -> None:
        self.number = number
        self.header = own_blocks[0]
        self.own_blocks = own_blocks
        self.latches = latches
        self.children: list[Loop] = []
        self.parent = parent
        self.depth = 1
        self.irreducible = irreducible
        self.is_in_irreducible = irreducible
        if parent is not None:
            parent.children.append(self)
            self.depth += parent.depth
            self.is_in_irreducible |= parent.is_in_irreducible

    def blocks(self) -> Iterator[Block]:
        """All blocks of the loop and of those in it, its own first."""
        stack = [self]
        while stack:
            loop = stack.pop()
            yield from loop.own_blocks
            stack.extend(reversed(loop.children))

    def __repr__(self) -> str:
        return f"<loop {self.header.label}>"


class LoopForest:
    """The loops of a function, as of construction.

    `loops` are all of them, outer loops before inner ones; `loop_of` maps blocks to their innermost
    loops.
    """

    def __init__(self, function: Function) -> None:
        blocks = function.blocks
        nesting = LoopNesting(successor_lists(function))
        self._forest = nesting.forest
        self.loops: list[Loop] = []
        self.loop_of: dict[Block, Loop] = {}
        for number, parent in enumerate(self._forest.parent):
            loop = Loop(
                number,
                [blocks[node] for node in nesting.own_nodes[number]],
                [blocks[node] for node in nesting.latches[number]],
                None if parent == NONE else self.loops[parent],
                nesting.irreducible[number],
            )
            self.loops.append(loop)
            for block in loop.own_blocks:
                self.loop_of[block] = loop

    def loops_around(self, block: Block) -> Iterator[Loop]:
        """The loops that a block is in, the innermost first."""
        loop = self.loop_of.get(block)
        while loop is not None:
            yield loop
            loop = loop.parent

    def depth(self, block: Block) -> int:
        """The number of loops around a block."""
        loop = self.loop_of.get(block)
        return 0 if loop is None else loop.depth

    def contains(self, loop: Loop, block: Block) -> bool:
        """Whether a block is in a loop, or in a loop inside it."""
        inner = self.loop_of.get(block)
        return inner is not None and self._forest.is_ancestor(loop.number, inner.number)

    def outermost_excluding(self, block: Block, other: Block) -> Loop | None:
        """The outermost loop around a block that another block is not in, if there is one."""
        loop = self.loop_of.get(block)
        if loop is None or self.contains(loop, other):
            return None
        return self.outermost(loop, lambda around: not self.contains(around, other))

    def exiting_blocks(self) -> dict[Loop, list[Block]]:
        """The blocks of each loop from which control can leave it."""
        found: dict[Loop, list[Block]] = {loop: [] for loop in self.loops}
        for block in self.loop_of:
            for successor in block.successors:
                for loop in self.loops_around(block):
                    if self.contains(loop, successor):
                        break
                    found[loop].append(block)
        return found

    def outermost(self, loop: Loop, holds: Callable[[Loop], bool]) -> Loop:
        """The outermost loop up to which `loop` and all loops around it satisfy a condition."""
        found = self._forest.highest(loop.number, lambda number: holds(self.loops[number]))
        return self.loops[found]


def entering_blocks(loop: Loop, before: Predecessors) -> list[Block]:
    """The predecessors of the header outside the loop."""
    latches = set(loop.latches)
    return [block for block in before[loop.header] if block not in latches]


def preheader(loop: Loop, before: Predecessors) -> Block | None:
    """The only predecessor of the header outside the loop, if the header is its only successor."""
    outside = entering_blocks(loop, before)
    if len(outside) == 1 and len(outside[0].successors) == 1:
        return outside[0]
    return None


def lacks_preheader(loop: Loop, before: Predecessors) -> bool:
    """Whether a loop with one entry has no preheader."""
    return not loop.irreducible and preheader(loop, before) is None
