"""Inlining: replaces a statement that only calls a function by its body.

Source: chapter 03, section 7 of the specification.
"""

from __future__ import annotations

from yulopt.syntax.ast import (
    Assignment,
    Expression,
    ExpressionStatement,
    FunctionCall,
    FunctionDefinition,
    Identifier,
    Statement,
    VariableDeclaration,
    zero_literal,
)
from yulopt.syntax.copying import Copier
from yulopt.syntax.names import NameDispenser


def only_call(statement: Statement) -> FunctionCall | None:
    """The call of a function of the program that is all a statement computes, if it is one."""
    value: Expression | None
    if isinstance(statement, ExpressionStatement):
        value = statement.expression
    elif isinstance(statement, (VariableDeclaration, Assignment)):
        value = statement.value
    else:
        return None
    return value if isinstance(value, FunctionCall) and value.builtin is None else None


def inlined(
    statement: Statement,
    call: FunctionCall,
    function: FunctionDefinition,
    dispenser: NameDispenser,
) -> list[Statement]:
    """The replacement of `statement`, which consists only of this call.

    The function must not contain `leave`. Arguments are evaluated from the last to the first.
    """
    position = call.position
    copier = _BodyCopier(dispenser)
    result: list[Statement] = []
    arguments = zip(function.parameters, call.arguments, strict=True)
    for parameter, argument in reversed(list(arguments)):
        name = copier.declared_name(parameter)
        result.append(VariableDeclaration([name], argument, position))
    for variable in function.returns:
        name = copier.declared_name(variable)
        result.append(VariableDeclaration([name], zero_literal(), position))
    result.extend(copier.copy_statements(function.body.statements))
    position = statement.position
    values = [Identifier(copier.used_name(variable), position) for variable in function.returns]
    if isinstance(statement, VariableDeclaration):
        for name, value in zip(statement.names, values, strict=True):
            result.append(VariableDeclaration([name], value, statement.names_position))
    elif isinstance(statement, Assignment):
        for target, value in zip(statement.targets, values, strict=True):
            result.append(Assignment([target], value, position))
    return result


class _BodyCopier(Copier):
    """Gives every variable of an inlined function a new name."""

    def __init__(self, dispenser: NameDispenser) -> None:
        self._dispenser = dispenser
        self._new_names: dict[str, str] = {}

    def declared_name(self, name: str) -> str:
        new_name = self._dispenser.new_name(name)
        self._new_names[name] = new_name
        return new_name

    def used_name(self, name: str) -> str:
        return self._new_names[name]
