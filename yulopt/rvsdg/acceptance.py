"""Whether a graph that came out of an e-graph may take the place of the one that went in.

Forms of a state and of a value may be chosen that do not belong together, so that an effect would
happen twice: a state would be used twice then. Who writes Yul notices; a graph that cannot be
written as Yul, while the one before could be, is therefore rejected. Where already that one could
not, only graphs without effects are accepted.

Source: chapter 09, section 2.5.
"""

from __future__ import annotations

from yulopt.rvsdg.ir import Graph, Node, Operator
from yulopt.rvsdg.language import Language, YulLanguage
from yulopt.rvsdg.to_yul import write_code
from yulopt.rvsdg.traversal import postorder
from yulopt.rvsdg.verifier import GraphError, verify


class Acceptance:
    """Accepts graphs in the place of `root`."""

    __slots__ = ("_graph", "_is_code")

    def __init__(self, root: Node, graph: Graph) -> None:
        self._graph = graph
        self._is_code = isinstance(graph.language, YulLanguage) and self._can_be_written(root)

    def accepts(self, found: Node) -> bool:
        """Whether a graph keeps the rules."""
        try:
            verify(found, self._graph.language)
        except GraphError:
            return False
        if self._is_code:
            return self._can_be_written(found)
        return not has_effects(found, self._graph.language)

    def _can_be_written(self, root: Node) -> bool:
        try:
            write_code(root, self._graph)
        except (GraphError, AssertionError, KeyError, IndexError):
            return False
        return True


def has_effects(root: Node, language: Language) -> bool:
    """Whether something in a graph takes a state of the EVM."""
    for node in postorder([root]):
        if isinstance(node, Operator):
            signature = language.signature(node.name)
            if signature is not None and signature.states:
                return True
    return False
