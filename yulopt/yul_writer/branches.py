"""Writes two or more alternatives as `if` or `switch`.

An alternative that does not fall through needs no `else`: the other one follows it. A condition is
negated where that saves a `switch`; negating `iszero` removes it.

Source: chapter 08, section 8.2, and chapter 09, section 7.3 of the specification.
"""

from __future__ import annotations

from collections.abc import Sequence

from yulopt.dialect import Dialect
from yulopt.syntax.ast import (
    NUMBER,
    Block,
    Case,
    Expression,
    ExpressionStatement,
    FunctionCall,
    If,
    Literal,
    Statement,
    Switch,
)


class Code:
    """Statements; `falls_through`: whether control can reach their end."""

    def __init__(self, statements: list[Statement], falls_through: bool) -> None:
        self.statements = statements
        self.falls_through = falls_through


def branch(condition: Expression, then: Code, otherwise: Code, dialect: Dialect) -> Code:
    """An `if`, or a `switch` if two non-empty arms fall through."""
    if then.falls_through and otherwise.falls_through:
        if not then.statements and not otherwise.statements:
            return Code(_evaluated(condition, dialect), True)
        if not otherwise.statements:
            return Code([_if(condition, then)], True)
        if not then.statements:
            return Code([_if(negated(condition, dialect), otherwise)], True)
        if is_negation(condition):
            condition, then, otherwise = negated(condition, dialect), otherwise, then
        cases = [Case(Literal(NUMBER, 0), Block(otherwise.statements))]
        return Code([Switch(condition, [*cases, Case(None, Block(then.statements))])], True)
    if otherwise.falls_through or not (then.falls_through or is_negation(condition)):
        statements = [_if(condition, then), *otherwise.statements]
        return Code(statements, otherwise.falls_through)
    statements = [_if(negated(condition, dialect), otherwise), *then.statements]
    return Code(statements, then.falls_through)


def switch(
    selector: Expression,
    cases: Sequence[tuple[Literal, Code]],
    default: Code,
    dialect: Dialect,
) -> Code:
    """A `switch`, without empty arms."""
    written = [Case(value, Block(code.statements)) for value, code in cases]
    falls_through = default.falls_through or any(code.falls_through for _, code in cases)
    after: list[Statement] = []
    if written and not any(code.falls_through for _, code in cases):
        after = default.statements
    elif default.statements or not default.falls_through:
        written.append(Case(None, Block(default.statements)))
    else:
        written = [case for case in written if case.body.statements]
    if not written:
        return Code(_evaluated(selector, dialect), falls_through)
    return Code([Switch(selector, written), *after], falls_through)


def is_negation(condition: Expression) -> bool:
    """Whether a condition is an `iszero`."""
    return isinstance(condition, FunctionCall) and condition.name == "iszero"


def negated(condition: Expression, dialect: Dialect) -> Expression:
    """The negation of the condition, which is consumed."""
    if isinstance(condition, Literal):
        return Literal(NUMBER, int(condition.value == 0))
    if isinstance(condition, FunctionCall) and condition.name == "iszero":
        return condition.arguments[0]
    return FunctionCall("iszero", [condition], dialect.builtins["iszero"])


def _if(condition: Expression, body: Code) -> Statement:
    return If(condition, Block(body.statements))


def _evaluated(condition: Expression, dialect: Dialect) -> list[Statement]:
    """An unused condition, evaluated for its effects."""
    if not isinstance(condition, FunctionCall):
        return []
    return [ExpressionStatement(FunctionCall("pop", [condition], dialect.builtins["pop"]))]
