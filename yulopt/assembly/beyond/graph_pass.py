"""Passes over the control-flow graph of the assembly of an object."""

from __future__ import annotations

from yulopt.assembly.beyond.blocks import Graph, build_graph, write_items
from yulopt.assembly.items import Item
from yulopt.assembly.optimizer.context import AssemblyPass, Context


class GraphPass(AssemblyPass):
    """A pass over the graph; several in a row can share one."""

    def change(self, graph: Graph, context: Context) -> bool:
        """Optimise the graph of one object in place; returns whether anything changed."""
        raise NotImplementedError

    def run(self, items: list[Item], context: Context) -> bool:
        """The same for its items, which stay as they are if they have no graph."""
        graph = build_graph(items)
        if graph is None or not self.change(graph, context):
            return False
        items[:] = write_items(graph)
        return True
