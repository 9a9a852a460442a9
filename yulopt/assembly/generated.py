"""What code generation gives, whichever code generator did it."""

from __future__ import annotations

from collections.abc import Sequence

import attr

from yulopt.assembly.frames import Frame
from yulopt.assembly.items import Item, PushDataOffset, PushDataSize


@attr.s(auto_attribs=True, eq=False)
class GeneratedCode:
    """The assembly of one object's code, and a frame for each function of it.

    The first frame is that of the code outside functions. If any frame has problems, the assembly
    is not usable. `nested_paths` are the paths with dots in it in the order in which the code
    generator met them, which decides in which order the objects are appended.
    """

    items: list[Item]
    frames: list[Frame]
    nested_paths: list[str]


def generated_code(items: list[Item], frames: list[Frame]) -> GeneratedCode:
    """What a code generator made, in the order of generation."""
    return GeneratedCode(items, frames, _nested_paths(items))


def _nested_paths(items: Sequence[Item]) -> list[str]:
    paths: dict[str, None] = {}
    for item in items:
        if isinstance(item, (PushDataSize, PushDataOffset)) and "." in item.path:
            paths.setdefault(item.path)
    return list(paths)
