"""Searching the loops around a loop in logarithmic time, however deep they are nested.

Source: Myers, "An Applicative Random-Access Stack" (1983): besides its parent, every node knows one
ancestor further up, chosen so that any ancestor is a few jumps away.
"""

from __future__ import annotations

from collections.abc import Callable

from yulopt.ssa.analysis.loops import Loop, LoopForest


class LoopAncestors:
    """The ways up in a loop forest."""

    __slots__ = ("_jump",)

    def __init__(self, forest: LoopForest) -> None:
        # The outermost loops jump to themselves.
        self._jump: dict[Loop, Loop] = {}
        for loop in forest.loops:
            parent = loop.parent
            if parent is None:
                self._jump[loop] = loop
                continue
            higher = self._jump[parent]
            highest = self._jump[higher]
            equal = parent.depth - higher.depth == higher.depth - highest.depth
            self._jump[loop] = highest if equal else parent

    def outermost(self, loop: Loop, holds: Callable[[Loop], bool]) -> Loop:
        """The outermost loop for which something holds that holds for `loop`, and that does not
        hold around a loop for which it does not."""
        parent = loop.parent
        while parent is not None:
            if holds(self._jump[loop]):
                loop = self._jump[loop]
            elif holds(parent):
                loop = parent
            else:
                break
            parent = loop.parent
        return loop
