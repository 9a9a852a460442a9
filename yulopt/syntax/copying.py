"""Deep copies of trees, also with names replaced or variables substituted.

Copies visit `for` loops in the order init, condition, post, body, and everything else in source
order (chapter 02, section 3 of the specification); that order is observable when copying requests
names.
"""

from __future__ import annotations

from collections.abc import Mapping

from mypy_extensions import mypyc_attr

from yulopt.syntax.ast import (
    Assignment,
    Block,
    Break,
    Case,
    Continue,
    Expression,
    ExpressionStatement,
    ForLoop,
    FunctionCall,
    FunctionDefinition,
    Identifier,
    If,
    Leave,
    Literal,
    Statement,
    Switch,
    VariableDeclaration,
)


@mypyc_attr(allow_interpreted_subclasses=True)
class Copier:
    """Copies trees; override `declared_name` and `used_name` to rename on the way."""

    def declared_name(self, name: str) -> str:
        """The name to declare in the copy; called left to right, before the value is copied."""
        return name

    def used_name(self, name: str) -> str:
        """The name of a variable to read or assign in the copy."""
        return name

    def function_name(self, name: str) -> str:
        """The name of a function of the program in the copy, where it is defined or called."""
        return name

    def copy_expression(self, expression: Expression) -> Expression:
        """A copy of an expression."""
        if isinstance(expression, Identifier):
            return self.copy_identifier(expression)
        if isinstance(expression, FunctionCall):
            name = expression.name
            if expression.builtin is None:
                name = self.function_name(name)
            arguments = [self.copy_expression(argument) for argument in expression.arguments]
            return FunctionCall(name, arguments, expression.builtin, expression.position)
        assert isinstance(expression, Literal)
        return copy_literal(expression)

    def copy_identifier(self, identifier: Identifier) -> Expression:
        """A copy of a variable that is read."""
        return Identifier(self.used_name(identifier.name), identifier.position)

    def copy_block(self, block: Block) -> Block:
        """A copy of a block."""
        return Block(self.copy_statements(block.statements), block.position)

    def copy_statements(self, statements: list[Statement]) -> list[Statement]:
        """Copies of some statements."""
        return [self.copy_statement(statement) for statement in statements]

    def copy_statement(self, statement: Statement) -> Statement:
        """A copy of a statement."""
        position = statement.position
        if isinstance(statement, ExpressionStatement):
            return ExpressionStatement(self.copy_expression(statement.expression), position)
        if isinstance(statement, Assignment):
            targets = [
                Identifier(self.used_name(target.name), target.position)
                for target in statement.targets
            ]
            return Assignment(targets, self.copy_expression(statement.value), position)
        if isinstance(statement, VariableDeclaration):
            names = [self.declared_name(name) for name in statement.names]
            value = statement.value
            copied = None if value is None else self.copy_expression(value)
            declaration = VariableDeclaration(names, copied, position)
            declaration.names_position = statement.names_position
            return declaration
        if isinstance(statement, Block):
            return self.copy_block(statement)
        if isinstance(statement, If):
            condition = self.copy_expression(statement.condition)
            return If(condition, self.copy_block(statement.body), position)
        if isinstance(statement, Switch):
            expression = self.copy_expression(statement.expression)
            return Switch(expression, [self._copy_case(case) for case in statement.cases], position)
        if isinstance(statement, ForLoop):
            init = self.copy_block(statement.init)
            condition = self.copy_expression(statement.condition)
            post = self.copy_block(statement.post)
            return ForLoop(init, condition, post, self.copy_block(statement.body), position)
        if isinstance(statement, FunctionDefinition):
            return self.copy_function(statement)
        if isinstance(statement, Break):
            return Break(position)
        if isinstance(statement, Continue):
            return Continue(position)
        assert isinstance(statement, Leave)
        return Leave(position)

    def copy_function(self, function: FunctionDefinition) -> FunctionDefinition:
        """A copy of a function definition."""
        name = self.function_name(function.name)
        parameters = [self.declared_name(parameter) for parameter in function.parameters]
        returns = [self.declared_name(variable) for variable in function.returns]
        body = self.copy_block(function.body)
        position, positions = function.position, function.return_positions
        return FunctionDefinition(name, parameters, returns, body, position, positions)

    def _copy_case(self, case: Case) -> Case:
        label = None if case.label is None else copy_literal(case.label)
        return Case(label, self.copy_block(case.body), case.position)


class RenamingCopier(Copier):
    """Copies and replaces every variable name that is in a map."""

    def __init__(self, renamed: Mapping[str, str]) -> None:
        self._renamed = renamed

    def declared_name(self, name: str) -> str:
        return self._renamed.get(name, name)

    def used_name(self, name: str) -> str:
        return self._renamed.get(name, name)


class Substitution(Copier):
    """Copies expressions and replaces some variables by a copy of another expression.

    Inserted expressions are not substituted again (chapter 03, section 9 of the specification).
    """

    def __init__(self, substitutions: Mapping[str, Expression]) -> None:
        self._substitutions = substitutions

    def copy_identifier(self, identifier: Identifier) -> Expression:
        substitute = self._substitutions.get(identifier.name)
        if substitute is None:
            return Identifier(identifier.name, identifier.position)
        return copy_expression(substitute)


_PLAIN = Copier()


def copy_literal(literal: Literal) -> Literal:
    """A copy that keeps kind and spelling."""
    return Literal(literal.kind, literal.value, literal.text, literal.unlimited, literal.position)


def copy_expression(expression: Expression) -> Expression:
    """A deep copy of an expression."""
    return _PLAIN.copy_expression(expression)


def copy_block(block: Block) -> Block:
    """A deep copy of a block."""
    return _PLAIN.copy_block(block)
