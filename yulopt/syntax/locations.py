"""Maps parts of a Yul text to the Solidity source, by its annotations.

`@src` applies up to the next one; `@ast-id` to the node that begins at the next token. A node has
its offset in the text (`position`), and steps give new nodes that of the node they replace; so the
location of a node can be looked up long after parsing.

Source: chapter 01, section 5 of the specification.
"""

from __future__ import annotations

import bisect
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple, final


class Location(NamedTuple):
    """A source range, in bytes from `start` to before `end`; all are -1 for none."""

    file: int
    start: int
    end: int


NOWHERE: Final = Location(-1, -1, -1)


@final
class Locations:
    """The locations in a text. The parser adds them in order.

    Attributes: `ast_ids`, the numbers of nodes by the offset of their tokens; `snippets`, the
    text's quotations of the source at some locations, with quotation marks.
    """

    def __init__(self) -> None:
        self._offsets: list[int] = []
        self._locations: list[Location] = []
        self.ast_ids: dict[int, int] = {}
        self.snippets: dict[Location, str] = {}

    def add(self, offset: int, location: Location) -> None:
        """Set the location from the token at `offset` on."""
        self._offsets.append(offset)
        self._locations.append(location)

    def at(self, position: int) -> Location:
        """The location of the node at an offset in the text; NOWHERE for -1."""
        index = bisect.bisect_right(self._offsets, position) - 1
        return NOWHERE if index < 0 else self._locations[index]

    def with_others(self, others: Mapping[int, Location]) -> Locations:
        """These locations with additional or replaced ones."""
        result = Locations()
        result.ast_ids = self.ast_ids
        own = dict(zip(self._offsets, self._locations, strict=True))
        for offset, location in sorted({**own, **others}.items()):
            result.add(offset, location)
        return result

    def renumbered(self, new_number: Callable[[int], int]) -> Locations:
        """The same locations with renumbered files; those without a file stay."""
        result = Locations()
        result.ast_ids = self.ast_ids
        for offset, location in zip(self._offsets, self._locations, strict=True):
            if location != NOWHERE:
                location = location._replace(file=new_number(location.file))
            result.add(offset, location)
        return result

    def __bool__(self) -> bool:
        """Whether the text has any locations."""
        return bool(self.ast_ids) or any(location != NOWHERE for location in self._locations)
