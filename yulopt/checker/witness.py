"""Information about the code of an object in addition to its bytes.

Some of it is needed to load the code: the offsets of immutables and addresses of libraries. The
rest are untrusted hints: with wrong hints, functions stay open.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import attr

from yulopt.syntax.literals import WORD_BYTES

# The size of addresses of libraries.
ADDRESS_BYTES: Final = 20


@attr.s(auto_attribs=True, frozen=True)
class Witness:
    """The bytes of an object with metadata.

    `immutables` and `libraries` have names by the offsets of words and addresses that are filled
    in later. `offsets` are those of objects and data that the code refers to, by their paths in the
    Yul, and `assigned` those of each immutable in the code that this code deploys; both are
    checked.

    Untrusted: `entries` has the offset of each function that has one, and `orders` the order of its
    topmost slots there: the number of a slot is its depth by the convention, by which the first
    argument is on top, and the return address below the last; `labels` are the offsets of
    instructions that push positions of code; `clones` has the clones at these and at labels that
    code falls through to, and `joins` where clones join (see `yulopt.assembly.clones`); with
    `address_always`, functions that never return get a return address, too.
    """

    content: bytes
    immutables: Mapping[int, str]
    libraries: Mapping[int, str]
    offsets: Mapping[str, int]
    assigned: Mapping[str, tuple[int, ...]]
    entries: Mapping[str, int]
    labels: frozenset[int]
    address_always: bool = False
    orders: Mapping[str, tuple[int, ...]] = attr.Factory(dict)
    clones: Mapping[int, tuple[tuple[int, ...], ...]] = attr.Factory(dict)
    joins: Mapping[int, tuple[int, ...]] = attr.Factory(dict)

    def filled(self, start: int, size: int) -> tuple[dict[int, str], dict[int, str]]:
        """The immutables and the libraries that are filled in within a piece, by their offsets."""
        return _names(self.immutables, WORD_BYTES, start, size), _names(
            self.libraries, ADDRESS_BYTES, start, size
        )


def _names(names: Mapping[int, str], width: int, start: int, size: int) -> dict[int, str]:
    return {at - start: name for at, name in names.items() if start - width < at < start + size}
