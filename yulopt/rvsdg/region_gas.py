"""The gas of a graph by a model: what is shared in a region is computed once there.

What is in two regions is computed in both. A region in a switch or a loop runs as often as that
says, in proportion to the region around it; the body of a function counts once, however often it is
called. To read a number or an argument costs something each time.

Source: chapter 09, section 7.2.
"""

from __future__ import annotations

from collections.abc import Iterable

from yulopt.egraph.weighted_costs import Share
from yulopt.rvsdg.encoding import Encoding
from yulopt.rvsdg.gas_model import GasModel, shares
from yulopt.rvsdg.ir import Argument, Constant, Function, Loop, Node, Switch, Text
from yulopt.rvsdg.traversal import postorder, region


def region_gas(root: Node, encoding: Encoding, model: GasModel) -> int:
    """The gas of a graph for all executions and for its code, in parts of `WEIGHT_ONE`."""
    return _RegionGas(root, encoding, model).total


class _RegionGas:
    def __init__(self, root: Node, encoding: Encoding, model: GasModel) -> None:
        self._shares: dict[Node, tuple[Share, ...]] = {}
        # What a node costs with the regions in it, each time that it runs and for its code.
        self._running: dict[Node, int] = {}
        self._code: dict[Node, int] = {}
        self.total = 0
        nodes = postorder([root])
        numbers = {node: number for number, node in enumerate(nodes)}
        for node in nodes:
            encoded = encoding.encode(node, [numbers[operand] for operand in node.operands])
            self._running[node], self._code[node] = model.price(encoded)
            self._shares[node] = shares(
                encoded,
                lambda number: _is_leaf(nodes[number]),
                lambda number, index: _is_argument(nodes[number], index),
            )
            self._add_regions(node)
        self.total += sum(self._region([(root, (1, 1))]))

    def _add_regions(self, node: Node) -> None:
        outside = len(node.same_scope)
        inner = list(zip(node.inner, self._shares[node][outside:], strict=True))
        if isinstance(node, Switch):
            for case in range(node.cases):
                start = case * node.outputs
                self._add(node, inner[start : start + node.outputs], (1, node.cases))
        elif isinstance(node, Loop):
            variable = [(one, share) for one, share in inner if share[0]]
            if variable:
                self._add(node, variable, variable[0][1])
        elif isinstance(node, Function):
            self.total += sum(self._region(inner))

    def _add(self, node: Node, inner: list[tuple[Node, Share]], share: Share) -> None:
        """Let a region, which runs in this proportion, be a part of a node."""
        running, code = self._region([(one, (1, 1)) for one, _ in inner])
        self._running[node] += running * share[0] // share[1]
        self._code[node] += code

    def _region(self, roots: Iterable[tuple[Node, Share]]) -> tuple[int, int]:
        """What the nodes of a region cost together."""
        read = list(roots)
        running = code = 0
        for node in region([root for root, _ in read]):
            if not _is_leaf(node):
                running += self._running[node]
                code += self._code[node]
                read.extend(zip(node.same_scope, self._shares[node], strict=False))
        for node, (times, _) in read:
            if times and _is_leaf(node):
                running += self._running[node]
                code += self._code[node]
        return running, code


def _is_leaf(node: Node) -> bool:
    return isinstance(node, (Constant, Argument, Text))


def _is_argument(node: Node, index: int) -> bool:
    return isinstance(node, Argument) and node.index == index
