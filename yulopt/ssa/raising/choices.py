"""Branches and switches as statements, from the code of their arms.

Source: chapter 08, section 8.2 of the specification.
"""

from __future__ import annotations

from yulopt.ssa.ir.instructions import Switch
from yulopt.ssa.raising.statements import Program
from yulopt.syntax import ast
from yulopt.syntax.ast import NUMBER, Expression, FunctionCall, Literal, Statement


class Output:
    """Statements; `falls` says whether control can get to their end."""

    __slots__ = ("falls", "statements")

    def __init__(self, statements: list[Statement], falls: bool) -> None:
        self.statements = statements
        self.falls = falls


class Choices:
    """Makes the statements for choices in the functions of a program."""

    __slots__ = ("_program",)

    def __init__(self, program: Program) -> None:
        self._program = program

    def branch(self, condition: Expression, then: Output, otherwise: Output) -> Output:
        """An `if`, or a `switch` if control gets to the ends of two arms that do something."""
        if then.falls and otherwise.falls:
            if not then.statements and not otherwise.statements:
                return Output(self._evaluate(condition), True)
            if not otherwise.statements:
                return Output([_if(condition, then)], True)
            if not then.statements:
                return Output([_if(self.negated(condition), otherwise)], True)
            cases = [
                ast.Case(Literal(NUMBER, 0), ast.Block(otherwise.statements)),
                ast.Case(None, ast.Block(then.statements)),
            ]
            return Output([ast.Switch(condition, cases)], True)
        # What control does not get to the end of needs no `else`.
        if otherwise.falls or not (then.falls or _is_negation(condition)):
            statements = [_if(condition, then), *otherwise.statements]
            return Output(statements, otherwise.falls)
        return Output([_if(self.negated(condition), otherwise), *then.statements], then.falls)

    def switch(self, condition: Expression, switch: Switch, arms: list[Output]) -> Output:
        """A `switch`; the first arm is the default."""
        default = arms[0]
        cases = [
            ast.Case(self._program.literal(value), ast.Block(arm.statements))
            for value, arm in zip(switch.case_values, arms[1:], strict=True)
        ]
        falls = any(arm.falls for arm in arms)
        behind: list[Statement] = []
        if not any(arm.falls for arm in arms[1:]) and cases:
            behind = default.statements
        elif default.statements or not default.falls:
            cases.append(ast.Case(None, ast.Block(default.statements)))
        else:
            cases = [case for case in cases if case.body.statements]
        if not cases:
            return Output(self._evaluate(condition), falls)
        return Output([ast.Switch(condition, cases), *behind], falls)

    def _evaluate(self, condition: Expression) -> list[Statement]:
        """A condition that decides nothing, for its effects."""
        if not isinstance(condition, FunctionCall):
            return []
        pop = self._program.dialect.builtins["pop"]
        return [ast.ExpressionStatement(FunctionCall("pop", [condition], pop))]

    def negated(self, condition: Expression) -> Expression:
        """What is true if and only if the condition is not."""
        if isinstance(condition, Literal):
            return Literal(NUMBER, int(condition.value == 0))
        if _is_negation(condition):
            assert isinstance(condition, FunctionCall)
            return condition.arguments[0]
        iszero = self._program.dialect.builtins["iszero"]
        return FunctionCall("iszero", [condition], iszero)


def _if(condition: Expression, body: Output) -> Statement:
    return ast.If(condition, ast.Block(body.statements))


def _is_negation(condition: Expression) -> bool:
    return isinstance(condition, FunctionCall) and condition.name == "iszero"
