"""ExpressionSimplifier (`s`): computes constants and applies algebraic identities.

Each builtin call is rewritten by the first rule of the table (`yulopt.rules`) that matches,
repeatedly, looking through variables with known values. Rules do not look into operands that are
calls themselves, so the ExpressionSplitter (`x`) and the CommonSubexpressionEliminator (`c`) before
it let more rules apply. In a memory area of length zero the start becomes 0. The step only rewrites
expressions; variables that become unused are left to later steps.

Example::

    {
        let x := calldataload(0)
        let negated := iszero(x)
        let twice := iszero(negated)
        sstore(mul(2, 21), iszero(twice))
        sstore(div(x, 0x0100), sub(x, x))
        log1(x, 0, negated)
    }

becomes::

    {
        let x := calldataload(0)
        let negated := iszero(x)
        let twice := iszero(negated)
        sstore(42, iszero(x))
        sstore(shr(8, x), 0)
        log1(0, 0, negated)
    }

Source: chapter 06, sections 2 and 5 of the specification.
"""

from __future__ import annotations

from yulopt.analysis.construct_kinds import NOTHING
from yulopt.analysis.current_values import CurrentValues, ValueTracker
from yulopt.analysis.equality import equality_of_literals
from yulopt.dialect import AddressSpace, Dialect, SolcBehaviour
from yulopt.passes.properties import EMPTY_LOOP_INITIALISERS, UNIQUE_NAMES
from yulopt.passes.step import Context, Step
from yulopt.rules import RuleMatcher
from yulopt.syntax.ast import (
    NUMBER,
    Block,
    Expression,
    FunctionCall,
    Identifier,
    Literal,
    is_zero_literal,
)


class ExpressionSimplifier(Step):
    """Computes constants and applies algebraic identities."""

    name = "ExpressionSimplifier"
    letter = "s"
    requires = (UNIQUE_NAMES, EMPTY_LOOP_INITIALISERS)
    may_add = NOTHING

    def run(self, context: Context, block: Block) -> None:
        simplifier = _Simplifier(context.dialect, context.behaviour)
        simplifier.visit_block(block)
        if not simplifier.changed:
            context.unchanged.update(block.statements)


class _Matcher(RuleMatcher):
    def __init__(self, dialect: Dialect, values: CurrentValues, behaviour: SolcBehaviour) -> None:
        super().__init__(dialect, equality_of_literals(behaviour))
        self._values = values

    def value_of(self, name: str) -> Expression | None:
        return self._values.value_of(name)


class _Simplifier(ValueTracker):
    def __init__(self, dialect: Dialect, behaviour: SolcBehaviour) -> None:
        super().__init__(leaves_scopes=behaviour.simplifies_out_of_scope)
        self.changed = False
        self._matcher = _Matcher(dialect, self.values, behaviour)

    def record(self, name: str, value: Expression, time: int) -> None:
        # No rule matches a variable.
        if not isinstance(value, Identifier):
            super().record(name, value, time)

    def rewrite(self, expression: Expression) -> Expression:
        if not isinstance(expression, FunctionCall):
            return expression
        arguments = expression.arguments
        for index, argument in enumerate(arguments):
            if isinstance(argument, FunctionCall):
                arguments[index] = self.rewrite(argument)
        simplified = self._matcher.simplify(expression)
        self.changed |= simplified is not expression
        if isinstance(simplified, FunctionCall):
            self._simplify_memory_areas(simplified)
        return simplified

    def _simplify_memory_areas(self, call: FunctionCall) -> None:
        """Let an access of no bytes start at 0."""
        if call.builtin is None or not call.builtin.is_instruction:
            return
        arguments = call.arguments
        for operation in call.builtin.operations:
            start, length = operation.start, operation.length
            if (
                start is not None
                and length is not None
                and operation.space is AddressSpace.MEMORY
                and self._is_zero(arguments[length])
                and not self._is_zero(arguments[start])
                and not isinstance(arguments[start], FunctionCall)
            ):
                self.changed = True
                arguments[start] = Literal(NUMBER, 0, "0", position=arguments[start].position)

    def _is_zero(self, expression: Expression) -> bool:
        if isinstance(expression, Identifier):
            value = self.values.last.get(expression.name)
            return value is not None and is_zero_literal(value.expression)
        return is_zero_literal(expression)
