"""ConstantFolder: evaluates computations on constants.

A constant that an earlier pass or step encoded as a cheaper computation is a constant again, so
that the following passes see it, and `ConstantSynthesizer` can choose its encoding again.

Right if:

* adjacent operands: the operands are pushed right before the instruction, with no label in between.

Example::

    1 1 0xa0 shl sub dup2 and 0 sstore stop

becomes::

    0xffffffffffffffffffffffffffffffffffffffff dup2 and 0 sstore stop

Source: Aho, Lam, Sethi and Ullman, "Compilers", section 8.5.4.
"""

from __future__ import annotations

from typing import ClassVar

from yulopt.assembly.instructions import ARGUMENTS, DUP1
from yulopt.assembly.items import Instruction, Item, Push, located
from yulopt.assembly.optimizer.context import AssemblyPass, Context
from yulopt.rules.arithmetic import ARITHMETIC, compute


class ConstantFolder(AssemblyPass):
    """The pass."""

    name: ClassVar[str] = "constantFolding"

    def run(self, items: list[Item], context: Context) -> bool:
        """Fold constants in place; returns whether there were any."""
        result: list[Item] = []
        for item in items:
            value = _computed(item, result) if isinstance(item, Instruction) else None
            if value is None:
                result.append(item)
                continue
            assert isinstance(item, Instruction)
            if item.opcode != DUP1:
                del result[-ARGUMENTS[item.opcode] :]
            result.append(located(Push(value), item.position))
        changed = [item.key for item in result] != [item.key for item in items]
        items[:] = result
        return changed


def _computed(item: Instruction, before: list[Item]) -> int | None:
    """The constant that an instruction leaves on the stack, if the items before it push its
    operands; else None."""
    if item.name not in ARITHMETIC and item.opcode != DUP1:
        return None
    operands: list[int] = []
    for operand in reversed(before[-ARGUMENTS[item.opcode] :]):
        if not isinstance(operand, Push):
            return None
        operands.append(operand.value)
    if len(operands) < ARGUMENTS[item.opcode]:
        return None
    return operands[0] if item.opcode == DUP1 else compute(item.name, operands)
