"""Bytecode with unresolved words.

Immutables are such words: the inner code pushes a zero word, and the outer code, which copies the
inner one to memory, overwrites each of these words with the value before it returns the copy.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import attr

from yulopt.assembly.clones import Clones
from yulopt.assembly.items import AssignImmutable, Item, Push, dup, instruction, located
from yulopt.dialect.keccak import keccak256
from yulopt.errors import AssemblyError
from yulopt.syntax.objects import Data, Object

ADDRESS_BYTES: Final = 20
_PLACEHOLDER_DIGITS: Final = 34


@attr.s(auto_attribs=True, eq=False)
class Bytecode:
    """The bytes of an object, and its unresolved words.

    `linker_symbols`: by offset, the names of libraries whose 20-byte addresses are missing;
    `immutables`: by name, the offsets of the words to set at deployment. `offsets`: the offsets of
    the objects and data that the code uses; `last_label`: the offset of the last jump destination.
    `items`: the assembly; `entry_points`: the start of each function in it; `entry_orders`: how its
    topmost slots were exchanged there (see `PlaceLabel`); `label_pushes`: the instructions that
    push code positions; `clones`: by the offsets of these and of labels that code falls through to,
    the clones of each position, if there are several; `joins`: where clones join.
    """

    content: bytes
    linker_symbols: dict[int, str] = attr.Factory(dict)
    immutables: dict[str, list[int]] = attr.Factory(dict)
    offsets: dict[Object | Data, int] = attr.Factory(dict)
    last_label: int = 0
    items: list[Item] = attr.Factory(list)
    entry_points: dict[str, int] = attr.Factory(dict)
    entry_orders: dict[str, tuple[int, ...]] = attr.Factory(dict)
    label_pushes: list[int] = attr.Factory(list)
    clones: dict[int, tuple[Clones, ...]] = attr.Factory(dict)
    joins: dict[int, Clones] = attr.Factory(dict)

    def to_hex(self) -> str:
        """Hexadecimal digits, with solc's placeholders `__$...$__` for missing addresses."""
        pieces: list[str] = []
        done = 0
        for offset, name in sorted(self.linker_symbols.items()):
            pieces.append(self.content[done:offset].hex())
            pieces.append(_linker_placeholder(name))
            done = offset + ADDRESS_BYTES
        pieces.append(self.content[done:].hex())
        return "".join(pieces)


def _linker_placeholder(name: str) -> str:
    """The placeholder of a library's address: 40 characters that depend on its name."""
    digest = keccak256(name.encode("latin-1")).hex()
    return f"__${digest[:_PLACEHOLDER_DIGITS]}$__"


def immutable_references(
    name: str, items: Sequence[Item], inner: Sequence[Bytecode]
) -> dict[str, list[int]]:
    """The sites in the objects inside object `name` that read immutables.

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
    items: Sequence[Item], references: Mapping[str, Sequence[int]], *, only_first: bool
) -> list[Item]:
    """Expand assignments to immutables to instructions.

    With `only_first`, only the first assignment of an immutable writes anything, as in solc.
    """
    result: list[Item] = []
    unassigned = dict(references)
    for item in items:
        if isinstance(item, AssignImmutable):
            for written in assignment(unassigned.get(item.name, ())):
                result.append(located(written, item.position))
            if only_first:
                unassigned.pop(item.name, None)
        else:
            result.append(item)
    return result


def assignment(offsets: Sequence[int]) -> list[Item]:
    """Given the value and, on top, the address of the copied code: write the value to all sites."""
    if not offsets:
        return [instruction("pop"), instruction("pop")]
    result: list[Item] = []
    for number, offset in enumerate(offsets, start=1):
        if number < len(offsets):
            result += [dup(2), dup(2)]
        result += [Push(offset), instruction("add"), instruction("mstore")]
    return result
