"""What is known about the code of an object beside its bytes.

A loader of code needs some of it: where immutables and addresses of libraries are filled in. The
rest is a hint that is not believed: with wrong hints, functions stay open.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import attr

# How long the addresses of libraries are.
ADDRESS_BYTES: Final = 20


@attr.s(auto_attribs=True, frozen=True)
class Witness:
    """The bytes of an object with what belongs to them.

    `immutables` and `libraries` have names by the offsets of words and addresses that are filled
    in later. `offsets` are those of objects and data by the paths that the Yul uses, as far as the
    code asks for them, and `assigned` those of each immutable in the code that this code deploys;
    both are checked.

    Not believed: `entries` has the offset of each function that has one, and `orders` how its
    topmost slots are ordered there: the number of a slot is its depth by the convention, by which
    the first argument is on top, and the return address below the last; `labels` the offsets of
    instructions that push positions of code; `address_always` says that functions that never return
    get a return address, too.
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
