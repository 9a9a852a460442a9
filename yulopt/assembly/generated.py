"""What a code generator gives: assembly of one object, and the stack frames of its functions."""

from __future__ import annotations

from collections.abc import Sequence

from yulopt.assembly.items import Item, PushDataOffset, PushDataSize
from yulopt.stack.slots import Layout, Slot, VariableSlot


class OutOfReach:
    """An instruction that would have to reach `deficit` slots deeper than it can.

    `position` is the offset in the source of the operation that needed it, -1 if it is not known.
    `layout` is the stack at that moment; empty if only the height of the stack is known. `swapped`
    are the slots that were to change places, the one that is too deep first; None for a copy.
    """

    def __init__(
        self,
        slot: Slot,
        deficit: int,
        position: int,
        layout: Layout,
        swapped: tuple[Slot, Slot] | None = None,
    ) -> None:
        self.slot = slot
        self.deficit = deficit
        self.position = position
        self.layout = layout
        self.swapped = swapped

    @property
    def variable(self) -> str:
        """The variable that is out of reach, empty for a value that has no name."""
        return self.slot.name if isinstance(self.slot, VariableSlot) else ""


class Frame:
    """The stack of one function while it runs, from the return address upwards.

    `function` is empty for the code outside functions. `deepest` is the layout at the moment when
    most slots were in use.
    """

    def __init__(
        self,
        function: str,
        deepest: Layout | None = None,
        problems: list[OutOfReach] | None = None,
    ) -> None:
        self.function = function
        self.deepest = [] if deepest is None else deepest
        self.problems = [] if problems is None else problems

    def note_depth(self, layout: Layout) -> None:
        """Remember the layout if it is the deepest one so far."""
        if len(layout) > len(self.deepest):
            self.deepest = layout[:]

    def note_push(self, layout: Layout, slot: Slot) -> None:
        """The same for the layout with one more slot on top."""
        if len(layout) >= len(self.deepest):
            self.deepest = [*layout, slot]


class GeneratedCode:
    """The assembly of one object's code, and a frame for each function of it.

    The first frame is that of the code outside functions. If any frame has problems, the assembly
    is not usable. `nested_paths` are the paths with dots in it in the order in which the code
    generator met them, which decides in which order the objects are appended. Labels are pushed
    with the same width each, as solc does it, unless `has_smallest_labels` is set.
    """

    def __init__(self, items: list[Item], frames: list[Frame], nested_paths: list[str]) -> None:
        self.items = items
        self.frames = frames
        self.nested_paths = nested_paths
        self.has_smallest_labels = False


def generated_code(items: list[Item], frames: list[Frame]) -> GeneratedCode:
    """What a code generator made, in the order of generation."""
    return GeneratedCode(items, frames, _nested_paths(items))


def _nested_paths(items: Sequence[Item]) -> list[str]:
    paths: dict[str, None] = {}
    for item in items:
        if isinstance(item, (PushDataSize, PushDataOffset)) and "." in item.path:
            paths.setdefault(item.path)
    return list(paths)
