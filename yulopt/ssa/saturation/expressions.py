"""What is to be computed after saturation: the expressions that were chosen.

Source: chapter 09, section 8.3.
"""

from __future__ import annotations

from yulopt.dialect import Builtin
from yulopt.ssa.ir.function import Instruction, Value


class Expression:
    """An instruction over `operands`: values, instructions without operands, other expressions.

    An expression is there once, however many others read it. `name` is that of a value of the
    function which was the same, empty if there was none.
    """

    __slots__ = ("builtin", "name", "operands")

    def __init__(self, builtin: Builtin, operands: list[Operand], name: str = "") -> None:
        self.builtin = builtin
        self.operands = operands
        self.name = name


Operand = Value | Builtin | Expression


class Use:
    """Operand `index` of an instruction is to be this."""

    __slots__ = ("index", "instruction", "operand")

    def __init__(self, instruction: Instruction, index: int, operand: Operand) -> None:
        self.instruction = instruction
        self.index = index
        self.operand = operand


def better_name(name: str, other: str) -> str:
    """Of two names for the same expression, the first that is not a number."""
    return other if not name or (name.isdigit() and not other.isdigit()) else name
