"""Code images: the bytes that represent the code of an object while it is interpreted.

Code in Yul has no bytes before it is assembled, but programs copy it, hash it, ask for its size,
and deploy it. So each object has an image: a marker that identifies the object when the image is
run, a word for each immutable that its code reads, and the images of its parts. An image depends on
the names in the object tree and on the immutables only, so it can stay the same while steps change
the code.
"""

from __future__ import annotations

from typing import Final

from yulopt.dialect.keccak import keccak256
from yulopt.syntax.ast import FunctionCall, Literal
from yulopt.syntax.deep_stack import run_with_deep_stack
from yulopt.syntax.literals import WORD_BYTES
from yulopt.syntax.objects import Data, Object, find_in_object
from yulopt.syntax.visitor import Walker

# Code that starts with this byte (INVALID) does nothing in an EVM.
_MARKER_START: Final = b"\xfeYul"
MARKER_BYTES: Final = 32


class CodeImage:
    """The image of the code of `program`.

    `content`: the bytes, with zero immutables. `inside`: offset and size of all objects and data
    inside the object; `immutables`: the offsets of the words of each immutable; `children`: the
    images of the direct children.
    """

    def __init__(
        self,
        program: Object,
        content: bytes,
        inside: dict[Object | Data, tuple[int, int]],
        immutables: dict[str, list[int]],
        children: list[CodeImage],
    ) -> None:
        self.program = program
        self.content = content
        self.inside = inside
        self.immutables = immutables
        self.children = children

    @property
    def marker(self) -> bytes:
        """The prefix, which identifies the image."""
        return self.content[:MARKER_BYTES]

    def begins(self, code: bytes) -> bool:
        """Whether some code is this image, with any immutables, and perhaps more bytes after it."""
        if code.startswith(self.content):
            return True
        if len(code) < len(self.content) or not self.immutables:
            return False
        without_values = bytearray(code[: len(self.content)])
        for offsets in self.immutables.values():
            for offset in offsets:
                without_values[offset : offset + WORD_BYTES] = bytes(WORD_BYTES)
        return without_values == self.content

    def extent(self, path: str) -> tuple[int, int]:
        """Offset and size of `path` in `dataoffset` and `datasize`."""
        found = find_in_object(self.program, path)
        return (0, len(self.content)) if found is self.program else self.inside[found]

    def assigned_immutable(self, name: str) -> list[int]:
        """The offsets in a copy of a child's image that `setimmutable` writes to."""
        for child in self.children:
            if name in child.immutables:
                return child.immutables[name]
        return []


def code_image(program: Object, world_name: str = "") -> CodeImage:
    """The image of an object, with the images of all objects inside it.

    `world_name` distinguishes programs in the same world.
    """
    return run_with_deep_stack(lambda: _image(program, f"{world_name}/{program.name}"))


def _image(program: Object, path: str) -> CodeImage:
    """Assemble the image from those of the children."""
    digest = keccak256(path.encode("utf-8", "replace"))
    content = bytearray((_MARKER_START + digest)[:MARKER_BYTES])
    immutables: dict[str, list[int]] = {}
    for name in _immutables_read(program):
        immutables[name] = [len(content)]
        content.extend(bytes(WORD_BYTES))
    inside: dict[Object | Data, tuple[int, int]] = {}
    children: list[CodeImage] = []
    for child in program.children:
        start = len(content)
        if isinstance(child, Data):
            content.extend(child.content.encode("latin-1"))
        else:
            image = _image(child, f"{path}/{child.name}")
            children.append(image)
            content.extend(image.content)
            for inner, (offset, size) in image.inside.items():
                inside[inner] = (start + offset, size)
        inside[child] = (start, len(content) - start)
    return CodeImage(program, bytes(content), inside, immutables, children)


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
