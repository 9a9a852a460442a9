"""Variables that may hold a value derived from the free memory pointer.

That is the pointer itself, as loaded from its word, and what is computed from such a value.
Pointers that are loaded from elsewhere in memory are not tracked.
"""

from __future__ import annotations

from yulopt.analysis.value_flow import ValueFlow
from yulopt.memory.layout import FREE_POINTER
from yulopt.syntax.ast import Block, Expression, FunctionCall, Identifier, Literal


class DerivedValues(ValueFlow):
    """The variables of a program with unique names and hoisted functions that are marked may hold
    such a value; `mixed`: those of them that may also hold another one that is not constant;
    `words`: the constant addresses at which such a value may be."""

    def __init__(self, code: Block) -> None:
        self._stores: list[FunctionCall] = []
        super().__init__(code)
        self.mixed = {
            name
            for name, value in self.assigned
            if name in self.marked and not isinstance(value, Literal) and not self.spreads(value)
        }
        self.words = {FREE_POINTER}
        for store in self._stores:
            address, value = store.arguments
            if isinstance(address, Literal) and self.spreads(value):
                self.words.add(address.value)

    def visit_call(self, call: FunctionCall) -> None:
        super().visit_call(call)
        if call.name == "mstore":
            self._stores.append(call)

    def spreads(self, value: Expression) -> bool:
        if isinstance(value, Identifier):
            return value.name in self.marked
        if not isinstance(value, FunctionCall):
            return False
        if value.builtin is None:
            return self.of_result(value)
        if value.name == "mload":
            (address,) = value.arguments
            return isinstance(address, Literal) and address.value == FREE_POINTER
        return value.builtin.is_pure and any(map(self.spreads, value.arguments))

    def of_instruction(self, call: FunctionCall) -> bool:
        return False
