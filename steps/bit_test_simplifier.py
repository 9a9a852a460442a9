"""BitTestSimplifier (`Y`): tests whether the high or low bits of a value are zero by a shift.

Argument decoding and memory allocation check that values have no more bits than their types: they
compare them with themselves under a mask, or with the highest value of the type. Shifting out the
permitted bits and testing the rest is equivalent, and needs no large constant. In boolean contexts,
such as the condition of an `if`, double negations are removed, too.

An expression is rewritten if that reduces the gas of execution and of the code's bytes, with large
constants as the ConstantOptimiser will write them. Before Constantinople, which introduced shifts,
the step does nothing.

Right if:

* one-sided mask: a mask has ones only at its low end, or only at its high end.
* power-of-two bound: the bound of a comparison is a power of two, or one less.
* same operand: the masked value is compared with the value itself.
* boolean context: a double negation is removed only where just zero and nonzero are distinguished:
  in conditions, and in operands of `iszero` and `or` there.
* pure operand: a value that is computed once instead of twice consists of pure instructions.

Example::

    {
        let x := calldataload(4)
        if iszero(eq(x, and(x, 0xffffffffffffffffffffffffffffffffffffffff))) { revert(0, 0) }
        let length := calldataload(36)
        if gt(length, 0xffffffffffffffff) { revert(0, 0) }
        let flag := calldataload(68)
        if iszero(eq(flag, iszero(iszero(flag)))) { revert(0, 0) }
        if iszero(iszero(length)) { sstore(x, flag) }
    }

becomes::

    {
        let x := calldataload(4)
        if shr(160, x) { revert(0, 0) }
        let length := calldataload(36)
        if shr(64, length) { revert(0, 0) }
        let flag := calldataload(68)
        if iszero(lt(flag, 2)) { revert(0, 0) }
        if length { sstore(x, flag) }
    }

Source: H. Warren, "Hacker's delight" (2nd edition, 2012), chapter 4 (range checking). This is an
extension: solc has no such step.
"""

from __future__ import annotations

from typing import ClassVar, NamedTuple

from yulopt.analysis.construct_kinds import NOTHING
from yulopt.analysis.equality import expressions_equal
from yulopt.dialect import Dialect
from yulopt.gas.constants import ConstantFinder
from yulopt.gas.model import GasModel
from yulopt.passes.code_facts import CALLS_AND_FACTS
from yulopt.passes.step import Context, Step
from yulopt.rules.arithmetic import WORD_BITS
from yulopt.syntax.ast import (
    NUMBER,
    Block,
    Expression,
    ForLoop,
    FunctionCall,
    If,
    Literal,
    Statement,
    Switch,
    is_zero_literal,
)
from yulopt.syntax.literals import WORD_MASK
from yulopt.syntax.visitor import Transformer


class BitTestSimplifier(Step):
    """Tests whether the high or low bits of a value are zero by a shift."""

    name = "BitTestSimplifier"
    letter = "Y"
    is_extension: ClassVar[bool] = True
    preserves_analyses = CALLS_AND_FACTS
    reads_runs = True
    by_function = True
    reads_others = False
    may_add = NOTHING

    def run(self, context: Context, block: Block) -> None:
        if context.dialect.builtin("shr") is not None:
            _Simplifier(context.dialect, context.expected_executions).visit_block(block)


class _Test(NamedTuple):
    """Whether a value is zero after a shift by a number of bits, or whether it is not."""

    value: Expression
    shift: str
    bits: int
    is_zero: bool


