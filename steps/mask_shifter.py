"""MaskShifter (`q`): replaces masks of low or high bits by two shifts.

A mask with ones at one end of the word clears the bits at the other end. Shifting these out and
back does the same without the constant: `shr(96, shl(96, x))` takes 6 bytes besides `x`, and `and`
with a mask of 160 bits 9. A shift by a constant below the mask is joined with the first one.

An expression is rewritten if that reduces the gas of execution and of the code's bytes, with large
constants as the ConstantOptimiser will write them: that is, where bytes matter more than execution.
Within a basic block, solc's assembly optimiser turns such shifts back into a mask (`cse`). Before
Constantinople, which introduced shifts, the step does nothing.

Right if:

* one-sided mask: a mask has ones only at its low end, or only at its high end.
* smaller shift: a shift in the other direction that is combined with one of the mask is by fewer
  bits.

Example::

    {
        let x := calldataload(4)
        sstore(0, and(x, 0xffffffffffffffffffffffffffffffffffffffff))
        sstore(1, and(shr(128, x), 0xffffffffffffffff))
        sstore(2, and(x, 0xffffffffffffffffffffffffffffffff00000000000000000000000000000000))
    }

becomes::

    {
        let x := calldataload(4)
        sstore(0, shr(96, shl(96, x)))
        sstore(1, shr(192, shl(64, x)))
        sstore(2, shl(128, shr(128, x)))
    }

Source: H. Warren, "Hacker's delight" (2nd edition, 2012), chapter 2 (shifts and masks). This is an
extension: solc has no such step.
"""

from __future__ import annotations

from typing import ClassVar

from yulopt.analysis.construct_kinds import NOTHING
from yulopt.dialect import Dialect
from yulopt.gas.constants import ConstantFinder
from yulopt.gas.model import GasModel
from yulopt.passes.code_facts import CALLS_AND_FACTS
from yulopt.passes.step import Context, Step
from yulopt.rules.arithmetic import WORD_BITS
from yulopt.syntax.ast import NUMBER, Block, Expression, FunctionCall, Literal
from yulopt.syntax.literals import WORD_MASK
from yulopt.syntax.visitor import Transformer


class MaskShifter(Step):
    """Replaces masks of low or high bits by two shifts."""

    name = "MaskShifter"
    letter = "q"
    is_extension: ClassVar[bool] = True
    preserves_analyses = CALLS_AND_FACTS
    reads_runs = True
    by_function = True
    reads_others = False
    may_add = NOTHING

    def run(self, context: Context, block: Block) -> None:
        if context.dialect.builtin("shr") is not None:
            _Shifter(context.dialect, context.expected_executions).visit_block(block)


class _Shifter(Transformer):
    def __init__(self, dialect: Dialect, expected_executions: int | None) -> None:
        self._builtin = dialect.builtin
        self._model = GasModel(dialect, expected_executions)
        self._constants = ConstantFinder(self._model)

    def visit_call(self, call: FunctionCall) -> Expression:
        super().visit_call(call)
        if call.name != "and":
            return call
        for value, mask in (call.arguments, reversed(call.arguments)):
            if isinstance(mask, Literal):
                shifted = self._shifted(value, mask.value, call.position)
                if shifted is not None:
                    return shifted
        return call

    def _shifted(self, value: Expression, mask: int, position: int) -> Expression | None:
        """A masked value as two shifts; None if the mask does not fit, or that costs no less."""
        inner, known = _shift_of(value)
        if _is_power(mask + 1):
            out, back, bits = "shl", "shr", WORD_BITS - mask.bit_length()
        elif _is_power(WORD_MASK - mask + 1):
            out, back, bits = "shr", "shl", (WORD_MASK - mask).bit_length()
            known = -known
        else:
            return None
        # Left is positive if bits are shifted out to the left, otherwise right is.
        if bits + known <= 0:
            inner, known = value, 0
        first = self._call(out, bits + known, inner, position)
        shifts = self._call(back, bits, first, position)
        # The shifted operand has the same price before and after; a variable represents it.
        before = self._costs("and", mask) + (self._costs("shl", abs(known)) if known else 0)
        after = self._costs(out, bits + known) + self._costs(back, bits)
        return shifts if after < before else None

    def _call(self, name: str, bits: int, value: Expression, position: int) -> FunctionCall:
        literal = Literal(NUMBER, bits, position=position)
        return FunctionCall(name, [literal, value], self._builtin(name), position)

    def _costs(self, name: str, operand: int) -> int:
        """The price of an instruction with a constant operand, without its other operand."""
        builtin = self._builtin(name)
        assert builtin is not None
        return self._model.lifetime(self._model.builtin(builtin) + self._constants.gas(operand))


def _shift_of(value: Expression) -> tuple[Expression, int]:
    """The operand of a shift by a constant, and the number of bits to the left; for other
    expressions the expression itself and 0."""
    if isinstance(value, FunctionCall) and value.name in ("shl", "shr"):
        bits, inner = value.arguments
        if isinstance(bits, Literal) and 0 < bits.value < WORD_BITS:
            return inner, bits.value if value.name == "shl" else -bits.value
    return value, 0


def _is_power(value: int) -> bool:
    """Whether it is a power of two above one, within the word."""
    return 1 < value <= WORD_MASK and value & (value - 1) == 0
