"""What loads give that is there already: a word, or the value of a variable."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from yulopt.domains.available_values import AvailableValues
from yulopt.domains.domain import Domain
from yulopt.domains.facts import Operands
from yulopt.syntax.ast import FunctionCall


class Available(NamedTuple):
    """What a call gives: a word if that is known, and a variable that holds it, if there is one."""

    word: int | None
    holder: str | None


class AvailableLoads(Domain):
    """`found` is, after the walk, what is available of the calls of some builtins."""

    def __init__(self, builtins: Collection[str], values: AvailableValues) -> None:
        self.found: dict[FunctionCall, Available] = {}
        self._builtins = frozenset(builtins)
        self._values = values

    def word(self, number: int) -> int | None:
        """The word that a value is, None if it is not known."""
        return self.facts.values_of(number).constant

    def evaluated(self, call: FunctionCall, operands: Operands, number: int) -> None:
        if call.name in self._builtins:
            self.found[call] = Available(self.word(number), self._values.holder(number))
