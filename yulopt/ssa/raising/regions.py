"""The nested form of a control-flow graph, between the graph and the statements of Yul.

A sequence of nodes ends where control leaves it. All jumps lead out of something that is around
them: to what follows a frame, or to the next iteration of a loop; but they may lead out of more
than Yul can express with one `break` or `continue`.

Source: Ramsey, "Beyond Relooper: Recursive Translation of Unstructured Control Flow to Structured
Control Flow" (2022); chapter 08, section 8.2 of the specification.
"""

from __future__ import annotations

from yulopt.ssa.ir.function import Block


class Node:
    """A part of a sequence."""

    __slots__ = ()


Sequence = list[Node]


class Straight(Node):
    """The instructions of a block, and its end if it leaves the function."""

    __slots__ = ("block",)

    def __init__(self, block: Block) -> None:
        self.block = block


class Choice(Node):
    """The branch or switch at the end of a block; one arm for each of its targets."""

    __slots__ = ("arms", "block")

    def __init__(self, block: Block, arms: list[Sequence]) -> None:
        self.block = block
        self.arms = arms


class Frame(Node):
    """A body with a place directly behind it, where the code of `target` comes next."""

    __slots__ = ("body", "target")

    def __init__(self, target: Block) -> None:
        self.target = target
        self.body: Sequence = []


class Loop(Node):
    """An endless loop. Its body can jump to `next`: the part `post` if there is one, which goes on
    to the header, else the header itself."""

    __slots__ = ("body", "header", "next", "post")

    def __init__(self, header: Block, next: Block) -> None:
        self.header = header
        self.next = next
        self.body: Sequence = []
        self.post: Sequence = []


class Exit(Node):
    """A jump to a block whose code stands elsewhere."""

    __slots__ = ("target",)

    def __init__(self, target: Block) -> None:
        self.target = target
