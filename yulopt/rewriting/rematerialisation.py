"""Replaces variables by a copy of the expression they hold.

Source: chapter 04, section 8 of the specification.
"""

from __future__ import annotations

from typing import Final

from yulopt.analysis.current_values import CurrentValue, ValueTracker
from yulopt.analysis.references import count_variable_references
from yulopt.dialect import Dialect
from yulopt.gas.metrics import code_cost
from yulopt.syntax.ast import Block, Expression, FunctionCall, Identifier
from yulopt.syntax.copying import copy_expression

_MAX_REFERENCES_FOR_CHEAP_VALUE: Final = 5
_CHEAP: Final = 1


def rematerialise(
    block: Block,
    dialect: Dialect,
    *,
    always: frozenset[str] | set[str] = frozenset(),
    only_selected: bool = False,
) -> None:
    """Replace reads of variables by their current values where that is cheap.

    The variables in `always` are replaced wherever their value is known, others by the measure of
    cost and number of references, or not at all if `only_selected`.
    """
    Rematerialiser(block, dialect, always, only_selected).visit_block(block)


class Rematerialiser(ValueTracker):
    """The rewriting walk."""

    def __init__(
        self,
        block: Block,
        dialect: Dialect,
        always: frozenset[str] | set[str],
        only_selected: bool,
    ) -> None:
        super().__init__()
        self._dialect = dialect
        self._always = always
        self._only_selected = only_selected
        self._reference_counts = count_variable_references(block)

    def rewrite(self, expression: Expression) -> Expression:
        if isinstance(expression, Identifier):
            value = self.values.last.get(expression.name)
            if value is None or not self._should_replace(expression.name, value):
                return expression
            self._reference_counts[expression.name] -= 1
            self._count_references(value.expression)
            expression = copy_expression(value.expression)
        if isinstance(expression, FunctionCall):
            arguments = expression.arguments
            for index in range(len(arguments) - 1, -1, -1):
                arguments[index] = self.rewrite(arguments[index])
        return expression

    def _should_replace(self, name: str, value: CurrentValue) -> bool:
        if name not in self._always:
            if self._only_selected:
                return False
            references = self._reference_counts.get(name, 0)
            if references > 1 or value.loop_depth != self.loop_depth:
                cost = code_cost(value.expression, self._dialect)
                if cost != 0 and (
                    cost > _CHEAP
                    or references > _MAX_REFERENCES_FOR_CHEAP_VALUE
                    or self.loop_depth != 0
                ):
                    return False
        return self.values.is_current(value.expression, value.time)

    def _count_references(self, expression: Expression) -> None:
        if isinstance(expression, Identifier):
            count = self._reference_counts.get(expression.name, 0)
            self._reference_counts[expression.name] = count + 1
        elif isinstance(expression, FunctionCall):
            for argument in expression.arguments:
                self._count_references(argument)
