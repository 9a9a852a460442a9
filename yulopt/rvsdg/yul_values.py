"""What a node is while Yul is written: an expression, a state, or a function.

Source: chapter 09, section 7.3 of the specification.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from yulopt.rvsdg.ir import Argument, Function, Recursion
from yulopt.rvsdg.verifier import GraphError
from yulopt.syntax import ast
from yulopt.syntax.literals import computed_number


class StateValue:
    """A state: nothing in Yul."""

    __slots__ = ()


STATE: Final = StateValue()


class FunctionValue:
    """A function, with the values of its constants.

    For a function of a `rec` these are the functions of the `rec`, itself among them. `key` tells
    functions apart.
    """

    __slots__ = ("constants", "function", "key")

    def __init__(self, function: Function, key: tuple[object, ...]) -> None:
        self.function = function
        self.key = key
        self.constants: list[Value] = []


# A variable, a word, an expression to be written once, or something that is nothing at run time.
Value: TypeAlias = str | int | ast.Expression | StateValue | FunctionValue
WordValue: TypeAlias = str | int | ast.Expression


def is_word(value: Value) -> bool:
    """Whether it is something at run time."""
    return not isinstance(value, (StateValue, FunctionValue))


def is_atom(value: Value) -> bool:
    """Whether it can be written any number of times."""
    return isinstance(value, (str, int))


def expression(value: Value) -> ast.Expression:
    """How a word is written; an expression only once. Raises `GraphError` for what is no word."""
    if isinstance(value, str):
        return ast.Identifier(value)
    if isinstance(value, int):
        return computed_number(value)
    if not isinstance(value, ast.Expression):
        raise GraphError("a state or a function is used as a word")
    return value


def variables_of(value: Value) -> set[str]:
    """The variables that a word reads."""
    if isinstance(value, str):
        return {value}
    found: set[str] = set()
    waiting: list[ast.Expression] = [value] if isinstance(value, ast.Expression) else []
    while waiting:
        item = waiting.pop()
        if isinstance(item, ast.Identifier):
            found.add(item.name)
        elif isinstance(item, ast.FunctionCall):
            waiting.extend(item.arguments)
    return found


def rename(value: ast.Expression, names: dict[str, str]) -> None:
    """Change the variables that an expression reads, in place."""
    waiting = [value]
    while waiting:
        item = waiting.pop()
        if isinstance(item, ast.Identifier):
            item.name = names.get(item.name, item.name)
        elif isinstance(item, ast.FunctionCall):
            waiting.extend(item.arguments)


def closed_function(node: Function) -> FunctionValue:
    """The value of a function without constants."""
    return FunctionValue(node, (node,))


def recursive_functions(node: Recursion) -> list[FunctionValue]:
    """The values of the functions of a `rec`, which have each other as constants.

    Raises `GraphError` for any other constant.
    """
    made: list[FunctionValue] = []
    for index, function in enumerate(node.operands):
        assert isinstance(function, Function)
        made.append(FunctionValue(function, (node, index)))
    for value in made:
        for constant in value.function.same_scope:
            if not isinstance(constant, Argument):
                raise GraphError("a constant of a function of a 'rec' is none of its functions")
            value.constants.append(made[constant.index])
    return made
