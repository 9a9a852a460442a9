"""The places of keys and values in a TOML text that is well-formed, which `tomllib` does not tell.

Source: TOML v1.0.0, toml.io/en/v1.0.0.
"""

from __future__ import annotations

import re
import tomllib
from typing import Final

# Strings of several lines and of one, the parts of other values, and single signs; not spaces and
# comments.
_TOKEN: Final = re.compile(
    r"[ \t]+|#[^\n]*"
    r'|("""(?:\\.|[^\\])*?"{3,5}|\'\'\'.*?\'{3,5}|"(?:\\.|[^"\\])*"|\'[^\']*\'|[\w+:-]+|.)',
    re.DOTALL,
)

Way = tuple[str, ...]
"""The keys that lead to a value."""


class TomlKeys:
    """The offsets of all keys by the ways to them, where each is first; and those of the values
    that follow keys, as tables with headers do not.
    """

    def __init__(self, text: str) -> None:
        """`text` must be well-formed."""
        self.keys: dict[Way, int] = {}
        self.values: dict[Way, int] = {}
        self._tokens = [
            (found.start(), found[1]) for found in _TOKEN.finditer(text) if found[1] is not None
        ]
        self._tokens.append((len(text), ""))
        self._next = 0
        self._read()

    def _read(self) -> None:
        table: Way = ()
        while self._token:
            if self._token == "\n":
                self._next += 1
            elif self._token == "[":
                self._skip("[")
                table = self._way(())
                self._skip("]")
            else:
                self._pair(table)

    @property
    def _offset(self) -> int:
        return self._tokens[self._next][0]

    @property
    def _token(self) -> str:
        """The next token, empty at the end."""
        return self._tokens[self._next][1]

    def _skip(self, signs: str) -> None:
        """Skip the next tokens that are among these."""
        while self._token and self._token in signs:
            self._next += 1

    def _pair(self, table: Way) -> None:
        """A key with its value."""
        way = self._way(table)
        self._skip("=")
        self.values[way] = self._offset
        self._value(way)

    def _way(self, table: Way) -> Way:
        """A key in a table, which may have several parts with dots between them."""
        way = table
        while way == table or self._token == ".":
            self._skip(".")
            offset, token = self._tokens[self._next]
            way = (*way, _name(token))
            self.keys.setdefault(way, offset)
            self._next += 1
        return way

    def _value(self, way: Way) -> None:
        if self._token == "{":
            self._next += 1
            self._skip("\n")
            while self._token not in {"}", ""}:
                self._pair(way)
                self._skip(",\n")
            self._next += 1
        elif self._token == "[":
            self._next += 1
            self._skip("\n")
            while self._token not in {"]", ""}:
                self._value((*way, ""))
                self._skip(",\n")
            self._next += 1
        else:
            while self._token not in {",", "]", "}", "\n", ""}:
                self._next += 1


def _name(token: str) -> str:
    """A key without its quotes."""
    return str(tomllib.loads(f"name = {token}")["name"]) if token[0] in "\"'" else token
