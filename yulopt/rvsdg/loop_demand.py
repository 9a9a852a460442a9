"""Which variables of a loop anything depends on: those of its outputs that are used anywhere, those
that its predicate is made of, and all that these are made of in turn.

Source: chapter 09, section 2.3 of the specification.
"""

from __future__ import annotations

from yulopt.rvsdg.ir import Argument, Loop, Node, Projection
from yulopt.rvsdg.traversal import postorder


class LoopDemand:
    """The demand for the loops of one graph."""

    __slots__ = ("_used", "_variables")

    def __init__(self, root: Node) -> None:
        self._used: dict[Node, dict[int, None]] = {}
        for node in postorder([root]):
            if isinstance(node, Projection) and isinstance(node.source, Loop):
                self._used.setdefault(node.source, {})[node.index] = None
        self._variables: dict[Loop, list[int]] = {}

    def variables(self, loop: Loop) -> list[int]:
        """The indices of the variables that must be evaluated when the loop is executed."""
        if loop not in self._variables:
            used = [index for index in self._used.get(loop, {}) if index < loop.width]
            self._variables[loop] = needed_variables(loop, used)
        return self._variables[loop]


def needed_variables(loop: Loop, used: list[int]) -> list[int]:
    """The indices of the variables that these outputs of a loop and its predicate depend on."""
    needed = set(used)
    waiting: list[Node] = [loop.predicate, *(loop.results[index] for index in used)]
    seen: set[Node] = set()
    while waiting:
        node = waiting.pop()
        if node in seen:
            continue
        seen.add(node)
        if isinstance(node, Argument) and node.index < loop.width and node.index not in needed:
            needed.add(node.index)
            waiting.append(loop.results[node.index])
        waiting.extend(node.same_scope)
    return sorted(needed)
