"""Points-to analysis: which cells a reference may refer to.

It does not look at the order of instructions (flow-insensitive), and takes the elements of an array
together, but follows every assignment in its direction (inclusion-based): what may be loaded from a
cell is what was stored in it. All cells outside of the function are one, EXTERNAL; calls may store
there, and in all cells that they can reach, everything that they can reach.

Sets are the bits of an integer: bit EXTERNAL, bit NULL for the null reference, and one bit for each
`alloca` whose reference goes anywhere, or which holds references. Code lowered from Yul has no
such, so the time matters only for code with references of references, where it can be cubic.

Source: Andersen, "Program Analysis and Specialization for the C Programming Language" (1994),
chapter 4; chapter 08, sections 5.2 and 5.4 of the specification.
"""

from __future__ import annotations

from typing import Final

from yulopt.ssa.instructions import (
    Alloca,
    Array,
    ArrayGet,
    ArraySet,
    Call,
    Load,
    Store,
)
from yulopt.ssa.ir import Function, Instruction, NamedValue, Phi, Value, Zero
from yulopt.ssa.promotable import is_only_accessed
from yulopt.ssa.types import ArrayType, ReferenceType, Type

EXTERNAL: Final = 1
NULL: Final = 2
_FIRST_CELL: Final = 2


class _Set:
    """The targets of a value, or of what a cell holds, and what follows from them."""

    __slots__ = ("allowed", "included_in", "loads", "stores", "targets")

    def __init__(self, allowed: int) -> None:
        self.targets = 0
        self.allowed = allowed
        # Sets that contain this one.
        self.included_in: dict[_Set, None] = {}
        # The results of loads from here, and the values stored here.
        self.loads: list[_Set] = []
        self.stores: list[_Set] = []


