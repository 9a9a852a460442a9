"""Finds and applies the rule that matches a call.

An operand that is a variable with a known value counts as that value, one step deep; an operand
that is itself a call never matches. So rules never drop or repeat effects, and nested operations
are found only through variables.

Source: chapter 06, sections 2.3 and 2.4 of the specification.
"""

from __future__ import annotations

import functools

from mypy_extensions import mypyc_attr

from yulopt.analysis.equality import LiteralEquality, expressions_equal, literals_equal
from yulopt.dialect import Dialect, EvmVersion
from yulopt.rules.table import ANYTHING, SHAPES, InstructionRules, RuleIndex, rules_for
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
    """A match: the rule, its bindings, and the position of the call."""

    def __init__(
        self,
        rule: Rule,
        operands: dict[str, Expression],
        numbers: dict[str, int],
        position: int,
    ) -> None:
        self.rule = rule
        self.position = position
        self.operands = operands
        self.numbers = numbers


@mypyc_attr(allow_interpreted_subclasses=True)
class RuleMatcher:
    """Matches calls with the rules of one EVM version; override `value_of` to let it look through
    variables. If a variable of a rule occurs twice, literals must be `equal`."""

    def __init__(self, dialect: Dialect, equal: LiteralEquality = literals_equal) -> None:
        self._dialect = dialect
        self._equal = equal
        self._index = _index_for(dialect.version)

    def value_of(self, name: str) -> Expression | None:
        """The expression without effects that a variable holds, if it is known and all variables
        in it are visible."""
        return None

    def first_match(self, call: FunctionCall) -> Match | None:
        """The first rule that matches the call."""
        if call.builtin is None:
            return None
        rules = self._index.rules(call.name)
        if not rules.rules:
            return None
        shape = 0
        for argument in call.arguments:
            if isinstance(argument, FunctionCall):
                return None
            shape = shape * SHAPES + _shape(self._resolve(argument), rules)
        for rule in rules.candidates(shape):
            match = Match(rule, {}, {}, call.position)
            if self._operands_fit(rule.pattern, call, match) and _conditions_hold(match):
                return match
        return None

    def replacement(self, match: Match) -> Expression:
        """The replacement of a matched call, as a new expression."""
        return self._instantiate(match.rule.replacement, match)

    def simplify(self, call: FunctionCall) -> Expression:
        """Simplify the call by applying rules to its outermost operation as long as one matches."""
        expression: Expression = call
        while isinstance(expression, FunctionCall):
            match = self.first_match(expression)
            if match is None:
                break
            expression = self.replacement(match)
        return expression

    def _resolve(self, expression: Expression) -> Expression:
        """The number or operation that an operand holds, or the operand itself."""
        if not isinstance(expression, Identifier):
            return expression
        value = self.value_of(expression.name)
        if isinstance(value, Literal):
            return value
        if isinstance(value, FunctionCall) and value.builtin is not None:
            for argument in value.arguments:
                if isinstance(argument, FunctionCall):
                    return expression
            return value
        return expression

    def _operands_fit(self, pattern: Operation, call: FunctionCall, match: Match) -> bool:
        arguments = call.arguments
        for index, operand in enumerate(pattern.operands):
            if not self._fits(operand, arguments[index], match):
                return False
        return True

    def _fits(self, pattern: Term, expression: Expression, match: Match) -> bool:
        if isinstance(pattern, AnyVariable):
            return self._bind(pattern.name, expression, match)
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
        return self._bind(pattern.name, expression, match)

    def _bind(self, variable: str, expression: Expression, match: Match) -> bool:
        bound = match.operands.get(variable)
        if bound is None:
            match.operands[variable] = expression
            return True
        return bound is expression or expressions_equal(bound, expression, self._equal)

    def _instantiate(self, term: Term, match: Match) -> Expression:
        if isinstance(term, (AnyVariable, NumberVariable)):
            return copy_expression(match.operands[term.name])
        if isinstance(term, Operation):
            arguments = [self._instantiate(operand, match) for operand in term.operands]
            builtin = self._dialect.builtins[term.name]
            return FunctionCall(term.name, arguments, builtin, match.position)
        literal = computed_number(evaluate(term, match.numbers))
        literal.position = match.position
        return literal


def _conditions_hold(match: Match) -> bool:
    return all(evaluate(condition, match.numbers) for condition in match.rule.conditions)


@functools.cache
def _index_for(version: EvmVersion) -> RuleIndex:
    return RuleIndex(lambda instruction: rules_for(instruction, version))


def _shape(operand: Expression, rules: InstructionRules) -> int:
    if isinstance(operand, FunctionCall):
        return rules.shape_of_operation(operand.name)
    if isinstance(operand, Literal) and operand.kind is NUMBER:
        return rules.shape_of_number(operand.value)
    return ANYTHING
