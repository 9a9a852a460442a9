"""Dominators: block A dominates block B if every path from the entry to B goes through A.

Source: Cooper, Harvey, Kennedy, "A Simple, Fast Dominance Algorithm" (2001); chapter 08, section
3.2 of the specification.
"""

from __future__ import annotations

from yulopt.ssa.analysis.order import reverse_postorder
from yulopt.ssa.ir.edges import predecessors
from yulopt.ssa.ir.function import Block, Function


class DominatorTree:
    """The dominator tree of the reachable blocks of a function, as it was when this was made.

    `order` are these blocks in reverse postorder. `idom` gives the immediate dominator of each
    (the entry is its own). `children` are the inner edges of the tree, in reverse postorder;
    `preorder` are the blocks in a depth-first order of the tree, `depth` is the distance from the
    entry in the tree.
    """

    __slots__ = ("_first", "_last", "children", "depth", "idom", "order", "preorder")

    def __init__(self, function: Function) -> None:
        self.order = reverse_postorder(function)
        self.idom = _immediate_dominators(function, self.order)
        self.children: dict[Block, list[Block]] = {block: [] for block in self.order}
        self.depth: dict[Block, int] = {self.order[0]: 0}
        for block in self.order[1:]:
            parent = self.idom[block]
            self.children[parent].append(block)
            self.depth[block] = self.depth[parent] + 1
        self.preorder: list[Block] = []
        self._first: dict[Block, int] = {}
        self._last: dict[Block, int] = {}
        self._number_tree()

    def dominates(self, block: Block, other: Block) -> bool:
        """Whether every path to `other` goes through `block`; a block dominates itself."""
        return self._first[block] <= self._first[other] <= self._last[block]

    def strictly_dominates(self, block: Block, other: Block) -> bool:
        """The same for two blocks that are different."""
        return block is not other and self.dominates(block, other)

    def _number_tree(self) -> None:
        """Number the blocks in preorder; a subtree is an interval from `_first` to `_last`."""
        stack = [self.order[0]]
        while stack:
            block = stack.pop()
            self._first[block] = len(self.preorder)
            self.preorder.append(block)
            stack.extend(reversed(self.children[block]))
        for block in reversed(self.preorder):
            children = self.children[block]
            self._last[block] = self._last[children[-1]] if children else self._first[block]


def _immediate_dominators(function: Function, order: list[Block]) -> dict[Block, Block]:
    number = {block: index for index, block in enumerate(order)}
    before = predecessors(function)
    incoming = [
        sorted(number[predecessor] for predecessor in before[block] if predecessor in number)
        for block in order
    ]
    idom = [-1] * len(order)
    idom[0] = 0
    changed = True
    while changed:
        changed = False
        for block in range(1, len(order)):
            processed = [predecessor for predecessor in incoming[block] if idom[predecessor] >= 0]
            new = _meet(processed, idom)
            if idom[block] != new:
                idom[block] = new
                changed = True
    return {block: order[idom[index]] for index, block in enumerate(order)}


def _meet(blocks: list[int], idom: list[int]) -> int:
    """The closest common ancestor of all blocks.

    They meet in pairs, then the meetings in pairs, and so on: neighbours are close to each other
    in the tree, while a fold from one end could walk through the whole tree for each of them.
    """
    while len(blocks) > 1:
        met = [
            _intersect(blocks[index], blocks[index + 1], idom)
            for index in range(0, len(blocks) - 1, 2)
        ]
        blocks = met + blocks[2 * len(met) :]
    return blocks[0]


def _intersect(block: int, other: int, idom: list[int]) -> int:
    """The closest common ancestor of two blocks, which are numbered in reverse postorder."""
    while block != other:
        while block > other:
            block = idom[block]
        while other > block:
            other = idom[other]
    return block
