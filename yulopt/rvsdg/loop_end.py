"""Where an iteration of a loop ends: in the case of a switch that decides it, if there is one.

A loop whose predicate is an output of the last switch in it, and 0 in one of its cases, can be left
right there, instead of keeping in a variable whether it goes on. So loops that are left at their
head are written as people write them.

Source: chapter 09, section 7.3 of the specification.
"""

from __future__ import annotations

from collections.abc import Callable

from yulopt.rvsdg.ir import Constant, Node, Projection, Switch
from yulopt.rvsdg.yul_values import Value


class LoopEnd:
    """The end of an iteration, as a region of the loop sees it.

    `predicate` tells whether there is another iteration; `results` are what the variables become:
    nodes of the region, or values from outside of it.
    """

    __slots__ = ("predicate", "results")

    def __init__(self, predicate: Node, results: dict[str, Node | Value]) -> None:
        self.predicate = predicate
        self.results = results

    @property
    def is_last(self) -> bool:
        """Whether there is certainly no other iteration."""
        return isinstance(self.predicate, Constant) and self.predicate.value == 0

    def deciding_switch(self, nodes: list[Node]) -> Switch | None:
        """The switch among the nodes of a region in which the loop can be left: it must decide on
        the predicate, and nothing else in the region may need it."""
        if not isinstance(self.predicate, Projection):
            return None
        switch = self.predicate.source
        if not isinstance(switch, Switch):
            return None
        for node in nodes:
            if not isinstance(node, Projection) and any(
                isinstance(operand, Projection) and operand.source is switch
                for operand in node.same_scope
            ):
                return None
        return switch

    def in_case(self, switch: Switch, case: int, value: Callable[[Node], Value]) -> LoopEnd:
        """The same end, as a case of the deciding switch sees it."""
        assert isinstance(self.predicate, Projection)
        outputs = switch.case(case)
        results: dict[str, Node | Value] = {}
        for name, result in self.results.items():
            if isinstance(result, Projection) and result.source is switch:
                results[name] = outputs[result.index]
            else:
                results[name] = value(result) if isinstance(result, Node) else result
        return LoopEnd(outputs[self.predicate.index], results)
