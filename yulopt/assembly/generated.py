"""What code generation gives, whichever code generator did it."""

from __future__ import annotations

import attr

from yulopt.assembly.frames import Frame
from yulopt.assembly.items import Item


@attr.s(auto_attribs=True, eq=False)
class GeneratedCode:
    """The assembly of one object's code, and a frame for each function of it.

    The first frame is that of the code outside functions. If any frame has problems, the assembly
    is not usable.
    """

    items: list[Item]
    frames: list[Frame]
