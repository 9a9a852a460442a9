"""Points-to analysis: which cells a reference may refer to.

It does not look at the order of instructions (flow-insensitive), but tells the elements of arrays
apart, and follows every assignment in its direction (inclusion-based): what may be loaded from a
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

from yulopt.ssa.ir.function import Constant, Function, Instruction, NamedValue, Phi, Value, Zero
from yulopt.ssa.ir.instructions import (
    Alloca,
    Array,
    ArrayGet,
    ArraySet,
    Call,
    Load,
    Store,
)
from yulopt.ssa.ir.types import ArrayType, ReferenceType, Type
from yulopt.ssa.memory.promotable import is_only_accessed
from yulopt.ssa.memory.reference_paths import (
    Path,
    contains_reference,
    has_too_many_references,
    reference_paths,
)

EXTERNAL: Final = 1
NULL: Final = 2
_FIRST_CELL: Final = 2


class _Set:
    """What a reference in a value or in a cell may refer to, and what follows from that."""

    __slots__ = ("allowed", "included_in", "loads", "stores", "targets")

    def __init__(self, allowed: int) -> None:
        self.targets = 0
        self.allowed = allowed
        # Sets that contain this one.
        self.included_in: dict[_Set, None] = {}
        # The results of loads from here, and the values stored here.
        self.loads: list[_Sets] = []
        self.stores: list[_Sets] = []


# The sets of the references in a value by the way to them; one set for all of them, if they are too
# many.
_Sets = dict[Path, _Set]
_ALL: Final[Path] = (-1,)


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
        self._sets: dict[Value, _Sets] = {}
        # What is held by external cells, and by those of the function in the order of their bits.
        self._external = _Set(everything)
        self._contents = [self._new_sets(cell.cell_type) for cell in self.cells]
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
            return self._bit_of.get(value, 0) if found is None else _all_targets(found)
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
                following |= _all_targets(self._contents[index])
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
        for cell, contents in zip(self.cells, self._contents, strict=True):
            known = NULL | (EXTERNAL if cell.is_parameter or cell.volatile else 0)
            for content in contents.values():
                self._add(content, known)
        self._add(self._external, EXTERNAL | NULL)
        for parameter in function.parameters:
            for target in self._of(parameter).values():
                self._add(target, EXTERNAL | NULL)
        for instruction in function.all_instructions():
            if any(contains_reference(one.type) for one in instruction.operands):
                self._instruction(instruction)

    def _instruction(self, instruction: Instruction) -> None:
        operands = [self._of(operand) for operand in instruction.operands]
        results = [self._of(result) for result in instruction.results]
        if isinstance(instruction, Store):
            reference = operands[1][()]
            reference.stores.append(operands[0])
            for content in self._held(reference.targets):
                self._flow(operands[0], content)
        elif isinstance(instruction, Load):
            reference = operands[0][()]
            reference.loads.append(results[0])
            for content in self._held(reference.targets):
                self._flow(content, results[0])
        elif isinstance(instruction, Phi):
            for operand in operands:
                self._flow(operand, results[0])
        elif isinstance(instruction, Array):
            for index, operand in enumerate(operands):
                self._flow(operand, results[0], to=(index,))
        elif isinstance(instruction, (ArrayGet, ArraySet)):
            self._array_operation(instruction)
        elif isinstance(instruction, Call):
            for operand in operands:
                self._flow(operand, {_ALL: self._external})
            for result in results:
                self._flow({_ALL: self._external}, result)

    def _array_operation(self, instruction: ArrayGet | ArraySet) -> None:
        array, result = self._of(instruction.array), self._of(instruction.result)
        type = instruction.array.type
        assert isinstance(type, ArrayType)
        if has_too_many_references(type):
            self._flow(array, result)
            if isinstance(instruction, ArraySet):
                self._flow(self._of(instruction.element), result)
            return
        index = instruction.index
        indices = [
            one
            for one in range(type.length)
            if not isinstance(index, Constant) or one == index.value
        ]
        if isinstance(instruction, ArrayGet):
            for one in indices:
                self._flow(array, result, start=(one,))
            return
        for path, part in array.items():
            if len(indices) > 1 or path[0] not in indices:
                self._include(part, result[path])
        for one in indices:
            self._flow(self._of(instruction.element), result, to=(one,))

    def _of(self, value: Value) -> _Sets:
        """The sets of a value."""
        found = self._sets.get(value)
        if found is None:
            found = self._sets[value] = self._new_sets(value.type)
            known = NULL if isinstance(value, Zero) else self._bit_of.get(value, 0)
            for part in found.values():
                self._add(part, known)
        return found

    def _new_sets(self, type: Type) -> _Sets:
        allowed = self._allowed(type)
        if has_too_many_references(type):
            return {_ALL: _Set(allowed)}
        return {path: _Set(allowed) for path in reference_paths(type)}

    def _allowed(self, type: Type) -> int:
        """The cells that can be in the sets of a value, going by its type."""
        while isinstance(type, ArrayType):
            type = type.element
        if not isinstance(type, ReferenceType):
            return 0
        return EXTERNAL | NULL | self._cells_of_type.get(type.target, 0)

    # Solving

    def _flow(self, source: _Sets, target: _Sets, *, start: Path = (), to: Path = ()) -> None:
        """Include what is in the part of `source` that begins with `start` in the part of `target`
        that begins with `to`; where one does not tell elements apart, in all of it."""
        for path, part in source.items():
            if path == _ALL or _ALL in target:
                for whole in target.values():
                    self._include(part, whole)
            elif path[: len(start)] == start:
                self._include(part, target[to + path[len(start) :]])

    def _add(self, target: _Set, cells: int) -> None:
        new = cells & target.allowed & ~target.targets
        if new:
            target.targets |= new
            self._work.append((target, new))

    def _include(self, part: _Set, whole: _Set) -> None:
        if part is not whole and whole not in part.included_in:
            part.included_in[whole] = None
            self._add(whole, part.targets)

    def _held(self, targets: int) -> list[_Sets]:
        """What the cells of a set hold."""
        contents = [self._contents[index] for index in _cells(targets)]
        return [{_ALL: self._external}, *contents] if targets & EXTERNAL else contents

    def _solve(self) -> None:
        while self._work:
            changed, new = self._work.pop()
            for whole in changed.included_in:
                self._add(whole, new)
            if changed is self._external:
                # Everybody outside can load from these cells, and store in them what is outside.
                for index in _cells(new):
                    for content in self._contents[index].values():
                        self._include(content, self._external)
                        self._include(self._external, content)
            if changed.loads or changed.stores:
                for contents in self._held(new):
                    for result in changed.loads:
                        self._flow(contents, result)
                    for value in changed.stores:
                        self._flow(value, contents)


def _all_targets(sets: _Sets) -> int:
    targets = 0
    for part in sets.values():
        targets |= part.targets
    return targets


def _cells(targets: int) -> list[int]:
    """The numbers of the allocas of a set."""
    cells = targets >> _FIRST_CELL
    found: list[int] = []
    while cells:
        lowest = cells & -cells
        found.append(lowest.bit_length() - 1)
        cells ^= lowest
    return found
