"""Instructions from their text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import lark

from yulopt.ssa.ir.function import Instruction, NamedValue, Phi, Terminator, Value
from yulopt.ssa.ir.instructions import (
    Alloca,
    Array,
    ArrayGet,
    ArraySet,
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
from yulopt.ssa.ir.types import WORD, ArrayType, Type
from yulopt.ssa.text.name_scope import NameScope
from yulopt.ssa.text.parse_tree import (
    Node,
    Tree,
    children,
    first_token,
    number_of,
    offset,
    result_names,
    tokens,
    type_of,
)

# The instructions with exactly one result, apart from calls.
_KINDS_WITH_RESULT: Final = frozenset("alloca load array array_get array_set phi copy".split())


class InstructionReader:
    """Makes the instructions of one function.

    `stores` are those made so far, with the types that the text states for their values, and the
    places of these values.
    """

    def __init__(self, scope: NameScope) -> None:
        self.stores: list[tuple[Store, Type, int]] = []
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
            return len(self._scope.signature(operation.children[1])[1])
        return 1 if operation.data in _KINDS_WITH_RESULT else 0

    def _operation(self, node: Tree, names: list[str]) -> Instruction:
        kind = str(node.data)
        keyword, *parts = node.children
        if kind == "builtin_call":
            return BuiltinCall(self._scope.builtin(keyword), self._scope.operands(parts[0]), names)
        if kind == "load":
            return Load(type_of(parts[0]), self._scope.operand(parts[1]), names[0])
        if kind == "store":
            return self._store(parts)
        if kind == "phi":
            return self._phi(parts, names[0])
        if kind == "call":
            callee = parts[0]
            assert isinstance(callee, lark.Token)
            return Call(
                callee[1:], self._scope.operands(parts[1]), self._scope.signature(callee)[1], names
            )
        if kind == "alloca":
            flags = {token.type for token in tokens(parts[0])}
            return Alloca(
                type_of(parts[1]),
                names[0],
                is_parameter="PARAMETER" in flags,
                volatile="VOLATILE" in flags,
            )
        if kind == "copy":
            type, source = self._copied(parts[0])
            return Copy(NamedValue(type, names[0]), source)
        if kind in ("array", "array_get", "array_set"):
            return self._array_operation(kind, parts, names[0])
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
                [(number_of(value), self._scope.target(target)) for value, target in pairs],
            )
        if kind == "return":
            return Return(self._scope.operands(parts[0]))
        if kind == "end":
            return End(self._scope.builtin(parts[0]), self._scope.operands(parts[1]))
        assert kind == "unreachable"
        return Unreachable()

    def _store(self, parts: Sequence[Node]) -> Store:
        type, value, reference = parts
        store = Store(self._scope.operand(value), self._scope.operand(reference))
        self.stores.append((store, type_of(type), offset(first_token(value))))
        return store

    def _parallel_copy(self, node: Tree) -> ParallelCopy:
        targets, keyword, *copied = node.children
        names = [str(token)[1:] for token in tokens(targets)]
        sources = [self._copied(item) for item in copied]
        if len(names) != len(sources):
            raise self._scope.error(
                keyword, f"there are {len(names)} targets, but {len(sources)} sources"
            )
        values = [NamedValue(type, name) for name, (type, _) in zip(names, sources, strict=True)]
        return ParallelCopy(values, [source for _, source in sources])

    def _copied(self, node: Node) -> tuple[Type, Value]:
        type, operand = children(node)
        return WORD if type is None else type_of(type), self._scope.operand(operand)

    def _phi(self, parts: Sequence[Node], name: str) -> Phi:
        phi = Phi(type_of(parts[0]), name)
        for part in parts[1:]:
            operand, label = children(part)
            block = self._scope.target(label)
            if phi.has_incoming(block):
                raise self._scope.error(label, f"there are two operands for block {block.label}")
            phi.add_incoming(block, self._scope.operand(operand))
        return phi

    def _array_operation(self, kind: str, parts: Sequence[Node], name: str) -> Instruction:
        type = type_of(parts[0])
        if kind == "array_get":
            array, index = (self._scope.operand(part) for part in parts[1:])
            return ArrayGet(type, array, index, name)
        if kind == "array_set":
            array, index, element = (self._scope.operand(part) for part in parts[1:])
            return ArraySet(type, array, index, element, name)
        operands = self._scope.operands(parts[1])
        if not isinstance(type, ArrayType):
            raise self._scope.error(first_token(parts[0]), f"{type} is not the type of an array")
        return Array(type, operands, name)


def _count(results: int) -> str:
    return "no results" if results == 0 else f"{results} result{'' if results == 1 else 's'}"
