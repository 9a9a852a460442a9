"""Branch relaxation: each label is pushed with as few bytes as its offset needs.

The offset of a label depends on the widths of all pushes of labels before it. All widths begin at
one byte and grow until all offsets fit. They never shrink, so this terminates; the result is the
least solution, by induction over the rounds.

Source: Szymanski, "Assembling code for machines with span-dependent instructions", Communications
of the ACM 21(4), 1978. Offsets here are absolute, not distances, which makes no difference.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import attr

from yulopt.assembly.items import (
    TABLE_MARGIN,
    Item,
    Label,
    PlaceLabel,
    PushDataOffset,
    PushDataSize,
    PushLabel,
    PushTable,
)
from yulopt.assembly.sizes import item_size
from yulopt.syntax.literals import byte_length
from yulopt.syntax.objects import Object

_SMALLEST: Final = 1


@attr.s(auto_attribs=True, eq=False)
class RelaxedWidths:
    """Bytes of each label, and of the offset of an object or data."""

    labels: dict[Label, int]
    offset: int


def relax(
    items: Sequence[Item], rest: int, size_widths: Mapping[Object, int], *, has_push0: bool
) -> RelaxedWidths:
    """The widths for the code of an object that is followed by at most `rest` bytes.

    Assignments to immutables are already expanded. All offsets, and the object's own size, have the
    same width; `size_widths`: the bytes of the sizes of other objects.
    """
    offset_width = _SMALLEST
    while True:
        code = _Code(items, offset_width, size_widths, has_push0=has_push0)
        widths = code.label_widths()
        if byte_length(code.size + rest) <= offset_width:
            return RelaxedWidths(widths, offset_width)
        offset_width += 1


class _Code:
    """The labels in the order of the code, with the fixed bytes before each."""

    def __init__(
        self,
        items: Sequence[Item],
        offset_width: int,
        size_widths: Mapping[Object, int],
        *,
        has_push0: bool,
    ) -> None:
        self.size = 0
        self._tables = 0
        # Pushed (True) or placed (False), and the bytes since the last one.
        self._events: list[tuple[bool, Label, int]] = []
        fixed = 0
        for item in items:
            if isinstance(item, (PushLabel, PlaceLabel)):
                self._events.append((isinstance(item, PushLabel), item.label, fixed))
                fixed = 1
            elif isinstance(item, PushDataSize):
                fixed += 1 + size_widths.get(item.target, offset_width)
            else:
                width = offset_width if isinstance(item, PushDataOffset) else 0
                fixed += item_size(item, width, has_push0=has_push0)
                if isinstance(item, PushTable):
                    # It is after the code, perhaps at a distance.
                    fixed -= item.table_bytes
                    self._tables += TABLE_MARGIN + item.table_bytes
        self._last = fixed

    def label_widths(self) -> dict[Label, int]:
        """The width of each label that is placed; sets `size`."""
        widths = {label: _SMALLEST for is_push, label, _ in self._events if not is_push}
        while True:
            position = 0
            grown: dict[Label, int] = {}
            for is_push, label, fixed in self._events:
                position += fixed
                if is_push:
                    position += widths[label]
                else:
                    width = byte_length(position)
                    if width > widths[label]:
                        grown[label] = width
            self.size = position + self._last + self._tables
            if not grown:
                return widths
            widths.update(grown)
