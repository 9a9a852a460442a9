"""Declared names and functions, and assigned variables, of a piece of code.

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
    If,
    Statement,
    Switch,
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


def assigned_names(*blocks: Block) -> set[str]:
    """The variables that are assigned (declarations do not count) anywhere in the blocks."""
    return set(assignments_in_order(*blocks))


def assignments_in_order(*blocks: Block) -> list[str]:
    """The same in the order of the first assignments."""
    names: dict[str, None] = {}
    for block in blocks:
        _add_assigned(block, names, into_functions=True)
    return list(names)


def assigned_names_of_function(body: Block) -> set[str]:
    """The same without functions that are defined in the body."""
    names: dict[str, None] = {}
    _add_assigned(body, names, into_functions=False)
    return set(names)


def _add_assigned(block: Block, names: dict[str, None], *, into_functions: bool) -> None:
    for statement in block.statements:
        if isinstance(statement, Assignment):
            for target in statement.targets:
                names[target.name] = None
        elif isinstance(statement, Block):
            _add_assigned(statement, names, into_functions=into_functions)
        elif isinstance(statement, If):
            _add_assigned(statement.body, names, into_functions=into_functions)
        elif isinstance(statement, Switch):
            for case in statement.cases:
                _add_assigned(case.body, names, into_functions=into_functions)
        elif isinstance(statement, ForLoop):
            _add_assigned(statement.init, names, into_functions=into_functions)
            _add_assigned(statement.body, names, into_functions=into_functions)
            _add_assigned(statement.post, names, into_functions=into_functions)
        elif isinstance(statement, FunctionDefinition) and into_functions:
            _add_assigned(statement.body, names, into_functions=True)


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
