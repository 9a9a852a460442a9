"""ConstantOptimiser (no letter): writes large constants as cheaper computations.

A number is written as `not(...)` of its complement if that is shorter, or split where a long run of
equal bits begins: `add` or `sub` of a shifted part (multiplied by a power of two where there are no
shifts) and a small rest. Both parts are split again. The cheaper form depends on the expected
number of runs, on whether it is creation code, and on the EVM version (`GasModel`). Case labels,
strings and booleans stay, as does the spelling of numbers that are not replaced. It runs once per
object, near the end of the suite, because later simplification would undo its work.

Example::

    {
        sstore(0, 0xffffffffffffffffffffffffffffffffffffffff)
        sstore(1, 0xffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff00)
        sstore(2, 0xffff)
    }

becomes::

    {
        sstore(0, sub(shl(160, 1), 1))
        sstore(1, not(255))
        sstore(2, 0xffff)
    }

Source: chapter 06, section 6 of the specification.
"""

from __future__ import annotations

from yulopt.gas.constants import SMALLEST_CONSTANT, ConstantFinder
from yulopt.gas.model import solc_model
from yulopt.passes.step import Context, Step
from yulopt.syntax.ast import NUMBER, Block, Expression, FunctionCall, Literal
from yulopt.syntax.copying import copy_expression
from yulopt.syntax.positions import set_position
from yulopt.syntax.visitor import Transformer


class ConstantOptimiser(Step):
    """Writes large constants as cheaper computations."""

    name = "ConstantOptimiser"
    reads_runs = True

    def run(self, context: Context, block: Block) -> None:
        finder = ConstantFinder(solc_model(context.dialect, context.expected_executions))
        _Replacer(finder, context.behaviour.keeps_first_location).visit_block(block)


class _Replacer(Transformer):
    def __init__(self, finder: ConstantFinder, keeps_first_location: bool) -> None:
        self._finder = finder
        self._keeps_first_location = keeps_first_location

    def visit_expression(self, expression: Expression) -> Expression:
        if (
            isinstance(expression, Literal)
            and expression.kind is NUMBER
            and expression.value >= SMALLEST_CONSTANT
        ):
            best = self._finder.cheapest(expression.value, expression.position)
            if not isinstance(best, Literal):
                computation = copy_expression(best)
                if not self._keeps_first_location:
                    set_position(computation, expression.position)
                return computation
        return super().visit_expression(expression)

    def visit_call(self, call: FunctionCall) -> Expression:
        # Mandatory literals stay; solc fails on the result for a huge memory guard.
        return self.visit_value_arguments(call)
