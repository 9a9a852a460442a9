"""The stack while code is generated, and the instructions that change it.

Source: chapter 07, section 9 of the specification ("create layout").
"""

from __future__ import annotations

from collections.abc import Callable

from yulopt.assembly.frames import Frame, OutOfReach
from yulopt.assembly.items import Item, Label, Push, PushLabel, dup, instruction, swap
from yulopt.stack.shuffler import Shuffler
from yulopt.stack.slots import (
    JUNK,
    REACH,
    Layout,
    LiteralSlot,
    ReturnLabelSlot,
    Slot,
    VariableSlot,
    depth_of,
)
from yulopt.syntax.ast import FunctionCall


class StackMachine(Shuffler):
    """Emits the instructions of a shuffle into `items`, and notes problems in `frame`.

    What cannot be reached is replaced by something harmless, so that all problems are found.
    """

    def __init__(
        self,
        source: Layout,
        target: Layout,
        items: list[Item],
        frame: Frame,
        return_label: Callable[[FunctionCall], Label],
        *,
        has_push0: bool,
        position: int,
    ) -> None:
        super().__init__(source, target)
        self._items = items
        self._frame = frame
        self._return_label = return_label
        self._has_push0 = has_push0
        self._position = position

    def on_swap(self, depth: int) -> None:
        if depth <= REACH:
            self._items.append(swap(depth))
            return
        deep, top = self.source[-1 - depth], self.source[-1]
        named = deep if isinstance(deep, VariableSlot) else top
        self._note(named if isinstance(named, VariableSlot) else deep, depth - REACH)

    def on_pop(self) -> None:
        self._items.append(instruction("pop"))

    def on_push(self, slot: Slot) -> None:
        self._push(slot)
        self._frame.note_push(self.source, slot)

    def _push(self, slot: Slot) -> None:
        depth = depth_of(slot, self.source)
        if depth is not None and depth < REACH:
            self._items.append(dup(depth + 1))
        elif depth is not None and not slot.is_generable:
            self._note(slot, depth - REACH + 1)
            self._items.append(self._anything())
        elif isinstance(slot, LiteralSlot):
            self._items.append(Push(slot.value))
        elif isinstance(slot, ReturnLabelSlot):
            self._items.append(PushLabel(self._return_label(slot.call)))
        elif slot is JUNK:
            self._items.append(self._anything())
        else:
            # A return variable that was not assigned yet.
            assert isinstance(slot, VariableSlot), f"{slot!r} is not on the stack"
            self._items.append(Push(0))

    def _anything(self) -> Item:
        """The cheapest push; its value does not matter."""
        return Push(0) if self._has_push0 else instruction("codesize")

    def _note(self, slot: Slot, deficit: int) -> None:
        self._frame.problems.append(OutOfReach(slot, deficit, self._position))
