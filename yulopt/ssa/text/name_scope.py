"""The names that the text of a function uses: values, blocks, builtins, other functions."""

from __future__ import annotations

import lark

from yulopt.dialect import Builtin, Dialect
from yulopt.errors import Source, YulError
from yulopt.ssa.ir.function import (
    Block,
    Constant,
    Module,
    NamedValue,
    Parameter,
    Text,
    Value,
    Variable,
)
from yulopt.ssa.text.parse_tree import Node, children, number_of, offset, string_of, tokens


class NameScope:
    """What the names in one function stand for. A value can be used before it is defined."""

    def __init__(self, source: Source, dialect: Dialect, module: Module) -> None:
        self.source = source
        self.blocks: dict[str, Block] = {}
        self.values: dict[str, NamedValue] = {}
        self._dialect = dialect
        self._module = module
        # Stand-ins for values that are defined further below, and where they are first used.
        self._awaited: dict[str, tuple[NamedValue, int]] = {}

    def settle(self) -> None:
        """At the end of the function, replace what stands in for values."""
        for name, (awaited, position) in self._awaited.items():
            value = self.values.get(name)
            if value is None:
                raise self.source.validation_error(position, f"there is no value %{name}")
            awaited.replace_all_uses(value)

    def define(self, value: NamedValue, position: int) -> NamedValue:
        """Enter a value under its name; a variable that is assigned once more stays the same."""
        known = self.values.get(value.name)
        if known is None:
            self.values[value.name] = value
            return value
        if not isinstance(known, Variable) or isinstance(value, Parameter):
            raise self.source.validation_error(position, f"there is already a value %{value.name}")
        return known

    def named(self, token: lark.Token) -> NamedValue:
        """The value of a name, or something that stands in for it until it is defined."""
        name = token[1:]
        value = self.values.get(name)
        if value is not None:
            return value
        if name not in self._awaited:
            self._awaited[name] = NamedValue(name), offset(token)
        return self._awaited[name][0]

    def target(self, node: Node) -> Block:
        """The block of a label."""
        assert isinstance(node, lark.Token)
        block = self.blocks.get(node[1:])
        if block is None:
            raise self.error(node, f"there is no block {node[1:]}")
        return block

    def builtin(self, token: Node) -> Builtin:
        """The builtin function of a name."""
        assert isinstance(token, lark.Token)
        builtin = self._dialect.builtin(token)
        if builtin is None:
            raise self.error(
                token,
                f"there is no instruction or builtin function '{token}'"
                f" (EVM version {self._dialect.version.text})",
            )
        return builtin

    def signature(self, token: Node) -> tuple[int, int]:
        """How many words a function of the module takes and returns."""
        assert isinstance(token, lark.Token)
        signature = self._module.signature(token[1:])
        if signature is None:
            raise self.error(
                token, f"there is no function {token}; one from elsewhere needs a 'declare'"
            )
        return signature

    def operands(self, node: Node) -> list[Value]:
        """The values of a list of operands."""
        return [self.operand(operand) for operand in children(node)]

    def operand(self, node: Node) -> Value:
        """The value of an operand."""
        assert isinstance(node, lark.Tree)
        token = tokens(node)[0]
        if node.data == "value":
            return self.named(token)
        if node.data == "number":
            return Constant(number_of(token))
        if node.data == "string":
            return Text(string_of(token))
        return Constant(1 if node.data == "true" else 0)

    def error(self, node: Node, message: str) -> YulError:
        """An error at the start of a node."""
        return self.source.validation_error(offset(node), message)
