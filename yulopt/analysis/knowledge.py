"""What is known about the difference of two variables.

Each variable is seen as a base plus a constant offset; variables with the same base differ by a
known constant. All arithmetic is modulo 2**256.

Source: chapter 04, section 2; chapter 05, section 0.7 of the specification.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from yulopt.ast import Expression, FunctionCall, Identifier, Literal
from yulopt.literals import WORD_MASK
from yulopt.names import hash_ordered

# The base of constants.
ABSOLUTE: Final = ""

_WORD_BYTES: Final = 32

BaseAndOffset = tuple[str, int]


class KnowledgeBase:
    """Answers questions about variables whose current values are given by `value_of`.

    An answer is kept until the value of the variable it is about is seen to have changed (it is
    another node). That a variable's *base* changed is not noticed; solc behaves like this too.
    """

    def __init__(self, value_of: Callable[[str], Expression | None]) -> None:
        self._value_of = value_of
        self._offsets: dict[str, BaseAndOffset] = {}
        self._last_value: dict[str, Expression | None] = {}
        self._groups: dict[str, set[str]] = {}

    def difference(self, one: str, other: str) -> int | None:
        """`one - other` modulo 2**256 if it is a known constant."""
        base, offset = self._explore(one)
        other_base, other_offset = self._explore(other)
        return (offset - other_offset) & WORD_MASK if base == other_base else None

    def known_different(self, one: str, other: str) -> bool:
        """Whether the two surely differ."""
        return bool(self.difference(one, other))

    def known_different_by_at_least_32(self, one: str, other: str) -> bool:
        """Whether words stored at the two addresses surely do not overlap."""
        difference = self.difference(one, other)
        return difference is not None and (_WORD_BYTES <= difference <= WORD_MASK + 1 - _WORD_BYTES)

    def known_constant(self, name: str) -> int | None:
        """The value of the variable if it is a known constant."""
        base, offset = self._explore(name)
        return offset if base == ABSOLUTE else None

    def known_zero(self, name: str) -> bool:
        """Whether the variable surely is 0."""
        return self.known_constant(name) == 0

    def _explore(self, name: str) -> BaseAndOffset:
        value = self._value_of(name)
        if self._last_value.get(name) is not value:
            self._reset(name)
        self._last_value[name] = value
        known = self._offsets.get(name)
        if known is not None:
            return known
        found = None if value is None else self._explore_expression(value)
        if found is None:
            found = (name, 0)
        self._set(name, found)
        return found

    def _explore_expression(self, expression: Expression) -> BaseAndOffset | None:
        if isinstance(expression, Literal):
            return ABSOLUTE, expression.value
        if isinstance(expression, Identifier):
            return self._explore(expression.name)
        if isinstance(expression, FunctionCall) and expression.builtin is not None:
            if expression.name == "add":
                return self._explore_operation(expression, _add)
            if expression.name == "sub":
                return self._explore_operation(expression, _subtract)
        return None

    def _explore_operation(
        self,
        call: FunctionCall,
        combine: Callable[[BaseAndOffset, BaseAndOffset], BaseAndOffset | None],
    ) -> BaseAndOffset | None:
        left = self._explore_expression(call.arguments[0])
        if left is None:
            return None
        right = self._explore_expression(call.arguments[1])
        return None if right is None else combine(left, right)

    def _set(self, name: str, found: BaseAndOffset) -> None:
        self._offsets[name] = found
        if found[0] != ABSOLUTE:
            self._groups.setdefault(found[0], set()).add(name)

    def _reset(self, name: str) -> None:
        """Forget what is known about `name`, and find another base for those it is the base of."""
        self._last_value.pop(name, None)
        known = self._offsets.pop(name, None)
        if known is not None and known[0] != ABSOLUTE:
            self._groups[known[0]].discard(name)
        group = self._groups.pop(name, None)
        if not group:
            return
        new_base = hash_ordered(group)[0]
        shift = self._offsets[new_base][1]
        for member in group:
            self._offsets[member] = (new_base, (self._offsets[member][1] - shift) & WORD_MASK)
        self._groups[new_base] = group


class SSAKnowledgeBase(KnowledgeBase):
    """The same for variables that never change: nothing is ever forgotten.

    `values` are the values of SSA variables (see `yulopt.analysis.ssa_values`); every other
    variable is its own base, as if it were constant.
    """

    def __init__(self, values: Mapping[str, Expression | None]) -> None:
        super().__init__(values.get)

    def _explore(self, name: str) -> BaseAndOffset:
        known = self._offsets.get(name)
        if known is None:
            value = self._value_of(name)
            known = (None if value is None else self._explore_expression(value)) or (name, 0)
            self._offsets[name] = known
        return known


def _add(left: BaseAndOffset, right: BaseAndOffset) -> BaseAndOffset | None:
    offset = (left[1] + right[1]) & WORD_MASK
    if left[0] == ABSOLUTE:
        return right[0], offset
    if right[0] == ABSOLUTE:
        return left[0], offset
    return None


def _subtract(left: BaseAndOffset, right: BaseAndOffset) -> BaseAndOffset | None:
    offset = (left[1] - right[1]) & WORD_MASK
    if left[0] == right[0]:
        return ABSOLUTE, offset
    if right[0] == ABSOLUTE:
        return left[0], offset
    return None
