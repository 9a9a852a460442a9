"""Variables that are 0 or 1 wherever they are read.

A variable is a truth value if only truth values are assigned to it: comparisons, 0 and 1, bitwise
operations on truth values, and other such variables.
"""

from __future__ import annotations

from yulopt.analysis.value_flow import ValueFlow
from yulopt.syntax.ast import Expression, FunctionCall, Identifier, Literal


class TruthValues(ValueFlow):
    """The truth values of a program with unique names and hoisted functions; others are marked."""

    def has(self, expression: Expression) -> bool:
        """Whether an expression is always 0 or 1."""
        if isinstance(expression, Literal):
            return expression.value <= 1
        if isinstance(expression, Identifier):
            return expression.name not in self.marked
        assert isinstance(expression, FunctionCall)
        if expression.builtin is None:
            return not self.of_result(expression)
        if expression.builtin.is_boolean:
            return True
        if expression.name == "and":
            return any(map(self.has, expression.arguments))
        return expression.name in ("or", "xor") and all(map(self.has, expression.arguments))

    def spreads(self, value: Expression) -> bool:
        return not self.has(value)

    def of_instruction(self, call: FunctionCall) -> bool:
        return True
