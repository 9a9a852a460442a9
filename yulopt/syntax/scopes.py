"""Which names may be declared where: none that is taken in an enclosing scope.

Source: chapter 01, section 6.1 of the specification.
"""

from __future__ import annotations

from yulopt.errors import ErrorList, Source
from yulopt.syntax.ast import (
    Block,
    Expression,
    ForLoop,
    FunctionDefinition,
    Node,
    VariableDeclaration,
)
from yulopt.syntax.visitor import Walker


class ScopeCheck(Walker):
    """Registers every declared name; none may be taken in an enclosing scope at that moment."""

    def __init__(self, source: Source, errors: ErrorList) -> None:
        self._source = source
        self._errors = errors
        self._taken: set[str] = set()

    def visit_block(self, block: Block) -> None:
        self._visit_in_scope(block, [])

    def visit_for(self, loop: ForLoop) -> None:
        registered = self._open(loop.init)
        for part in (loop.body, loop.post):
            self.visit_block(part)
        self._taken.difference_update(registered)

    def visit_function(self, function: FunctionDefinition) -> None:
        registered: list[str] = []
        for name in (*function.parameters, *function.returns):
            self._register(name, function, "variable", registered)
        self._visit_in_scope(function.body, registered)

    def visit_expression(self, expression: Expression) -> None:
        """Expressions declare nothing."""

    def _visit_in_scope(self, block: Block, registered: list[str]) -> None:
        registered.extend(self._open(block))
        self._taken.difference_update(registered)

    def _open(self, block: Block) -> list[str]:
        """Visit the statements; returns the names to remove when the scope closes."""
        registered: list[str] = []
        for statement in block.statements:
            if isinstance(statement, FunctionDefinition):
                self._register(statement.name, statement, "function", registered)
        for statement in block.statements:
            if isinstance(statement, VariableDeclaration):
                for name in statement.names:
                    if not self._register(name, statement, "variable", registered):
                        break  # as solc does, so the others are free
            else:
                self.visit_statement(statement)
        return registered

    def _register(self, name: str, node: Node, kind: str, registered: list[str]) -> bool:
        """Take a name, or note an error; returns whether the name was free."""
        if name in self._taken:
            message = f"the {kind} name '{name}' is already taken in this scope"
            self._errors.add(self._source.validation_error(node.position, message))
            return False
        self._taken.add(name)
        registered.append(name)
        return True
