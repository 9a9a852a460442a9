"""The nodes of a Yul program.

A program is a tree of plain, mutable objects. Steps change it in place; a node is compared by
identity, never by content (see `yulopt.analysis.equality` for that). `position` is the offset of
the node's first character in the source text. A node created by a step has that of the node it
replaces, as in solc's debug data; -1 if it has no source, and AS_BEFORE if it is unspecified, so
that it belongs to the preceding text.

Source: the Yul grammar of the Solidity documentation; chapter 01 of the specification.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Sequence
from typing import Final, Union

from yulopt.dialect.builtins import Builtin


class LiteralKind(enum.Enum):
    """The spelling of a literal. Equality of literals ignores it; their order does not."""

    NUMBER = 0
    BOOLEAN = 1
    STRING = 2


AS_BEFORE: Final = -2
NUMBER: Final = LiteralKind.NUMBER
BOOLEAN: Final = LiteralKind.BOOLEAN
STRING: Final = LiteralKind.STRING


# The maximum number of characters of a node's text in its `repr`.
_REPR_LENGTH: Final = 60

# Parts of a text: nodes, and the text between them.
Part = Union["Node", str]


class Node:
    """Anything in the tree. Its `repr` is the class and the text in one line, cut off if long."""

    __slots__ = ("position",)

    def __init__(self, position: int = -1) -> None:
        self.position = position

    def text_parts(self) -> list[Part]:
        """The text of the node in one line, with other nodes in it for their text."""
        return []

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {_start_of_text(self)}>"


def _start_of_text(node: Node) -> str:
    """The text of a node, or its beginning; takes as long for a large tree as for a small one."""
    text = ""
    pending: list[Part] = [node]
    while pending and len(text) <= _REPR_LENGTH:
        part = pending.pop()
        if isinstance(part, str):
            text += part
        else:
            pending.extend(reversed(part.text_parts()))
    if len(text) > _REPR_LENGTH:
        return text[: _REPR_LENGTH - 3].rstrip() + "..."
    return text


def _separated(nodes: Sequence[Node], separator: str) -> list[Part]:
    """Nodes with something between them, as many as can be shown."""
    parts: list[Part] = []
    for node in nodes[:_REPR_LENGTH]:
        parts += [separator, node] if parts else [node]
    return parts


class Expression(Node):
    """`Literal`, `Identifier` or `FunctionCall`."""

    __slots__ = ()


class Literal(Expression):
    """A constant.

    `value` is the 256-bit word (0 for an unlimited literal). `text` is the spelling to print: the
    source text of a number, the content of a string with one character (0 to 255) per byte, None
    for a value that a step computed and for booleans. `unlimited` marks the string of a
    literal-only argument (`datasize("name")`): it has any length and no word value.
    """

    __slots__ = ("kind", "text", "unlimited", "value")

    def __init__(
        self,
        kind: LiteralKind,
        value: int,
        text: str | None = None,
        unlimited: bool = False,
        position: int = -1,
    ) -> None:
        self.kind = kind
        self.value = value
        self.text = text
        self.unlimited = unlimited
        self.position = position

    def text_parts(self) -> list[Part]:
        if self.kind is STRING:
            shown = (self.text or "")[:_REPR_LENGTH].encode("unicode_escape").decode()
            return ['"', shown.replace('"', '\\"'), '"']
        if self.kind is BOOLEAN:
            return ["true" if self.value else "false"]
        return [str(self.value) if self.text is None else self.text[: _REPR_LENGTH + 1]]


class Identifier(Expression):
    """A variable that is read, or the target of an assignment."""

    __slots__ = ("name",)

    def __init__(self, name: str, position: int = -1) -> None:
        self.name = name
        self.position = position

    def text_parts(self) -> list[Part]:
        return [self.name]


class FunctionCall(Expression):
    """A call; `builtin` is None when the callee is a function of the program."""

    __slots__ = ("arguments", "builtin", "name")

    def __init__(
        self,
        name: str,
        arguments: list[Expression],
        builtin: Builtin | None = None,
        position: int = -1,
    ) -> None:
        self.name = name
        self.arguments = arguments
        self.builtin = builtin
        self.position = position

    def text_parts(self) -> list[Part]:
        return [self.name, "(", *_separated(self.arguments, ", "), ")"]


class Statement(Node):
    """Anything that can stand in a block."""

    __slots__ = ()


class ExpressionStatement(Statement):
    """A call that returns nothing, for its effect."""

    __slots__ = ("expression",)

    def __init__(self, expression: Expression, position: int = -1) -> None:
        self.expression = expression
        self.position = position

    def text_parts(self) -> list[Part]:
        return [self.expression]


class Assignment(Statement):
    """`a, b := value`."""

    __slots__ = ("targets", "value")

    def __init__(self, targets: list[Identifier], value: Expression, position: int = -1) -> None:
        self.targets = targets
        self.value = value
        self.position = position

    def text_parts(self) -> list[Part]:
        return [*_separated(self.targets, ", "), " := ", self.value]


class VariableDeclaration(Statement):
    """`let a, b := value`; without a value the variables are zero.

    `names_position`: the position of the names, which steps may copy from another node.
    """

    __slots__ = ("names", "names_position", "value")

    def __init__(self, names: list[str], value: Expression | None, position: int = -1) -> None:
        self.names = names
        self.value = value
        self.position = position
        self.names_position = position

    def text_parts(self) -> list[Part]:
        names = ", ".join(self.names[:_REPR_LENGTH])
        return [f"let {names}"] if self.value is None else [f"let {names} := ", self.value]


class Block(Statement):
    """`{ ... }`: a scope and a statement list."""

    __slots__ = ("statements",)

    def __init__(self, statements: list[Statement], position: int = -1) -> None:
        self.statements = statements
        self.position = position

    def text_parts(self) -> list[Part]:
        return ["{ ", *_separated(self.statements, " "), " }"] if self.statements else ["{ }"]


class FunctionDefinition(Statement):
    """`function name(parameters) -> returns body`.

    `return_positions` are those of the return variables, where they are known.
    """

    __slots__ = ("body", "name", "parameters", "return_positions", "returns")

    def __init__(
        self,
        name: str,
        parameters: list[str],
        returns: list[str],
        body: Block,
        position: int = -1,
        return_positions: tuple[int, ...] = (),
    ) -> None:
        self.name = name
        self.parameters = parameters
        self.returns = returns
        self.body = body
        self.position = position
        self.return_positions = return_positions

    def text_parts(self) -> list[Part]:
        head = f"function {self.name}({', '.join(self.parameters[:_REPR_LENGTH])}) "
        if self.returns:
            head += f"-> {', '.join(self.returns[:_REPR_LENGTH])} "
        return [head, self.body]

    def return_position(self, index: int) -> int:
        """The position of a return variable, or of the function if that is not known."""
        return self.return_positions[index] if self.return_positions else self.position

    def keep_returns(self, is_kept: Callable[[str], bool]) -> None:
        """Drop the other return variables."""
        kept = [index for index, name in enumerate(self.returns) if is_kept(name)]
        if self.return_positions:
            self.return_positions = tuple(self.return_positions[index] for index in kept)
        self.returns = [self.returns[index] for index in kept]

    @property
    def names_position(self) -> int:
        """The position of the parameters and return variables, in the head of the definition."""
        return self.position + len("function") if self.position >= 0 else self.position


class If(Statement):
    """`if condition body`."""

    __slots__ = ("body", "condition")

    def __init__(self, condition: Expression, body: Block, position: int = -1) -> None:
        self.condition = condition
        self.body = body
        self.position = position

    def text_parts(self) -> list[Part]:
        return ["if ", self.condition, " ", self.body]


class Case(Node):
    """One branch of a switch; `label` is None for the default."""

    __slots__ = ("body", "label")

    def __init__(self, label: Literal | None, body: Block, position: int = -1) -> None:
        self.label = label
        self.body = body
        self.position = position

    def text_parts(self) -> list[Part]:
        label: list[Part] = ["default "] if self.label is None else ["case ", self.label, " "]
        return [*label, self.body]


class Switch(Statement):
    """`switch expression cases`; a default, if there is one, is the last case."""

    __slots__ = ("cases", "expression")

    def __init__(self, expression: Expression, cases: list[Case], position: int = -1) -> None:
        self.expression = expression
        self.cases = cases
        self.position = position

    def text_parts(self) -> list[Part]:
        return ["switch ", self.expression, " ", *_separated(self.cases, " ")]


class ForLoop(Statement):
    """`for init condition post body`; the scope of `init` covers the other three."""

    __slots__ = ("body", "condition", "init", "post")

    def __init__(
        self,
        init: Block,
        condition: Expression,
        post: Block,
        body: Block,
        position: int = -1,
    ) -> None:
        self.init = init
        self.condition = condition
        self.post = post
        self.body = body
        self.position = position

    def text_parts(self) -> list[Part]:
        return ["for ", self.init, " ", self.condition, " ", self.post, " ", self.body]


class Break(Statement):
    """`break`."""

    __slots__ = ()

    def text_parts(self) -> list[Part]:
        return ["break"]


class Continue(Statement):
    """`continue`."""

    __slots__ = ()

    def text_parts(self) -> list[Part]:
        return ["continue"]


class Leave(Statement):
    """`leave`: return from the function."""

    __slots__ = ()

    def text_parts(self) -> list[Part]:
        return ["leave"]


def zero_literal(position: int = -1) -> Literal:
    """A new literal 0 without a spelling, as steps write an implicit zero."""
    return Literal(NUMBER, 0, position=position)


def is_zero_literal(expression: Expression) -> bool:
    """Whether this is a literal with the word value 0, however it is written."""
    return isinstance(expression, Literal) and not expression.unlimited and expression.value == 0
