"""Yul text, exactly as solc prints it.

Source: chapter 01, sections 10 and 12 of the specification.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from mypy_extensions import mypyc_attr

from yulopt.syntax.arguments import check_argument
from yulopt.syntax.ast import (
    STRING,
    Assignment,
    Block,
    Break,
    Continue,
    Expression,
    ExpressionStatement,
    ForLoop,
    FunctionCall,
    FunctionDefinition,
    Identifier,
    If,
    Leave,
    Literal,
    LiteralKind,
    Statement,
    Switch,
    VariableDeclaration,
)
from yulopt.syntax.deep_stack import run_with_deep_stack
from yulopt.syntax.objects import Data, Object

# A block whose content is shorter than this is printed on one line.
_SHORT_BLOCK: Final = 30
# A loop whose three headers are shorter than this together has them on one line.
_SHORT_LOOP_HEADER: Final = 60

_ESCAPES: Final = {
    **{byte: f"\\x{byte:02x}" for byte in range(256) if not 0x20 <= byte <= 0x7E},
    ord("\\"): "\\\\",
    ord('"'): '\\"',
    ord("\n"): "\\n",
    ord("\r"): "\\r",
    ord("\t"): "\\t",
}


def print_yul(program: Object | Block) -> str:
    """The text of an object tree (with a line feed at its end) or of one block (without).

    Raises TypeError for anything else.
    """
    check_argument("program", program, Object, Block)
    return run_with_deep_stack(lambda: _print(program))


def _print(program: Object | Block) -> str:
    if isinstance(program, Block):
        return "\n".join(_PLAIN.block(program))
    return "\n".join(print_around_code(program, lambda tree: _PLAIN.block(tree.code))) + "\n"


def print_around_code(program: Object, code_lines: Callable[[Object], list[str]]) -> list[str]:
    """The lines of an object tree, with given lines for the code of each object."""
    lines = source_lines(program)
    code = code_lines(program)
    inside = [f"code {code[0]}", *code[1:]]
    for child in program.children:
        if isinstance(child, Data):
            content = child.content.encode("latin-1").hex()
            inside.append(f'data {quote(child.name)} hex"{content}"')
        else:
            inside.extend(print_around_code(child, code_lines))
    return [*lines, f"object {quote(program.name)} {{", *_indent(inside), "}"]


def source_lines(program: Object) -> list[str]:
    """The line with the names of the sources that the code of an object may come from, if any."""
    names = program.source_names
    if names is None:
        return []
    sources = [f"{index}:{quote(name)}" for index, name in sorted(names.items())]
    return [f"/// @use-src {', '.join(sources)}"]


def quote(content: str) -> str:
    """A string literal with this content (one character per byte)."""
    return '"' + content.translate(_ESCAPES) + '"'


def print_expression(expression: Expression) -> str:
    """The text of one expression."""
    return _PLAIN.expression(expression)


def print_literal(literal: Literal) -> str:
    """The text of a literal: its spelling if it has one, else its value."""
    if literal.kind is STRING:
        return quote(literal.text or "")
    if literal.kind is LiteralKind.BOOLEAN:
        return "true" if literal.value else "false"
    return str(literal.value) if literal.text is None else literal.text


def _indent(lines: list[str]) -> list[str]:
    return ["    " + line for line in lines]


@mypyc_attr(allow_interpreted_subclasses=True)
class Printer:
    """Prints nodes in textual order.

    A statement is returned as lines: whether it fits on one line depends on its inner lines.
    """

    def expression(self, expression: Expression) -> str:
        """The text of an expression."""
        if isinstance(expression, FunctionCall):
            arguments = [self.expression(argument) for argument in expression.arguments]
            return f"{expression.name}({', '.join(arguments)})"
        if isinstance(expression, Identifier):
            return expression.name
        assert isinstance(expression, Literal)
        return print_literal(expression)

    def declared_names(self, declaration: VariableDeclaration) -> str:
        """The names of the variables in a declaration."""
        return ", ".join(declaration.names)

    def block(self, block: Block) -> list[str]:
        """The lines of a block."""
        lines: list[str] = []
        for statement in block.statements:
            lines.extend(self.statement(statement))
        if not lines:
            return ["{ }"]
        if len(lines) == 1 and len(lines[0]) < _SHORT_BLOCK:
            return [f"{{ {lines[0]} }}"]
        return ["{", *_indent(lines), "}"]

    def statement(self, statement: Statement) -> list[str]:
        """The lines of a statement."""
        if isinstance(statement, ExpressionStatement):
            return [self.expression(statement.expression)]
        if isinstance(statement, VariableDeclaration):
            names = self.declared_names(statement)
            if statement.value is None:
                return [f"let {names}"]
            return [f"let {names} := {self.expression(statement.value)}"]
        if isinstance(statement, Assignment):
            names = ", ".join([self.expression(target) for target in statement.targets])
            return [f"{names} := {self.expression(statement.value)}"]
        if isinstance(statement, Block):
            return self.block(statement)
        if isinstance(statement, If):
            head = f"if {self.expression(statement.condition)}"
            body = self.block(statement.body)
            return [f"{head} {body[0]}"] if len(body) == 1 else [head, *body]
        if isinstance(statement, FunctionDefinition):
            head = f"function {statement.name}({', '.join(statement.parameters)})"
            if statement.returns:
                head += f" -> {', '.join(statement.returns)}"
            return [head, *self.block(statement.body)]
        if isinstance(statement, Switch):
            return self._switch(statement)
        if isinstance(statement, ForLoop):
            return self._for(statement)
        return [_JUMPS[type(statement)]]

    def _switch(self, switch: Switch) -> list[str]:
        lines = [f"switch {self.expression(switch.expression)}"]
        for case in switch.cases:
            label = "default" if case.label is None else f"case {self.expression(case.label)}"
            body = self.block(case.body)
            lines.append(f"{label} {body[0]}")
            lines.extend(body[1:])
        return lines

    def _for(self, loop: ForLoop) -> list[str]:
        init = self.block(loop.init)
        condition = self.expression(loop.condition)
        post = self.block(loop.post)
        fits = (
            len(init) == 1
            and len(post) == 1
            and len(init[0]) + len(condition) + len(post[0]) < _SHORT_LOOP_HEADER
        )
        if fits:
            head = [f"for {init[0]} {condition} {post[0]}"]
        else:
            head = [f"for {init[0]}", *init[1:], condition, *post]
        return [*head, *self.block(loop.body)]


_JUMPS: Final[dict[type[Statement], str]] = {
    Break: "break",
    Continue: "continue",
    Leave: "leave",
}
_PLAIN: Final = Printer()
