"""CommonSubexpressionEliminator (`c`): replaces expressions by variables that hold their value.

An expression that is equal to the current value of a variable in scope is replaced by the
variable, and a variable that holds the value of another one by that other. Where several would
do, the first in the order of names is taken. Works best on split code in pseudo-SSA form.

Example::

    {
        let a := calldataload(0)
        let b := add(a, 7)
        let c := b
        sstore(add(a, 7), c)
        a := sload(1)
        sstore(add(a, 7), 7)
    }

becomes::

    {
        let a := calldataload(0)
        let b := add(a, 7)
        let c := b
        sstore(b, b)
        a := sload(1)
        sstore(add(a, 7), 7)
    }

Source: chapter 04, section 5 of the specification.
"""

from __future__ import annotations

from yulopt.analysis.call_graph import call_graph
from yulopt.analysis.data_flow import DataFlowAnalyzer
from yulopt.analysis.equality import ExpressionNumbering
from yulopt.analysis.side_effects import FunctionEffects
from yulopt.syntax.ast import (
    Block,
    Expression,
    FunctionCall,
    FunctionDefinition,
    Identifier,
    Statement,
    is_zero_literal,
)
from yulopt.syntax.names import OrderedNames
from yulopt.pipeline.code_facts import FUNCTION_FACTS
from yulopt.pipeline.properties import EMPTY_LOOP_INITIALISERS, UNIQUE_NAMES
from yulopt.pipeline.step import Context, Step


class CommonSubexpressionEliminator(Step):
    """Replaces expressions by variables that hold their value."""

    name = "CommonSubexpressionEliminator"
    letter = "c"
    requires = (UNIQUE_NAMES, EMPTY_LOOP_INITIALISERS)
    preserves_analyses = FUNCTION_FACTS

    def run(self, context: Context, block: Block) -> None:
        function_effects = context.function_effects(block)
        _Eliminator(function_effects).visit_block(block)


class _Eliminator(DataFlowAnalyzer):
    def __init__(self, function_effects: FunctionEffects) -> None:
        super().__init__(function_effects)
        self._numbering = ExpressionNumbering()
        # The variables to which an expression (by its number) was ever assigned in this function,
        # and the inverse.
        self._candidates: dict[int, OrderedNames] = {}
        self._assigned: dict[str, list[int]] = {}
        # The number of the expression whose value the variable holds, if `value_of` knows one.
        self._held: dict[str, int] = {}
        self._return_variables: frozenset[str] = frozenset()

    def visit_function(self, function: FunctionDefinition) -> list[Statement] | None:
        outer = (self._candidates, self._assigned, self._return_variables)
        self._candidates = {}
        self._assigned = {}
        self._return_variables = frozenset(function.returns)
        super().visit_function(function)
        self._candidates, self._assigned, self._return_variables = outer
        return None

    def assign_value(self, name: str, value: Expression) -> None:
        super().assign_value(name, value)
        number = self._numbering.number(value)
        self._held[name] = number
        candidates = self._candidates.get(number)
        if candidates is None:
            candidates = self._candidates[number] = OrderedNames()
        candidates.add(name)
        assigned = self._assigned.get(name)
        if assigned is None:
            self._assigned[name] = [number]
        else:
            assigned.append(number)

    def close_scope(self, names: list[str]) -> None:
        super().close_scope(names)
        # They can never be used again, so later searches need not look at them.
        for name in names:
            for number in self._assigned.pop(name, ()):
                self._candidates[number].discard(name)

    def visit_call(self, call: FunctionCall) -> Expression:
        return self.visit_value_arguments(call)

    def visit_expression(self, expression: Expression) -> Expression:
        expression = super().visit_expression(expression)
        if isinstance(expression, Identifier):
            value = self.value_of(expression.name)
            if isinstance(value, Identifier) and self.is_in_scope(value.name):
                return Identifier(value.name, expression.position)
            return expression
        name = self._variable_holding(expression)
        return expression if name is None else Identifier(name, expression.position)

    def _variable_holding(self, expression: Expression) -> str | None:
        number = self._numbering.number(expression)
        candidates = self._candidates.get(number)
        if candidates is None:
            return None
        for name in candidates:
            value = self.value_of(name)
            # To read a return variable for its initial zero would keep it alive for nothing.
            if value is None or (name in self._return_variables and is_zero_literal(value)):
                continue
            if self._held[name] == number and self.is_in_scope(name):
                return name
        return None
