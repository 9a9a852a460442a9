"""The accesses of a function to cells.

A location is a cell that can be accessed under one name only, or a name: the reference that a load
or store uses. Two names may mean the same cell if they have the same type and their points-to sets
have something in common. If a reference can only refer to one cell that exists once, the cell is
the location.

An `alloca` in a loop stands for many cells. That makes no difference if only its own name is used,
which then means the newest of them. If the reference goes anywhere else, it is a *summary cell*:
other names may mean older ones, so accesses by other names are no accesses to the newest one.

Source: chapter 08, section 5.4 of the specification.
"""

from __future__ import annotations

from yulopt.ssa.analysis.loops import LoopForest
from yulopt.ssa.ir.function import (
    Block,
    Function,
    Instruction,
    NamedValue,
    Result,
    Value,
    zero_value,
)
from yulopt.ssa.ir.instructions import Alloca, Call, End, Load, Return, Store, Unreachable
from yulopt.ssa.ir.types import ReferenceType, Type
from yulopt.ssa.memory.accesses import Access, Accesses
from yulopt.ssa.memory.location_map import Range
from yulopt.ssa.memory.points_to import EXTERNAL, NULL, PointsTo
from yulopt.ssa.memory.reference_paths import contains_reference


class CellAccesses(Accesses):
    """Those of one function."""

    def __init__(self, function: Function) -> None:
        self._points_to = PointsTo(function)
        loops = LoopForest(function).loop_of
        # The cells that exist once and can have other names, by their sets.
        self._single = {
            self._points_to.of(cell.result): cell
            for cell in self._points_to.cells
            if cell.block not in loops and not cell.volatile and self._points_to.of(cell.result)
        }
        self._numbers: dict[NamedValue, int] = {}
        self._names: list[NamedValue] = []
        # The locations with names that may have others, by the type of the content.
        self._ambiguous: dict[Type, list[int]] = {}
        self._others: dict[int, list[Range]] = {}
        for instruction in function.all_instructions():
            if isinstance(instruction, (Alloca, Load, Store)):
                self._number(self._name(_reference(instruction)))
        super().__init__(len(self._names))
        for block in function.blocks:
            accesses = [
                access
                for instruction in block.all_instructions()
                for access in self._accesses(instruction)
            ]
            if accesses:
                self.of_block[block] = accesses

    # What can be said about locations

    def type_of(self, location: int) -> Type:
        return _target(self._names[location])

    def hint(self, location: int) -> str:
        return self._names[location].name.removesuffix(".addr")

    def dead_at_end(self, block: Block) -> list[Range]:
        terminator = block.terminator
        if isinstance(terminator, (End, Unreachable)):
            return [(0, self.bound)]
        assert isinstance(terminator, Return)
        alive = self._points_to.escaped | EXTERNAL
        for operand in terminator.operands:
            if contains_reference(operand.type):
                alive |= self._points_to.reachable(self._points_to.of(operand))
        return [
            (location, location + 1)
            for location, name in enumerate(self._names)
            if not self._points_to.of(name) & alive & ~NULL
        ]

    # Names

    def _name(self, reference: Value) -> NamedValue | None:
        """The name that stands for the cell of a reference, None for the null reference."""
        if not isinstance(reference, NamedValue):
            return None
        single = self._single.get(self._points_to.of(reference) & ~NULL)
        return reference if single is None else single.result

    def _number(self, name: NamedValue | None) -> None:
        if name is None or name in self._numbers:
            return
        number = self._numbers[name] = len(self._names)
        self._names.append(name)
        if self._points_to.of(name):
            self._ambiguous.setdefault(_target(name), []).append(number)

    def _may_be_same(self, location: int) -> list[Range]:
        """The other locations that may be the same cell."""
        known = self._others.get(location)
        if known is None:
            name = self._names[location]
            cells = self._points_to.of(name) & ~NULL
            known = self._others[location] = [
                (other, other + 1)
                for other in self._ambiguous.get(_target(name), [])
                if other != location and self._points_to.of(self._names[other]) & cells
            ]
        return known

    def _is_single(self, name: NamedValue) -> bool:
        return self._points_to.of(name) in self._single

    # Reading the instructions

    def _accesses(self, instruction: Instruction) -> list[Access]:
        accesses: list[Access] = []
        if isinstance(instruction, Alloca):
            return [self._alloca(instruction)]
        if isinstance(instruction, (Load, Store)):
            accesses.append(self._access(instruction))
        elif isinstance(instruction, Call):
            accesses.append(self._call(instruction))
        for result in instruction.results:
            location = self._numbers.get(result)
            if location is not None:
                # Before its definition, the name means the cell of the last iteration.
                accesses.append(Access(instruction, reads=[(location, location + 1)]))
        return accesses

    def _alloca(self, alloca: Alloca) -> Access:
        location = self._numbers[alloca.result]
        here = [(location, location + 1)]
        if alloca.volatile or alloca.is_parameter:
            return Access(alloca, reads=here, writes=here)
        # An older cell of a summary can still be read under its other names.
        is_summary = self._points_to.of(alloca.result) and not self._is_single(alloca.result)
        return Access(
            alloca,
            location=location,
            value=zero_value(alloca.cell_type),
            reads=here if is_summary else [],
            covers=[] if is_summary else here,
            is_needed=True,
        )

    def _access(self, instruction: Load | Store) -> Access:
        name = self._name(instruction.reference)
        if name is None:
            return Access(instruction)
        location = self._numbers[name]
        same = self._may_be_same(location)
        here = (location, location + 1)
        if self._is_volatile(name):
            return Access(instruction, reads=[*same, here], writes=[*same, here])
        # To use a null reference ends execution, which must not be lost. What is known about a name
        # is known from using it, so it is not null then.
        may_be_null = bool(self._points_to.of(instruction.reference) & NULL)
        if isinstance(instruction, Load):
            return Access(
                instruction,
                location=location,
                value=instruction.result,
                is_load=True,
                reads=[*same, here],
                removable=instruction.reference is name or not may_be_null,
            )
        return Access(
            instruction,
            location=location,
            value=instruction.value,
            writes=same,
            covers=[here],
            is_needed=may_be_null or _is_parameter_cell(name),
        )

    def _is_volatile(self, name: NamedValue) -> bool:
        cells = self._points_to.cells_of(self._points_to.of(name))
        if isinstance(name, Result) and isinstance(name.instruction, Alloca):
            cells.append(name.instruction)
        return any(cell.volatile for cell in cells)

    def _call(self, call: Call) -> Access:
        """A call may read and write the cells that it can reach from its arguments."""
        cells = 0
        for operand in call.operands:
            if contains_reference(operand.type):
                cells |= self._points_to.reachable(self._points_to.of(operand))
        cells &= ~NULL
        touched: list[Range] = []
        if cells:
            touched = [
                (location, location + 1)
                for locations in self._ambiguous.values()
                for location in locations
                if self._points_to.of(self._names[location]) & cells
            ]
        return Access(call, reads=touched, writes=touched)


def _is_parameter_cell(name: NamedValue) -> bool:
    """Whether an inliner may store an argument in the cell."""
    if not isinstance(name, Result) or not isinstance(name.instruction, Alloca):
        return False
    return name.instruction.is_parameter


def _reference(instruction: Alloca | Load | Store) -> Value:
    return instruction.result if isinstance(instruction, Alloca) else instruction.reference


def _target(reference: Value) -> Type:
    """The type of what the cell of a reference holds."""
    type = reference.type
    assert isinstance(type, ReferenceType)
    return type.target
