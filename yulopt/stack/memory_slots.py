"""Which variable gets which memory slot, when variables have to leave the stack.

A function's slots come after those of all functions it calls, so functions that are never active
at the same time share slots.

Source: chapter 07, section 7.4 of the specification.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from yulopt.analysis.call_graph import OUTERMOST
from yulopt.ast import FunctionDefinition

# More parameters and return variables than this cannot be handled on the stack.
_MOST_ON_STACK: Final = 16


class MemorySlots:
    """`slots`: variable to slot number; `count`: how many slots there are.

    `unreachable`: the variables to move, by function. Functions that the code outside functions
    does not call get no slots. Recursive functions must not have any variables to move.
    """

    def __init__(
        self,
        calls: Mapping[str, Sequence[str]],
        functions: Mapping[str, FunctionDefinition],
        unreachable: Mapping[str, Sequence[str]],
    ) -> None:
        self.slots: dict[str, int] = {}
        self._functions = functions
        self._unreachable = unreachable
        self.count = self._allocate(calls)

    def _allocate(self, calls: Mapping[str, Sequence[str]]) -> int:
        """Number the slots, callees first; returns the number that the outermost code needs."""
        # A function that is being worked on counts as needing nothing.
        needed = {OUTERMOST: 0}
        work = [(OUTERMOST, 0)]
        while work:
            name, index = work.pop()
            callees = calls[name]
            while index < len(callees) and (
                callees[index] in needed or callees[index] not in calls
            ):
                index += 1
            if index < len(callees):
                work.append((name, index))
                work.append((callees[index], 0))
                needed[callees[index]] = 0
            else:
                first = max((needed.get(callee, 0) for callee in callees), default=0)
                needed[name] = self._allocate_in(name, first)
        return needed[OUTERMOST]

    def _allocate_in(self, name: str, next_slot: int) -> int:
        """Number the slots of one function from `next_slot` on; returns the next free one."""
        if name not in self._unreachable:
            return next_slot
        moved: list[str] = []
        function = self._functions.get(name)
        if function is not None:
            signature = function.parameters + function.returns
            moved += signature[: max(0, len(signature) - _MOST_ON_STACK)]
        moved += self._unreachable[name]
        for variable in moved:
            # An empty name stands for parameters and return variables that are too many.
            if variable and variable not in self.slots:
                self.slots[variable] = next_slot
                next_slot += 1
        return next_slot
