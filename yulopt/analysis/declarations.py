"""Which names and functions a piece of code declares, and which variables it assigns.

Source: chapter 02, section 2.4 of the specification.
"""

from __future__ import annotations

from yulopt.syntax.ast import (
    Assignment,
    Block,
    Continue,
    Expression,
    ForLoop,
    FunctionDefinition,
    Statement,
    VariableDeclaration,
)
from yulopt.syntax.visitor import Walker


class _DeclaredNames(Walker):
    def __init__(self) -> None:
        self.variables: list[str] = []
        self.functions: list[str] = []

    def visit_declaration(self, declaration: VariableDeclaration) -> None:
        self.variables.extend(declaration.names)

    def visit_function(self, function: FunctionDefinition) -> None:
        self.functions.append(function.name)
        self.variables.extend(function.parameters)
        self.variables.extend(function.returns)
        self.visit_block(function.body)

    def visit_expression(self, expression: Expression) -> None:
        """Expressions declare nothing."""


def declared_names(block: Block) -> list[str]:
    """All names that are declared anywhere in the block, functions before variables."""
    walker = _DeclaredNames()
    walker.visit_block(block)
    return walker.functions + walker.variables


def declared_variables(function: FunctionDefinition) -> list[str]:
    """Parameters, return variables and all variables declared in the body of a function."""
    walker = _DeclaredNames()
    walker.visit_function(function)
    return walker.variables


class _AssignedNames(Walker):
    def __init__(self) -> None:
        self.names: set[str] = set()

    def visit_assignment(self, assignment: Assignment) -> None:
        for target in assignment.targets:
            self.names.add(target.name)

    def visit_expression(self, expression: Expression) -> None:
        """Expressions assign nothing."""


def assigned_names(*blocks: Block) -> set[str]:
    """The variables that are assigned (declarations do not count) anywhere in the blocks."""
    walker = _AssignedNames()
    for block in blocks:
        walker.visit_block(block)
    return walker.names


class _AssignmentsSinceContinue(Walker):
    def __init__(self) -> None:
        self.names: set[str] = set()
        self._loop_depth = 0
        self._continue_found = False

    def visit_for(self, loop: ForLoop) -> None:
        self._loop_depth += 1
        super().visit_for(loop)
        self._loop_depth -= 1

    def visit_assignment(self, assignment: Assignment) -> None:
        if self._continue_found:
            for target in assignment.targets:
                self.names.add(target.name)

    def visit_expression(self, expression: Expression) -> None:
        """Expressions assign nothing."""

    def visit_jump(self, jump: Statement) -> None:
        if self._loop_depth == 0 and isinstance(jump, Continue):
            self._continue_found = True


def assigned_after_continue(loop_body: Block) -> set[str]:
    """The variables assigned in a loop body after (in the text) a `continue` of that loop."""
    walker = _AssignmentsSinceContinue()
    walker.visit_block(loop_body)
    return walker.names


class _FunctionCollector(Walker):
    def __init__(self) -> None:
        self.functions: list[FunctionDefinition] = []

    def visit_function(self, function: FunctionDefinition) -> None:
        self.functions.append(function)
        super().visit_function(function)

    def visit_expression(self, expression: Expression) -> None:
        """Expressions define nothing."""


def function_definitions(block: Block) -> list[FunctionDefinition]:
    """The definitions anywhere in the block, in the order of the text."""
    collector = _FunctionCollector()
    collector.visit_block(block)
    return collector.functions
