"""Equality of code up to renaming of variables.

Source: chapter 03, section 4.1; chapter 04, section 4 of the specification.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from mypy_extensions import i64, mypyc_attr

from yulopt.dialect import SolcBehaviour
from yulopt.syntax.ast import (
    STRING,
    Assignment,
    Block,
    Case,
    Expression,
    ExpressionStatement,
    ForLoop,
    FunctionCall,
    FunctionDefinition,
    Identifier,
    If,
    Literal,
    Statement,
    Switch,
    VariableDeclaration,
)


def literals_equal(one: Literal, other: Literal) -> bool:
    """Whether two literals have the same value; kind and spelling are ignored."""
    if one.unlimited or other.unlimited:
        return one.unlimited and other.unlimited and one.text == other.text
    return one.value == other.value


def literals_equal_in_kind(one: Literal, other: Literal) -> bool:
    """Whether two literals also have the same kind; trailing zeros of strings count."""
    return (
        one.kind is other.kind
        and literals_equal(one, other)
        and (one.kind is not STRING or one.text == other.text)
    )


LiteralEquality: TypeAlias = Callable[[Literal, Literal], bool]


def equality_of_literals(behaviour: SolcBehaviour) -> LiteralEquality:
    """The equality of literals that steps use."""
    return literals_equal_in_kind if behaviour.compares_kinds_of_literals else literals_equal


def expressions_equal(
    one: Expression, other: Expression, equal: LiteralEquality = literals_equal
) -> bool:
    """Whether two expressions are the same, with the same names, and literals that are `equal`."""
    if isinstance(one, Identifier):
        return isinstance(other, Identifier) and one.name == other.name
    if isinstance(one, Literal):
        return isinstance(other, Literal) and equal(one, other)
    assert isinstance(one, FunctionCall)
    return (
        isinstance(other, FunctionCall)
        and one.name == other.name
        and len(one.arguments) == len(other.arguments)
        and all(
            expressions_equal(argument, other_argument, equal)
            for argument, other_argument in zip(one.arguments, other.arguments, strict=True)
        )
    )


def case_order(case: Case) -> tuple[int, int, bool, int, str]:
    """The sort key for comparing the cases of two switches: the default first."""
    label = case.label
    if label is None:
        return (0, 0, False, 0, "")
    text = (label.text or "") if label.unlimited else ""
    return (1, label.kind.value, label.unlimited, label.value, text)


@mypyc_attr(allow_interpreted_subclasses=True)
class SyntacticEquality:
    """Compares two functions; their variables are paired in the order of their declarations.

    `equal`: the equality of literals.
    """

    def __init__(self, equal: LiteralEquality = literals_equal) -> None:
        self._equal = equal
        self._left: dict[str, int] = {}
        self._right: dict[str, int] = {}

    def functions_equal(self, one: FunctionDefinition, other: FunctionDefinition) -> bool:
        """Whether two functions are equal, apart from their own names."""
        return (
            self._declare(one.parameters, other.parameters)
            and self._declare(one.returns, other.returns)
            and self._blocks(one.body, other.body)
        )

    def statements_equal(self, one: list[Statement], other: list[Statement]) -> bool:
        """Whether two lists of statements are equal."""
        return self._blocks(Block(one), Block(other))

    def _declare(self, names: list[str], other_names: list[str]) -> bool:
        if len(names) != len(other_names):
            return False
        for name, other_name in zip(names, other_names, strict=True):
            number = len(self._left)
            self._left[name] = number
            self._right[other_name] = number
        return True

    def _names(self, name: str, other_name: str) -> bool:
        number = self._left.get(name)
        if number != self._right.get(other_name):
            return False
        return number is not None or name == other_name

    def _expressions(self, one: Expression, other: Expression) -> bool:
        if isinstance(one, Identifier):
            return isinstance(other, Identifier) and self._names(one.name, other.name)
        if isinstance(one, Literal):
            return isinstance(other, Literal) and self._equal(one, other)
        assert isinstance(one, FunctionCall)
        return (
            isinstance(other, FunctionCall)
            and self._callees(one, other)
            and len(one.arguments) == len(other.arguments)
            and all(
                self._expressions(argument, other_argument)
                for argument, other_argument in zip(one.arguments, other.arguments, strict=True)
            )
        )

    def _callees(self, one: FunctionCall, other: FunctionCall) -> bool:
        return one.name == other.name

    def _optional_expressions(self, one: Expression | None, other: Expression | None) -> bool:
        if one is None or other is None:
            return one is other
        return self._expressions(one, other)

    def _blocks(self, one: Block, other: Block) -> bool:
        return len(one.statements) == len(other.statements) and all(
            self._statements(statement, other_statement)
            for statement, other_statement in zip(one.statements, other.statements, strict=True)
        )

    def _statements(self, one: Statement, other: Statement) -> bool:
        if type(one) is not type(other):
            return False
        if isinstance(one, ExpressionStatement) and isinstance(other, ExpressionStatement):
            return self._expressions(one.expression, other.expression)
        if isinstance(one, Assignment) and isinstance(other, Assignment):
            return (
                len(one.targets) == len(other.targets)
                and all(
                    self._names(target.name, other_target.name)
                    for target, other_target in zip(one.targets, other.targets, strict=True)
                )
                and self._expressions(one.value, other.value)
            )
        if isinstance(one, VariableDeclaration) and isinstance(other, VariableDeclaration):
            return self._optional_expressions(one.value, other.value) and self._declare(
                one.names, other.names
            )
        if isinstance(one, Block) and isinstance(other, Block):
            return self._blocks(one, other)
        if isinstance(one, If) and isinstance(other, If):
            return self._expressions(one.condition, other.condition) and self._blocks(
                one.body, other.body
            )
        if isinstance(one, ForLoop) and isinstance(other, ForLoop):
            return (
                self._blocks(one.init, other.init)
                and self._expressions(one.condition, other.condition)
                and self._blocks(one.body, other.body)
                and self._blocks(one.post, other.post)
            )
        if isinstance(one, Switch) and isinstance(other, Switch):
            return self._switches(one, other)
        if isinstance(one, FunctionDefinition) and isinstance(other, FunctionDefinition):
            return self.functions_equal(one, other)
        return True  # two jumps of the same kind

    def _switches(self, one: Switch, other: Switch) -> bool:
        if len(one.cases) != len(other.cases):
            return False
        if not self._expressions(one.expression, other.expression):
            return False
        pairs = zip(
            sorted(one.cases, key=case_order), sorted(other.cases, key=case_order), strict=True
        )
        return all(self._cases(case, other_case) for case, other_case in pairs)

    def _cases(self, one: Case, other: Case) -> bool:
        if one.label is None or other.label is None:
            return one.label is other.label and self._blocks(one.body, other.body)
        return self._equal(one.label, other.label) and self._blocks(one.body, other.body)


class Identity(SyntacticEquality):
    """Compares code as it is printed: names, the spelling of literals and the order of cases count.

    Positions in the source do not.
    """

    def __init__(self) -> None:
        super().__init__(_spelled_alike)

    def functions_equal(self, one: FunctionDefinition, other: FunctionDefinition) -> bool:
        """Whether two functions are the same, also in their names."""
        return one.name == other.name and super().functions_equal(one, other)

    def _declare(self, names: list[str], other_names: list[str]) -> bool:
        return names == other_names

    def _names(self, name: str, other_name: str) -> bool:
        return name == other_name

    def _switches(self, one: Switch, other: Switch) -> bool:
        return (
            len(one.cases) == len(other.cases)
            and self._expressions(one.expression, other.expression)
            and all(map(self._cases, one.cases, other.cases))
        )


def _spelled_alike(one: Literal, other: Literal) -> bool:
    return (
        one.kind is other.kind
        and one.value == other.value
        and one.text == other.text
        and one.unlimited == other.unlimited
    )


def function_shape(function: FunctionDefinition) -> int:
    """A number that equal functions share, and others hardly ever: a hash of everything but the
    names of variables."""
    shape: i64 = len(function.parameters) << 16 | len(function.returns)
    return _shape_of_block(function.body, shape)


# The shapes of leaf kinds of code; other shapes are hashes.
_VARIABLE: Final[i64] = 1
_EXPRESSION_STATEMENT: Final[i64] = 2
_ASSIGNMENT: Final[i64] = 3
_DECLARATION: Final[i64] = 4
_IF: Final[i64] = 5
_SWITCH: Final[i64] = 6
_FOR: Final[i64] = 7
_BLOCK: Final[i64] = 8
_FUNCTION: Final[i64] = 9
_JUMP: Final[i64] = 10

# With these, shapes and products fit into a machine word.
_FACTOR: Final[i64] = 1000003
_MASK: Final[i64] = (1 << 40) - 1


def _mixed(shape: i64, part: i64) -> i64:
    product: i64 = ((shape ^ part) & _MASK) * _FACTOR
    return product ^ product >> 20


def _shape_of_expression(expression: Expression, shape: i64) -> i64:
    """The shape of some code, given that of the code before it, and the expression."""
    if isinstance(expression, Identifier):
        return _mixed(shape, _VARIABLE)
    if isinstance(expression, Literal):
        return _mixed(shape, hash(expression.text if expression.unlimited else expression.value))
    assert isinstance(expression, FunctionCall)
    shape = _mixed(shape, hash(expression.name))
    for argument in expression.arguments:
        shape = _shape_of_expression(argument, shape)
    return shape


def _shape_of_block(block: Block, shape: i64) -> i64:
    shape = _mixed(shape, len(block.statements))
    for statement in block.statements:
        if isinstance(statement, ExpressionStatement):
            shape = _mixed(shape, _EXPRESSION_STATEMENT)
            shape = _shape_of_expression(statement.expression, shape)
        elif isinstance(statement, Assignment):
            shape = _mixed(shape, _ASSIGNMENT)
            shape = _shape_of_expression(statement.value, shape)
        elif isinstance(statement, VariableDeclaration):
            shape = _mixed(shape, _DECLARATION)
            if statement.value is not None:
                shape = _shape_of_expression(statement.value, shape)
        elif isinstance(statement, If):
            shape = _shape_of_expression(statement.condition, _mixed(shape, _IF))
            shape = _shape_of_block(statement.body, shape)
        elif isinstance(statement, Block):
            shape = _shape_of_block(statement, _mixed(shape, _BLOCK))
        elif isinstance(statement, Switch):
            shape = _shape_of_expression(statement.expression, _mixed(shape, _SWITCH))
            # The order of the cases is ignored.
            cases: i64 = 0
            for case in statement.cases:
                label: i64 = 0 if case.label is None else hash(case.label.value)
                cases ^= _shape_of_block(case.body, label)
            shape = _mixed(shape, cases)
        elif isinstance(statement, ForLoop):
            shape = _shape_of_block(statement.init, _mixed(shape, _FOR))
            shape = _shape_of_expression(statement.condition, shape)
            shape = _shape_of_block(statement.body, shape)
            shape = _shape_of_block(statement.post, shape)
        elif isinstance(statement, FunctionDefinition):
            shape = _shape_of_block(statement.body, _mixed(shape, _FUNCTION))
        else:
            shape = _mixed(shape, _JUMP)
    return shape
