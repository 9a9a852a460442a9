"""Which functions can return.

A fault in the analysis of control flow that steps use must not mislead proofs about these steps, so
the prover has its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from yulopt.prover.calls import CallGraph
from yulopt.syntax.ast import (
    Assignment,
    Block,
    Expression,
    ExpressionStatement,
    ForLoop,
    FunctionCall,
    FunctionDefinition,
    If,
    Leave,
    Statement,
    Switch,
    VariableDeclaration,
)

_ENDING: Final = frozenset({"stop", "return", "revert", "invalid", "selfdestruct"})


def returning_functions(
    functions: Mapping[str, FunctionDefinition], graph: CallGraph
) -> frozenset[str]:
    """The names of the functions that can return: the least fixpoint over the call graph."""
    found: set[str] = set()
    for component in graph.components():
        pending = [name for name in component if name in functions]
        before = -1
        while len(found) != before:
            before = len(found)
            found.update(name for name in pending if _Body(found).returns(functions[name]))
    return frozenset(found)


class _Body:
    """One function body; `returning` are the functions known to return so far."""

    def __init__(self, returning: set[str]) -> None:
        self._returning = returning
        self._leaves = False

    def returns(self, function: FunctionDefinition) -> bool:
        """Whether the function can return."""
        return self._falls(function.body) or self._leaves

    def _falls(self, statement: Statement) -> bool:
        """Whether control can reach the end of a statement; notes each `leave` that it reaches."""
        if isinstance(statement, (Assignment, VariableDeclaration)):
            return statement.value is None or self._has_value(statement.value)
        if isinstance(statement, ExpressionStatement):
            return self._has_value(statement.expression)
        if isinstance(statement, Block):
            return all(self._falls(inner) for inner in statement.statements)
        if isinstance(statement, If):
            if not self._has_value(statement.condition):
                return False
            self._falls(statement.body)
            return True
        if isinstance(statement, Switch):
            if not self._has_value(statement.expression):
                return False
            falls = [self._falls(case.body) for case in statement.cases]
            return any(falls) or all(case.label is not None for case in statement.cases)
        if isinstance(statement, ForLoop):
            if not (self._falls(statement.init) and self._has_value(statement.condition)):
                return False
            self._falls(statement.body)
            self._falls(statement.post)
            return True
        self._leaves = self._leaves or isinstance(statement, Leave)
        return isinstance(statement, FunctionDefinition)

    def _has_value(self, expression: Expression) -> bool:
        if not isinstance(expression, FunctionCall):
            return True
        if not all(self._has_value(argument) for argument in expression.arguments):
            return False
        if expression.builtin is not None:
            return expression.name not in _ENDING
        return expression.name in self._returning
