"""The types of SSA values: words, references to cells, arrays.

There is one object for each type, so types are compared with `is`.

Source: chapter 08, section 1.1 of the specification.
"""

from __future__ import annotations

from typing import Final


class Type:
    """The type of a value; `str` gives its text form."""

    __slots__ = ()

    def __str__(self) -> str:
        # Without recursion: hand-written types can be nested to any depth.
        text: list[str] = []
        closing = 0
        inner = self
        while not isinstance(inner, WordType):
            if isinstance(inner, ReferenceType):
                text.append("&")
                inner = inner.target
            else:
                assert isinstance(inner, ArrayType)
                text.append(f"[{inner.length} x ")
                closing += 1
                inner = inner.element
        return "".join(text) + "i256" + "]" * closing

    def __repr__(self) -> str:
        return f"<type {self}>"


class WordType(Type):
    """`i256`: a word of 256 bits."""

    __slots__ = ()


class ReferenceType(Type):
    """`&T`: a reference to a cell that holds a T."""

    __slots__ = ("target",)

    def __init__(self, target: Type) -> None:
        self.target = target


class ArrayType(Type):
    """`[n x T]`: an immutable array value."""

    __slots__ = ("element", "length")

    def __init__(self, length: int, element: Type) -> None:
        self.length = length
        self.element = element


WORD: Final = WordType()

_references: Final[dict[Type, ReferenceType]] = {}
_arrays: Final[dict[tuple[int, Type], ArrayType]] = {}


def reference_to(target: Type) -> ReferenceType:
    """The type `&target`."""
    found = _references.get(target)
    if found is None:
        found = _references[target] = ReferenceType(target)
    return found


def array_of(length: int, element: Type) -> ArrayType:
    """The type `[length x element]`."""
    found = _arrays.get((length, element))
    if found is None:
        found = _arrays[length, element] = ArrayType(length, element)
    return found
