"""Results of a code generator: the assembly of one object, and its functions' stack frames."""

from __future__ import annotations

from collections.abc import Sequence

from yulopt.assembly.items import Item, PushDataOffset, PushDataSize
from yulopt.stack.slots import Layout, Slot, VariableSlot


class OutOfReach:
    """A DUP or SWAP that would have to reach `deficit` slots deeper than possible.

    `position`: the source offset of the operation that needed it, -1 if unknown. `layout`: the
    stack at that point; empty if only its height is known. `swapped`: the slots to be exchanged,
    the one too deep first; None for a copy.
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
        """The unreachable variable, empty for a value without a name."""
        return self.slot.name if isinstance(self.slot, VariableSlot) else ""


class Frame:
    """The stack of one function while it runs, from the return address upwards.

    `function` is empty for the code outside functions. `deepest`: the layout with the most slots in
    use.
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
        """Record the layout if it is the deepest so far."""
        if len(layout) > len(self.deepest):
            self.deepest = layout[:]

    def note_push(self, layout: Layout, slot: Slot) -> None:
        """The same for the layout with one more slot on top."""
        if len(layout) >= len(self.deepest):
            self.deepest = [*layout, slot]


class GeneratedCode:
    """The assembly of one object's code, and a frame for each function of it.

    The first frame is that of the code outside functions. If any frame has problems, the assembly
    is unusable. `nested_paths`: the dotted paths in it, in the order of generation, which
    determines the order of appended objects. All labels are pushed with the same width, as in solc,
    unless `has_smallest_labels` is set.
    """

    def __init__(self, items: list[Item], frames: list[Frame], nested_paths: list[str]) -> None:
        self.items = items
        self.frames = frames
        self.nested_paths = nested_paths
        self.has_smallest_labels = False


def generated_code(items: list[Item], frames: list[Frame]) -> GeneratedCode:
    """The output of a code generator, in order."""
    return GeneratedCode(items, frames, _nested_paths(items))


def _nested_paths(items: Sequence[Item]) -> list[str]:
    paths: dict[str, None] = {}
    for item in items:
        if isinstance(item, (PushDataSize, PushDataOffset)) and "." in item.path:
            paths.setdefault(item.path)
    return list(paths)
