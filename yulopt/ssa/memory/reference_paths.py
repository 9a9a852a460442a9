"""The references in values of a type: how many, and how to get to them.

Source: chapter 08, section 5.1 of the specification.
"""

from __future__ import annotations

from typing import Final

from yulopt.ssa.ir.types import ArrayType, ReferenceType, Type

# The indices that lead to an element, from the outermost array to the innermost.
Path = tuple[int, ...]

# In larger arrays, references are not told apart.
_MOST_REFERENCES: Final = 64


def contains_reference(type: Type) -> bool:
    """Whether there are references in values of a type."""
    return isinstance(_innermost(type), ReferenceType)


def has_too_many_references(type: Type) -> bool:
    """Whether the references in values of a type are not told apart."""
    if not contains_reference(type):
        return False
    count = 1
    while isinstance(type, ArrayType):
        count *= type.length
        type = type.element
    return count > _MOST_REFERENCES


def reference_paths(type: Type) -> list[Path]:
    """The ways to the references in values of a type; none if there are too many of them."""
    if not contains_reference(type) or has_too_many_references(type):
        return []
    paths: list[Path] = [()]
    while isinstance(type, ArrayType):
        paths = [(*path, index) for path in paths for index in range(type.length)]
        type = type.element
    return paths


def _innermost(type: Type) -> Type:
    while isinstance(type, ArrayType):
        type = type.element
    return type
