"""LiteralRematerialiser (`T`): replaces variables that hold a literal by the literal.

Assignments stay; UnusedPruner (`u`) removes variables that become unused.

Example::

    {
        let a := 0x20
        let b
        let c := add(a, b)
        sstore(c, a)
        for { } lt(a, 64) { a := add(a, 1) } { sstore(a, b) }
    }

becomes::

    {
        let a := 0x20
        let b
        let c := add(0x20, 0)
        sstore(c, 0x20)
        for { } lt(a, 64) { a := add(a, 1) }
        { sstore(a, 0) }
    }

Source: chapter 04, section 9 of the specification.
"""

from __future__ import annotations

from yulopt.analysis.construct_kinds import NOTHING
from yulopt.analysis.current_values import ValueTracker
from yulopt.passes.code_facts import FUNCTION_FACTS
from yulopt.passes.properties import EMPTY_LOOP_INITIALISERS, UNIQUE_NAMES
from yulopt.passes.step import Context, Step
from yulopt.syntax.ast import Block, Expression, FunctionCall, Identifier, Literal
from yulopt.syntax.copying import copy_literal


class LiteralRematerialiser(Step):
    """Replaces variables that hold a literal by the literal."""

    name = "LiteralRematerialiser"
    letter = "T"
    requires = (UNIQUE_NAMES, EMPTY_LOOP_INITIALISERS)
    preserves_analyses = FUNCTION_FACTS
    may_add = NOTHING

    def run(self, context: Context, block: Block) -> None:
        _LiteralRematerialiser().visit_block(block)


class _LiteralRematerialiser(ValueTracker):
    def record(self, name: str, value: Expression, time: int) -> None:
        if isinstance(value, Literal):
            super().record(name, value, time)

    def rewrite(self, expression: Expression) -> Expression:
        if isinstance(expression, FunctionCall):
            self._rewrite_arguments(expression.arguments)
            return expression
        return self._literal_of(expression) or expression

    def _rewrite_arguments(self, arguments: list[Expression]) -> None:
        for index, argument in enumerate(arguments):
            if isinstance(argument, FunctionCall):
                self._rewrite_arguments(argument.arguments)
            else:
                literal = self._literal_of(argument)
                if literal is not None:
                    arguments[index] = literal

    def _literal_of(self, expression: Expression) -> Literal | None:
        """A copy of the literal that the expression, a variable, holds."""
        if not isinstance(expression, Identifier):
            return None
        value = self.values.last.get(expression.name)
        if value is None or not isinstance(value.expression, Literal):
            return None
        return copy_literal(value.expression)
