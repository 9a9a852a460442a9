"""The nodes of the graph that have regions in them, and calls.

The first operands are in the scope of the node itself, the others in that of its regions.

Source: chapter 09, sections 2.1, 2.2 and 2.4 of the specification.
"""

from __future__ import annotations

from yulopt.rvsdg.nodes import Node


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
