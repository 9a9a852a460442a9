"""Variables that keep their first value, and that value.

Source: chapter 04, section 3; chapter 05, section 0.6 of the specification.
"""

from __future__ import annotations

from yulopt.syntax.ast import (
    AS_BEFORE,
    Assignment,
    Block,
    Expression,
    FunctionDefinition,
    VariableDeclaration,
    zero_literal,
)
from yulopt.syntax.visitor import Walker


class _SSAValues(Walker):
    def __init__(self, *, with_parameters: bool) -> None:
        self._with_parameters = with_parameters
        self.values: dict[str, Expression | None] = {}
        self._zero = zero_literal(AS_BEFORE)

    def visit_function(self, function: FunctionDefinition) -> None:
        if self._with_parameters:
            for parameter in function.parameters:
                self.values[parameter] = None
        for variable in function.returns:
            self.values[variable] = self._zero
        self.visit_block(function.body)

    def visit_declaration(self, declaration: VariableDeclaration) -> None:
        if declaration.value is None:
            for name in declaration.names:
                self.values[name] = self._zero
        elif len(declaration.names) == 1:
            self.values[declaration.names[0]] = declaration.value

    def visit_assignment(self, assignment: Assignment) -> None:
        for target in assignment.targets:
            self.values.pop(target.name, None)

    def visit_expression(self, expression: Expression) -> None:
        """Expressions neither declare nor assign."""


def ssa_values(block: Block, *, with_parameters: bool = True) -> dict[str, Expression | None]:
    """Each variable that is never assigned after its declaration, with its value.

    The value is None for a parameter; `with_parameters`: whether these are included. Variables
    declared together with one value are omitted.
    """
    walker = _SSAValues(with_parameters=with_parameters)
    walker.visit_block(block)
    return walker.values
