"""The bytes of items, and the widths of labels and offsets.

The sizes are solc's estimates before all numbers are known. Labels, and offsets of objects and
data, count with one width. The size of an object counts as a push of four bytes, whatever it
finally takes.

Both widths come from estimates before emission that overcount: unused data, unembedded objects,
each of several equal objects. On the other hand objects inside inner objects are not counted,
though the code may embed them.

Source: chapter 10, sections 2 and 13.3 of the specification.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import attr

from yulopt.assembly.bytecode import ADDRESS_BYTES, Bytecode
from yulopt.assembly.items import (
    LABEL_BYTES,
    TABLE_MARGIN,
    AssignImmutable,
    Instruction,
    Item,
    PlaceLabel,
    Push,
    PushDataSize,
    PushImmutable,
    PushLabels,
    PushLinkerSymbol,
    PushTable,
    Verbatim,
)
from yulopt.syntax.literals import WORD_BYTES, byte_length

_SIZE_WIDTH: Final = 4
# The bytes for writing one word and popping both operands, and for each further word.
_LAST_WRITE: Final = 35
_WRITE: Final = 37
_NO_WRITE: Final = 2


def code_size(
    items: Iterable[Item],
    width: int,
    *,
    has_push0: bool,
    references: Mapping[str, Sequence[int]] | None = None,
) -> int:
    """The bytes of the items if labels and offsets have this width.

    `references`: the sites that read each immutable; without it, one site each.
    """
    size = 0
    for item in items:
        if references is not None and isinstance(item, AssignImmutable):
            size += _assignment_size(len(references.get(item.name, ())))
        else:
            size += item_size(item, width, has_push0=has_push0)
    return size


def item_size(item: Item, width: int, *, has_push0: bool) -> int:
    """The bytes of one item, with its table, if labels and offsets have this width."""
    if isinstance(item, (Instruction, PlaceLabel)):
        return 1
    if isinstance(item, Push):
        return 1 + constant_width(item.value, has_push0=has_push0)
    if isinstance(item, PushDataSize):
        return 1 + _SIZE_WIDTH
    if isinstance(item, PushLinkerSymbol):
        return 1 + ADDRESS_BYTES
    if isinstance(item, PushImmutable):
        return 1 + WORD_BYTES
    if isinstance(item, PushTable):
        return 1 + LABEL_BYTES + item.table_bytes
    if isinstance(item, PushLabels):
        return 1 + LABEL_BYTES * len(item.labels)
    if isinstance(item, AssignImmutable):
        return _assignment_size(1)
    if isinstance(item, Verbatim):
        return len(item.content)
    return 1 + width


def constant_width(value: int, *, has_push0: bool) -> int:
    """The bytes of a constant after the instruction that pushes it."""
    return max(byte_length(value), 0 if has_push0 else 1)


def _assignment_size(sites: int) -> int:
    return _WRITE * (sites - 1) + _LAST_WRITE if sites else _NO_WRITE


@attr.s(auto_attribs=True, eq=False)
class Widths:
    """Bytes of a label, and of the offset of an object or data."""

    label: int
    offset: int


def choose_widths(
    items: Sequence[Item],
    references: Mapping[str, Sequence[int]] | None,
    inner: Sequence[Bytecode],
    data_size: int,
    metadata_size: int,
    *,
    has_push0: bool,
) -> Widths:
    """The widths for an object with this code.

    `references`: the sites in the direct children, `inner`, that read immutables; without it, one
    site each.
    """
    width = max([1, *(byte_length(part.last_label) for part in inner)])
    # A table after the code may be at a distance.
    margin = TABLE_MARGIN if any(isinstance(item, PushTable) for item in items) else 0
    while True:
        size = 1 + margin + data_size
        size += code_size(items, width, has_push0=has_push0, references=references)
        if byte_length(size) <= width:
            break
        width += 1
    whole = size + 1 + metadata_size + sum(len(part.content) for part in inner)
    return Widths(byte_length(size), byte_length(whole))
