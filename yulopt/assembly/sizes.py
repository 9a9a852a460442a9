"""How many bytes items take, as the reference counts before all numbers are known.

Labels, and places of objects and data, count with one width. The size of an object counts as a
push of four bytes, however many it takes in the end.

Source: chapter 10, section 2 of the specification.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from yulopt.assembly.bytecode import ADDRESS_BYTES
from yulopt.assembly.items import (
    AssignImmutable,
    Instruction,
    Item,
    PlaceLabel,
    Push,
    PushDataSize,
    PushImmutable,
    PushLinkerSymbol,
    Verbatim,
)
from yulopt.syntax.literals import WORD_BYTES, byte_length

_SIZE_WIDTH: Final = 4
# Writing one word and popping both operands, and what any further word adds.
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
    """The bytes of the items if labels and places have this width.

    `references` tells where each immutable is read; without it, in one place each.
    """
    size = 0
    for item in items:
        if references is not None and isinstance(item, AssignImmutable):
            size += _assignment_size(len(references.get(item.name, ())))
        else:
            size += item_size(item, width, has_push0=has_push0)
    return size


def item_size(item: Item, width: int, *, has_push0: bool) -> int:
    """The bytes of one item if labels and places have this width."""
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
    if isinstance(item, AssignImmutable):
        return _assignment_size(1)
    if isinstance(item, Verbatim):
        return len(item.content)
    return 1 + width


def constant_width(value: int, *, has_push0: bool) -> int:
    """The bytes of a constant after the instruction that pushes it."""
    return max(byte_length(value), 0 if has_push0 else 1)


def _assignment_size(places: int) -> int:
    return _WRITE * (places - 1) + _LAST_WRITE if places else _NO_WRITE
