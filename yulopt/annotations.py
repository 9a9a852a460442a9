"""Annotations in doc comments: `@use-src`, `@src` and `@ast-id`.

`@use-src` is kept with its object and printed back. The others are checked, as solc does, and
then dropped: the printed text carries no debug information.

Source: chapter 01, sections 2.1 and 5 of the specification.
"""

from __future__ import annotations

import re
from typing import Final

from yulopt.errors import Source
from yulopt.literals import decode_string

_DOC_COMMENT: Final = re.compile(r"///(?!/)|/\*\*(?![/*])")
_TRIVIA: Final = re.compile(r"(?:[ \n\r\t]|//[^\n\r\x0b\x0c\x85\u2028\u2029]*|/\*[\s\S]*?\*/)*")
_NEXT_LINE: Final = re.compile(r"[ \t]*(?:\r\n|\n|\r)[ \t]*")
_STRING: Final = r"\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'"
_USE_SRC: Final = re.compile(r"(?:^|\s)@use-src\b")
_SOURCE_NAME: Final = re.compile(rf"\s*([0-9]+):({_STRING})\s*")
_TAG: Final = re.compile(r"(?:^|\s)(@src|@ast-id)(?=\s|$)")
_LOCATION: Final = re.compile(r"\s+(-1|[0-9]+):(-1|[0-9]+):(-1|[0-9]+)(?=\s|$)")
_SNIPPET: Final = re.compile(rf"\s+(?:{_STRING})")
_SNIPPET_START: Final = re.compile(r"\s+[\"']")
_AST_ID: Final = re.compile(r"\s+[0-9]+(?=\s|$)")
_LARGEST_INDEX: Final = 2**31 - 1

_OPENING: Final = "\u202a\u202b\u202d\u202e"
_CLOSING: Final = "\u202c"


def check_direction_overrides(source: Source, offset: int, comment: str) -> None:
    """Refuse a comment that turns the text direction and does not turn it back."""
    depth = 0
    for character in comment:
        if character in _OPENING:
            depth += 1
        elif character == _CLOSING:
            depth -= 1
        if depth < 0:
            break
    if depth:
        raise source.syntax_error(offset, "mismatching direction override characters in a comment")


class Annotations:
    """The doc comments of one source, collected while it is read."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._comments: list[tuple[int, int, str]] = []

    def add_comment(self, start: int, text: str) -> None:
        """Note a comment that begins at offset `start`; ordinary ones are forgotten."""
        if not _DOC_COMMENT.match(text):
            return
        end = start + len(text)
        if self._comments and text.startswith("///"):
            previous_start, previous_end, previous = self._comments[-1]
            if previous.startswith("///") and _NEXT_LINE.fullmatch(
                self._source.text, previous_end, start
            ):
                self._comments[-1] = (previous_start, end, f"{previous}\n{text}")
                return
        self._comments.append((start, end, text))

    def source_names(self, token: int) -> dict[int, str] | None:
        """The `@use-src` map in the doc comment before the token at this offset, if any."""
        comment = self._comment_before(token)
        if comment is None:
            return None
        start, text = comment
        tag = _USE_SRC.search(text)
        if tag is None:
            return None
        rest = text[tag.end() :].strip()
        names: dict[int, str] = {}
        position = 0
        while position < len(rest):
            entry = _SOURCE_NAME.match(rest, position)
            if entry is None or (entry.end() < len(rest) and rest[entry.end()] != ","):
                raise self._error(start)
            names[int(entry[1])] = decode_string(entry[2])
            position = entry.end() + 1
            if position == len(rest):
                raise self._error(start)
        return dict(sorted(names.items()))

    def check_locations(self, source_names: dict[int, str], start: int, end: int) -> None:
        """Refuse malformed `@src` and `@ast-id` annotations between two offsets."""
        for index, (comment, comment_end, text) in enumerate(self._comments):
            if not start <= comment < end:
                continue
            following = self._comments[index + 1 : index + 2]
            if following and _TRIVIA.fullmatch(self._source.text, comment_end, following[0][0]):
                continue  # only the last doc comment before a token counts
            self._check_location(source_names, comment, text)

    def _check_location(self, source_names: dict[int, str], offset: int, text: str) -> None:
        position = 0
        while (tag := _TAG.search(text, position)) is not None:
            position = tag.end()
            if tag[1] == "@ast-id":
                if not _AST_ID.match(text, position):
                    raise self._source.syntax_error(offset, "invalid argument for @ast-id")
                continue
            location = _LOCATION.match(text, position)
            if location is None:
                raise self._source.syntax_error(
                    offset, "invalid @src annotation; expected INDEX:START:END"
                )
            numbers = [int(part) for part in location.groups()]
            if max(numbers) > _LARGEST_INDEX:
                raise self._source.syntax_error(offset, "number in @src annotation is too large")
            if numbers[0] != -1 and numbers[0] not in source_names:
                raise self._source.syntax_error(
                    offset, f"@src names the source {numbers[0]}, which @use-src does not list"
                )
            position = location.end()
            if _SNIPPET_START.match(text, position):
                snippet = _SNIPPET.match(text, position)
                if snippet is None:
                    raise self._source.syntax_error(
                        offset, "the code snippet of this @src annotation has no end"
                    )
                position = snippet.end()

    def _comment_before(self, token: int) -> tuple[int, str] | None:
        # The lexer is at most one token ahead, so the comment is among the last ones.
        for start, end, text in reversed(self._comments):
            if end > token:
                continue
            if _TRIVIA.fullmatch(self._source.text, end, token):
                return start, text
            return None
        return None

    def _error(self, offset: int) -> Exception:
        return self._source.syntax_error(
            offset, 'malformed @use-src annotation; expected INDEX:"FILE", INDEX:"FILE", ...'
        )
