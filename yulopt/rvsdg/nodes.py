"""The nodes of the graph that have no regions in them, and what all nodes are.

A node is its kind (with its numbers or name) and its operands; they are made by `yulopt.rvsdg.ir`.
Those with regions, and calls, are in `yulopt.rvsdg.region_nodes`.

Some operands belong to an inner scope, where `get-N` means the inputs of the node: the outputs of
the cases of a switch, the results and the predicate of a loop, the outputs of a function, the
functions of a `rec`. The others (`same_scope`) belong to the scope of the node. Nodes do not know
in which scope they are: `get-0` is one node everywhere.

Source: chapter 09, sections 2.1 and 2.2 of the specification.
"""

from __future__ import annotations


class Node:
    """Something that has a value. `number` counts the nodes of a graph in the order they were made,
    operands before what uses them; `operands` must not be changed.
    """

    __slots__ = ("number", "operands")

    def __init__(self, operands: tuple[Node, ...]) -> None:
        self.operands = operands
        self.number = -1

    @property
    def head(self) -> tuple[object, ...]:
        """What tells this node from others with the same operands."""
        return (type(self),)

    def copy(self, operands: tuple[Node, ...]) -> Node:
        """A node with the same head and other operands, as many; for `Graph.rebuild`."""
        raise NotImplementedError

    @property
    def same_scope(self) -> tuple[Node, ...]:
        """The operands that belong to the scope of the node itself."""
        return self.operands

    @property
    def inner(self) -> tuple[Node, ...]:
        """The operands that belong to an inner scope."""
        return ()


class Constant(Node):
    """A word, as the language of the graph writes it."""

    __slots__ = ("value",)

    def __init__(self, value: int) -> None:
        super().__init__(())
        self.value = value

    @property
    def head(self) -> tuple[object, ...]:
        return (Constant, self.value)

    def copy(self, operands: tuple[Node, ...]) -> Node:
        return Constant(self.value)


class Text(Node):
    """The string of a literal argument, one character (0 to 255) for each byte."""

    __slots__ = ("content",)

    def __init__(self, content: str) -> None:
        super().__init__(())
        self.content = content

    @property
    def head(self) -> tuple[object, ...]:
        return (Text, self.content)

    def copy(self, operands: tuple[Node, ...]) -> Node:
        return Text(self.content)


class Argument(Node):
    """`get-N`: an input of the region it is used in."""

    __slots__ = ("index",)

    def __init__(self, index: int) -> None:
        super().__init__(())
        self.index = index

    @property
    def head(self) -> tuple[object, ...]:
        return (Argument, self.index)

    def copy(self, operands: tuple[Node, ...]) -> Node:
        return Argument(self.index)


class Projection(Node):
    """`(get-N t)`: one of the values of a tuple."""

    __slots__ = ("index",)

    def __init__(self, index: int, source: Node) -> None:
        super().__init__((source,))
        self.index = index

    @property
    def head(self) -> tuple[object, ...]:
        return (Projection, self.index)

    def copy(self, operands: tuple[Node, ...]) -> Node:
        return Projection(self.index, operands[0])

    @property
    def source(self) -> Node:
        """The tuple."""
        return self.operands[0]


class Operator(Node):
    """`(add a b)`: an operator of the language (a simple node)."""

    __slots__ = ("name",)

    def __init__(self, name: str, operands: tuple[Node, ...]) -> None:
        super().__init__(operands)
        self.name = name

    @property
    def head(self) -> tuple[object, ...]:
        return (Operator, self.name)

    def copy(self, operands: tuple[Node, ...]) -> Node:
        return Operator(self.name, operands)


class Use(Node):
    """`(use a …)`: a state that cannot be had without its operands."""

    __slots__ = ()

    def copy(self, operands: tuple[Node, ...]) -> Node:
        return Use(operands)
