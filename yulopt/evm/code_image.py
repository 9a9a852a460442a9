"""The bytes that stand for the code of an object while it is interpreted.

Code in Yul has no bytes before it is assembled, but programs copy it, hash it, ask for its size,
and deploy it. So each object has an image: a marker by which the object is found again when the
image is run, a word for each immutable that its code reads, and the images of what is inside it.
An image depends on the names in the object tree and on the immutables only, so it can stay the
same while steps change the code.
"""

from __future__ import annotations

from typing import Final

from yulopt.assembly.places import find_in_object
from yulopt.ast import FunctionCall, Literal
from yulopt.keccak import keccak256
from yulopt.literals import WORD_BYTES
from yulopt.objects import Data, Object
from yulopt.visitor import Walker

# No code that starts with this byte (INVALID) does anything in an EVM.
_MARKER_START: Final = b"\xfeYul"
MARKER_BYTES: Final = 32


class CodeImage:
    """The image of one object.

    `content` are the bytes, in which the immutables are zero; `marker` is their beginning;
    `immutables` tells where the word of each immutable is; `children` are the images of the
    objects directly inside.
    """

    __slots__ = ("_program", "_starts", "children", "content", "immutables", "marker", "path")

    def __init__(self, program: Object, path: str, children: list[CodeImage]) -> None:
        self.path = path
        self.content: bytes = b""
        self.children = children
        self.marker = _MARKER_START + keccak256(path.encode())[: MARKER_BYTES - len(_MARKER_START)]
        self.immutables: dict[str, int] = {}
        for name in _immutables_read(program):
            self.immutables[name] = MARKER_BYTES + WORD_BYTES * len(self.immutables)
        content = bytearray(self.marker)
        content.extend(bytes(WORD_BYTES * len(self.immutables)))
        self._program = program
        # Where each child begins, and how long it is.
        self._starts: dict[Object | Data, tuple[int, int]] = {}
        images = iter(children)
        for child in program.children:
            part = (
                child.content.encode("latin-1") if isinstance(child, Data) else next(images).content
            )
            self._starts[child] = (len(content), len(part))
            content.extend(part)
        self.content = bytes(content)

    def place(self, path: str) -> tuple[int, int]:
        """Offset and size of what `dataoffset` and `datasize` call `path`."""
        found = find_in_object(self._program, path)
        if found is self._program:
            return 0, len(self.content)
        image, offset = self, 0
        names = path.split(".")
        for number in range(1, len(names) + 1):
            child = find_in_object(self._program, ".".join(names[:number]))
            start, size = image._starts[child]
            offset += start
            if isinstance(child, Object):
                image = image.children[image._program.sub_objects.index(child)]
        return offset, size

    def assigned_immutable(self, name: str) -> int | None:
        """Where in a copy of a child's image `setimmutable` writes; None if no child reads it."""
        for child in self.children:
            if name in child.immutables:
                return child.immutables[name]
        return None


def code_image(program: Object, world_name: str = "") -> CodeImage:
    """The image of an object and of all objects inside it.

    `world_name` tells programs apart that are in the same world.
    """
    return _image(program, f"{world_name}/{program.name}")


def _image(program: Object, path: str) -> CodeImage:
    children = [_image(child, f"{path}/{child.name}") for child in program.sub_objects]
    return CodeImage(program, path, children)


class _ImmutableReads(Walker):
    def __init__(self) -> None:
        self.names: set[str] = set()

    def visit_call(self, call: FunctionCall) -> None:
        if call.builtin is not None and call.name == "loadimmutable":
            name = call.arguments[0]
            assert isinstance(name, Literal)
            self.names.add(name.text or "")
        super().visit_call(call)


def _immutables_read(program: Object) -> list[str]:
    reads = _ImmutableReads()
    reads.visit_block(program.code)
    return sorted(reads.names)
