"""Which variable gets which memory slot, when variables have to leave the stack.

A function's slots come after those of all functions it calls, so functions that are never active
at the same time share slots.

Source: chapter 07, section 7.4 of the specification.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from yulopt.analysis.call_graph import OUTERMOST
from yulopt.graphs.orders import postorder
from yulopt.syntax.ast import FunctionDefinition

# More parameters and return variables than this cannot be handled on the stack.
_MOST_ON_STACK: Final = 16


def allocate_memory_slots(
    calls: Mapping[str, Sequence[str]],
    functions: Mapping[str, FunctionDefinition],
    unreachable: Mapping[str, Sequence[str]],
) -> dict[str, int]:
    """A slot number for each of the `unreachable` variables, which are given by function.

    Functions that the code outside functions does not call get no slots. Of functions that are in
    `unreachable` with too many parameters and return variables, the first ones get slots, too.
    """
    slots: dict[str, int] = {}
    # The first slot that callers may use; 0 for a caller that calls itself through others.
    next_slot: dict[str, int] = {}
    callees_of = {name: [one for one in called if one in calls] for name, called in calls.items()}
    for name in postorder([OUTERMOST], callees_of.__getitem__):
        first = max([next_slot.get(callee, 0) for callee in callees_of[name]], default=0)
        if name in unreachable:
            for variable in _variables_to_move(unreachable[name], functions.get(name)):
                if variable not in slots:
                    slots[variable] = first
                    first += 1
        next_slot[name] = first
    return slots


def _variables_to_move(
    unreachable: Sequence[str], function: FunctionDefinition | None
) -> list[str]:
    """The variables of a function that need a slot, in this order; one may occur twice."""
    moved: list[str] = []
    if function is not None:
        signature = function.parameters + function.returns
        moved += signature[: max(0, len(signature) - _MOST_ON_STACK)]
    # An empty name stands for parameters and return variables that are too many.
    moved += [variable for variable in unreachable if variable]
    return moved
