"""Bytecode in which some words may still have to be filled in."""

from __future__ import annotations

from typing import Final

import attr

from yulopt.dialect.keccak import keccak256
from yulopt.syntax.objects import Data, Object

ADDRESS_BYTES: Final = 20
_PLACEHOLDER_DIGITS: Final = 34


@attr.s(auto_attribs=True, eq=False)
class Bytecode:
    """The bytes of an object, and where in them something has to be filled in.

    `linker_symbols` holds, by offset, the names of libraries whose 20 byte addresses are missing;
    `immutables` holds, by name, the offsets of the words to be set when the code is deployed.
    `places` holds the offsets of the objects and the data whose place the code asks for;
    `last_label` is the offset of the last jump destination.
    """

    content: bytes
    linker_symbols: dict[int, str] = attr.Factory(dict)
    immutables: dict[str, list[int]] = attr.Factory(dict)
    places: dict[Object | Data, int] = attr.Factory(dict)
    last_label: int = 0

    def to_hex(self) -> str:
        """Hexadecimal digits, with solc's placeholders `__$...$__` for missing addresses."""
        pieces: list[str] = []
        done = 0
        for offset, name in sorted(self.linker_symbols.items()):
            pieces.append(self.content[done:offset].hex())
            pieces.append(linker_placeholder(name))
            done = offset + ADDRESS_BYTES
        pieces.append(self.content[done:].hex())
        return "".join(pieces)


def linker_placeholder(name: str) -> str:
    """What stands for the address of a library: 40 characters that depend on its name."""
    digest = keccak256(name.encode("latin-1")).hex()
    return f"__${digest[:_PLACEHOLDER_DIGITS]}$__"
