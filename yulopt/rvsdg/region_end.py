"""How a loop or a function ends: in a case of the last switch in it, if that can be.

A loop whose predicate is an output of its last switch, and 0 in one of the cases, can be left right
there, instead of keeping in a variable whether it goes on. A function can be left in a case of its
last switch that does nothing more. So loops that are left at their head, and functions with
`leave`, are written as people write them, and are not nested deeper with every branch.

Source: chapter 09, section 7.3 of the specification.
"""

from __future__ import annotations

from collections.abc import Callable

from yulopt.rvsdg.ir import Constant, Node, Projection, Switch
from yulopt.rvsdg.yul_values import Value


class RegionEnd:
    """The end of an iteration, or of a function, as a region sees it that ends there, too.

    `results` are what variables become: nodes of the region, or values from outside of it.
    `predicate` tells whether there is another iteration; a function has none.
    """

    __slots__ = ("predicate", "results")

    def __init__(self, results: dict[str, Node | Value], predicate: Node | None = None) -> None:
        self.results = results
        self.predicate = predicate

    @property
    def is_of_function(self) -> bool:
        """Whether a function ends here, and not an iteration."""
        return self.predicate is None

    @property
    def is_last(self) -> bool:
        """Whether there is certainly no other iteration."""
        return isinstance(self.predicate, Constant) and self.predicate.value == 0

    def deciding_switch(self, nodes: list[Node]) -> Switch | None:
        """The switch among the nodes of a region in whose cases the end can be written: nothing
        else in the region needs what it gives."""
        needed = {
            operand.source
            for node in nodes
            if not isinstance(node, Projection)
            for operand in node.same_scope
            if isinstance(operand, Projection)
        }
        found: Switch | None = None
        for node in nodes:
            if isinstance(node, Switch) and node not in needed and self._is_decided_by(node):
                found = node
        return found

    def _is_decided_by(self, switch: Switch) -> bool:
        if self.predicate is None:
            return True
        return isinstance(self.predicate, Projection) and self.predicate.source is switch

    def in_case(self, switch: Switch, case: int, value: Callable[[Node], Value]) -> RegionEnd:
        """The same end, as a case of the deciding switch sees it."""
        outputs = switch.case(case)
        results: dict[str, Node | Value] = {}
        for name, result in self.results.items():
            if isinstance(result, Projection) and result.source is switch:
                results[name] = outputs[result.index]
            else:
                results[name] = value(result) if isinstance(result, Node) else result
        if self.predicate is None:
            return RegionEnd(results)
        assert isinstance(self.predicate, Projection)
        return RegionEnd(results, outputs[self.predicate.index])
