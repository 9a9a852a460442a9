"""Builds instructions from Lark's parse trees, and resolves the names they use."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import lark

from yulopt.dialect import Builtin, Dialect
from yulopt.errors import Source, YulError
from yulopt.ssa.ir.function import (
    Block,
    Constant,
    Instruction,
    Module,
    NamedValue,
    Parameter,
    Phi,
    Terminator,
    Text,
    Value,
    Variable,
)
from yulopt.ssa.ir.instructions import (
    Alloca,
    Branch,
    BuiltinCall,
    Call,
    Copy,
    End,
    Jump,
    Load,
    ParallelCopy,
    Return,
    Store,
    Switch,
    Unreachable,
)
from yulopt.syntax.literals import WORD_MASK, decode_string, hex_string_content

# The instructions with exactly one result, except calls.
_KINDS_WITH_RESULT: Final = frozenset("alloca load phi copy".split())


class InstructionReader:
    """Makes the instructions of one function."""

    def __init__(self, scope: NameScope) -> None:
        self._scope = scope

    def read(self, node: Tree) -> Instruction:
        """The instruction of a node, not yet in a block."""
        if node.data == "parallel_copy":
            return self._parallel_copy(node)
        operation = node.children[1]
        assert isinstance(operation, lark.Tree)
        names = list(result_names(node))
        count = self._result_count(operation)
        if len(names) != count:
            raise self._scope.error(
                first_token(node), f"expected {_count(count)} on the left but found {len(names)}"
            )
        return self._operation(operation, names)

    def _result_count(self, operation: Tree) -> int:
        if operation.data == "builtin_call":
            return self._scope.builtin(operation.children[0]).returns
        if operation.data == "call":
            return self._scope.signature(operation.children[1])[1]
        return 1 if operation.data in _KINDS_WITH_RESULT else 0

    def _operation(self, node: Tree, names: list[str]) -> Instruction:
        kind = str(node.data)
        keyword, *parts = node.children
        if kind == "builtin_call":
            return BuiltinCall(self._scope.builtin(keyword), self._scope.operands(parts[0]), names)
        if kind == "load":
            return Load(self._scope.operand(parts[0]), names[0])
        if kind == "store":
            return Store(self._scope.operand(parts[0]), self._scope.operand(parts[1]))
        if kind == "phi":
            return self._phi(parts, names[0])
        if kind == "call":
            callee = parts[0]
            assert isinstance(callee, lark.Token)
            return Call(callee[1:], self._scope.operands(parts[1]), names)
        if kind == "alloca":
            return Alloca(names[0], is_parameter=parts[0] is not None)
        if kind == "copy":
            return Copy(NamedValue(names[0]), self._scope.operand(parts[0]))
        return self._terminator(kind, parts)

    def _terminator(self, kind: str, parts: Sequence[Node]) -> Terminator:
        if kind == "jump":
            return Jump(self._scope.target(parts[0]))
        if kind == "branch":
            condition, then, otherwise = parts
            return Branch(
                self._scope.operand(condition),
                self._scope.target(then),
                self._scope.target(otherwise),
            )
        if kind == "switch":
            selector, default, cases = parts
            pairs = [children(case) for case in children(cases)]
            return Switch(
                self._scope.operand(selector),
                self._scope.target(default),
                [(_number_of(value), self._scope.target(target)) for value, target in pairs],
            )
        if kind == "return":
            return Return(self._scope.operands(parts[0]))
        if kind == "end":
            return End(self._scope.builtin(parts[0]), self._scope.operands(parts[1]))
        assert kind == "unreachable"
        return Unreachable()

    def _parallel_copy(self, node: Tree) -> ParallelCopy:
        targets, keyword, *copied = node.children
        names = [str(token)[1:] for token in tokens(targets)]
        sources = [self._scope.operand(item) for item in copied]
        if len(names) != len(sources):
            raise self._scope.error(
                keyword, f"there are {len(names)} targets, but {len(sources)} sources"
            )
        return ParallelCopy([NamedValue(name) for name in names], sources)

    def _phi(self, parts: Sequence[Node], name: str) -> Phi:
        phi = Phi(name)
        for part in parts:
            operand, label = children(part)
            block = self._scope.target(label)
            if phi.has_incoming(block):
                raise self._scope.error(label, f"there are two operands for block {block.label}")
            phi.add_incoming(block, self._scope.operand(operand))
        return phi


def _count(results: int) -> str:
    return "no results" if results == 0 else f"{results} result{'' if results == 1 else 's'}"


class NameScope:
    """The symbol table of one function. A value can be used before it is defined."""

    def __init__(self, source: Source, dialect: Dialect, module: Module) -> None:
        self.source = source
        self.blocks: dict[str, Block] = {}
        self.values: dict[str, NamedValue] = {}
        self._dialect = dialect
        self._module = module
        # Placeholders for values that are defined further below, and their first uses.
        self._awaited: dict[str, tuple[NamedValue, int]] = {}

    def settle(self) -> None:
        """At the end of the function, replace placeholders by values."""
        for name, (awaited, position) in self._awaited.items():
            value = self.values.get(name)
            if value is None:
                raise self.source.validation_error(position, f"there is no value %{name}")
            awaited.replace_all_uses(value)

    def define(self, value: NamedValue, position: int) -> NamedValue:
        """Enter a value under its name; reassigning a variable keeps it."""
        known = self.values.get(value.name)
        if known is None:
            self.values[value.name] = value
            return value
        if not isinstance(known, Variable) or isinstance(value, Parameter):
            raise self.source.validation_error(position, f"there is already a value %{value.name}")
        return known

    def named(self, token: lark.Token) -> NamedValue:
        """The value of a name, or a placeholder until it is defined."""
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
        """The numbers of parameters and results of a function of the module."""
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
            return Constant(_number_of(token))
        if node.data == "string":
            return Text(string_of(token))
        return Constant(1 if node.data == "true" else 0)

    def error(self, node: Node, message: str) -> YulError:
        """An error at the start of a node."""
        return self.source.validation_error(offset(node), message)


Tree = lark.Tree[lark.Token]
Node = Tree | lark.Token | None

_DIGITS_AT_ONCE: Final = 1000


def children(node: Node) -> list[Node]:
    """The parts of a node; a missing optional part has none."""
    return list(node.children) if isinstance(node, lark.Tree) else []


def tokens(node: Node) -> list[lark.Token]:
    """The tokens among the parts of a node."""
    return [part for part in children(node) if isinstance(part, lark.Token)]


def first_token(node: Node) -> lark.Token:
    """The token with which the text of a node begins."""
    while isinstance(node, lark.Tree):
        node = next(part for part in node.children if part is not None)
    assert node is not None
    return node


def offset(node: Node) -> int:
    """The offset of the text of a node."""
    token = first_token(node)
    assert token.start_pos is not None
    return token.start_pos


def result_names(node: Node) -> list[str]:
    """The names on the left side of an instruction."""
    if isinstance(node, lark.Tree) and node.data == "parallel_copy":
        return [token[1:] for token in tokens(node.children[0])]
    first = children(node)[0]
    if not isinstance(first, lark.Token):
        return []
    return [name.strip()[1:] for name in first[:-1].split(",")]


def is_copy(node: Node) -> bool:
    """Whether an instruction copies, in parallel or not."""
    if not isinstance(node, lark.Tree):
        return False
    operation = node.children[1]
    return node.data == "parallel_copy" or (
        isinstance(operation, lark.Tree) and operation.data == "copy"
    )


def string_of(node: Node) -> str:
    """The content of a string, one character for each byte."""
    assert isinstance(node, lark.Token)
    return hex_string_content(node) if node[0] == "h" else decode_string(node)


def _number_of(node: Node) -> int:
    """The value of a number, modulo 2**256."""
    assert isinstance(node, lark.Token)
    digits = node.removeprefix("-")
    if digits.startswith("0x"):
        value = int(digits, 16)
    else:
        value = 0
        # In chunks, since Python refuses to convert very long decimal numbers at once.
        for start in range(0, len(digits), _DIGITS_AT_ONCE):
            piece = digits[start : start + _DIGITS_AT_ONCE]
            value = (value * 10 ** len(piece) + int(piece)) & WORD_MASK
    return (-value if node.startswith("-") else value) & WORD_MASK
