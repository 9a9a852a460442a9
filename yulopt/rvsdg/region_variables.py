"""What variables are in the regions of a function while it is made.

A variable comes into a region as an input when something in the region reads it; so it is an input
of all regions around that up to the one where it got its value. Constants and functions that are
defined elsewhere need no input.

Source: Bahmann, Reissmann, Jahre, Meyer 2015, section 4.3; chapter 09, section 5.3 of the
specification.
"""

from __future__ import annotations

from collections.abc import Mapping

from yulopt.rvsdg.cfg import Literal, Operand
from yulopt.rvsdg.ir import Constant, Function, Graph, Node, Projection, Recursion


class Region:
    """Where nodes are made: what variables are in it.

    `inputs` maps variables to the index of the argument they come in as; cases of one switch share
    it. `assigned` are the variables that have got a value in the region itself, `everywhere` those
    whose value from outside needs no input.
    """

    __slots__ = ("assigned", "everywhere", "inputs", "parent")

    def __init__(self, parent: Region | None, inputs: dict[str, int]) -> None:
        self.parent = parent
        self.inputs = inputs
        self.assigned: dict[str, Node] = {}
        self.everywhere: dict[str, Node] = {}


class Variables:
    """Finds the values of variables; `functions` are those of variables that are called."""

    def __init__(self, graph: Graph, functions: Mapping[str, Node]) -> None:
        self._graph = graph
        self._functions = functions

    def value(self, region: Region, operand: Operand) -> Node:
        """What an operand is in a region."""
        if isinstance(operand, Literal):
            return self._graph.text(operand.content)
        if isinstance(operand, int):
            return self._graph.constant(operand)
        found = self.lookup(region, operand)
        return self._graph.constant(0) if found is None else found

    def lookup(self, region: Region, name: str) -> Node | None:
        """What a variable is in a region, which gets it as an input if need be; None if nothing was
        assigned to it."""
        inside: list[Region] = []
        found = self._known(region, name)
        while found is None and region.parent is not None:
            inside.append(region)
            region = region.parent
            found = self._known(region, name)
        if found is None:
            found = self._functions.get(name)
        if found is None:
            return None
        for inner in reversed(inside):
            if _needs_no_input(found):
                inner.everywhere[name] = found
            else:
                found = self._graph.argument(inner.inputs.setdefault(name, len(inner.inputs)))
        return found

    def is_unchanged(self, case: Region, name: str, value: Node) -> bool:
        """Whether a value that a case of a switch assigns is what the variable is before."""
        if name in case.inputs:
            return value is self._graph.argument(case.inputs[name])
        # As an input it would be unchanged only if something had read it before.
        region = case.parent
        before = None
        while region is not None and before is None:
            before = self._known(region, name)
            region = region.parent
        return _needs_no_input(value) and value is (before or self._graph.constant(0))

    def _known(self, region: Region, name: str) -> Node | None:
        """What a variable is in a region without asking those around it."""
        if name in region.assigned:
            return region.assigned[name]
        if name in region.inputs:
            return self._graph.argument(region.inputs[name])
        return region.everywhere.get(name)


def _needs_no_input(node: Node) -> bool:
    """Whether it means the same in every scope: a constant, or a function that has none."""
    if isinstance(node, Projection):
        node = node.source
    return isinstance(node, (Constant, Function, Recursion)) and not node.same_scope
