"""Prints a graph as an S-expression: shared nodes are bound by a let, once.

Bindings are outermost, definitions before uses, and numbered in this order. Lines are broken at 80
columns.

Source: chapter 09, section 3 of the specification.
"""

from __future__ import annotations

from typing import Final

from yulopt.rvsdg.ir import (
    Argument,
    Call,
    Constant,
    Function,
    Loop,
    Node,
    Operator,
    Projection,
    Recursion,
    Switch,
    Text,
    Use,
)
from yulopt.rvsdg.traversal import postorder
from yulopt.syntax.printer import quote

# The builtin of the EVM; `call` calls a function of the program.
EVM_CALL: Final = "evm-call"
_WIDTH: Final = 80
_INDENT: Final = 2
# Deeper terms stay at this indentation, so that the text is not quadratic in the depth.
_MAX_INDENT: Final = 40


def print_expression(root: Node) -> str:
    """The text of a graph, without a line break at its end."""
    return "\n".join(_Printer(root).lines())


def head_text(node: Node) -> str:
    """The head of a node: all of an atom, else the text after the parenthesis."""
    if isinstance(node, Constant):
        return str(node.value)
    if isinstance(node, Text):
        return quote(node.content)
    if isinstance(node, (Argument, Projection)):
        return f"get-{node.index}"
    if isinstance(node, Operator):
        return EVM_CALL if node.name == "call" else node.name
    if isinstance(node, Switch):
        return f"switch-{node.cases}-cases-{node.outputs}-outputs"
    if isinstance(node, Function):
        return f"func-{node.inputs}-inputs-{node.outputs}-outputs"
    if isinstance(node, Recursion):
        return f"rec-{len(node.operands)}"
    return _HEADS[type(node)]


_HEADS: Final[dict[type[Node], str]] = {Use: "use", Loop: "loop", Call: "call"}


def _is_atom(node: Node) -> bool:
    return isinstance(node, (Constant, Text, Argument))


class _Printer:
    """`_names`: the variables of bound nodes; `_widths`: the length of each definition in one
    line."""

    def __init__(self, root: Node) -> None:
        self._root = root
        self._order = postorder([root])
        uses: dict[Node, int] = {}
        for node in self._order:
            for operand in node.operands:
                uses[operand] = uses.get(operand, 0) + 1
        self._names: dict[Node, str] = {}
        for node in self._order:
            if node.operands and uses.get(node, 0) > 1:
                self._names[node] = f"?{len(self._names)}"
        self._widths: dict[Node, int] = {}
        for node in self._order:
            width = len(head_text(node)) + (0 if _is_atom(node) else 2)
            self._widths[node] = width + sum(1 + self._width(child) for child in node.operands)

    def _width(self, node: Node) -> int:
        """The length of a use of the node."""
        name = self._names.get(node)
        return self._widths[node] if name is None else len(name)

    def lines(self) -> list[str]:
        """The whole text."""
        lines: list[str] = []
        for node, name in self._names.items():
            if len(name) + 2 + self._widths[node] <= _WIDTH:
                lines.append(f"({name} {self._flat(node)}")
            else:
                lines.append(f"({name}")
                lines.extend(self._broken(node, _INDENT, 0))
        lines.extend(self._broken(self._root, 0, len(self._names)))
        return lines

    def _broken(self, root: Node, indent: int, closing: int) -> list[str]:
        """The definition of a node in lines, followed by some closing parentheses."""
        lines: list[str] = []
        stack: list[tuple[Node, int, int]] = [(root, indent, closing)]
        while stack:
            node, indent, closing = stack.pop()
            name = self._names.get(node) if node is not root else None
            width = self._widths[node] if name is None else len(name)
            margin = " " * min(indent, _MAX_INDENT)
            if name is not None:
                lines.append(f"{margin}{name}{')' * closing}")
            elif not node.operands or len(margin) + width + closing <= _WIDTH:
                lines.append(f"{margin}{self._flat(node)}{')' * closing}")
            else:
                lines.append(f"{margin}({head_text(node)}")
                last = len(node.operands) - 1
                stack.extend(
                    (child, indent + _INDENT, closing + 1 if index == last else 0)
                    for index, child in reversed(list(enumerate(node.operands)))
                )
        return lines

    def _flat(self, root: Node) -> str:
        """The definition of a node in one line."""
        parts: list[str] = []
        stack: list[Node | str] = [root]
        while stack:
            item = stack.pop()
            if isinstance(item, str):
                parts.append(item)
                continue
            name = self._names.get(item) if item is not root else None
            if name is not None:
                parts.append(name)
            elif _is_atom(item):
                parts.append(head_text(item))
            else:
                parts.append(f"({head_text(item)}")
                stack.append(")")
                for child in reversed(item.operands):
                    stack.extend((child, " "))
        return "".join(parts)
