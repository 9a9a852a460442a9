"""The nodes of the graph.

A node is its kind (with its numbers or name) and its operands; they are made by `yulopt.rvsdg.ir`.

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


class Switch(Node):
    """A choice (gamma): the predicate tells which case gives the outputs."""

    __slots__ = ("cases", "outputs")

    def __init__(self, cases: int, outputs: int, operands: tuple[Node, ...]) -> None:
        super().__init__(operands)
        self.cases = cases
        self.outputs = outputs

    @property
    def head(self) -> tuple[object, ...]:
        return (Switch, self.cases, self.outputs)

    def copy(self, operands: tuple[Node, ...]) -> Node:
        return Switch(self.cases, self.outputs, operands)

    @property
    def predicate(self) -> Node:
        """The number of the case that is taken."""
        return self.operands[0]

    @property
    def inputs(self) -> tuple[Node, ...]:
        """What the cases can use."""
        return self.operands[1 : len(self.operands) - self.cases * self.outputs]

    def case(self, index: int) -> tuple[Node, ...]:
        """The outputs of one case."""
        start = len(self.operands) - (self.cases - index) * self.outputs
        return self.operands[start : start + self.outputs]

    @property
    def same_scope(self) -> tuple[Node, ...]:
        return self.operands[: len(self.operands) - self.cases * self.outputs]

    @property
    def inner(self) -> tuple[Node, ...]:
        return self.operands[len(self.operands) - self.cases * self.outputs :]


class Loop(Node):
    """A loop that is left at its end (theta)."""

    __slots__ = ()

    def copy(self, operands: tuple[Node, ...]) -> Node:
        return Loop(operands)

    @property
    def width(self) -> int:
        """How many variables there are."""
        return len(self.operands) // 2

    @property
    def inputs(self) -> tuple[Node, ...]:
        """The variables in the first iteration."""
        return self.operands[: self.width]

    @property
    def results(self) -> tuple[Node, ...]:
        """The variables after an iteration."""
        return self.operands[self.width : -1]

    @property
    def predicate(self) -> Node:
        """Whether there is another iteration."""
        return self.operands[-1]

    @property
    def same_scope(self) -> tuple[Node, ...]:
        return self.inputs

    @property
    def inner(self) -> tuple[Node, ...]:
        return self.operands[self.width :]


class Function(Node):
    """A function value (lambda): its arguments are the inputs of a call, then its constants."""

    __slots__ = ("inputs", "outputs")

    def __init__(self, inputs: int, outputs: int, operands: tuple[Node, ...]) -> None:
        super().__init__(operands)
        self.inputs = inputs
        self.outputs = outputs

    @property
    def head(self) -> tuple[object, ...]:
        return (Function, self.inputs, self.outputs)

    def copy(self, operands: tuple[Node, ...]) -> Node:
        return Function(self.inputs, self.outputs, operands)

    @property
    def constants(self) -> tuple[Node, ...]:
        """The constant inputs."""
        return self.operands[: len(self.operands) - self.outputs]

    @property
    def results(self) -> tuple[Node, ...]:
        """The outputs."""
        return self.operands[len(self.operands) - self.outputs :]

    @property
    def same_scope(self) -> tuple[Node, ...]:
        return self.constants

    @property
    def inner(self) -> tuple[Node, ...]:
        return self.results


class Call(Node):
    """A call (apply)."""

    __slots__ = ()

    def copy(self, operands: tuple[Node, ...]) -> Node:
        return Call(operands)

    @property
    def function(self) -> Node:
        """What is called."""
        return self.operands[0]

    @property
    def inputs(self) -> tuple[Node, ...]:
        """The arguments."""
        return self.operands[1:]


class Recursion(Node):
    """`(rec-N f …)` (phi): functions, whose constants may be the functions themselves."""

    __slots__ = ()

    def copy(self, operands: tuple[Node, ...]) -> Node:
        return Recursion(operands)

    @property
    def same_scope(self) -> tuple[Node, ...]:
        return ()

    @property
    def inner(self) -> tuple[Node, ...]:
        return self.operands
