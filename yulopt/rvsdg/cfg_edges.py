"""The edges of a control-flow graph, from both ends, kept right while it is restructured."""

from __future__ import annotations

from typing import TypeAlias

from yulopt.rvsdg.cfg import Block, ControlFlowGraph, Operand

# A block, and which of its targets.
Edge: TypeAlias = tuple[Block, int]


class Edges:
    """`incoming[block]` are the edges to a block, in a fixed order (values have no meaning)."""

    __slots__ = ("graph", "incoming")

    def __init__(self, graph: ControlFlowGraph) -> None:
        self.graph = graph
        self.incoming: dict[Block, dict[Edge, None]] = {block: {} for block in graph.blocks}
        for block in graph.blocks:
            self._count(block)

    def _count(self, block: Block) -> None:
        for index, target in enumerate(block.targets):
            self.incoming[target][block, index] = None

    def redirect(self, edge: Edge, target: Block) -> None:
        """Let an edge go to another block."""
        block, index = edge
        del self.incoming[block.targets[index]][edge]
        block.targets[index] = target
        self.incoming[target][edge] = None

    def new_block(self, kind: str, targets: list[Block], selector: Operand = 0) -> Block:
        """A new block that goes to some blocks."""
        block = self.graph.made_block(kind)
        block.go_to(*targets, selector=selector)
        self.incoming[block] = {}
        self._count(block)
        return block

    def new_switch(self, kind: str, variable: str, targets: list[Block]) -> Block:
        """The only one of the targets, or a new block that goes where a variable says."""
        if len(targets) == 1:
            return targets[0]
        return self.new_block(kind, targets, selector=variable)

    def assign(self, edge: Edge, target: Block, values: dict[str, int]) -> Block:
        """Let an edge go to a block through a new one, which assigns to variables; the new one."""
        made = self.new_block("edge", [target])
        for variable, value in values.items():
            made.move(value, variable)
        self.redirect(edge, made)
        return made
