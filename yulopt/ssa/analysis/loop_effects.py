"""Effects of loops, and the values invariant in them.

Source: chapter 08, sections 5.2 and 6.3 of the specification.
"""

from __future__ import annotations

from yulopt.analysis.side_effects import is_movable_relative_to
from yulopt.dialect import SideEffects
from yulopt.memory.location_map import LocationMap
from yulopt.ssa.analysis.effects import ModuleEffects
from yulopt.ssa.analysis.loops import Loop, LoopForest
from yulopt.ssa.ir.function import Block, Function, Instruction, Value
from yulopt.ssa.ir.instructions import Load, Store
from yulopt.ssa.memory.accesses import Accesses, ModuleSummaries
from yulopt.ssa.memory.locations import Assumptions


class _Changes:
    """The modifications by one loop, including inner loops.

    `effects`: those on the EVM's state as a whole; `unchanged`: the numbered words of it that are
    invariant; `stored`: the cells that are stored to.
    """

    def __init__(self, unchanged: LocationMap[bool]) -> None:
        self.effects = SideEffects()
        self.unchanged = unchanged
        self.stored: set[Value] = set()

    def add(self, other: _Changes) -> None:
        """Add the modifications by an inner loop."""
        self.effects.add(other.effects)
        self.unchanged = self.unchanged.meet(other.unchanged, lambda _, one, two: one and two)
        self.stored |= other.stored


class LoopEffects:
    """The modifications by the loops of a function, as of construction."""

    def __init__(
        self,
        function: Function,
        forest: LoopForest,
        effects: ModuleEffects,
        summaries: ModuleSummaries,
    ) -> None:
        self._effects = effects
        self._accesses = Accesses(
            function, summaries, Assumptions(), memory=not effects.contains_msize
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
            nothing_changed: LocationMap[bool] = LocationMap()
            changes = _Changes(nothing_changed.fill([(0, self._accesses.bound)], True))
            for block in loop.own_blocks:
                self._add_block(changes, block)
            for child in loop.children:
                changes.add(self._changes[child])
            self._changes[loop] = changes

    def keeps(self, loop: Loop, instruction: Instruction) -> bool:
        """Whether the loop modifies nothing that an instruction reads besides its operands."""
        changes = self._changes[loop]
        if isinstance(instruction, Load):
            return instruction.cell not in changes.stored
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
            changes.unchanged = changes.unchanged.without(access.writes)
        for instruction in block.instructions:
            if isinstance(instruction, Store):
                changes.stored.add(instruction.cell)
            else:
                changes.effects.add(self._effects.of(instruction))
