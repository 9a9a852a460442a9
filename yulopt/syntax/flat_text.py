"""The text of code without layout, for digests: much faster to generate than printed code.

Two pieces of code have the same flat text if and only if their printed texts are equal.
"""

from __future__ import annotations

from yulopt.syntax.ast import (
    Assignment,
    Block,
    Break,
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
from yulopt.syntax.printer import print_literal


def flat_text(statement: Statement) -> str:
    """The text of a statement as words that are separated by blanks."""
    words: list[str] = []
    _statement(statement, words)
    return " ".join(words)


def _block(block: Block, words: list[str]) -> None:
    words.append("{")
    for statement in block.statements:
        _statement(statement, words)
    words.append("}")


def _statement(statement: Statement, words: list[str]) -> None:
    if isinstance(statement, ExpressionStatement):
        _expression(statement.expression, words)
    elif isinstance(statement, VariableDeclaration):
        words.append("let")
        words.extend(statement.names)
        if statement.value is not None:
            words.append(":=")
            _expression(statement.value, words)
    elif isinstance(statement, Assignment):
        for target in statement.targets:
            words.append(target.name)
        words.append(":=")
        _expression(statement.value, words)
    elif isinstance(statement, Block):
        _block(statement, words)
    elif isinstance(statement, If):
        words.append("if")
        _expression(statement.condition, words)
        _block(statement.body, words)
    elif isinstance(statement, FunctionDefinition):
        words.append("function")
        words.append(statement.name)
        words.extend(statement.parameters)
        words.append("->")
        words.extend(statement.returns)
        _block(statement.body, words)
    elif isinstance(statement, Switch):
        words.append("switch")
        _expression(statement.expression, words)
        for case in statement.cases:
            words.append("default" if case.label is None else f"case {print_literal(case.label)}")
            _block(case.body, words)
    elif isinstance(statement, ForLoop):
        words.append("for")
        _block(statement.init, words)
        _expression(statement.condition, words)
        _block(statement.post, words)
        _block(statement.body, words)
    elif isinstance(statement, Break):
        words.append("break")
    elif isinstance(statement, Continue):
        words.append("continue")
    else:
        assert isinstance(statement, Leave)
        words.append("leave")


def _expression(expression: Expression, words: list[str]) -> None:
    if isinstance(expression, Identifier):
        words.append(expression.name)
    elif isinstance(expression, FunctionCall):
        words.append(expression.name)
        words.append("(")
        for argument in expression.arguments:
            _expression(argument, words)
        words.append(")")
    else:
        assert isinstance(expression, Literal)
        words.append(print_literal(expression))
