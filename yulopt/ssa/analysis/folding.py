"""Evaluating instructions whose operands are known.

Source: chapter 06, section 4, and chapter 08, section 6.1 of the specification.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from yulopt.rules.arithmetic import COMPUTABLE, HELPERS, compute
from yulopt.ssa.ir.function import Block, Constant, Instruction, Terminator, Value
from yulopt.ssa.ir.instructions import Branch, BuiltinCall, Switch

# Builtins that compute a word from words; other code has names that only rules use.
_ARITHMETIC: Final = COMPUTABLE - HELPERS


def is_arithmetic(instruction: Instruction) -> bool:
    """Whether the result depends on nothing but the operands, all words."""
    return isinstance(instruction, BuiltinCall) and instruction.builtin.name in _ARITHMETIC


def fold(instruction: Instruction, operands: Sequence[Value]) -> Constant | None:
    """The result of an instruction that reads these values, if it can be computed."""
    if not isinstance(instruction, BuiltinCall) or not is_arithmetic(instruction):
        return None
    words: list[int] = []
    for operand in operands:
        if not isinstance(operand, Constant):
            return None
        words.append(operand.value)
    return Constant(compute(instruction.builtin.name, words))


def decided_target(terminator: Terminator, value: Value) -> Block | None:
    """Where a branch or switch on this value goes, if that can be known."""
    if not isinstance(value, Constant):
        return None
    if isinstance(terminator, Branch):
        return terminator.then if value.value else terminator.otherwise
    if isinstance(terminator, Switch):
        for case, target in terminator.cases():
            if case == value.value:
                return target
        return terminator.default
    return None
