"""Restructures arbitrary control flow into nested loops and branches.

First the graph gets a single exit that is reachable from everywhere. Then every loop gets one
entry, one tail, and one back edge; then the branches of every block join in one block, its
continuation.

Loops are the strongly connected components. If one has several entries or exits, a variable q
records which is taken, and a block after the join branches on it. If its ends are not one block
that only repeats or exits, a variable r records which, and a new block, the tail, branches on it.
Inner loops are found in the same way after the back edge is removed.

Without back edges, the continuations of a block are the merge points it immediately dominates. The
end, where the branches of an enclosing block join, is one more if an edge leads there past the
others. If there are several, a variable p records which one an edge leads to, and a new block, then
the only continuation, branches on p. Edges between former continuations stay; the new block may
have several continuations in turn, one less each time. The dominator tree changes only locally: the
new block is inserted between a block and its continuations. So it is computed once.

Source: Bahmann, Reissmann, Jahre, Meyer 2015, "Perfect Reconstructability of Control Flow from
Demand Dependence Graphs", section 4; chapter 09, sections 4, 5.1 and 5.2 of the specification,
which omits the end.
"""

from __future__ import annotations

import bisect
from collections.abc import Iterable

from yulopt.graphs.components import bottom_components, components_of
from yulopt.graphs.dominators import immediate_dominators
from yulopt.graphs.forest import Forest
from yulopt.graphs.orders import adjacency
from yulopt.rvsdg.cfg import (
    Block,
    ControlFlowGraph,
    Edge,
    Edges,
    reachable_blocks,
    retreating_edges,
)


class StructuredGraph:
    """A graph with one `exit`.

    `loops`: those entered at a block, outer ones first. `continuation`: the join of a block's
    branches; those of a block without one continue to the end of an enclosing branch.
    """

    def __init__(self, graph: ControlFlowGraph) -> None:
        self.exit = _make_single_exit(graph)
        edges = Edges(graph)
        found = _restructure_loops(edges)
        self.continuation: dict[Block, Block] = _BranchRestructuring(edges, found).run()
        self.loops: dict[Block, list[LoopRegion]] = {}
        for loop in found:
            self.loops.setdefault(loop.entry, []).append(loop)


# A single exit


def _make_single_exit(graph: ControlFlowGraph) -> Block:
    """Change the graph, removing unreachable blocks; returns its exit."""
    _remove_unreachable(graph)
    exits = [block for block in graph.blocks if not block.targets]
    exit = exits[0] if len(exits) == 1 else _joined(graph, exits)
    _open_endless_loops(graph, exit)
    return exit


def _remove_unreachable(graph: ControlFlowGraph) -> None:
    """Remove the unreachable blocks."""
    reached = set(reachable_blocks(graph.entry))
    graph.blocks = [block for block in graph.blocks if block in reached]


def _joined(graph: ControlFlowGraph, exits: list[Block]) -> Block:
    exit = graph.made_block("exit")
    if not exits:
        exit.returned = list(graph.endless)
        return exit
    for block in exits:
        block.go_to(exit)
    for position in range(graph.outputs):
        returned = [block.returned[position] for block in exits]
        if all(value == returned[0] for value in returned):
            exit.returned.append(returned[0])
            continue
        result = graph.made_variable("result")
        exit.returned.append(result)
        for block, value in zip(exits, returned, strict=True):
            block.move(value, result)
    return exit


def _open_endless_loops(graph: ControlFlowGraph, exit: Block) -> None:
    """Add an edge to the exit to each component of the graph without an outgoing edge."""
    targets = adjacency(graph.blocks, lambda block: block.targets)
    parts = [[graph.blocks[node] for node in part] for part in bottom_components(targets)]
    ends = [part for part in parts if exit not in part]
    if not ends:
        return
    end_of = {block: number for number, members in enumerate(ends) for block in members}
    opened: set[int] = set()
    for block, index in retreating_edges(graph.entry):
        number = end_of.get(block)
        if number is None or number in opened:
            continue
        opened.add(number)
        # A retreating edge, so that a simple loop is left at the new block.
        never = graph.made_block("never")
        never.go_to(exit, block.targets[index], selector=1)
        block.targets[index] = never


# Loops


class LoopRegion:
    """A loop with one `entry` and a `tail` with two branches, of which `back` is the back edge.

    `body` are its blocks without the tail.
    """

    def __init__(self, entry: Block, tail: Block, back: int, body: list[Block]) -> None:
        self.entry = entry
        self.tail = tail
        self.back = back
        self.body = body

    @property
    def exit(self) -> Block:
        """The target of the exit edge."""
        return self.tail.targets[1 - self.back]


