"""Which cells can become values: those that are only read and written where they stand.

Source: chapter 08, section 4.1 of the specification.
"""

from __future__ import annotations

from yulopt.ssa.ir.function import Function
from yulopt.ssa.ir.instructions import Alloca, Load, Store
from yulopt.ssa.ir.types import WORD

_STORE_ADDRESS = 1


def promotable_allocas(
    function: Function, *, parameters: bool = True, references: bool = False
) -> list[Alloca]:
    """The allocas that can be promoted, in the order of the function.

    `parameters`: also the cells of parameters; `references`: also cells that do not hold a word.
    """
    return [
        instruction
        for instruction in function.all_instructions()
        if isinstance(instruction, Alloca)
        and not instruction.volatile
        and (references or instruction.cell_type is WORD)
        and (not instruction.is_parameter or (parameters and _is_stored(instruction)))
        and is_only_accessed(instruction)
    ]


def is_only_accessed(alloca: Alloca) -> bool:
    """Whether the reference is used for nothing but as the address of loads and stores."""
    return all(
        isinstance(user, Load) or (isinstance(user, Store) and index == _STORE_ADDRESS)
        for user, index in alloca.result.uses
    )


def _is_stored(alloca: Alloca) -> bool:
    """Whether there is a store; without one, the argument in the cell is not known here."""
    return any(isinstance(user, Store) for user, _ in alloca.result.uses)