class PointsTo:
    """The sets of a function. `cells` are the allocas that have bits, in the order of bits."""

    def __init__(self, function: Function) -> None:
        self.cells: list[Alloca] = []
        self._bit_of: dict[Value, int] = {}
        self._cells_of_type: dict[Type, int] = {}
        # Cells that have no other names.
        self._private: set[Value] = set()
        for instruction in function.all_instructions():
            if not isinstance(instruction, Alloca):
                continue
            is_private = is_only_accessed(instruction)
            if is_private:
                self._private.add(instruction.result)
            if not is_private or contains_reference(instruction.cell_type):
                bit = 1 << (_FIRST_CELL + len(self.cells))
                self.cells.append(instruction)
                self._bit_of[instruction.result] = bit
                type = instruction.cell_type
                self._cells_of_type[type] = self._cells_of_type.get(type, 0) | bit
        everything = (1 << (_FIRST_CELL + len(self.cells))) - 1
        self._sets: dict[Value, _Set] = {}
        # What is held by external cells, and by those of the function in the order of their bits.
        self._external = _Set(everything)
        self._contents = [_Set(self._allowed(cell.cell_type)) for cell in self.cells]
        self._work: list[tuple[_Set, int]] = []
        self._collect(function)
        self._solve()
        self._reachable: dict[int, int] = {}

    def of(self, value: Value) -> int:
        """The cells that a reference, or the references in an array, may refer to.

        It is empty for a cell whose reference goes nowhere: only this name can mean it.
        """
        if value in self._private:
            return 0
        if isinstance(value, NamedValue):
            found = self._sets.get(value)
            return self._bit_of.get(value, 0) if found is None else found.targets
        return NULL

    def reachable(self, targets: int) -> int:
        """These cells, and those that can be reached from them by loading."""
        found = self._reachable.get(targets)
        if found is not None:
            return found
        reached = 0
        pending = targets
        while pending:
            reached |= pending
            following = 0
            if pending & EXTERNAL:
                following |= self._external.targets
            for index in _cells(pending):
                following |= self._contents[index].targets
            pending = following & ~reached
        self._reachable[targets] = reached
        return reached

    @property
    def escaped(self) -> int:
        """The cells that can be reached from outside of the function after it has returned."""
        return self.reachable(EXTERNAL)

    def cells_of(self, targets: int) -> list[Alloca]:
        """The allocas of a set."""
        return [self.cells[index] for index in _cells(targets)]

    # Gathering

    def _collect(self, function: Function) -> None:
        for cell, content in zip(self.cells, self._contents, strict=True):
            self._add(content, NULL)
            if cell.is_parameter or cell.volatile:
                self._add(content, EXTERNAL)
        self._add(self._external, EXTERNAL | NULL)
        for parameter in function.parameters:
            if contains_reference(parameter.type):
                self._add(self._set(parameter), EXTERNAL | NULL)
        for instruction in function.all_instructions():
            self._instruction(instruction)

    def _instruction(self, instruction: Instruction) -> None:
        if isinstance(instruction, Store):
            if contains_reference(instruction.value.type):
                self._store(self._set(instruction.value), self._set(instruction.reference))
        elif isinstance(instruction, Load):
            if contains_reference(instruction.result.type):
                self._load(self._set(instruction.result), self._set(instruction.reference))
        elif isinstance(instruction, (Phi, Array)):
            if contains_reference(instruction.result.type):
                for operand in instruction.operands:
                    self._include(self._set(operand), self._set(instruction.result))
        elif isinstance(instruction, (ArrayGet, ArraySet)):
            if contains_reference(instruction.result.type):
                self._include(self._set(instruction.array), self._set(instruction.result))
            if isinstance(instruction, ArraySet) and contains_reference(instruction.element.type):
                self._include(self._set(instruction.element), self._set(instruction.result))
        elif isinstance(instruction, Call):
            for operand in instruction.operands:
                if contains_reference(operand.type):
                    self._include(self._set(operand), self._external)
            for result in instruction.results:
                if contains_reference(result.type):
                    self._include(self._external, self._set(result))

    def _set(self, value: Value) -> _Set:
        if isinstance(value, Zero):
            null = _Set(NULL)
            self._add(null, NULL)
            return null
        found = self._sets.get(value)
        if found is None:
            found = self._sets[value] = _Set(self._allowed(value.type))
            if value in self._bit_of:
                self._add(found, self._bit_of[value])
        return found

    def _allowed(self, type: Type) -> int:
        """The cells that can be in the set of a value, going by its type."""
        while isinstance(type, ArrayType):
            type = type.element
        if not isinstance(type, ReferenceType):
            return 0
        return EXTERNAL | NULL | self._cells_of_type.get(type.target, 0)

    # Solving

    def _add(self, target: _Set, cells: int) -> None:
        new = cells & target.allowed & ~target.targets
        if new:
            target.targets |= new
            self._work.append((target, new))

    def _include(self, part: _Set, whole: _Set) -> None:
        if part is not whole and whole not in part.included_in:
            part.included_in[whole] = None
            self._add(whole, part.targets)

    def _load(self, result: _Set, reference: _Set) -> None:
        reference.loads.append(result)
        for content in self._held(reference.targets):
            self._include(content, result)

    def _store(self, value: _Set, reference: _Set) -> None:
        reference.stores.append(value)
        for content in self._held(reference.targets):
            self._include(value, content)

    def _held(self, targets: int) -> list[_Set]:
        """What the cells of a set hold."""
        contents = [self._contents[index] for index in _cells(targets)]
        return [self._external, *contents] if targets & EXTERNAL else contents

    def _solve(self) -> None:
        while self._work:
            changed, new = self._work.pop()
            for whole in changed.included_in:
                self._add(whole, new)
            if changed is self._external:
                # Everybody outside can load from these cells, and store in them what is outside.
                for index in _cells(new):
                    self._include(self._contents[index], self._external)
                    self._include(self._external, self._contents[index])
            if changed.loads or changed.stores:
                for content in self._held(new):
                    for result in changed.loads:
                        self._include(content, result)
                    for value in changed.stores:
                        self._include(value, content)


def contains_reference(type: Type) -> bool:
    """Whether there are references in values of a type."""
    while isinstance(type, ArrayType):
        type = type.element
    return isinstance(type, ReferenceType)


def _cells(targets: int) -> list[int]:
    """The numbers of the allocas of a set."""
    cells = targets >> _FIRST_CELL
    found: list[int] = []
    while cells:
        lowest = cells & -cells
        found.append(lowest.bit_length() - 1)
        cells ^= lowest
    return found
