"""The nodes of a Yul program.

A program is a tree of plain, mutable objects. Steps change it in place; a node is compared by
identity, never by content (see `yulopt.analysis.equality` for that). `position` is the offset of
the node's first character in the source text, or -1 for nodes that a step made.

Source: the Yul grammar of the Solidity documentation; chapter 01 of the specification.
"""

from __future__ import annotations

import enum
from typing import Final

from yulopt.dialect.builtins import Builtin


class LiteralKind(enum.Enum):
    """How a literal is written. Equality of literals ignores it; their order does not."""

    NUMBER = 0
    BOOLEAN = 1
    STRING = 2


NUMBER: Final = LiteralKind.NUMBER
BOOLEAN: Final = LiteralKind.BOOLEAN
STRING: Final = LiteralKind.STRING


class Node:
    """Anything in the tree."""

    __slots__ = ("position",)

    def __init__(self, position: int = -1) -> None:
        self.position = position


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


class Identifier(Expression):
    """A variable that is read, or the target of an assignment."""

    __slots__ = ("name",)

    def __init__(self, name: str, position: int = -1) -> None:
        self.name = name
        self.position = position


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


class Statement(Node):
    """Anything that can stand in a block."""

    __slots__ = ()


class ExpressionStatement(Statement):
    """A call that returns nothing, for its effect."""

    __slots__ = ("expression",)

    def __init__(self, expression: Expression, position: int = -1) -> None:
        self.expression = expression
        self.position = position


class Assignment(Statement):
    """`a, b := value`."""

    __slots__ = ("targets", "value")

    def __init__(self, targets: list[Identifier], value: Expression, position: int = -1) -> None:
        self.targets = targets
        self.value = value
        self.position = position


class VariableDeclaration(Statement):
    """`let a, b := value`; without a value the variables are zero."""

    __slots__ = ("names", "value")

    def __init__(self, names: list[str], value: Expression | None, position: int = -1) -> None:
        self.names = names
        self.value = value
        self.position = position


class Block(Statement):
    """`{ ... }`: a scope and a statement list."""

    __slots__ = ("statements",)

    def __init__(self, statements: list[Statement], position: int = -1) -> None:
        self.statements = statements
        self.position = position


class FunctionDefinition(Statement):
    """`function name(parameters) -> returns body`."""

    __slots__ = ("body", "name", "parameters", "returns")

    def __init__(
        self,
        name: str,
        parameters: list[str],
        returns: list[str],
        body: Block,
        position: int = -1,
    ) -> None:
        self.name = name
        self.parameters = parameters
        self.returns = returns
        self.body = body
        self.position = position


class If(Statement):
    """`if condition body`."""

    __slots__ = ("body", "condition")

    def __init__(self, condition: Expression, body: Block, position: int = -1) -> None:
        self.condition = condition
        self.body = body
        self.position = position


class Case(Node):
    """One branch of a switch; `label` is None for the default."""

    __slots__ = ("body", "label")

    def __init__(self, label: Literal | None, body: Block, position: int = -1) -> None:
        self.label = label
        self.body = body
        self.position = position


class Switch(Statement):
    """`switch expression cases`; a default, if there is one, is the last case."""

    __slots__ = ("cases", "expression")

    def __init__(self, expression: Expression, cases: list[Case], position: int = -1) -> None:
        self.expression = expression
        self.cases = cases
        self.position = position


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


class Break(Statement):
    """`break`."""

    __slots__ = ()


class Continue(Statement):
    """`continue`."""

    __slots__ = ()


class Leave(Statement):
    """`leave`: return from the function."""

    __slots__ = ()


def zero_literal() -> Literal:
    """A new literal 0 without a spelling, as steps write an implicit zero."""
    return Literal(NUMBER, 0)


def is_zero_literal(expression: Expression) -> bool:
    """Whether this is a literal with the word value 0, however it is written."""
    return isinstance(expression, Literal) and not expression.unlimited and expression.value == 0
