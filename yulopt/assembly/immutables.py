"""Immutables: words in the code of an inner object that the code around it sets when it deploys it.

The inner code pushes a zero word. The outer code, which has copied the inner one to memory, writes
the value over each of these words before it returns the copy.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from yulopt.assembly.bytecode import Bytecode
from yulopt.assembly.errors import AssemblyError
from yulopt.assembly.items import AssignImmutable, Item, Push, dup, instruction


def immutable_references(
    name: str, items: Sequence[Item], inner: Sequence[Bytecode]
) -> dict[str, list[int]]:
    """Where the objects inside object `name` read immutables.

    Raises `AssemblyError` unless the items of `name` assign all of them.
    """
    references: dict[str, list[int]] = {}
    for bytecode in inner:
        if bytecode.immutables and references:
            raise AssemblyError(
                f'more than one object inside object "{name}" reads immutables;'
                " the code around them can set those of one object only"
            )
        references.update(bytecode.immutables)
    assigned = {item.name for item in items if isinstance(item, AssignImmutable)}
    for immutable in references:
        if immutable not in assigned:
            raise AssemblyError(
                f'the code of object "{name}" does not assign the immutable "{immutable}",'
                " which an object inside it reads"
            )
    return references


def expand_assignments(
    items: Sequence[Item], references: Mapping[str, Sequence[int]]
) -> list[Item]:
    """The items with instructions in the place of assignments to immutables.

    As in the reference, only the first assignment of an immutable writes anything.
    """
    result: list[Item] = []
    unassigned = dict(references)
    for item in items:
        if isinstance(item, AssignImmutable):
            result.extend(_assignment(unassigned.pop(item.name, ())))
        else:
            result.append(item)
    return result


def _assignment(offsets: Sequence[int]) -> list[Item]:
    """From the value and, on top, the place of the copied code: write the value everywhere."""
    if not offsets:
        return [instruction("pop"), instruction("pop")]
    result: list[Item] = []
    for number, offset in enumerate(offsets, start=1):
        if number < len(offsets):
            result += [dup(2), dup(2)]
        result += [Push(offset), instruction("add"), instruction("mstore")]
    return result
