"""Source maps: from which part of the Solidity source each instruction comes.

The IR says so in comments: `/// @src FILE:START:END` holds for all that follows, up to the next
such comment. An item of the assembly knows the offset of its node in the IR, and so its location.

Source: chapter 11, section 4; chapter 01, section 5 of the specification.
"""

from __future__ import annotations

import bisect
import re
from collections.abc import Iterable
from typing import Final, NamedTuple

from yulopt.assembly.items import CALL_JUMP, RETURN_JUMP, Instruction, Item

_STRING_OR_COMMENT: Final = re.compile(
    r"\"(?:[^\"\\\n]|\\.)*\"|///[^\n]*|/\*\*.*?\*/|//[^\n]*|/\*.*?\*/", re.DOTALL
)
_SRC: Final = re.compile(r"@src +(-?[0-9]+):(-?[0-9]+):(-?[0-9]+)")
_USE_SRC: Final = re.compile(r"///\s*@use-src\b")
_JUMPS: Final = {CALL_JUMP: "i", RETURN_JUMP: "o", "": "-"}
_PLAIN_JUMP: Final = "-"
# How often inlined modifiers are nested; via IR it is always zero.
_MODIFIER_DEPTH: Final = "0"


class Location(NamedTuple):
    """A part of a source, in bytes from `start` to before `end`; all are -1 for none."""

    file: int
    start: int
    end: int


NOWHERE: Final = Location(-1, -1, -1)


class Locations:
    """The locations that a text of IR gives."""

    def __init__(self, ir: str) -> None:
        self._offsets: list[int] = []
        self._locations: list[Location] = []
        for comment in _STRING_OR_COMMENT.finditer(ir):
            text = comment[0]
            if not text.startswith(("///", "/**")):
                continue
            # What is quoted from the source may look like anything.
            found = _SRC.search(text.partition('"')[0])
            if found is not None:
                self._add(comment.end(), Location(int(found[1]), int(found[2]), int(found[3])))
            elif _USE_SRC.match(text):
                # What held in the object before does not hold in this one.
                self._add(comment.end(), NOWHERE)

    def _add(self, offset: int, location: Location) -> None:
        self._offsets.append(offset)
        self._locations.append(location)

    def at(self, position: int) -> Location:
        """The location of what stands at an offset in the IR; NOWHERE for -1."""
        index = bisect.bisect_right(self._offsets, position) - 1
        return NOWHERE if index < 0 else self._locations[index]

    def after(self, position: int) -> Location:
        """The first location that is given after an offset; NOWHERE if there is none."""
        index = bisect.bisect_right(self._offsets, position)
        while index < len(self._locations) and self._locations[index] == NOWHERE:
            index += 1
        return self._locations[index] if index < len(self._locations) else NOWHERE


def source_map(items: Iterable[Item], locations: Locations) -> str:
    """The source map of code that was assembled from these items."""
    entries: list[str] = []
    previous = ("-1", "-1", "-1", "", "")
    for item in items:
        location = locations.at(item.position)
        note = item.note if isinstance(item, Instruction) else ""
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
