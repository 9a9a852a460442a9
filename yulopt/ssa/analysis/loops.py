"""Loops: the strongly connected parts of the control-flow graph, and how they are nested.

A loop is a strongly connected component with more than one block or an edge to itself. Its header
is its block that comes first in reverse postorder. Without the edges to the header, its inner
loops are found in the same way. A loop is irreducible if control can enter it beside the header.

To follow that definition, with components of components, would be quadratic for deep nesting. Here
loops are found from the inside to the outside: the blocks of a loop are those from which its back
edges can be reached backwards, where an inner loop that is finished counts as one block.

Source: Havlak, "Nesting of Reducible and Irreducible Loops" (1997), which extends Tarjan, "Testing
Flow Graph Reducibility" (1974); chapter 08, section 3.4 of the specification.
"""

from __future__ import annotations

from collections.abc import Iterator

from yulopt.ssa.ir.edges import predecessors
from yulopt.ssa.ir.function import Block, Function


class Loop:
    """One loop.

    `own_blocks` are its blocks that are in none of the loops inside it (`children`); `latches` are
    the blocks with an edge back to the header; `parent` is the loop around it, and `depth` counts
    the loops around it and itself. `irreducible`: control can enter it beside the header;
    `is_in_irreducible`: the same, or it is inside such a loop.
    """

    __slots__ = (
        "children",
        "depth",
        "header",
        "irreducible",
        "is_in_irreducible",
        "latches",
        "own_blocks",
        "parent",
    )

    def __init__(self, header: Block) -> None:
        self.header = header
        self.own_blocks: list[Block] = [header]
        self.latches: list[Block] = []
        self.children: list[Loop] = []
        self.parent: Loop | None = None
        self.depth = 0
        self.irreducible = False
        self.is_in_irreducible = False

    def blocks(self) -> Iterator[Block]:
        """All blocks of the loop and of those in it, its own first."""
        stack = [self]
        while stack:
            loop = stack.pop()
            yield from loop.own_blocks
            stack.extend(loop.children)

    def exits(self) -> list[tuple[Block, Block]]:
        """The edges that leave the loop."""
        inside = set(self.blocks())
        return [
            (block, successor)
            for block in self.blocks()
            for successor in block.successors
            if successor not in inside
        ]

    def __repr__(self) -> str:
        return f"<loop {self.header.label}>"


class LoopForest:
    """The loops of a function, as they were when this was made.

    `loops` are all of them, outer loops before inner ones; `loop_of` gives the innermost loop of
    every block that is in one.
    """

    __slots__ = ("loop_of", "loops")

    def __init__(self, function: Function) -> None:
        self.loop_of: dict[Block, Loop] = {}
        found = _LoopFinder(function).find()
        for loop in found:
            for block in loop.own_blocks:
                self.loop_of[block] = loop
        # Loops were found from the inside to the outside.
        self.loops = found[::-1]
        for loop in self.loops:
            loop.children.reverse()
            loop.is_in_irreducible = loop.irreducible
            loop.depth = 1
            if loop.parent is not None:
                loop.is_in_irreducible |= loop.parent.is_in_irreducible
                loop.depth += loop.parent.depth

    @property
    def is_reducible(self) -> bool:
        """Whether every loop has one entry."""
        return not any(loop.irreducible for loop in self.loops)

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


class _LoopFinder:
    """Havlak's algorithm. Blocks are numbered in the order in which depth-first search meets them,
    so the descendants of a block are an interval."""

    def __init__(self, function: Function) -> None:
        self._blocks: list[Block] = []
        self._last: list[int] = []
        self._number: dict[Block, int] = {}
        self._search(function.entry)
        # The edges back from descendants, and all others, by their target.
        self._back: list[list[int]] = []
        self._forward: list[dict[int, None]] = []
        before = predecessors(function)
        for number, block in enumerate(self._blocks):
            sources = [self._number[source] for source in before[block] if source in self._number]
            self._back.append([one for one in sources if self._is_descendant(one, number)])
            self._forward.append(
                {one: None for one in sources if not self._is_descendant(one, number)}
            )
        # Union-find: the outermost finished loop around a block, by its header.
        self._outermost = list(range(len(self._blocks)))

    def find(self) -> list[Loop]:
        """All loops, inner ones before outer ones."""
        loops: dict[int, Loop] = {}
        for header in range(len(self._blocks) - 1, -1, -1):
            if not self._back[header]:
                continue
            loop = loops[header] = Loop(self._blocks[header])
            loop.latches = [self._blocks[latch] for latch in self._back[header]]
            for member in self._members(header, loop):
                self._outermost[member] = header
                inner = loops.get(member)
                if inner is None:
                    loop.own_blocks.append(self._blocks[member])
                else:
                    inner.parent = loop
                    loop.children.append(inner)
        return list(loops.values())

    def _members(self, header: int, loop: Loop) -> list[int]:
        """The blocks of a loop without its header; of inner loops only their headers."""
        found = dict.fromkeys(self._find(latch) for latch in self._back[header])
        found.pop(header, None)
        work = list(found)
        while work:
            for source in self._forward[work.pop()]:
                outer = self._find(source)
                if not self._is_descendant(outer, header):
                    # Control comes in from outside, beside the header.
                    loop.irreducible = True
                    self._forward[header][outer] = None
                elif outer != header and outer not in found:
                    found[outer] = None
                    work.append(outer)
        return sorted(found)

    def _find(self, number: int) -> int:
        path = []
        while self._outermost[number] != number:
            path.append(number)
            number = self._outermost[number]
        for visited in path:
            self._outermost[visited] = number
        return number

    def _is_descendant(self, number: int, ancestor: int) -> bool:
        return ancestor <= number <= self._last[ancestor]

    def _search(self, entry: Block) -> None:
        stack = [(entry, iter(entry.successors))]
        self._meet(entry)
        while stack:
            block, successors = stack[-1]
            for successor in successors:
                if successor not in self._number:
                    self._meet(successor)
                    stack.append((successor, iter(successor.successors)))
                    break
            else:
                self._last[self._number[block]] = len(self._blocks) - 1
                stack.pop()

    def _meet(self, block: Block) -> None:
        self._number[block] = len(self._blocks)
        self._blocks.append(block)
        self._last.append(-1)
