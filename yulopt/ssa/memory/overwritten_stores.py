"""Stores to cells that the note on Noir's pass mem2reg deletes.

A store is dead if the same cell is stored again in the same block before it may be read, or its
reference goes anywhere. All stores are dead to a cell that is never loaded, and whose reference
goes nowhere.

Source: chapter 08, section 5.2 of the specification.
"""

from __future__ import annotations

from yulopt.ssa.analysis.loops import LoopForest
from yulopt.ssa.ir.function import Block, Function, Instruction
from yulopt.ssa.ir.instructions import Alloca, Load, Store
from yulopt.ssa.memory.alias_sets import ANYTHING, NULL, AliasSets, cell_numbers, summary_cells
from yulopt.ssa.memory.promotable import is_only_accessed
from yulopt.ssa.memory.reference_paths import contains_reference


def overwritten_stores(function: Function) -> list[Instruction]:
    """The stores of a function that are dead."""
    aliases = AliasSets(function)
    summaries = summary_cells(aliases, LoopForest(function))
    dead: dict[Instruction, None] = {}
    for block in function.blocks:
        dead.update(dict.fromkeys(_overwritten(block, aliases, summaries)))
    for cell in aliases.cells:
        users = [user for user, _ in cell.result.uses]
        if is_only_accessed(cell) and not any(isinstance(user, Load) for user in users):
            dead.update(dict.fromkeys(user for user in users if not cell.is_parameter))
    return list(dead)


def _overwritten(block: Block, aliases: AliasSets, summaries: set[int]) -> list[Instruction]:
    """The stores of a block that are overwritten in it before they may be read."""
    dead: list[Instruction] = []
    # The last store to each cell, as long as nothing may have read it.
    pending: dict[int, Store] = {}
    for instruction in block.instructions:
        if isinstance(instruction, Store):
            if contains_reference(instruction.value.type):
                pending.clear()
            reference = aliases.of(instruction.reference).get((), ANYTHING)
            cells = cell_numbers(reference)
            if len(cells) != 1 or reference & (ANYTHING | NULL) or cells[0] in summaries:
                continue
            if cells[0] in pending:
                dead.append(pending[cells[0]])
            if not aliases.cells[cells[0]].is_parameter:
                pending[cells[0]] = instruction
        elif isinstance(instruction, Alloca):
            # From here on, the name means another cell.
            for cell in cell_numbers(aliases.of(instruction.result)[()]):
                pending.pop(cell, None)
        elif isinstance(instruction, Load):
            reference = aliases.of(instruction.reference).get((), ANYTHING)
            if reference & ANYTHING:
                pending.clear()
            for cell in cell_numbers(reference):
                pending.pop(cell, None)
        elif any(contains_reference(operand.type) for operand in instruction.operands):
            pending.clear()
    return dead
