"""Renames variables and functions in place; frees names by renaming their declarations.

Source: chapter 02, section 2.6 of the specification.
"""

from __future__ import annotations

from yulopt.syntax.ast import (
    Block,
    Expression,
    FunctionCall,
    FunctionDefinition,
    Identifier,
    Statement,
    VariableDeclaration,
)
from yulopt.syntax.names import NameDispenser
from yulopt.syntax.visitor import Transformer


class Renamer(Transformer):
    """Visits every name of a variable or function of the program; override methods to rename.

    Declared names come first, then the rest: the parameters, return variables and body of a
    function, the value of a declaration.
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


def displace_names(block: Block, names: set[str], dispenser: NameDispenser) -> dict[str, str]:
    """Rename everything that is declared under one of `names`.

    Names must be unique. Returns the new name of each name that was declared; a name that is only
    used stays.
    """
    for name in names:
        dispenser.mark_used(name)
    displacer = _NameDisplacer(names, dispenser)
    displacer.visit_block(block)
    return displacer.new_names


class _NameDisplacer(Renamer):
    def __init__(self, names: set[str], dispenser: NameDispenser) -> None:
        self.new_names: dict[str, str] = {}
        self._names = names
        self._dispenser = dispenser

    def visit_block(self, block: Block) -> None:
        # Functions can be called before they are defined.
        for statement in block.statements:
            if isinstance(statement, FunctionDefinition):
                statement.name = self.declared_name(statement.name)
        super().visit_block(block)

    def declared_name(self, name: str) -> str:
        if name not in self._names:
            return name
        new_name = self._dispenser.new_name(name)
        self.new_names[name] = new_name
        return new_name

    def used_name(self, name: str) -> str:
        return self.new_names.get(name, name)

    def called_function(self, name: str) -> str:
        return self.new_names.get(name, name)
