"""What the code of a loop may change, so that one can tell what stays the same in it.

Source: chapter 08, sections 5.2 and 6.3 of the specification.
"""

from __future__ import annotations

from yulopt.analysis.side_effects import is_movable_relative_to
from yulopt.dialect import SideEffects
from yulopt.ssa.effects import ModuleEffects, is_own_cell
from yulopt.ssa.instructions import Call, Load, Store
from yulopt.ssa.ir import NamedValue, Value
from yulopt.ssa.loops import Loop, LoopForest


class LoopEffects:
    """What one loop does, with the loops in it.

    `effects` are those on the state of the EVM. `stored` are the private cells (`is_private_cell`)
    that it stores to; `may_change_shared_cells` stands for all other cells.
    """

    __slots__ = ("effects", "may_change_shared_cells", "stored")

    def __init__(self) -> None:
        self.effects = SideEffects()
        self.stored: set[Value] = set()
        self.may_change_shared_cells = False

    def keeps(self, load: Load) -> bool:
        """Whether the cell of a load has the same content all the time."""
        if is_private_cell(load.reference):
            return load.reference not in self.stored
        return not self.may_change_shared_cells

    def keeps_what_is_read_with(self, effects: SideEffects, module: ModuleEffects) -> bool:
        """Whether an instruction with these effects gives the same in every iteration."""
        return effects.movable or (
            effects.movable_apart_from_effects
            and is_movable_relative_to(effects, self.effects, module.contains_msize)
        )


def is_private_cell(reference: Value) -> bool:
    """Whether this is a cell of the function, used for nothing but loads and stores."""
    return (
        isinstance(reference, NamedValue)
        and is_own_cell(reference)
        and all(
            isinstance(user, Load) or (isinstance(user, Store) and index == 1)
            for user, index in reference.uses
        )
    )


def effects_of_loops(forest: LoopForest, module: ModuleEffects) -> dict[Loop, LoopEffects]:
    """What every loop does."""
    result: dict[Loop, LoopEffects] = {}
    for loop in reversed(forest.loops):
        done = result[loop] = LoopEffects()
        for block in loop.own_blocks:
            for instruction in block.instructions:
                if isinstance(instruction, Store):
                    if is_private_cell(instruction.reference):
                        done.stored.add(instruction.reference)
                    else:
                        done.may_change_shared_cells = True
                    continue
                effects = module.of(instruction)
                done.effects.add(effects)
                if isinstance(instruction, Call) and not effects.movable:
                    done.may_change_shared_cells = True
        for child in loop.children:
            inner = result[child]
            done.effects.add(inner.effects)
            done.stored |= inner.stored
            done.may_change_shared_cells |= inner.may_change_shared_cells
    return result
