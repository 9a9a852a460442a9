"""What code generation found out about the stack of one function, or of the code outside them."""

from __future__ import annotations

import attr

from yulopt.stack.slots import Layout, Slot, VariableSlot


@attr.s(auto_attribs=True, eq=False)
class OutOfReach:
    """An instruction that would have to reach `deficit` slots deeper than it can.

    `position` is the place of the operation in the source that needed it, -1 if it is not known.
    """

    slot: Slot
    deficit: int
    position: int

    @property
    def variable(self) -> str:
        """The variable that is out of reach, empty for a value that has no name."""
        return self.slot.name if isinstance(self.slot, VariableSlot) else ""


@attr.s(auto_attribs=True, eq=False)
class Frame:
    """The stack of one function while it runs, from the place to return to upwards.

    `function` is empty for the code outside functions. `deepest` is the layout at the moment when
    most slots were in use.
    """

    function: str
    deepest: Layout = attr.Factory(list)
    problems: list[OutOfReach] = attr.Factory(list)

    def note_depth(self, layout: Layout) -> None:
        """Remember the layout if it is the deepest one so far."""
        if len(layout) > len(self.deepest):
            self.deepest = layout[:]

    def note_push(self, layout: Layout, slot: Slot) -> None:
        """The same for the layout with one more slot on top."""
        if len(layout) >= len(self.deepest):
            self.deepest = [*layout, slot]
