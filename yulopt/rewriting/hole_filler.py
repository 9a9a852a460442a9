"""Puts variables where code has holes (see `yulopt.analysis.anti_unification`), in place."""

from __future__ import annotations

from yulopt.rewriting.renamer import Renamer
from yulopt.syntax.ast import Expression, Identifier


class HoleFiller(Renamer):
    """Replaces some expressions by variables, and gives other names to some variables."""

    def __init__(self, in_holes: dict[Expression, str], renamed: dict[str, str]) -> None:
        self._in_holes = in_holes
        self._renamed = renamed

    def declared_name(self, name: str) -> str:
        return self._renamed.get(name, name)

    def used_name(self, name: str) -> str:
        return self._renamed.get(name, name)

    def visit_expression(self, expression: Expression) -> Expression:
        name = self._in_holes.get(expression)
        if name is not None:
            return Identifier(name, expression.position)
        return super().visit_expression(expression)
