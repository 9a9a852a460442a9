"""The bytes of code that are generated for each function, to compare programs by what is deployed.

Only the code of one object is measured: for objects and data in it, the sizes that their places
and lengths take in the code are estimated, and so are assignments to immutables.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from yulopt.assembly.bytecode import ADDRESS_BYTES
from yulopt.assembly.code_generator import generate_code
from yulopt.assembly.items import (
    AssignImmutable,
    Item,
    PlaceLabel,
    Push,
    PushDataOffset,
    PushDataSize,
    PushImmutable,
    PushLabel,
    PushLinkerSymbol,
    Verbatim,
)
from yulopt.ast import Block, FunctionCall, Literal
from yulopt.deep_stack import run_with_deep_stack
from yulopt.dialect import Dialect
from yulopt.literals import WORD_BYTES, byte_length
from yulopt.objects import Object
from yulopt.visitor import Walker

# A place or a length in bytecode of up to 64 KB.
_PLACE_BYTES: Final = 2
# PUSH2 ADD MSTORE, for one place where the immutable is read.
_ASSIGNMENT_BYTES: Final = 5
_OBJECT_NAMES: Final = ("datasize", "dataoffset")


# The bytes of each function, and under `OUTERMOST` of the code outside functions.
Sizes = Mapping[str, int | None]


class CodeSizes:
    """Measures the code of objects for one EVM version.

    `finish` makes of code, which it leaves alone, what will be generated in the end.
    """

    __slots__ = ("_dialect", "_finish")

    def __init__(self, dialect: Dialect, finish: Callable[[Block], Block] | None = None) -> None:
        self._dialect = dialect
        self._finish = finish

    def __call__(self, code: Block) -> Sizes:
        """The sizes of the functions of an object's code, in which names must be unique.

        None is for functions in which something is out of reach of the stack. Functions that
        nothing calls have no code, and are left out. For the oldest EVM versions, whose code is not
        generated function by function, nothing is known and the result is empty.
        """
        if not self._dialect.forwards_all_gas:
            return {}
        return run_with_deep_stack(lambda: self._sizes(code))

    def _sizes(self, code: Block) -> Sizes:
        if self._finish is not None:
            code = self._finish(code)
        generated = generate_code(_object_around(code), self._dialect)
        fixed: list[int] = []
        labels: list[int] = []
        for item in generated.items:
            # Code outside functions comes first; each function begins with a label with a title.
            if not fixed or (isinstance(item, PlaceLabel) and item.title):
                fixed.append(0)
                labels.append(0)
            fixed[-1] += self._fixed_size(item)
            labels[-1] += isinstance(item, PushLabel)
        width = 1
        while byte_length(sum(fixed) + width * sum(labels)) > width:
            width += 1
        return {
            frame.function: None if frame.problems else size + width * count
            for frame, size, count in zip(generated.frames, fixed, labels, strict=True)
        }

    def _fixed_size(self, item: Item) -> int:
        """The bytes of an item, without the place of a label."""
        if isinstance(item, Push):
            return 1 + max(byte_length(item.value), 0 if self._dialect.has_push0 else 1)
        if isinstance(item, Verbatim):
            return len(item.content)
        if isinstance(item, PushImmutable):
            return 1 + WORD_BYTES
        if isinstance(item, PushLinkerSymbol):
            return 1 + ADDRESS_BYTES
        if isinstance(item, (PushDataSize, PushDataOffset)):
            return 1 + _PLACE_BYTES
        if isinstance(item, AssignImmutable):
            return _ASSIGNMENT_BYTES
        return 1


def total_size(sizes: Sizes) -> int | None:
    """The bytes of all functions together; None if the size of one of them is not known."""
    known = [size for size in sizes.values() if size is not None]
    return sum(known) if known and len(known) == len(sizes) else None


def _object_around(code: Block) -> Object:
    """An object with this code in which all objects and data are found that the code names."""
    whole = Object("", code)
    finder = _ObjectNames()
    finder.visit_block(code)
    for path in finder.paths:
        node = whole
        for name in path.split("."):
            inner = next((child for child in node.sub_objects if child.name == name), None)
            if inner is None:
                inner = Object(name, Block([]))
                node.children.append(inner)
            node = inner
    return whole


class _ObjectNames(Walker):
    """Finds what `datasize` and `dataoffset` name."""

    def __init__(self) -> None:
        self.paths: dict[str, None] = {}

    def visit_call(self, call: FunctionCall) -> None:
        if call.builtin is not None and call.name in _OBJECT_NAMES:
            self.paths.update(dict.fromkeys(_texts(call)))
        super().visit_call(call)


def _texts(call: FunctionCall) -> Iterator[str]:
    for argument in call.arguments:
        if isinstance(argument, Literal) and argument.text is not None:
            yield argument.text
