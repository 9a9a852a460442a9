"""Numbers of references to names, and of assignments to variables.

Declarations are not references. Assignment targets are.

Source: chapter 02, section 2.4 of the specification.
"""

from __future__ import annotations

from yulopt.syntax.ast import (
    Assignment,
    Block,
    Expression,
    ExpressionStatement,
    ForLoop,
    FunctionCall,
    FunctionDefinition,
    Identifier,
    If,
    Literal,
    Switch,
    VariableDeclaration,
)
from yulopt.syntax.visitor import Walker


def count_references(code: Expression | Block) -> dict[str, int]:
    """Name to number of references: reads, assignment targets, and calls (builtins too)."""
    counts: dict[str, int] = {}
    if isinstance(code, Block):
        add_references(code, counts, builtins=True)
    else:
        _add_references_in_value(code, counts, True, True)
    return counts


def count_variable_references(block: Block) -> dict[str, int]:
    """Variable to number of references; calls do not count."""
    counts: dict[str, int] = {}
    _add_references_in_block(block, counts, False, False)
    return counts


def variables_in(expression: Expression) -> set[str]:
    """The variables an expression mentions."""
    found: set[str] = set()
    _add_variables(expression, found)
    return found


def _add_variables(expression: Expression, found: set[str]) -> None:
    if isinstance(expression, Identifier):
        found.add(expression.name)
    elif isinstance(expression, FunctionCall):
        for argument in expression.arguments:
            _add_variables(argument, found)


def add_references(block: Block, counts: dict[str, int], *, builtins: bool = False) -> None:
    """Count the references in a block to variables and functions, on request to builtins, too."""
    _add_references_in_block(block, counts, True, builtins)


# Functions instead of a `Walker`, for speed: after data-flow analysis, steps mostly count.


def _add_references_in_block(
    block: Block, counts: dict[str, int], functions: bool, builtins: bool
) -> None:
    for statement in block.statements:
        if isinstance(statement, VariableDeclaration):
            if statement.value is not None:
                _add_references_in_value(statement.value, counts, functions, builtins)
        elif isinstance(statement, ExpressionStatement):
            _add_references_in_value(statement.expression, counts, functions, builtins)
        elif isinstance(statement, Assignment):
            for target in statement.targets:
                counts[target.name] = counts.get(target.name, 0) + 1
            _add_references_in_value(statement.value, counts, functions, builtins)
        elif isinstance(statement, If):
            _add_references_in_value(statement.condition, counts, functions, builtins)
            _add_references_in_block(statement.body, counts, functions, builtins)
        elif isinstance(statement, Block):
            _add_references_in_block(statement, counts, functions, builtins)
        elif isinstance(statement, FunctionDefinition):
            _add_references_in_block(statement.body, counts, functions, builtins)
        elif isinstance(statement, Switch):
            _add_references_in_value(statement.expression, counts, functions, builtins)
            for case in statement.cases:
                _add_references_in_block(case.body, counts, functions, builtins)
        elif isinstance(statement, ForLoop):
            _add_references_in_block(statement.init, counts, functions, builtins)
            _add_references_in_value(statement.condition, counts, functions, builtins)
            _add_references_in_block(statement.body, counts, functions, builtins)
            _add_references_in_block(statement.post, counts, functions, builtins)


def _add_references_in_value(
    expression: Expression, counts: dict[str, int], functions: bool, builtins: bool
) -> None:
    if isinstance(expression, Identifier):
        counts[expression.name] = counts.get(expression.name, 0) + 1
    elif isinstance(expression, FunctionCall):
        if builtins if expression.builtin is not None else functions:
            counts[expression.name] = counts.get(expression.name, 0) + 1
        for argument in expression.arguments:
            _add_references_in_value(argument, counts, functions, builtins)


class _AssignmentCounter(Walker):
    def __init__(self) -> None:
        self.counts: dict[str, int] = {}

    def visit_assignment(self, assignment: Assignment) -> None:
        for target in assignment.targets:
            self.counts[target.name] = self.counts.get(target.name, 0) + 1

    def visit_expression(self, expression: Expression) -> None:
        """Expressions assign nothing."""

    def visit_literal(self, literal: Literal) -> None:
        """Labels assign nothing."""


def count_assignments(block: Block) -> dict[str, int]:
    """Variable to number of assignments to it; declarations with a value do not count."""
    counter = _AssignmentCounter()
    counter.visit_block(block)
    return counter.counts
