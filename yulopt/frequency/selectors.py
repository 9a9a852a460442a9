"""Evaluates expressions over the selector of a call, for each selector.

The selector is computed from the first word of the calldata, by `shr` or, in older EVM versions, by
`div`; an expression that depends on nothing else, such as `lt(shr(224, calldataload(0)),
0x80000000)`, is known for each call of a profile. The calldata never changes, so this holds at any
program point.
"""

from __future__ import annotations

from typing import Final

from yulopt.analysis.ssa_values import ssa_values
from yulopt.frequency.call_profile import SELECTOR_BYTES
from yulopt.gas.model import WEIGHT_ONE
from yulopt.rules.arithmetic import COMPUTABLE, compute
from yulopt.syntax.ast import STRING, Block, Expression, FunctionCall, Identifier, Literal
from yulopt.syntax.literals import WORD_BYTES

# The assumed frequency of code that no call reaches: such calls may still occur.
NOT_CALLED: Final = WEIGHT_ONE >> 6
# The bits that the first word of the calldata has beyond the selector.
_ARGUMENT_BITS: Final = 8 * (WORD_BYTES - SELECTOR_BYTES)
# The maximum number of expressions expanded to find the selector.
_DEPTH: Final = 8


class SelectorValues:
    """The values of the expressions in some code, whose names must be unique."""

    def __init__(self, code: Block) -> None:
        self._values = ssa_values(code)

    def depends(self, expression: Expression) -> bool:
        """Whether an expression depends on the selector, and on nothing else."""
        return self.value(expression, 0) is not None and self._reads_selector(expression, _DEPTH)

    def value(self, expression: Expression, selector: int) -> int | None:
        """The value in a call of that selector; None if it also depends on something else."""
        return self._value(expression, selector, _DEPTH)

    def _value(self, expression: Expression, selector: int, depth: int) -> int | None:
        if isinstance(expression, Literal):
            return None if expression.kind is STRING and expression.unlimited else expression.value
        if depth == 0:
            return None
        if isinstance(expression, Identifier):
            value = self._values.get(expression.name)
            return None if value is None else self._value(value, selector, depth - 1)
        assert isinstance(expression, FunctionCall)
        if self._is_selector(expression, depth):
            return selector
        if expression.builtin is None or expression.name not in COMPUTABLE:
            return None
        operands: list[int] = []
        for argument in expression.arguments:
            operand = self._value(argument, selector, depth - 1)
            if operand is None:
                return None
            operands.append(operand)
        return compute(expression.name, operands)

    def _reads_selector(self, expression: Expression, depth: int) -> bool:
        if depth == 0 or isinstance(expression, Literal):
            return False
        if isinstance(expression, Identifier):
            value = self._values.get(expression.name)
            return value is not None and self._reads_selector(value, depth - 1)
        assert isinstance(expression, FunctionCall)
        return self._is_selector(expression, depth) or any(
            self._reads_selector(argument, depth - 1) for argument in expression.arguments
        )

    def _is_selector(self, call: FunctionCall, depth: int) -> bool:
        """Whether a call is `shr(224, calldataload(0))`, or the division that gives the same."""
        if call.builtin is None or call.name not in ("shr", "div"):
            return False
        word, moved = call.arguments
        by = 1 << _ARGUMENT_BITS
        if call.name == "shr":
            word, moved, by = moved, word, _ARGUMENT_BITS
        return self._value(moved, 0, depth - 1) == by and self._is_first_word(word)

    def _is_first_word(self, expression: Expression) -> bool:
        if isinstance(expression, Identifier):
            value = self._values.get(expression.name)
            if value is None:
                return False
            expression = value
        return (
            isinstance(expression, FunctionCall)
            and expression.name == "calldataload"
            and self._value(expression.arguments[0], 0, 1) == 0
        )
