"""The lines of Solidity sources for a program in Yul, by its annotations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from yulopt.syntax.locations import Location, Locations
from yulopt.syntax.objects import Object

NO_PLACE: Final = -1


class SourceLines(NamedTuple):
    """Lines of a source, from `first` to `last`, counted from 0; `file` is an index of names."""

    file: int
    first: int
    last: int


class SourceMap:
    """Finds the lines of the sources by positions in the text of a program.

    `names` are those of the available sources, and `places` the lines that were found, without
    duplicates. Without sources nothing is found.
    """

    def __init__(
        self, names: Mapping[int, str], locations: Locations, texts: Mapping[str, str]
    ) -> None:
        """`names` are those of the sources by their numbers in locations."""
        self._locations = locations
        numbers = {number: name for number, name in names.items() if name in texts}
        self.names = list(numbers.values())
        self.places: list[SourceLines] = []
        self._contents = {
            number: (index, texts[name].encode())
            for index, (number, name) in enumerate(numbers.items())
        }
        self._known: dict[Location, int] = {}

    def place_at(self, position: int) -> int:
        """The index of the source lines of a position, NO_PLACE if unknown."""
        location = self._locations.at(position)
        if location not in self._known:
            self._known[location] = self._add(location)
        return self._known[location]

    def _add(self, location: Location) -> int:
        if location.file not in self._contents or location.start < 0:
            return NO_PLACE
        file, content = self._contents[location.file]
        lines = SourceLines(
            file,
            content.count(b"\n", 0, location.start),
            content.count(b"\n", 0, max(location.start, location.end - 1)),
        )
        if lines not in self.places:
            self.places.append(lines)
        return self.places.index(lines)


def source_names(program: Object) -> dict[int, str]:
    """The names of the sources by number, as the annotations of a program have them."""
    names: dict[int, str] = {}
    for item in program.all_objects():
        names |= item.source_names or {}
    return names