def _restructure_loops(edges: Edges) -> list[LoopRegion]:
    """Change the graph; returns its loops, outer ones before inner ones.

    From every block the exit of the function must be reachable.
    """
    found: list[LoopRegion] = []
    # Back edges are ignored in the search for inner loops.
    back: set[Edge] = set()
    waiting = [list(edges.graph.blocks)]
    while waiting:
        for members in _components(waiting.pop(), back):
            loop = _restructure(edges, members)
            back.add((loop.tail, loop.back))
            found.append(loop)
            waiting.append(loop.body)
    return found


def _components(blocks: list[Block], back: set[Edge]) -> list[list[Block]]:
    """The strongly connected components with an edge, without some edges."""
    targets = {
        block: [target for index, target in enumerate(block.targets) if (block, index) not in back]
        for block in blocks
    }
    return [
        # In the order of depth-first search.
        component[::-1]
        for component in components_of(targets)
        if len(component) > 1 or component[0] in targets[component[0]]
    ]


def _restructure(edges: Edges, members: list[Block]) -> LoopRegion:
    """The loop that a component becomes."""
    inside = set(members)
    entering = [
        edge for block in members for edge in edges.incoming[block] if edge[0] not in inside
    ]
    entries = list(dict.fromkeys(block.targets[index] for block, index in entering))
    leaving = [
        (block, index)
        for block in members
        for index, target in enumerate(block.targets)
        if target not in inside
    ]
    exits = list(dict.fromkeys(block.targets[index] for block, index in leaving))
    back = [edge for entry in entries for edge in edges.incoming[entry] if edge[0] in inside]
    if len(back) == len(leaving) == 1 and back[0][0] is leaving[0][0] and len(entries) == 1:
        tail = back[0][0]
        if len(tail.targets) == 2:
            body = [block for block in members if block is not tail]
            return LoopRegion(entries[0], tail, back[0][1], body)
    q, r = edges.graph.made_variable("q"), edges.graph.made_variable("r")
    entry = edges.new_switch("entry", q, entries)
    exit = edges.new_switch("exit", q, exits)
    tail = edges.new_block("tail", [exit, entry], selector=r)
    body = members if entry is entries[0] else [*members, entry]
    uses_q = len(entries) > 1 or len(exits) > 1
    for kind, ends, leads_to in ((1, back, entries), (0, leaving, exits)):
        number = {block: index for index, block in enumerate(leads_to)}
        for edge in ends:
            values = {q: number[edge[0].targets[edge[1]]]} if uses_q else {}
            body.append(edges.assign(edge, tail, {**values, r: kind}))
    if len(entries) > 1:
        number = {block: index for index, block in enumerate(entries)}
        for edge in entering:
            edges.assign(edge, entry, {q: number[edge[0].targets[edge[1]]]})
    return LoopRegion(entry, tail, 1, body)


# Branches


class _BranchRestructuring:
    """`_first` and `_last` number the dominator tree in preorder, so that a subtree is an interval.

    A new block on an edge has the number of the source block.
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
        # Children are in the order of the blocks.
        tree = Forest(immediate_dominators(successors))
        self._preorder = [blocks[node] for node in tree.preorder]
        self._children = {
            block: [blocks[child] for child in tree.children[node]]
            for node, block in enumerate(blocks)
        }
        self._first = dict(zip(blocks, tree.first, strict=True))
        self._last = dict(zip(blocks, tree.last, strict=True))
        # The end of the branch that a block is in.
        self._end: dict[Block, Block] = {}
        self._to_end: dict[Block, _EdgesByNumber] = {}

    def run(self) -> dict[Block, Block]:
        """Change the graph; returns the continuation of each block that has its own.

        Branches of a block without one lead to the continuation of an enclosing block.
        """
        found: dict[Block, Block] = {}
        for block in self._preorder:
            end = self._end.get(block)
            after, children = block, self._children[block]
            while joins := [child for child in children if len(self._forward(child)) > 1]:
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
        """The blocks, except joins, that start a branch with this end."""
        if end is not None:
            excluded = set(joins)
            self._end.update((block, end) for block in blocks if block not in excluded)

    def _forward(self, block: Block) -> list[Edge]:
        return [edge for edge in self._edges.incoming[block] if edge not in self._back]

    def _passing(self, block: Block, joins: list[Block], end: Block | None) -> list[Edge]:
        """The edges to the end from blocks that a block dominates, except from its joins. They must
        be redirected."""
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
        """Insert a new block before some joins, and before the end for the edges that bypass them.

        `block`: the start of the branches, in the old graph."""
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
    """The edges to a block, ordered by the numbers of their sources."""

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
