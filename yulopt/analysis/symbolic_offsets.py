"""Symbolic offsets: known differences of variables.

Each variable is a base plus a constant offset; variables with the same base differ by a known
constant. All arithmetic is modulo 2**256.

Source: chapter 04, section 2; chapter 05, section 0.7 of the specification. There, variables are
relative to a variable of their group, and when that one changes another one is chosen; here they
are relative to an abstract base that never changes, which gives the same differences.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from typing import Final

from yulopt.memory.locations import Address, address_difference, address_sum
from yulopt.syntax.ast import Expression, FunctionCall, Identifier, Literal

# The base of constants.
ABSOLUTE: Final = ""
# Between a variable and the number of a moment, in the name of its value then.
_MOMENT: Final = "#"


def variable_of(base: str) -> str:
    """The variable whose value at some moment is the base; none for ABSOLUTE."""
    return base.partition(_MOMENT)[0]


class KnowledgeBase:
    """Locates variables whose current values are given by `value_of`.

    An answer is cached until the value of its variable is seen to have changed (another node), or
    until `forget`. A base is a word that never changes, so answers derived from a variable remain
    valid when it is assigned, provided that the variable itself is forgotten. Otherwise a variable
    with unknown values before and after counts as unchanged.
    """

    def __init__(self, value_of: Callable[[str], Expression | None]) -> None:
        self._value_of = value_of
        self._located: dict[str, Address[str]] = {}
        self._last_value: dict[str, Expression | None] = {}
        self._bases = 0

    def locate(self, name: str) -> Address[str]:
        """The variable as a base and an offset; the base of a known constant is ABSOLUTE."""
        value = self._value_of(name)
        located = self._located.get(name)
        if located is None or self._last_value[name] is not value:
            self._located.pop(name, None)
            self._last_value[name] = value
            located = None if value is None else self._locate_expression(value)
            if located is None:
                self._bases += 1
                located = (f"{name}{_MOMENT}{self._bases}", 0)
            self._located[name] = located
        return located

    def forget(self, names: Iterable[str]) -> None:
        """Invalidate variables, which may hold other words from now on."""
        for name in names:
            self._located.pop(name, None)

    def _locate_expression(self, expression: Expression) -> Address[str] | None:
        if isinstance(expression, Literal):
            return ABSOLUTE, expression.value
        if isinstance(expression, Identifier):
            return self.locate(expression.name)
        if not isinstance(expression, FunctionCall) or expression.builtin is None:
            return None
        if expression.name not in ("add", "sub"):
            return None
        left = self._locate_expression(expression.arguments[0])
        if left is None:
            return None
        right = self._locate_expression(expression.arguments[1])
        if right is None:
            return None
        if expression.name == "add":
            return address_sum(left, right, ABSOLUTE)
        return address_difference(left, right, ABSOLUTE)


class SSAKnowledgeBase(KnowledgeBase):
    """The same for immutable variables.

    `values` are the values of SSA variables (see `yulopt.analysis.ssa_values`); every other
    variable is its own base, as if it were constant. Nothing is derived from `changing` variables.
    """

    def __init__(
        self, values: Mapping[str, Expression | None], changing: Container[str] = ()
    ) -> None:
        super().__init__(values.get)
        self._changing = changing

    def known_constant(self, name: str) -> int | None:
        """The value of the variable if it is a known constant."""
        base, offset = self.locate(name)
        return offset if base == ABSOLUTE else None

    def _locate_expression(self, expression: Expression) -> Address[str] | None:
        if isinstance(expression, Identifier) and expression.name in self._changing:
            return None
        return super()._locate_expression(expression)
