"""The graph: makes the nodes, each one only once.

Equal nodes of one `Graph` are the same object, so that terms that look like trees are graphs with
everything shared. The kinds of nodes are in `yulopt.rvsdg.nodes` and
`yulopt.rvsdg.region_nodes`, and imported from here.

Source: chapter 09, section 2 of the specification.
"""

from __future__ import annotations

from collections.abc import Sequence

from yulopt.rvsdg.language import Language
from yulopt.rvsdg.nodes import (
    Argument,
    Constant,
    Node,
    Operator,
    Projection,
    Text,
    Use,
)
from yulopt.rvsdg.region_nodes import Call, Function, Loop, Recursion, Switch

__all__ = [
    "Argument",
    "Call",
    "Constant",
    "Function",
    "Graph",
    "Loop",
    "Node",
    "Operator",
    "Projection",
    "Recursion",
    "Switch",
    "Text",
    "Use",
]


class Graph:
    """Makes the nodes, each one once. `names` are what functions are called in their source; they
    are hints, which tell no functions apart.
    """

    __slots__ = ("_nodes", "language", "names")

    def __init__(self, language: Language) -> None:
        self.language = language
        self.names: dict[Node, str] = {}
        self._nodes: dict[tuple[tuple[object, ...], tuple[Node, ...]], Node] = {}

    def __len__(self) -> int:
        return len(self._nodes)

    def add(self, node: Node) -> Node:
        """The node that is equal to this one: the one made before, or else the node itself."""
        key = (node.head, node.operands)
        known = self._nodes.get(key)
        if known is None:
            node.number = len(self._nodes)
            known = self._nodes[key] = node
        return known

    def rebuild(self, node: Node, operands: Sequence[Node]) -> Node:
        """The same node with other operands, as many as before."""
        replaced = tuple(operands)
        if replaced == node.operands:
            return self.add(node)
        assert len(replaced) == len(node.operands)
        return self.add(node.copy(replaced))

    def constant(self, value: int) -> Node:
        """The word that a number stands for."""
        return self.add(Constant(self.language.word(value)))

    def text(self, content: str) -> Node:
        """A literal string."""
        return self.add(Text(content))

    def argument(self, index: int) -> Node:
        """`get-N`."""
        return self.add(Argument(index))

    def projection(self, index: int, source: Node) -> Node:
        """`(get-N t)`."""
        return self.add(Projection(index, source))

    def operator(self, name: str, *operands: Node) -> Node:
        """An operator, also by another spelling that the language has for it.

        Raises ValueError if there is none, or if it takes another number of operands.
        """
        if name in self.language.synonyms and len(operands) == 2:
            name, order = self.language.synonyms[name]
            operands = tuple(operands[index] for index in order)
        signature = self.language.signature(name)
        if signature is None:
            raise ValueError(f"there is no operator '{name}'")
        if len(operands) != signature.operands:
            raise ValueError(
                f"'{name}' takes {signature.operands} operands, but {len(operands)} are given"
            )
        return self.add(Operator(name, operands))

    def use(self, *operands: Node) -> Node:
        """A state that needs its operands."""
        return self.add(Use(operands))

    def switch(
        self, predicate: Node, inputs: Sequence[Node], cases: Sequence[Sequence[Node]]
    ) -> Node:
        """A choice; `cases` holds the outputs of each case, at least one, as many for each."""
        outputs = [node for case in cases for node in case]
        width = len(cases[0])
        assert width > 0
        assert len(outputs) == width * len(cases)
        return self.add(Switch(len(cases), width, (predicate, *inputs, *outputs)))

    def loop(self, inputs: Sequence[Node], results: Sequence[Node], predicate: Node) -> Node:
        """A loop with as many inputs as results."""
        assert len(inputs) == len(results)
        return self.add(Loop((*inputs, *results, predicate)))

    def function(
        self, inputs: int, results: Sequence[Node], constants: Sequence[Node] = (), name: str = ""
    ) -> Node:
        """A function; `name` is what it is called in its source, if anything."""
        made = self.add(Function(inputs, len(results), (*constants, *results)))
        if name:
            self.names.setdefault(made, name)
        return made

    def call(self, function: Node, inputs: Sequence[Node]) -> Node:
        """A call."""
        return self.add(Call((function, *inputs)))

    def recursion(self, functions: Sequence[Node]) -> Node:
        """A tuple of functions that may refer to one another."""
        return self.add(Recursion(tuple(functions)))