class _Simplifier(Transformer):
    def __init__(self, dialect: Dialect, expected_executions: int | None) -> None:
        self._builtin = dialect.builtin
        self._model = GasModel(dialect, expected_executions)
        self._constants = ConstantFinder(self._model)

    # Boolean contexts

    def visit_if(self, statement: If) -> list[Statement] | None:
        statement.condition = self._condition(statement.condition)
        self.visit_block(statement.body)
        return None

    def visit_for(self, loop: ForLoop) -> list[Statement] | None:
        loop.condition = self._condition(loop.condition)
        for block in (loop.init, loop.post, loop.body):
            self.visit_block(block)
        return None

    def visit_switch(self, switch: Switch) -> list[Statement] | None:
        if all(case.label is None or is_zero_literal(case.label) for case in switch.cases):
            switch.expression = self._condition(switch.expression)
            for case in switch.cases:
                self.visit_block(case.body)
            return None
        return super().visit_switch(switch)

    def _condition(self, expression: Expression) -> Expression:
        """An expression that is zero exactly where the given one is."""
        if not isinstance(expression, FunctionCall):
            return expression
        arguments = expression.arguments
        if expression.name == "iszero":
            negated = self._condition(arguments[0])
            if isinstance(negated, FunctionCall) and negated.name == "iszero":
                return negated.arguments[0]
            arguments[0] = negated
            return expression
        if expression.name == "or":
            for index in (1, 0):
                arguments[index] = self._condition(arguments[index])
            return expression
        return self._comparison(expression, is_condition=True)

    # Other contexts

    def visit_call(self, call: FunctionCall) -> Expression:
        if call.name == "iszero":
            call.arguments[0] = self._condition(call.arguments[0])
            return call
        return self._comparison(call, is_condition=False)

    def _comparison(self, call: FunctionCall, *, is_condition: bool) -> Expression:
        """A call, replaced by a test of bits if that costs less."""
        truth_value = _checked_truth_value(call)
        if truth_value is not None:
            two = Literal(NUMBER, 2, position=call.position)
            call = self._call("lt", [truth_value, two], call.position)
        test = _test(call)
        if test is not None:
            bits = Literal(NUMBER, test.bits, position=call.position)
            replacement = self._call(test.shift, [bits, test.value], call.position)
            if test.is_zero or not is_condition:
                replacement = self._call("iszero", [replacement], call.position)
            if not test.is_zero and not is_condition:
                replacement = self._call("iszero", [replacement], call.position)
            if self._costs(replacement) < self._costs(call):
                call = replacement
        super().visit_call(call)
        return call

    def _call(self, name: str, arguments: list[Expression], position: int) -> FunctionCall:
        return FunctionCall(name, arguments, self._builtin(name), position)

    def _costs(self, expression: Expression) -> int:
        return self._model.lifetime(self._constants.expression_gas(expression))


def _test(call: FunctionCall) -> _Test | None:
    """The test of bits equivalent to a comparison; None for anything else."""
    if call.name not in ("eq", "gt", "lt"):
        return None
    left, right = call.arguments
    if call.name == "eq":
        return _comparison_under_mask(left, right) or _comparison_under_mask(right, left)
    if isinstance(left, Literal):
        left, right = right, left
        is_less = call.name == "gt"
    else:
        is_less = call.name == "lt"
    if not isinstance(right, Literal):
        return None
    # Whether the left side is below the limit, or not.
    limit = right.value + (not is_less)
    return _Test(left, "shr", limit.bit_length() - 1, is_less) if _is_power(limit) else None


def _comparison_under_mask(value: Expression, masked: Expression) -> _Test | None:
    """Whether a value is the same under a mask that covers the bits at one of its ends."""
    if not isinstance(masked, FunctionCall) or masked.name != "and" or not _is_pure(value):
        return None
    one, mask = masked.arguments
    if isinstance(one, Literal):
        one, mask = mask, one
    if not isinstance(mask, Literal) or not expressions_equal(one, value):
        return None
    if _is_power(mask.value + 1):
        return _Test(value, "shr", mask.value.bit_length(), True)
    rest = WORD_MASK - mask.value
    if _is_power(rest + 1):
        return _Test(value, "shl", WORD_BITS - rest.bit_length(), True)
    return None


def _checked_truth_value(call: FunctionCall) -> Expression | None:
    """The operand that is compared with its own double negation."""
    if call.name != "eq":
        return None
    for value, other in (call.arguments, reversed(call.arguments)):
        negated = _negated(other)
        doubly = None if negated is None else _negated(negated)
        if doubly is not None and expressions_equal(value, doubly) and _is_pure(value):
            return value
    return None


def _negated(expression: Expression) -> Expression | None:
    if isinstance(expression, FunctionCall) and expression.name == "iszero":
        return expression.arguments[0]
    return None


def _is_power(value: int) -> bool:
    """Whether it is a power of two whose shift is within the word."""
    return 1 < value <= WORD_MASK and value & (value - 1) == 0


def _is_pure(expression: Expression) -> bool:
    """Whether it can be computed any number of times."""
    if not isinstance(expression, FunctionCall):
        return True
    builtin = expression.builtin
    return builtin is not None and builtin.is_pure and all(map(_is_pure, expression.arguments))
