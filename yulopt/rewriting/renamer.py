"""Renames variables and functions in place."""

from __future__ import annotations

from yulopt.syntax.ast import (
    Expression,
    FunctionCall,
    FunctionDefinition,
    Identifier,
    Statement,
    VariableDeclaration,
)
from yulopt.syntax.visitor import Transformer


class Renamer(Transformer):
    """Visits every name of a variable or function of the program; override what is to change.

    Declared names come first, then what follows them: the parameters, return variables and body
    of a function, the value of a declaration.
    """

    def declared_name(self, name: str) -> str:
        """The new name of a variable where it is declared."""
        return name

    def used_name(self, name: str) -> str:
        """The new name of a variable where it is read or assigned."""
        return name

    def defined_function(self, name: str) -> str:
        """The new name of a function where it is defined."""
        return name

    def called_function(self, name: str) -> str:
        """The new name of a function where it is called."""
        return name

    def visit_function(self, function: FunctionDefinition) -> list[Statement] | None:
        function.name = self.defined_function(function.name)
        function.parameters = [self.declared_name(name) for name in function.parameters]
        function.returns = [self.declared_name(name) for name in function.returns]
        return super().visit_function(function)

    def visit_declaration(self, declaration: VariableDeclaration) -> list[Statement] | None:
        declaration.names = [self.declared_name(name) for name in declaration.names]
        return super().visit_declaration(declaration)

    def visit_identifier(self, identifier: Identifier) -> Expression:
        identifier.name = self.used_name(identifier.name)
        return identifier

    def visit_target(self, target: Identifier) -> None:
        target.name = self.used_name(target.name)

    def visit_call(self, call: FunctionCall) -> Expression:
        if call.builtin is None:
            call.name = self.called_function(call.name)
        return super().visit_call(call)
