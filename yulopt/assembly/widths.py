"""With how many bytes the labels of an object are pushed, and the places of what is inside it.

Both widths come from estimates, made before the code is emitted, that count what may never be
there: data that nothing uses, objects that nothing embeds, equal objects again and again. On the
other hand objects inside inner objects are not counted, though the code may embed them.

Source: chapter 10, section 13.3 of the specification.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import attr

from yulopt.assembly.bytecode import Bytecode
from yulopt.assembly.items import Item
from yulopt.assembly.sizes import code_size
from yulopt.syntax.literals import byte_length


@attr.s(auto_attribs=True, eq=False)
class Widths:
    """Bytes of a label, and of the place of an object or data."""

    label: int
    place: int


def choose_widths(
    items: Sequence[Item],
    references: Mapping[str, Sequence[int]],
    inner: Sequence[Bytecode],
    data_size: int,
    metadata_size: int,
    *,
    has_push0: bool,
) -> Widths:
    """The widths for an object with this code.

    `references` tells where objects directly inside, `inner`, read immutables.
    """
    width = max([1, *(byte_length(part.last_label) for part in inner)])
    while True:
        size = 1 + data_size
        size += code_size(items, width, has_push0=has_push0, references=references)
        if byte_length(size) <= width:
            break
        width += 1
    whole = size + 1 + metadata_size + sum(len(part.content) for part in inner)
    return Widths(byte_length(size), byte_length(whole))
