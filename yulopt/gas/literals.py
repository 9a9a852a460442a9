"""Replaces expressions by numbers where these cost no more."""

from __future__ import annotations

from yulopt.dialect import Dialect
from yulopt.gas.constants import ConstantFinder
from yulopt.gas.model import GasModel
from yulopt.syntax.ast import Expression, FunctionCall, Literal
from yulopt.syntax.literals import computed_number


class CheaperLiterals:
    """Literals by their price, in code that is expected to run `runs` times, None at creation."""

    def __init__(self, dialect: Dialect, runs: int | None) -> None:
        self._model = GasModel(dialect, runs)
        self._constants = ConstantFinder(self._model)

    def instead_of(self, call: FunctionCall, word: int | None) -> Literal | None:
        """The literal for a call whose value is `word`, if that is known and it costs no more."""
        if word is None:
            return None
        literal = computed_number(word)
        literal.position = call.position
        return literal if self._cost(literal) <= self._cost(call) else None

    def _cost(self, expression: Expression) -> int:
        return self._model.lifetime(self._constants.expression_gas(expression))
