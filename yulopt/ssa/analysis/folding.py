"""Constant folding: instructions with known operands, and trivial phis.

Source: chapter 06, section 4, and chapter 08, sections 4.5 and 6.1 of the specification. For phis:
Braun, Buchwald, Hack, Leißa, Mallon, Zwinkau, "Simple and Efficient Construction of Static Single
Assignment Form" (2013), algorithm 3.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from yulopt.rules.arithmetic import ARITHMETIC, compute
from yulopt.ssa.ir.function import Block, Constant, Instruction, Phi, Terminator, Value
from yulopt.ssa.ir.instructions import Branch, BuiltinCall, Switch


def is_arithmetic(instruction: Instruction) -> bool:
    """Whether the result depends on nothing but the operands, all words."""
    return isinstance(instruction, BuiltinCall) and instruction.builtin.name in ARITHMETIC


def fold(instruction: Instruction, operands: Sequence[Value]) -> Constant | None:
    """The result of an instruction for these operands, if it can be computed."""
    if not isinstance(instruction, BuiltinCall) or not is_arithmetic(instruction):
        return None
    words: list[int] = []
    for operand in operands:
        if not isinstance(operand, Constant):
            return None
        words.append(operand.value)
    return Constant(compute(instruction.builtin.name, words))


def decided_target(terminator: Terminator, value: Value) -> Block | None:
    """The target of a branch or switch on this value, if it is known."""
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


def trivial_value(phi: Phi) -> Value | None:
    """The value of a phi whose operands are all one value, or the phi itself; None for others."""
    value: Value | None = None
    for operand in phi.operands:
        if operand is phi.result or operand == value:
            continue
        if value is not None:
            return None
        value = operand
    # A phi whose only operand is itself never gets a value from outside.
    return Constant(0) if value is None else value


def remove_trivial_phis(phis: Iterable[Phi]) -> int:
    """Replace trivial phis by their values until none is left; returns how many.

    They are erased, but not yet swept out of their blocks.
    """
    candidates = dict.fromkeys(phis)
    work = list(candidates)
    removed = 0
    while work:
        phi = work.pop()
        value = None if phi.is_erased else trivial_value(phi)
        if value is None:
            continue
        for user, _ in phi.result.uses:
            if isinstance(user, Phi) and user is not phi and user in candidates:
                work.append(user)
        phi.drop_operands()
        phi.result.replace_all_uses(value)
        phi.erase()
        removed += 1
    return removed
