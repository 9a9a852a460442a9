"""What instructions cost to execute, as far as passes need to know it.

Source: chapter 08, section 6.3, and the tiers of chapter 01, section 9 of the specification.
"""

from __future__ import annotations

from yulopt.dialect import Tier
from yulopt.ssa.ir.function import Instruction, NamedValue
from yulopt.ssa.ir.instructions import BuiltinCall


def is_cheaper_than_a_variable(instruction: Instruction) -> bool:
    """Whether to compute it again costs no more than to read a variable, by the table of gas."""
    if not isinstance(instruction, BuiltinCall) or not instruction.builtin.side_effects.movable:
        return False
    if any(isinstance(operand, NamedValue) for operand in instruction.operands):
        return False
    tier = instruction.builtin.tier
    return bool(instruction.results) and (tier is None or tier <= Tier.BASE)


def is_cheap(instruction: Instruction) -> bool:
    """Whether it costs at most 3 gas, so that it may also move out of loops that do not need it."""
    if not isinstance(instruction, BuiltinCall):
        return False
    tier = instruction.builtin.tier
    return tier is not None and tier <= Tier.VERY_LOW
