"""Frees names by renaming what is declared under them.

Source: chapter 02, section 2.6 of the specification.
"""

from __future__ import annotations

from yulopt.ast import (
    Block,
    Expression,
    FunctionCall,
    FunctionDefinition,
    Identifier,
    Statement,
    VariableDeclaration,
)
from yulopt.names import NameDispenser
from yulopt.visitor import Transformer


def displace_names(block: Block, names: set[str], dispenser: NameDispenser) -> dict[str, str]:
    """Give everything that is declared under one of `names` a new name.

    Names must be unique. Returns the new name of each name that was declared; a name that is only
    used stays.
    """
    for name in names:
        dispenser.mark_used(name)
    displacer = _NameDisplacer(names, dispenser)
    displacer.visit_block(block)
    return displacer.new_names


class _NameDisplacer(Transformer):
    def __init__(self, names: set[str], dispenser: NameDispenser) -> None:
        self.new_names: dict[str, str] = {}
        self._names = names
        self._dispenser = dispenser

    def visit_block(self, block: Block) -> None:
        # Functions can be called before they are defined.
        for statement in block.statements:
            if isinstance(statement, FunctionDefinition):
                statement.name = self._declare(statement.name)
        super().visit_block(block)

    def visit_function(self, function: FunctionDefinition) -> list[Statement] | None:
        function.parameters = [self._declare(name) for name in function.parameters]
        function.returns = [self._declare(name) for name in function.returns]
        return super().visit_function(function)

    def visit_declaration(self, declaration: VariableDeclaration) -> list[Statement] | None:
        declaration.names = [self._declare(name) for name in declaration.names]
        return super().visit_declaration(declaration)

    def visit_identifier(self, identifier: Identifier) -> Expression:
        self.visit_target(identifier)
        return identifier

    def visit_target(self, target: Identifier) -> None:
        target.name = self.new_names.get(target.name, target.name)

    def visit_call(self, call: FunctionCall) -> Expression:
        if call.builtin is None:
            call.name = self.new_names.get(call.name, call.name)
        return super().visit_call(call)

    def _declare(self, name: str) -> str:
        if name not in self._names:
            return name
        new_name = self._dispenser.new_name(name)
        self.new_names[name] = new_name
        return new_name
