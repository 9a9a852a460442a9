"""Loop restructuring: every loop gets one entry, one tail, and one edge back.

A loop is a strongly connected component. If it is entered or left in several places, a variable q
remembers where, and a block behind the join branches again. If its ends are not one block that only
goes back or out, a variable r remembers which, and a new block, the tail, branches on it. Without
the edge from its tail back, its inner loops are found in the same way.

Source: Bahmann, Reissmann, Jahre, Meyer 2015, "Perfect Reconstructability of Control Flow from
Demand Dependence Graphs", section 4.1; chapter 09, section 5.1 of the specification.
"""

from __future__ import annotations

from yulopt.analysis.call_graph import strongly_connected_components
from yulopt.rvsdg.cfg import Block
from yulopt.rvsdg.cfg_edges import Edge, Edges


class LoopRegion:
    """A loop with one `entry` whose `tail` has two branches, and goes back by that called `back`.

    `body` are its blocks without the tail.
    """

    __slots__ = ("back", "body", "entry", "tail")

    def __init__(self, entry: Block, tail: Block, back: int, body: list[Block]) -> None:
        self.entry = entry
        self.tail = tail
        self.back = back
        self.body = body

    @property
    def exit(self) -> Block:
        """Where control goes when it does not go back."""
        return self.tail.targets[1 - self.back]


def restructure_loops(edges: Edges) -> list[LoopRegion]:
    """Change the graph; its loops, outer ones before the loops in them.

    From every block the exit of the function must be reachable.
    """
    found: list[LoopRegion] = []
    # The edges back are left out when inner loops are looked for.
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
    by_label = {block.label: block for block in blocks}
    targets = {
        block.label: [
            target.label for index, target in enumerate(block.targets) if (block, index) not in back
        ]
        for block in blocks
    }
    found: list[list[Block]] = []
    for component in strongly_connected_components(targets):
        if len(component) > 1 or component[0] in targets[component[0]]:
            # In the order in which they were found by a depth-first search, backwards.
            found.append([by_label[label] for label in reversed(component)])
    return found


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
