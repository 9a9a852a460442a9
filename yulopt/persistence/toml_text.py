"""A TOML file that a user writes, with the places of its keys, for errors."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Final, NamedTuple

from yulopt.errors import YulError, did_you_mean
from yulopt.persistence.toml_keys import TomlKeys

_PLACE: Final = re.compile(r" \(at line ([0-9]+), column ([0-9]+)\)$")


class TomlError(YulError):
    """A TOML file is malformed."""


class TomlPlace(NamedTuple):
    """A place in a TOML file."""

    filename: str
    line: int
    column: int
    source_line: str

    def error(self, message: str) -> TomlError:
        """An error at this place."""
        return TomlError(
            message,
            filename=self.filename,
            line=self.line,
            column=self.column,
            source_line=self.source_line,
        )


class TomlText:
    """The text of one file. A way is the keys that lead to a table, () for the whole file.

    Raises `TomlError` if the file is not UTF-8, and OSError if it cannot be read.
    """

    def __init__(self, path: Path) -> None:
        self._filename = str(path)
        content = path.read_bytes()
        # Editors on Windows begin files with a byte-order mark.
        text = content.decode("utf-8-sig", errors="replace")
        self._text = text.replace("\r\n", "\n")
        self._lines = self._text.split("\n")
        # Found when they are needed: only for errors, and for tables of contracts.
        self._keys: TomlKeys | None = None
        try:
            content.decode()
        except UnicodeDecodeError as error:
            line = content.count(b"\n", 0, error.start) + 1
            start = content[content.rfind(b"\n", 0, error.start) + 1 : error.start]
            column = len(start.decode("utf-8-sig")) + 1
            raise self._place_at(line, column).error("it is not UTF-8") from None

    def tables(self) -> dict[str, object]:
        """The contents of the file; raises `TomlError` if it is not TOML."""
        try:
            return tomllib.loads(self._text)
        except RecursionError:
            raise TomlError("it is nested too deep", filename=self._filename) from None
        except tomllib.TOMLDecodeError as error:
            place = _PLACE.search(str(error))
            end = (len(self._lines), len(self._lines[-1]) + 1)
            line, column = (int(place[1]), int(place[2])) if place else end
            message = _PLACE.sub("", str(error)).removesuffix(" (at end of document)")
            raise self._place_at(line, column).error(f"this is not TOML: {message}") from None

    def check_keys(
        self, table: dict[str, object], known: Iterable[str], way: tuple[str, ...]
    ) -> None:
        """Raise `TomlError` for a key of a table that is none of the known ones."""
        for key in table:
            if key not in known:
                close = did_you_mean(key, known, f"expected {listed(known)}")
                raise self.place(way, key).error(f"unknown key '{key}'{close}")

    def error(self, message: str, way: tuple[str, ...], key: str | None = None) -> TomlError:
        """An error in the value of a key of a table, or in the table."""
        return self._place(way, key, of_value=True).error(message)

    def place(self, way: tuple[str, ...], key: str | None = None) -> TomlPlace:
        """The place of a key of a table, or of the table."""
        return self._place(way, key, of_value=False)

    def _place(self, way: tuple[str, ...], key: str | None, *, of_value: bool) -> TomlPlace:
        if self._keys is None:
            self._keys = TomlKeys(self._text)
        way = way if key is None else (*way, key)
        start = self._keys.keys.get(way, 0)
        if of_value:
            start = self._keys.values.get(way, start)
        line = self._text.count("\n", 0, start)
        return self._place_at(line + 1, start - self._text.rfind("\n", 0, start))

    def _place_at(self, line: int, column: int) -> TomlPlace:
        return TomlPlace(self._filename, line, column, self._lines[min(line, len(self._lines)) - 1])


def whole_number(value: object) -> int | None:
    """A value if it is a whole number; in Python, true is a number."""
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def listed(names: Iterable[str]) -> str:
    """Names for a message."""
    return ", ".join(f"'{name}'" for name in names)
