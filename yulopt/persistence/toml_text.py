"""A TOML file that a user writes, with the places of its keys, for errors."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from yulopt.errors import YulError, did_you_mean

_PLACE: Final = re.compile(r" \(at line ([0-9]+), column ([0-9]+)\)$")
_HEADER: Final = re.compile(r"\s*(\[.*\])\s*(?:#.*)?$")


class TomlError(YulError):
    """A TOML file is malformed."""


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
        try:
            content.decode()
        except UnicodeDecodeError as error:
            line = content.count(b"\n", 0, error.start) + 1
            start = content[content.rfind(b"\n", 0, error.start) + 1 : error.start]
            column = len(start.decode("utf-8-sig")) + 1
            raise self._error_at("it is not UTF-8", line, column) from None

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
            raise self._error_at(f"this is not TOML: {message}", line, column) from None

    def check_keys(
        self, table: dict[str, object], known: Iterable[str], way: tuple[str, ...]
    ) -> None:
        """Raise `TomlError` for a key of a table that is none of the known ones."""
        for key in table:
            if key not in known:
                close = did_you_mean(key, known, f"expected {listed(known)}")
                raise self.error(f"unknown key '{key}'{close}", way, key)

    def error(self, message: str, way: tuple[str, ...], key: str | None = None) -> TomlError:
        """An error in the value of a key of a table."""
        line = self.line(way, key)
        text = self._lines[line - 1]
        value = None if key is None else re.match(r"[^=\[]*=\s*", text)
        return self._error_at(message, line, 1 if value is None else value.end() + 1)

    def line(self, way: tuple[str, ...], key: str | None = None) -> int:
        """The line of a key of a table, of the table if it is not found, or the first one."""
        table: tuple[str, ...] = ()
        found = 1
        for number, text in enumerate(self._lines, 1):
            header = _HEADER.match(text)
            if header is not None:
                table = _way_of(header[1])
                if table == way or (key is not None and table == (*way, key)):
                    found = number
                    if key is None or table != way:
                        return number
            elif table == way and key is not None and _is_value_of(key, text):
                return number
        return found

    def _error_at(self, message: str, line: int, column: int) -> TomlError:
        return TomlError(
            message,
            filename=self._filename,
            line=line,
            column=column,
            source_line=self._lines[min(line, len(self._lines)) - 1],
        )


def whole_number(value: object) -> int | None:
    """A value if it is a whole number; in Python, true is a number."""
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def listed(names: Iterable[str]) -> str:
    """Names for a message."""
    return ", ".join(f"'{name}'" for name in names)


def _is_value_of(key: str, text: str) -> bool:
    return re.match(rf"\s*[\"']?{re.escape(key)}[\"']?\s*=", text) is not None


def _way_of(header: str) -> tuple[str, ...]:
    """The keys that the header of a table names."""
    try:
        table: object = tomllib.loads(header)
    except tomllib.TOMLDecodeError:
        return ()
    way: list[str] = []
    while isinstance(table, dict) and table:
        key, table = next(iter(table.items()))
        way.append(key)
    return tuple(way)
