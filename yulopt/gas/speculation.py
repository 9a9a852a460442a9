"""The gas of expressions that are computed before it is known that they are needed."""

from __future__ import annotations

from typing import Final

from yulopt.dialect import Tier
from yulopt.gas.model import GasModel
from yulopt.syntax.ast import Expression, FunctionCall

# More than any limit.
NEVER: Final = 1 << 32


def speculative_gas(model: GasModel, expression: Expression) -> int:
    """The gas of one execution of an expression; at least `NEVER` if it is not pure, or if its
    price depends on its operands."""
    if not isinstance(expression, FunctionCall):
        return model.expression(expression).run
    builtin = expression.builtin
    if builtin is None or not builtin.side_effects.movable or builtin.tier is Tier.SPECIAL:
        return NEVER
    operands = [speculative_gas(model, argument) for argument in expression.arguments]
    return model.builtin(builtin).run + sum(operands)
