"""Conditions of jumps: any word but zero is true."""

from __future__ import annotations

from typing import Final

from yulopt.assembly.instructions import EQ, ISZERO, OTHER, SUB, opcode_of
from yulopt.assembly.items import Item, instruction, joining, located
from yulopt.assembly.opcodes import OPCODES

# Pairs of instructions with opposite conditions as results.
_OPPOSITE: Final = {EQ: "sub", SUB: "eq", OPCODES["xor"]: "eq"}


def negated(body: list[Item]) -> list[Item]:
    """The code with the opposite of the condition that this code leaves on the stack."""
    last = body[-1] if body else None
    opcode = OTHER if last is None else opcode_of(last)
    if last is not None and opcode == ISZERO:
        return body[:-1]
    if last is not None and opcode in _OPPOSITE:
        opposite = joining(instruction(_OPPOSITE[opcode]), last.joins)
        return [*body[:-1], located(opposite, last.position)]
    return [*body, instruction("iszero")]


def negation_size(body: list[Item]) -> int:
    """The number of bytes by which that lengthens the code."""
    opcode = opcode_of(body[-1]) if body else OTHER
    if opcode == ISZERO:
        return -1
    return 0 if opcode in _OPPOSITE else 1
