"""Which part of the Solidity source each part of a Yul text comes from, as its annotations say.

`@src` holds for all that follows, up to the next one; `@ast-id` for what begins at the token after
it. A node of the tree knows its offset in the text (`position`), and steps give new nodes that of
a node they stand for; so what comments say about a node can be found long after they were read.

Source: chapter 01, section 5 of the specification.
"""

from __future__ import annotations

import bisect
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple, final


class Location(NamedTuple):
    """A part of a source, in bytes from `start` to before `end`; all are -1 for none."""

    file: int
    start: int
    end: int


NOWHERE: Final = Location(-1, -1, -1)


@final
class Locations:
    """The locations that a text gives. The parser adds them, from the first to the last.

    Attributes: `ast_ids`, the numbers of nodes by the offset of their tokens; `snippets`, how the
    text quotes the source at some locations, with the quotation marks.
    """

    def __init__(self) -> None:
        self._offsets: list[int] = []
        self._locations: list[Location] = []
        self.ast_ids: dict[int, int] = {}
        self.snippets: dict[Location, str] = {}

    def add(self, offset: int, location: Location) -> None:
        """From the token at `offset` on, the text comes from `location`."""
        self._offsets.append(offset)
        self._locations.append(location)

    def at(self, position: int) -> Location:
        """The location of the node at an offset in the text; NOWHERE for -1."""
        index = bisect.bisect_right(self._offsets, position) - 1
        return NOWHERE if index < 0 else self._locations[index]

    def with_others(self, others: Mapping[int, Location]) -> Locations:
        """These locations with some for other offsets, or instead of those at the same ones."""
        result = Locations()
        result.ast_ids = self.ast_ids
        own = dict(zip(self._offsets, self._locations, strict=True))
        for offset, location in sorted({**own, **others}.items()):
            result.add(offset, location)
        return result

    def renumbered(self, new_number: Callable[[int], int]) -> Locations:
        """The same locations with other numbers of files; those that say nothing stay."""
        result = Locations()
        result.ast_ids = self.ast_ids
        for offset, location in zip(self._offsets, self._locations, strict=True):
            if location != NOWHERE:
                location = location._replace(file=new_number(location.file))
            result.add(offset, location)
        return result

    def __bool__(self) -> bool:
        """Whether the text says anything about where it comes from."""
        return bool(self.ast_ids) or any(location != NOWHERE for location in self._locations)
