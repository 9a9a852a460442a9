"""Instructions from their text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import lark

from yulopt.ssa.ir.function import Instruction, NamedValue, Phi, Terminator
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
from yulopt.ssa.text.name_scope import NameScope
from yulopt.ssa.text.parse_tree import (
    Node,
    Tree,
    children,
    first_token,
    number_of,
    result_names,
    tokens,
)

# The instructions with exactly one result, apart from calls.
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
                [(number_of(value), self._scope.target(target)) for value, target in pairs],
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
