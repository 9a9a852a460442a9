"""What the code of a loop may change, so that one can tell what stays the same in it.

Source: chapter 08, sections 5.2 and 6.3 of the specification.
"""

from __future__ import annotations

from yulopt.analysis.side_effects import is_movable_relative_to
from yulopt.dialect import SideEffects
from yulopt.ssa.analysis.effects import ModuleEffects, is_own_cell
from yulopt.ssa.analysis.loops import Loop, LoopForest
from yulopt.ssa.ir.function import Block, Function, Instruction, Module, NamedValue, Value
from yulopt.ssa.ir.instructions import Alloca, Call, Load, Store
from yulopt.ssa.memory.evm_accesses import EvmAccesses
from yulopt.ssa.memory.evm_locations import Assumptions
from yulopt.ssa.memory.evm_summaries import ModuleSummaries
from yulopt.ssa.memory.location_map import LocationMap


class _Changes:
    """What one loop may change, with the loops in it.

    `effects` are those on the state of the EVM as a whole, `unchanged` the numbered words in it
    that stay the same. `stored` are the private cells that are stored to; `may_change_shared_cells`
    stands for all other cells.
    """

    __slots__ = ("effects", "may_change_shared_cells", "stored", "unchanged")

    def __init__(self, unchanged: LocationMap[bool]) -> None:
        self.effects = SideEffects()
        self.unchanged = unchanged
        self.stored: set[Value] = set()
        self.may_change_shared_cells = False

    def add(self, other: _Changes) -> None:
        """Add what an inner loop may change."""
        self.effects.add(other.effects)
        self.unchanged = self.unchanged.meet(other.unchanged, lambda _, one, two: one and two)
        self.stored |= other.stored
        self.may_change_shared_cells |= other.may_change_shared_cells


class LoopEffects:
    """What the loops of a function may change, as the function was when this was made."""

    def __init__(
        self,
        module: Module,
        function: Function,
        forest: LoopForest,
        effects: ModuleEffects,
        summaries: ModuleSummaries,
    ) -> None:
        self._effects = effects
        # Cells that are used for nothing but loads and stores.
        self._private: set[Value] = {
            instruction.result
            for instruction in function.all_instructions()
            if isinstance(instruction, Alloca) and _is_private(instruction.result)
        }
        self._accesses = EvmAccesses(
            module, function, summaries, Assumptions(), memory=not effects.contains_msize
        )
        # The words that are loaded.
        self._loaded = {
            access.instruction: access.location
            for accesses in self._accesses.of_block.values()
            for access in accesses
            if access.is_load
        }
        self._changes: dict[Loop, _Changes] = {}
        for loop in reversed(forest.loops):
            changes = _Changes(LocationMap(self._accesses.bound, everywhere=True))
            for block in loop.own_blocks:
                self._add_block(changes, block)
            for child in loop.children:
                changes.add(self._changes[child])
            self._changes[loop] = changes

    def keeps(self, loop: Loop, instruction: Instruction) -> bool:
        """Whether nothing in the loop changes what an instruction reads besides its operands."""
        changes = self._changes[loop]
        if isinstance(instruction, Load):
            if instruction.reference in self._private:
                return instruction.reference not in changes.stored
            return not changes.may_change_shared_cells
        effects = self._effects.of(instruction)
        if effects.movable:
            return True
        if not effects.movable_apart_from_effects:
            return False
        location = self._loaded.get(instruction)
        if location is not None:
            return changes.unchanged.get(location) is not None
        return is_movable_relative_to(effects, changes.effects, self._effects.contains_msize)

    def _add_block(self, changes: _Changes, block: Block) -> None:
        for access in self._accesses.in_block(block):
            changes.unchanged = changes.unchanged.fill(access.writes, None)
        for instruction in block.instructions:
            if isinstance(instruction, Store):
                if instruction.reference in self._private:
                    changes.stored.add(instruction.reference)
                else:
                    changes.may_change_shared_cells = True
                continue
            effects = self._effects.of(instruction)
            changes.effects.add(effects)
            if isinstance(instruction, Call) and not effects.movable:
                changes.may_change_shared_cells = True


def _is_private(cell: NamedValue) -> bool:
    return is_own_cell(cell) and all(
        isinstance(user, Load) or (isinstance(user, Store) and index == 1)
        for user, index in cell.uses
    )
