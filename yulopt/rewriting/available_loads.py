"""Replaces loads by available words and variables."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from yulopt.analysis.side_effects import FunctionEffects, is_removable
from yulopt.domains.available_loads import Available
from yulopt.gas.literals import CheaperLiterals
from yulopt.syntax.ast import (
    Block,
    Expression,
    ExpressionStatement,
    FunctionCall,
    Identifier,
    Statement,
)
from yulopt.syntax.visitor import Transformer


def replace_loads(
    code: Block,
    available: Mapping[FunctionCall, Available],
    redundant: Collection[FunctionCall],
    literals: CheaperLiterals,
    effects: FunctionEffects,
    contains_msize: bool,
) -> None:
    """Replace available loads, and remove redundant stores, if their operands have no effects.

    If the code asks for `msize`, there must be no such loads of memory, nor stores to it.
    """
    _Replacer(available, redundant, literals, effects, contains_msize).visit_block(code)


class _Replacer(Transformer):
    def __init__(
        self,
        available: Mapping[FunctionCall, Available],
        redundant: Collection[FunctionCall],
        literals: CheaperLiterals,
        effects: FunctionEffects,
        contains_msize: bool,
    ) -> None:
        self._available = available
        self._redundant = redundant
        self._literals = literals
        self._effects = effects
        self._contains_msize = contains_msize

    def visit_call(self, call: FunctionCall) -> Expression:
        super().visit_call(call)
        available = self._available.get(call)
        if available is None or not self._can_be_left_out(call):
            return call
        literal = self._literals.instead_of(call, available.word)
        if literal is not None:
            return literal
        holder = available.holder
        return call if holder is None else Identifier(holder, call.position)

    def visit_expression_statement(self, statement: ExpressionStatement) -> list[Statement] | None:
        result = super().visit_expression_statement(statement)
        call = statement.expression
        if isinstance(call, FunctionCall) and call in self._redundant:
            return [] if self._can_be_left_out(call) else result
        return result

    def _can_be_left_out(self, call: FunctionCall) -> bool:
        """Whether evaluating the arguments has no effects."""
        return all(is_removable(one, self._effects, self._contains_msize) for one in call.arguments)
