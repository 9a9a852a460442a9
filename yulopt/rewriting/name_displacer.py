"""Frees names by renaming what is declared under them.

Source: chapter 02, section 2.6 of the specification.
"""

from __future__ import annotations

from yulopt.rewriting.renamer import Renamer
from yulopt.syntax.ast import Block, FunctionDefinition
from yulopt.syntax.names import NameDispenser


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
