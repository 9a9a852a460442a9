"""Where in the source the names of a program were declared, as far as steps have kept that."""

from __future__ import annotations

from yulopt.analysis.call_graph import OUTERMOST
from yulopt.syntax.ast import (
    Block,
    Expression,
    FunctionCall,
    FunctionDefinition,
    VariableDeclaration,
)
from yulopt.syntax.visitor import Walker


class DeclarationPositions(Walker):
    """The offset in the source of the declaration of each function, and of its variables.

    The code outside functions has an empty name. Names without a known place are left out.
    """

    def __init__(self, block: Block) -> None:
        self.functions: dict[str, int] = {}
        self._variables: dict[tuple[str, str], int] = {}
        self._function = OUTERMOST
        self.visit_block(block)

    def of_variable(self, function: str, name: str) -> int | None:
        """The place of the declaration of a variable of a function."""
        return self._variables.get((function, name))

    def visit_function(self, function: FunctionDefinition) -> None:
        outer = self._function
        self._function = function.name
        if function.position >= 0:
            self.functions[function.name] = function.position
            self._declare([*function.parameters, *function.returns], function.position)
        super().visit_function(function)
        self._function = outer

    def visit_declaration(self, declaration: VariableDeclaration) -> None:
        position = declaration.position
        if position < 0 and declaration.value is not None:
            # A variable that a step has made for a value of the program.
            position = _known_position(declaration.value)
        if position >= 0:
            self._declare(declaration.names, position)

    def visit_expression(self, expression: Expression) -> None:
        """Expressions declare nothing."""

    def _declare(self, names: list[str], position: int) -> None:
        for name in names:
            self._variables[self._function, name] = position


def _known_position(expression: Expression) -> int:
    """The place of an expression, or of the first part of it that has one."""
    pending = [expression]
    while pending:
        part = pending.pop()
        if part.position >= 0:
            return part.position
        if isinstance(part, FunctionCall):
            pending.extend(reversed(part.arguments))
    return -1
