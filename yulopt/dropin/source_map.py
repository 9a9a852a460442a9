"""Source maps: the location of each instruction in the Solidity source.

The Yul text has source locations in comments. An item of the assembly has the offset of its node in
the text, and so its location.

Source: chapter 11, section 4; chapter 01, section 5 of the specification.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

from yulopt.assembly.items import CALL_JUMP, RETURN_JUMP, Instruction, Item
from yulopt.syntax.locations import NOWHERE, Location, Locations

_SRC: Final = re.compile(r"@src ([0-9]+):([0-9]+):([0-9]+)")
_JUMPS: Final = {CALL_JUMP: "i", RETURN_JUMP: "o", "": "-"}
_PLAIN_JUMP: Final = "-"
# The depth of inlined modifiers; via IR it is always zero.
_MODIFIER_DEPTH: Final = "0"
_AS_NOTED: Final[Mapping[Item, str]] = {}
_AS_POSITIONED: Final[Mapping[Item, Location]] = {}


def first_location(ir: str) -> Location:
    """The first location in the IR of a contract, which is that of its definition."""
    found = _SRC.search(ir)
    return NOWHERE if found is None else Location(*map(int, found.groups()))


def source_map(
    items: Iterable[Item],
    locations: Locations,
    notes: Mapping[Item, str] = _AS_NOTED,
    places: Mapping[Item, Location] = _AS_POSITIONED,
) -> str:
    """The source map of code that was assembled from these items.

    `notes` override the jump types of items, `places` their locations.
    """
    entries: list[str] = []
    previous = ("-1", "-1", "-1", "", "")
    for item in items:
        location = places.get(item) or locations.at(item.position)
        note = item.note if isinstance(item, Instruction) else ""
        note = notes.get(item, note)
        fields = (
            str(location.start),
            str(location.end - location.start if location != NOWHERE else -1),
            str(location.file),
            _JUMPS.get(note, _PLAIN_JUMP),
            _MODIFIER_DEPTH,
        )
        shown = [new if new != old else "" for new, old in zip(fields, previous, strict=True)]
        entries.append(":".join(shown).rstrip(":"))
        previous = fields
    return ";".join(entries)
