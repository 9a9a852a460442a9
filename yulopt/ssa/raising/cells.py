"""Cells that were not promoted become variables again.

The function must be without phis.

Source: chapter 08, sections 4.3 and 8 of the specification.
"""

from __future__ import annotations

from yulopt.ssa.ir.edges import predecessors
from yulopt.ssa.ir.function import (
    Block,
    Constant,
    Function,
    Instruction,
    NamedValue,
    Result,
    Value,
    Variable,
)
from yulopt.ssa.ir.instructions import Alloca, Copy, Load, Store


def cells_to_variables(function: Function) -> None:
    """Replace cells by variables, in place."""
    variable_of: dict[Value, Variable] = {
        instruction.result: Variable(instruction.result.name)
        for instruction in function.all_instructions()
        if isinstance(instruction, Alloca)
    }
    if not variable_of:
        return
    zero_needed = _read_before_written(function)
    for block in function.blocks:
        instructions: list[Instruction] = []
        for instruction in block.instructions:
            replacement = _replacement(instruction, variable_of, zero_needed)
            if replacement is instruction:
                instructions.append(instruction)
                continue
            if replacement is not None:
                replacement.block = block
                replacement.position = instruction.position
                instructions.append(replacement)
            instruction.drop_operands()
            instruction.block = None
        block.instructions = instructions


def _replacement(
    instruction: Instruction, variable_of: dict[Value, Variable], zero_needed: set[NamedValue]
) -> Instruction | None:
    """What to put in the place of an instruction, None for nothing."""
    if isinstance(instruction, Load):
        value = instruction.result
        assert isinstance(value, Result)
        copy = Copy(value, variable_of[instruction.cell])
        value.instruction = copy
        return copy
    if isinstance(instruction, Store):
        return Copy(variable_of[instruction.cell], instruction.value)
    if isinstance(instruction, Alloca):
        cell = instruction.result
        return Copy(variable_of[cell], Constant(0)) if cell in zero_needed else None
    return instruction


def _read_before_written(function: Function) -> set[NamedValue]:
    """The cells whose first zero may be read; those outside the entry count as such."""
    before = predecessors(function)
    writing: dict[Value, set[Block]] = {}
    reading: dict[NamedValue, list[Block]] = {}
    needed: set[NamedValue] = set()
    for block in function.blocks:
        for instruction in block.instructions:
            if isinstance(instruction, Alloca):
                if block is not function.entry:
                    needed.add(instruction.result)
            elif isinstance(instruction, Store):
                writing.setdefault(instruction.cell, set()).add(block)
            elif isinstance(instruction, Load):
                cell = instruction.cell
                assert isinstance(cell, NamedValue)
                if block not in writing.get(cell, ()):
                    reading.setdefault(cell, []).append(block)
    for cell, blocks in reading.items():
        written = writing.get(cell, set())
        live = set(blocks)
        work = list(live)
        while work:
            for predecessor in before[work.pop()]:
                if predecessor not in live and predecessor not in written:
                    live.add(predecessor)
                    work.append(predecessor)
        if function.entry in live:
            needed.add(cell)
    return needed
