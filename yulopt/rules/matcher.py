"""Finds and applies the rule that fits a call.

An operand that is a variable with a known value counts as that value, one step deep; an operand
that is itself a call never fits. So nothing that a rule drops or repeats has an effect, and nested
operations are found only through variables.

Source: chapter 06, sections 2.3 and 2.4 of the specification.
"""

from __future__ import annotations

import functools
from collections.abc import Callable

from yulopt.analysis.equality import expressions_equal
from yulopt.dialect import Dialect, EvmVersion
from yulopt.rules.table import ANY_NUMBER, ANYTHING, RuleIndex, rules_for
from yulopt.rules.terms import (
    AnyVariable,
    Number,
    NumberVariable,
    Operation,
    Rule,
    Term,
    evaluate,
)
from yulopt.syntax.ast import NUMBER, Expression, FunctionCall, Identifier, Literal
from yulopt.syntax.copying import copy_expression
from yulopt.syntax.literals import computed_number


class Match:
    """A rule that fits, and what its variables stand for."""

    def __init__(
        self,
        rule: Rule,
        operands: dict[str, Expression],
        numbers: dict[str, int],
    ) -> None:
        self.rule = rule
        self.operands = operands
        self.numbers = numbers


class RuleMatcher:
    """Matches calls with the rules of one EVM version.

    `value_of` gives the expression that a variable holds, if it is known; `is_in_scope` tells
    whether a variable is visible. A value that mentions an invisible variable is not used.
    """

    def __init__(
        self,
        dialect: Dialect,
        value_of: Callable[[str], Expression | None],
        is_in_scope: Callable[[str], bool],
    ) -> None:
        self._dialect = dialect
        self._value_of = value_of
        self._is_in_scope = is_in_scope
        self._index = _index_for(dialect.version)

    def first_match(self, call: FunctionCall) -> Match | None:
        """The first rule that fits the call."""
        if call.builtin is None:
            return None
        shape = [call.name]
        for argument in call.arguments:
            if isinstance(argument, FunctionCall):
                return None
            shape.append(_shape_of_expression(self._resolve(argument)))
        for rule in self._index.candidates(tuple(shape)):
            match = Match(rule, {}, {})
            if self._operands_fit(rule.pattern, call, match) and _conditions_hold(match):
                return match
        return None

    def replacement(self, match: Match) -> Expression:
        """What to write for a call that was matched; a new expression."""
        return self._instantiate(match.rule.replacement, match)

    def simplify(self, call: FunctionCall) -> Expression:
        """What the call becomes by applying rules to its outermost operation while any fits."""
        expression: Expression = call
        while isinstance(expression, FunctionCall):
            match = self.first_match(expression)
            if match is None:
                break
            expression = self.replacement(match)
        return expression

    def _resolve(self, expression: Expression) -> Expression:
        """The number or operation that an operand stands for, or the operand itself."""
        if not isinstance(expression, Identifier):
            return expression
        value = self._value_of(expression.name)
        if isinstance(value, Literal):
            return value
        if isinstance(value, FunctionCall) and value.builtin is not None:
            for argument in value.arguments:
                if isinstance(argument, FunctionCall):
                    return expression
                if isinstance(argument, Identifier) and not self._is_in_scope(argument.name):
                    return expression
            return value
        return expression

    def _operands_fit(self, pattern: Operation, call: FunctionCall, match: Match) -> bool:
        for operand, argument in zip(pattern.operands, call.arguments, strict=True):
            if not self._fits(operand, argument, match):
                return False
        return True

    def _fits(self, pattern: Term, expression: Expression, match: Match) -> bool:
        if isinstance(pattern, AnyVariable):
            return _bind(pattern.name, expression, match)
        expression = self._resolve(expression)
        if isinstance(pattern, Operation):
            return (
                isinstance(expression, FunctionCall)
                and expression.name == pattern.name
                and self._operands_fit(pattern, expression, match)
            )
        if not (isinstance(expression, Literal) and expression.kind is NUMBER):
            return False
        if isinstance(pattern, Number):
            return expression.value == pattern.value
        assert isinstance(pattern, NumberVariable)
        match.numbers[pattern.name] = expression.value
        return _bind(pattern.name, expression, match)

    def _instantiate(self, term: Term, match: Match) -> Expression:
        if isinstance(term, (AnyVariable, NumberVariable)):
            return copy_expression(match.operands[term.name])
        if isinstance(term, Operation):
            arguments = [self._instantiate(operand, match) for operand in term.operands]
            return FunctionCall(term.name, arguments, self._dialect.builtins[term.name])
        return computed_number(evaluate(term, match.numbers))


def _bind(variable: str, expression: Expression, match: Match) -> bool:
    bound = match.operands.setdefault(variable, expression)
    return bound is expression or expressions_equal(bound, expression)


def _conditions_hold(match: Match) -> bool:
    return all(evaluate(condition, match.numbers) for condition in match.rule.conditions)


@functools.cache
def _index_for(version: EvmVersion) -> RuleIndex:
    return RuleIndex(lambda instruction: rules_for(instruction, version))


def _shape_of_expression(expression: Expression) -> str:
    if isinstance(expression, FunctionCall):
        return expression.name
    if isinstance(expression, Literal) and expression.kind is NUMBER:
        return ANY_NUMBER
    return ANYTHING
