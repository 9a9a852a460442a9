"""Available results of loads: a word, or the value of a variable."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from yulopt.domains.available_values import AvailableValues
from yulopt.domains.domain import Domain
from yulopt.domains.facts import Operands
from yulopt.syntax.ast import FunctionCall


class Available(NamedTuple):
    """The result of a call: a word if it is known, and a variable that holds it, if any."""

    word: int | None
    holder: str | None


class AvailableLoads(Domain):
    """`found`: after the walk, the available results of calls of some builtins."""

    def __init__(self, builtins: Collection[str], values: AvailableValues) -> None:
        self.found: dict[FunctionCall, Available] = {}
        self._builtins = frozenset(builtins)
        self._values = values

    def word(self, number: int) -> int | None:
        """The constant word of a value, None if it is unknown."""
        return self.facts.values_of(number).constant

    def evaluated(self, call: FunctionCall, operands: Operands, number: int) -> None:
        if call.name in self._builtins:
            self.found[call] = Available(self.word(number), self._values.holder(number))
