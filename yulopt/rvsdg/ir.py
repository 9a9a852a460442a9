"""The nodes of a graph, and the graph itself, which is hash-consed.

A node is its kind (with its numbers or name) and its operands. Some operands belong to an inner
scope, where `get-N` means the inputs of the node: the outputs of the cases of a switch, the results
and the predicate of a loop, the outputs of a function, the functions of a `rec`. The others
(`same_scope`) come first; they belong to the scope of the node. Nodes do not know in which scope
they are: `get-0` is one node everywhere.

Equal nodes of one `Graph` are the same object (hash consing), so that terms are graphs with maximal
sharing.

Source: chapter 09, section 2 of the specification.
"""

from __future__ import annotations

from collections.abc import Sequence

from yulopt.rvsdg.language import Language


class Node:
    """A node has a value. `number` is its creation index in the graph, operands before users;
    `operands` must not be changed.
    """

    __slots__ = ("number", "operands")

    def __init__(self, operands: tuple[Node, ...]) -> None:
        self.operands = operands
        self.number = -1

    @property
    def head(self) -> tuple[object, ...]:
        """The key of this node among those with the same operands."""
        return (type(self),)

    @property
    def same_scope(self) -> tuple[Node, ...]:
        """The operands that belong to the scope of the node itself."""
        return self.operands

    @property
    def inner(self) -> tuple[Node, ...]:
        """The operands that belong to an inner scope."""
        return ()


class Constant(Node):
    """A word, in the notation of the graph's language."""

    __slots__ = ("value",)

    def __init__(self, value: int) -> None:
        super().__init__(())
        self.value = value

    @property
    def head(self) -> tuple[object, ...]:
        return (Constant, self.value)


class Text(Node):
    """The string of a literal argument, one character (0 to 255) for each byte."""

    __slots__ = ("content",)

    def __init__(self, content: str) -> None:
        super().__init__(())
        self.content = content

    @property
    def head(self) -> tuple[object, ...]:
        return (Text, self.content)


class Argument(Node):
    """`get-N`: an input of the region it is used in."""

    __slots__ = ("index",)

    def __init__(self, index: int) -> None:
        super().__init__(())
        self.index = index

    @property
    def head(self) -> tuple[object, ...]:
        return (Argument, self.index)


class Projection(Node):
    """`(get-N t)`: one of the values of a tuple."""

    __slots__ = ("index",)

    def __init__(self, index: int, source: Node) -> None:
        super().__init__((source,))
        self.index = index

    @property
    def head(self) -> tuple[object, ...]:
        return (Projection, self.index)

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


class Use(Node):
    """`(use a …)`: a state that depends on its operands."""

    __slots__ = ()


class Switch(Node):
    """A choice (gamma): the predicate selects the case that yields the outputs."""

    __slots__ = ("cases", "outputs")

    def __init__(self, cases: int, outputs: int, operands: tuple[Node, ...]) -> None:
        super().__init__(operands)
        self.cases = cases
        self.outputs = outputs

    @property
    def head(self) -> tuple[object, ...]:
        return (Switch, self.cases, self.outputs)

    @property
    def predicate(self) -> Node:
        """The number of the taken case."""
        return self.operands[0]

    @property
    def inputs(self) -> tuple[Node, ...]:
        """The inputs of the cases."""
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

    @property
    def width(self) -> int:
        """The number of variables."""
        return len(self.operands) // 2

    @property
    def inputs(self) -> tuple[Node, ...]:
        """The initial variables."""
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

    @property
    def function(self) -> Node:
        """The callee."""
        return self.operands[0]

    @property
    def inputs(self) -> tuple[Node, ...]:
        """The arguments."""
        return self.operands[1:]


class Recursion(Node):
    """`(rec-N f …)` (phi): functions, whose constants may be the functions themselves."""

    __slots__ = ()

    @property
    def same_scope(self) -> tuple[Node, ...]:
        return ()

    @property
    def inner(self) -> tuple[Node, ...]:
        return self.operands


class Graph:
    """Creates unique nodes. `names`: the source names of functions, which are hints, and not part
    of their identity.
    """

    __slots__ = ("_nodes", "language", "names")

    def __init__(self, language: Language) -> None:
        self.language = language
        self.names: dict[Node, str] = {}
        self._nodes: dict[tuple[tuple[object, ...], tuple[Node, ...]], Node] = {}

    def __len__(self) -> int:
        return len(self._nodes)

    def add(self, node: Node) -> Node:
        """The existing node equal to this one, or else the node itself."""
        key = (node.head, node.operands)
        known = self._nodes.get(key)
        if known is None:
            node.number = len(self._nodes)
            known = self._nodes[key] = node
        return known

    def constant(self, value: int) -> Node:
        """The node of a number."""
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
        """An operator, also by a synonym of the language.

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
        """A state that depends on its operands."""
        return self.add(Use(operands))

    def switch(
        self, predicate: Node, inputs: Sequence[Node], cases: Sequence[Sequence[Node]]
    ) -> Node:
        """A choice; `cases` holds the outputs of each case, at least one, equally many each."""
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
        """A function; `name`: its source name, if any."""
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
