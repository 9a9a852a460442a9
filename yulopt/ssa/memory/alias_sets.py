"""Alias sets: for every expression that is a reference, the cells that it may denote.

An expression is a value, or an element of an array value at any depth. What is loaded from a cell
denotes what the value that is known to be there denotes, and anything if none is known.

Source: chapter 08, sections 5.1 and 5.2 of the specification, after a note on Noir's pass mem2reg.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from yulopt.ssa.analysis.loops import LoopForest
from yulopt.ssa.ir.function import Constant, Function, Instruction, NamedValue, Phi, Value, Zero
from yulopt.ssa.ir.instructions import Alloca, Array, ArrayGet, ArraySet, Load
from yulopt.ssa.ir.types import Type
from yulopt.ssa.memory.promotable import is_only_accessed
from yulopt.ssa.memory.reference_paths import Path, has_too_many_references, reference_paths

# Sets are bits of an integer: bit ANYTHING, bit NULL, and one bit for each cell.
ANYTHING: Final = 1
NULL: Final = 2
_FIRST_CELL: Final = 2

# The sets of all references in a value, by the way to them.
Aliases = dict[Path, int]


class AliasSets:
    """The alias sets of a function. `cells` are its allocas, but for volatile ones."""

    def __init__(self, function: Function) -> None:
        self.cells: list[Alloca] = []
        self._number: dict[Instruction, int] = {}
        for instruction in function.all_instructions():
            if isinstance(instruction, Alloca) and not instruction.volatile:
                self._number[instruction] = len(self.cells)
                self.cells.append(instruction)
        # What holds without knowing what is loaded, and what has been found out since.
        self._static: dict[Value, Aliases] = {}
        self._refined: dict[Value, Aliases] = {}
        self._collect(function)

    def of(self, value: Value, *, refined: bool = True) -> Aliases:
        """The sets of a value; with `refined`, what `refine` has found out is used."""
        if has_too_many_references(value.type):
            return {(): ANYTHING}
        if isinstance(value, Zero):
            return dict.fromkeys(reference_paths(value.type), NULL)
        if refined and value in self._refined:
            return self._refined[value]
        found = self._static.get(value)
        if found is None:
            return dict.fromkeys(reference_paths(value.type), ANYTHING)
        return found

    def refine(self, instruction: Instruction, loaded: Value | None) -> None:
        """Find the sets of the result of an instruction, in the order of execution.

        `loaded` is what a load is known to give.
        """
        if len(instruction.results) == 1 and reference_paths(instruction.result.type):
            self._refined[instruction.result] = self._define(instruction, loaded, refined=True)

    def number(self, alloca: Alloca) -> int | None:
        """The number of a cell, None for a volatile one."""
        return self._number.get(alloca)

    def _collect(self, function: Function) -> None:
        """Find what holds without knowing what is loaded: the least fixed point."""
        work: dict[Instruction, None] = {}
        for instruction in function.all_instructions():
            if len(instruction.results) == 1 and reference_paths(instruction.result.type):
                self._static[instruction.result] = dict.fromkeys(
                    reference_paths(instruction.result.type), 0
                )
                work[instruction] = None
        while work:
            instruction, _ = work.popitem()
            found = self._define(instruction, None, refined=False)
            if found != self._static[instruction.result]:
                self._static[instruction.result] = found
                for user, _ in instruction.result.uses:
                    if len(user.results) == 1 and user.result in self._static:
                        work[user] = None

    def _define(self, instruction: Instruction, loaded: Value | None, *, refined: bool) -> Aliases:
        type = instruction.result.type
        if any(has_too_many_references(operand.type) for operand in instruction.operands):
            return dict.fromkeys(reference_paths(type), ANYTHING)
        operands = [self.of(operand, refined=refined) for operand in instruction.operands]
        if isinstance(instruction, Alloca) and instruction in self._number:
            return {(): 1 << (_FIRST_CELL + self._number[instruction])}
        if isinstance(instruction, Phi):
            return _union(type, operands)
        if isinstance(instruction, Array):
            return {
                (index, *path): cells
                for index, element in enumerate(operands)
                for path, cells in element.items()
            }
        if isinstance(instruction, ArrayGet):
            return _elements(instruction, operands[0])
        if isinstance(instruction, ArraySet):
            return _changed(instruction, operands[0], operands[2])
        if isinstance(instruction, Load) and loaded is not None:
            return self.of(loaded, refined=refined)
        return dict.fromkeys(reference_paths(type), ANYTHING)


def summary_cells(aliases: AliasSets, forest: LoopForest) -> set[int]:
    """The cells that are made again and again by a loop, so that older ones may still be in use."""
    return {
        number
        for number, cell in enumerate(aliases.cells)
        if cell.block in forest.loop_of and not is_only_accessed(cell)
    }


def cell_numbers(aliases: int) -> list[int]:
    """The numbers of the cells in a set."""
    cells = aliases >> _FIRST_CELL
    found: list[int] = []
    while cells:
        lowest = cells & -cells
        found.append(lowest.bit_length() - 1)
        cells ^= lowest
    return found


def _union(type: Type, all_aliases: Iterable[Aliases]) -> Aliases:
    result = dict.fromkeys(reference_paths(type), 0)
    for aliases in all_aliases:
        for path, cells in aliases.items():
            result[path] |= cells
    return result


def _elements(get: ArrayGet, array: Aliases) -> Aliases:
    """The sets of an element; of all of them together, if the index is not known."""
    index = get.index.value if isinstance(get.index, Constant) else None
    result = dict.fromkeys(reference_paths(get.result.type), 0)
    for (first, *rest), cells in array.items():
        if index is None or first == index:
            result[tuple(rest)] |= cells
    return result


def _changed(change: ArraySet, array: Aliases, element: Aliases) -> Aliases:
    """The sets of an array after the change of one element."""
    index = change.index.value if isinstance(change.index, Constant) else None
    result: Aliases = {}
    for path, cells in array.items():
        if index is None:
            result[path] = cells | element[path[1:]]
        else:
            result[path] = element[path[1:]] if path[0] == index else cells
    return result


def show_path(value: NamedValue, path: Path) -> str:
    """An expression as text: `v[0]`."""
    return value.name + "".join(f"[{index}]" for index in path)
