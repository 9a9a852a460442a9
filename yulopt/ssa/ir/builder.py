"""Builds instructions at the end of a block.

Source: chapter 08, section 1.2 of the specification.
"""

from __future__ import annotations

from collections.abc import Sequence

from yulopt.ssa.ir.function import Block, Module, NamedValue, Value
from yulopt.ssa.ir.instructions import (
    Branch,
    BuiltinCall,
    Call,
    End,
    Jump,
    Load,
    Return,
    Store,
    Switch,
    Unreachable,
)
from yulopt.ssa.ir.names import NameSupply


class Builder:
    """Appends to `block`, which can be changed at any time. Results get the names given, or else
    the next free number."""

    def __init__(self, module: Module, names: NameSupply, block: Block) -> None:
        self.block = block
        self._module = module
        self._names = names

    def load(self, cell: Value) -> NamedValue:
        """Load a cell."""
        load = Load(cell, self._names.temporary())
        self.block.append(load)
        return load.result

    def store(self, value: Value, cell: Value) -> None:
        """Store to a cell."""
        self.block.append(Store(value, cell))

    def builtin(self, name: str, *arguments: Value) -> list[NamedValue]:
        """The results of a builtin function that continues."""
        builtin = self._module.dialect.builtin(name)
        assert builtin is not None
        names = [self._names.temporary() for _ in range(builtin.returns)]
        call = BuiltinCall(builtin, list(arguments), names)
        self.block.append(call)
        return call.results

    def call(self, callee: str, arguments: Sequence[Value]) -> list[NamedValue]:
        """The results of a function of the module."""
        signature = self._module.signature(callee)
        assert signature is not None
        names = [self._names.temporary() for _ in range(signature[1])]
        call = Call(callee, list(arguments), names)
        self.block.append(call)
        return call.results

    # The ends of a block

    def jump(self, target: Block) -> None:
        """Go to `target`."""
        self.block.terminate(Jump(target))

    def branch(self, condition: Value, then: Block, otherwise: Block) -> None:
        """Go to `then` if the condition is not zero."""
        self.block.terminate(Branch(condition, then, otherwise))

    def switch(self, selector: Value, default: Block, cases: list[tuple[int, Block]]) -> None:
        """Branch on a selector."""
        self.block.terminate(Switch(selector, default, cases))

    def ret(self, values: Sequence[Value]) -> None:
        """Return to the caller."""
        self.block.terminate(Return(list(values)))

    def end(self, name: str, *arguments: Value) -> None:
        """Call a builtin function that does not continue."""
        builtin = self._module.dialect.builtin(name)
        assert builtin is not None
        self.block.terminate(End(builtin, list(arguments)))

    def unreachable(self) -> None:
        """The preceding call does not return."""
        self.block.terminate(Unreachable())
