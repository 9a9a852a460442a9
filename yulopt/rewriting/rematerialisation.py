"""Replaces variables by a copy of the expression they hold.

Source: chapter 04, section 8 of the specification.
"""

from __future__ import annotations

from typing import Final

from yulopt.analysis.data_flow import DataFlowAnalyzer
from yulopt.analysis.references import count_references, count_variable_references
from yulopt.dialect import Dialect
from yulopt.gas.metrics import code_cost
from yulopt.syntax.ast import Block, Expression, FunctionCall, Identifier
from yulopt.syntax.copying import copy_expression

_MOST_REFERENCES_FOR_CHEAP_VALUE: Final = 5
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


class Rematerialiser(DataFlowAnalyzer):
    """The walk that does it."""

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

    def visit_expression(self, expression: Expression) -> Expression:
        if isinstance(expression, Identifier) and self._should_replace(expression.name):
            value = self.value_of(expression.name)
            assert value is not None
            self._reference_counts[expression.name] -= 1
            for name, count in count_references(value).items():
                self._reference_counts[name] = self._reference_counts.get(name, 0) + count
            expression = copy_expression(value)
        if isinstance(expression, FunctionCall):
            return self.visit_call(expression)
        return expression

    def _should_replace(self, name: str) -> bool:
        assigned = self.assigned_value(name)
        if assigned is None or not all(map(self.is_in_scope, self.references_of(name))):
            return False
        if name in self._always:
            return True
        if self._only_selected:
            return False
        references = self._reference_counts.get(name, 0)
        if references <= 1 and assigned.loop_depth == self.loop_depth:
            return True
        cost = code_cost(assigned.expression, self._dialect)
        return cost == 0 or (
            cost <= _CHEAP
            and references <= _MOST_REFERENCES_FOR_CHEAP_VALUE
            and self.loop_depth == 0
        )
