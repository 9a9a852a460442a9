"""CommonSubexpressionEliminator (`c`): replaces expressions by variables that hold their value.

An expression that is equal to the current value of a variable in scope is replaced by the variable,
and a variable that holds the value of another one by that other. Among several candidates, the
first in the order of names is taken. Works best on split code in pseudo-SSA form.

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

from collections.abc import Callable
from typing import Final

from yulopt.analysis.construct_kinds import NOTHING
from yulopt.analysis.data_flow import DataFlowAnalyzer
from yulopt.analysis.side_effects import FunctionEffects
from yulopt.dialect.builtins import LiteralArgument
from yulopt.passes.code_facts import FUNCTION_FACTS
from yulopt.passes.properties import EMPTY_LOOP_INITIALISERS, UNIQUE_NAMES
from yulopt.passes.step import Context, Step
from yulopt.syntax.ast import (
    NUMBER,
    STRING,
    Block,
    Expression,
    FunctionCall,
    FunctionDefinition,
    Identifier,
    Literal,
    Statement,
    is_zero_literal,
)
from yulopt.syntax.names import OrderedNames

_NO_LITERAL_ARGUMENTS: Final[dict[int, LiteralArgument]] = {}


class CommonSubexpressionEliminator(Step):
    """Replaces expressions by variables that hold their value."""

    name = "CommonSubexpressionEliminator"
    letter = "c"
    requires = (UNIQUE_NAMES, EMPTY_LOOP_INITIALISERS)
    preserves_analyses = FUNCTION_FACTS
    may_add = NOTHING

    def run(self, context: Context, block: Block) -> None:
        by_kind = context.behaviour.compares_kinds_of_literals
        literal_key = _literal_key_with_kind if by_kind else _literal_key
        _Eliminator(context.function_effects(block), literal_key).visit_block(block)


# A variable by its name, a constant by its value (an unlimited one by its text, with a quotation
# mark before it), a nested call by a negative number.
_Part = str | int

# The key of an expression, equal for equal ones: a part; for a call the callee and its arguments
# from the last to the first.
_Key = str | int | tuple[_Part, ...]


def _literal_key(literal: Literal) -> str | int:
    return f'"{literal.text}' if literal.unlimited else literal.value


def _literal_key_with_kind(literal: Literal) -> str | int:
    if literal.kind is NUMBER:
        return literal.value
    content = literal.text if literal.kind is STRING else literal.value
    return f'"{literal.kind.value} {content}'


class _Eliminator(DataFlowAnalyzer):
    def __init__(
        self, function_effects: FunctionEffects, literal_key: Callable[[Literal], str | int]
    ) -> None:
        super().__init__(function_effects)
        self._literal_key = literal_key
        # The variables to which an expression was ever assigned in this function, including those
        # that hold another value now: one, or several.
        self._candidates: dict[_Key, str | OrderedNames] = {}
        # The values of multiply assigned variables, if `value_of` knows them.
        self._held: dict[str, _Key] = {}
        self._return_variables: list[str] = []
        # The key of the last visited expression, if it is movable and still present.
        self._key: _Key | None = None
        self._numbers: dict[_Key, int] = {}

    def visit_function(self, function: FunctionDefinition) -> list[Statement] | None:
        outer = (self._candidates, self._return_variables)
        self._candidates = {}
        self._return_variables = function.returns
        super().visit_function(function)
        self._candidates, self._return_variables = outer
        return None

    def visit_expression(self, expression: Expression) -> Expression:
        if isinstance(expression, Identifier):
            value = self.current.values.get(expression.name)
            if isinstance(value, Identifier) and self.is_in_scope(value.name):
                return Identifier(value.name, expression.position)
            return expression
        if isinstance(expression, FunctionCall):
            key = self._visit_arguments(expression)
        else:
            assert isinstance(expression, Literal)
            key = self._literal_key(expression)
        self._key = key
        if key is None:
            return expression
        name = self._variable_holding(key)
        return expression if name is None else Identifier(name, expression.position)

    def _visit_arguments(self, call: FunctionCall) -> _Key | None:
        """Visit the arguments of a call; returns its key if it is movable, as values are."""
        builtin = call.builtin
        if builtin is not None:
            movable = builtin.side_effects.movable
            literal_only = builtin.literal_arguments
        else:
            effects = self._function_effects.get(call.name)
            movable = effects is not None and effects.movable
            literal_only = _NO_LITERAL_ARGUMENTS
        parts: list[_Part] = [call.name]
        arguments = call.arguments
        for index in range(len(arguments) - 1, -1, -1):
            argument = arguments[index]
            if not literal_only or index not in literal_only:
                visited = self.visit_expression(argument)
                if visited is not argument:
                    argument = arguments[index] = visited
            if not movable:
                continue
            if isinstance(argument, Identifier):
                parts.append(argument.name)
            elif isinstance(argument, Literal):
                parts.append(self._literal_key(argument))
            elif self._key is None:
                movable = False
            else:
                parts.append(self._number(self._key))
        return tuple(parts) if movable else None

    def _number(self, key: _Key) -> int:
        """A number for a nested call, so that the key of the outer expression stays short."""
        return self._numbers.setdefault(key, -1 - len(self._numbers))

    def assign_value(self, name: str, value: Expression) -> None:
        super().assign_value(name, value)
        key: _Key
        is_sought = True
        if isinstance(value, Identifier):
            # Variables are not looked up by their own name.
            key = value.name
            is_sought = False
        elif isinstance(value, Literal):
            key = self._literal_key(value)
            # Reading a return variable for its initial zero would needlessly keep it alive.
            is_sought = not (name in self._return_variables and is_zero_literal(value))
        else:
            # It was visited just before.
            assert self._key is not None
            key = self._key
        if self.is_reassigned(name):
            self._held[name] = key
        if is_sought:
            self._add_candidate(key, name)

    def _add_candidate(self, key: _Key, name: str) -> None:
        known = self._candidates.setdefault(key, name)
        if not isinstance(known, str):
            known.add(name)
        elif known != name:
            if self.is_in_scope(known):
                names = OrderedNames()
                names.add(known)
                names.add(name)
                self._candidates[key] = names
            else:
                self._candidates[key] = name

    def _variable_holding(self, key: _Key) -> str | None:
        known = self._candidates.get(key)
        if known is None:
            return None
        if isinstance(known, str):
            return known if self._holds(known, key) else None
        found: str | None = None
        gone: list[str] = []
        for name in known.names:
            if self._holds(name, key):
                found = name
                break
            if not self.is_in_scope(name):
                gone.append(name)
        # They can never be used again, so later searches skip them.
        for name in gone:
            known.discard(name)
        return found

    def _holds(self, name: str, key: _Key) -> bool:
        """Whether a candidate, which is visible if its value is known, now holds the value."""
        if self.current.values.get(name) is None:
            return False
        return not self.is_reassigned(name) or self._held[name] == key
