"""Branch restructuring: the branches of every block meet again in one block, its continuation.

Without the edges back of loops, the continuations of a block are the blocks it immediately
dominates that have several edges to them. The end, where the branches of a block around it meet, is
one more if an edge leads there past the others. Where there are several, a variable p remembers
which one an edge leads to, and a new block, the only continuation then, branches on p. Edges
between former continuations stay; the new block may have several continuations in turn, one less
each time.

The dominator tree changes only where that is done: the new block comes between a block and its
continuations. So it is computed once.

Source: Bahmann, Reissmann, Jahre, Meyer 2015, "Perfect Reconstructability of Control Flow from
Demand Dependence Graphs", section 4.2; chapter 09, section 5.2 of the specification, which forgets
the end.
"""

from __future__ import annotations

import bisect
from collections.abc import Iterable

from yulopt.rvsdg.cfg import Block
from yulopt.rvsdg.cfg_edges import Edge, Edges
from yulopt.rvsdg.loop_restructuring import LoopRegion
from yulopt.ssa.analysis.lengauer_tarjan import immediate_dominators


def restructure_branches(edges: Edges, loops: list[LoopRegion]) -> dict[Block, Block]:
    """Change the graph; the continuation of each block that has one of its own.

    Branches of a block without one lead to the continuation of a block around it.
    """
    return _Restructuring(edges, loops).run()


class _Restructuring:
    """`_first` and `_last` number the dominator tree in preorder, so that a subtree is an interval.

    A new block on an edge has the number of the block that the edge comes from.
    """

    def __init__(self, edges: Edges, loops: list[LoopRegion]) -> None:
        self._edges = edges
        self._back: set[Edge] = {(loop.tail, loop.back) for loop in loops}
        blocks = edges.graph.blocks
        number = {block: index for index, block in enumerate(blocks)}
        successors = [
            [
                number[target]
                for index, target in enumerate(block.targets)
                if (block, index) not in self._back
            ]
            for block in blocks
        ]
        children: dict[Block, list[Block]] = {block: [] for block in blocks}
        for index, dominator in enumerate(immediate_dominators(successors)):
            if index:
                children[blocks[dominator]].append(blocks[index])
        self._children = children
        self._first: dict[Block, int] = {}
        self._last: dict[Block, int] = {}
        self._preorder = self._number_tree(blocks[0])
        # Where the branch ends that a block is in.
        self._end: dict[Block, Block] = {}
        self._to_end: dict[Block, _EdgesByNumber] = {}

    def _number_tree(self, root: Block) -> list[Block]:
        preorder: list[Block] = []
        stack = [root]
        while stack:
            block = stack.pop()
            self._first[block] = len(preorder)
            preorder.append(block)
            stack.extend(reversed(self._children[block]))
        for block in reversed(preorder):
            children = self._children[block]
            self._last[block] = self._last[children[-1]] if children else self._first[block]
        return preorder

    def run(self) -> dict[Block, Block]:
        """Change the graph; the continuation of each block."""
        found: dict[Block, Block] = {}
        for block in self._preorder:
            end = self._end.get(block)
            after, children = block, self._children[block]
            while joins := self._joins(children):
                passing = self._passing(block, joins, end)
                if len(joins) == 1 and not passing:
                    break
                made = self._join(block, joins, passing, end)
                found[after] = made
                self._set_ends(children, joins, made)
                # The new block dominates the joins now; some of them may be joins still.
                after, children = made, joins
            if joins:
                found[after] = joins[0]
                self._set_ends(joins, [], end)
            self._set_ends(children, joins, joins[0] if joins else end)
        return found

    def _set_ends(self, blocks: list[Block], joins: list[Block], end: Block | None) -> None:
        """Some blocks, apart from joins, start a branch with this end."""
        if end is not None:
            excluded = set(joins)
            self._end.update((block, end) for block in blocks if block not in excluded)

    def _joins(self, blocks: list[Block]) -> list[Block]:
        """The blocks that several edges lead to, apart from edges back."""
        return [block for block in blocks if len(self._forward(block)) > 1]

    def _forward(self, block: Block) -> list[Edge]:
        return [edge for edge in self._edges.incoming[block] if edge not in self._back]

    def _passing(self, block: Block, joins: list[Block], end: Block | None) -> list[Edge]:
        """The edges to the end from what a block dominates, but none of the joins. They must be
        redirected."""
        if end is None:
            return []
        edges = self._edges_to(end)
        found: list[Edge] = []
        start = self._first[block]
        for join in sorted(joins, key=self._first.__getitem__):
            found.extend(edges.take(start, self._first[join]))
            start = self._last[join] + 1
        found.extend(edges.take(start, self._last[block] + 1))
        return found

    def _edges_to(self, end: Block) -> _EdgesByNumber:
        if end not in self._to_end:
            self._to_end[end] = _EdgesByNumber(
                (self._first[edge[0]], edge) for edge in self._forward(end)
            )
        return self._to_end[end]

    def _join(
        self, block: Block, joins: list[Block], passing: list[Edge], end: Block | None
    ) -> Block:
        """Let a new block come before some joins, and before the end for the edges passing them.

        `block` is where the branches start, in the old graph."""
        p = self._edges.graph.made_variable("p")
        targets = list(joins)
        if end is not None and passing:
            targets.append(end)
        made = self._edges.new_block("join", targets, selector=p)
        self._first[made] = self._first[block]
        below = _Subtrees([(self._first[top], self._last[top]) for top in joins])
        for index, join in enumerate(joins):
            for edge in self._forward(join):
                if edge[0] is not made and self._first[edge[0]] not in below:
                    self._redirect(edge, made, p, index)
        for edge in passing:
            self._redirect(edge, made, p, len(joins))
        if end is not None and passing:
            self._edges_to(end).add(self._first[made], (made, len(joins)))
        return made

    def _redirect(self, edge: Edge, target: Block, p: str, index: int) -> None:
        before = self._edges.assign(edge, target, {p: index})
        self._first[before] = self._first[edge[0]]


class _Subtrees:
    """The numbers of the blocks in some subtrees."""

    def __init__(self, intervals: list[tuple[int, int]]) -> None:
        self._intervals = sorted(intervals)

    def __contains__(self, number: int) -> bool:
        index = bisect.bisect_right(self._intervals, number, key=lambda interval: interval[0])
        return index > 0 and number <= self._intervals[index - 1][1]


class _EdgesByNumber:
    """The edges to a block, in the order of the numbers of where they come from."""

    def __init__(self, edges: Iterable[tuple[int, Edge]]) -> None:
        self._edges = sorted(edges, key=_number)

    def take(self, start: int, end: int) -> list[Edge]:
        """Remove the edges with a number from `start` to before `end`."""
        low = bisect.bisect_left(self._edges, start, key=_number)
        high = bisect.bisect_left(self._edges, end, key=_number)
        taken = [edge for _, edge in self._edges[low:high]]
        del self._edges[low:high]
        return taken

    def add(self, number: int, edge: Edge) -> None:
        """Add an edge."""
        bisect.insort(self._edges, (number, edge), key=_number)


def _number(item: tuple[int, Edge]) -> int:
    return item[0]
