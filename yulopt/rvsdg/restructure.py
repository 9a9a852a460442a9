"""Control flow of any shape becomes structured: loops and branches that are nested.

Source: Bahmann, Reissmann, Jahre, Meyer 2015, "Perfect Reconstructability of Control Flow from
Demand Dependence Graphs", section 4; chapter 09, sections 5.1 and 5.2 of the specification.
"""

from __future__ import annotations

from yulopt.rvsdg.branch_restructuring import restructure_branches
from yulopt.rvsdg.cfg import Block, ControlFlowGraph
from yulopt.rvsdg.cfg_edges import Edges
from yulopt.rvsdg.loop_restructuring import LoopRegion, restructure_loops
from yulopt.rvsdg.single_exit import make_single_exit


class StructuredGraph:
    """A graph with one `exit`.

    `loops` are those that are entered by a block, outer ones first. `continuation` tells where the
    branches of a block meet; those of a block without one go on to where a branch around it ends.
    """

    __slots__ = ("continuation", "exit", "graph", "loops")

    def __init__(self, graph: ControlFlowGraph) -> None:
        self.graph = graph
        self.exit = make_single_exit(graph)
        edges = Edges(graph)
        found = restructure_loops(edges)
        self.continuation: dict[Block, Block] = restructure_branches(edges, found)
        self.loops: dict[Block, list[LoopRegion]] = {}
        for loop in found:
            self.loops.setdefault(loop.entry, []).append(loop)
