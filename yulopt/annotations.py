"""Annotations in doc comments: `@use-src`, `@src` and `@ast-id`.

`@use-src` is kept with its object and printed back. The others are checked, as solc does, and
then dropped: the printed text carries no debug information.

Source: chapter 01, sections 2.1 and 5 of the specification.
"""

from __future__ import annotations

import bisect
import re
from typing import Final

from yulopt.errors import Source, YulSyntaxError
from yulopt.literals import decode_string

_DOC_COMMENT: Final = re.compile(r"///(?!/)|/\*\*(?![/*])")
_TRIVIA: Final = re.compile(r"(?:[ \n\r\t]|//[^\n\r\x0b\x0c\x85\u2028\u2029]*|/\*[\s\S]*?\*/)*")
_NEXT_LINE: Final = re.compile(r"[ \t]*(?:\r\n|\n|\r)[ \t]*")
_MARGIN: Final = re.compile(r"^[ \t]*(?:///|\*)", re.MULTILINE)
_STRING: Final = (
    r"\"(?:[ !#-\[\]-~]|\\(?:['\"\\nrt]|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}))*\""
    r"|'(?:[ -&(-\[\]-~]|\\(?:['\"\\nrt]|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}))*'"
)

_USE_SRC: Final = re.compile(r"(?:^|\s)@use-src\b")
# An index is a number token, of which the leading digits count.
_INDEX: Final = r"((?:0|[1-9][0-9]*)(?![0-9]))(?:[_xX.][0-9a-fA-F_.]*)?"
_GAP: Final = _TRIVIA.pattern
_SOURCE_NAME: Final = re.compile(rf"{_INDEX}{_GAP}:{_GAP}({_STRING}){_GAP}")
_TAG: Final = re.compile(r"(?:^|(?<=[\s\"']))(@src|@ast-id)(?=\s|$)")
_NUMBER: Final = r"(-?(?:0|[1-9][0-9]*))"
_LOCATION: Final = re.compile(rf"\s+{_NUMBER}\s*:\s*{_NUMBER}\s*:\s*{_NUMBER}(?=[\s\"']|$)")
_SNIPPET_START: Final = re.compile(r"\s*[\"']")
_SNIPPET: Final = re.compile(r"\s*(?:\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*')")
_AST_ID: Final = re.compile(r"\s+([0-9]+)(?=\s|$)")
_LARGEST_INDEX: Final = 2**32 - 1
_LARGEST_NUMBER: Final = 2**31 - 1

_OPENING: Final = "\u202a\u202b\u202d\u202e"
_CLOSING: Final = "\u202c"


def check_direction_overrides(source: Source, offset: int, comment: str) -> None:
    """Refuse an ordinary comment that turns the text direction and does not turn it back."""
    if comment.isascii() or _DOC_COMMENT.match(comment):
        return
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
        # Where each comment starts and ends, in the order of the text.
        self._starts: list[int] = []
        self._ends: list[int] = []

    def add_comment(self, start: int, text: str) -> None:
        """Note a comment that begins at offset `start`; ordinary ones are forgotten."""
        if not _DOC_COMMENT.match(text):
            return
        end = start + len(text)
        if self._starts and text.startswith("///"):
            previous = self._source.text[self._starts[-1] : self._starts[-1] + 3]
            if previous == "///" and _NEXT_LINE.fullmatch(self._source.text, self._ends[-1], start):
                self._ends[-1] = end
                return
        self._starts.append(start)
        self._ends.append(end)

    def source_names(self, token: int) -> dict[int, str] | None:
        """The `@use-src` map in the doc comment before the token at this offset, if any."""
        index = bisect.bisect_left(self._starts, token) - 1
        if index < 0 or self._token_after(self._ends[index]) != token:
            return None
        text = self._text(index)
        tag = _USE_SRC.search(text)
        if tag is None:
            return None
        names: dict[int, str] = {}
        position = self._skip(text, tag.end())
        while position < len(text) or names:
            entry = _SOURCE_NAME.match(text, position)
            if entry is None or int(entry[1]) > _LARGEST_INDEX:
                raise self._use_src_error(index)
            names[int(entry[1])] = decode_string(entry[2])
            position = entry.end()
            if position == len(text):
                break
            if text[position] != ",":
                raise self._use_src_error(index)
            position = self._skip(text, position + 1)
        return dict(sorted(names.items()))

    def check_locations(self, source_names: dict[int, str], start: int, end: int) -> None:
        """Refuse malformed `@src` and `@ast-id` annotations of the code from `start` to `end`.

        These are the annotations of all tokens of the code block and of the one after it.
        """
        last_token = self._token_after(end)
        # One comment may stand before the first token; others there do not belong to a token.
        first = max(0, bisect.bisect_left(self._starts, start) - 1)
        for index in range(first, len(self._starts)):
            token = self._token_after(self._ends[index])
            if token > last_token:
                break
            is_last_before_token = (
                index + 1 == len(self._starts) or self._starts[index + 1] >= token
            )
            if token >= start and is_last_before_token:
                self._check_location(source_names, self._starts[index], self._text(index))

    def _check_location(self, source_names: dict[int, str], offset: int, text: str) -> None:
        position = 0
        while (tag := _TAG.search(text, position)) is not None:
            position = tag.end()
            if tag[1] == "@ast-id":
                self._check_ast_id(offset, _AST_ID.match(text, position))
                continue
            location = _LOCATION.match(text, position)
            if location is None:
                raise self._source.syntax_error(
                    offset, "invalid @src annotation; expected INDEX:START:END"
                )
            numbers = [int(part) for part in location.groups()]
            if min(numbers) < -1 or max(numbers) > _LARGEST_NUMBER:
                raise self._source.syntax_error(
                    offset,
                    f"number out of range in @src annotation; expected -1 to {_LARGEST_NUMBER}",
                )
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

    def _check_ast_id(self, offset: int, number: re.Match[str] | None) -> None:
        if number is None or int(number[1]) > _LARGEST_NUMBER:
            raise self._source.syntax_error(
                offset, f"invalid @ast-id annotation; expected a number up to {_LARGEST_NUMBER}"
            )

    def _token_after(self, offset: int) -> int:
        """Where the next token starts."""
        trivia = _TRIVIA.match(self._source.text, offset)
        return offset if trivia is None else trivia.end()

    def _text(self, index: int) -> str:
        """What a comment says, without the marks at its ends and at the start of its lines."""
        text = self._source.text[self._starts[index] : self._ends[index]]
        if text.startswith("/**"):
            text = text[3:-2]
        return _MARGIN.sub("", text)

    def _skip(self, text: str, position: int) -> int:
        trivia = _TRIVIA.match(text, position)
        return position if trivia is None else trivia.end()

    def _use_src_error(self, index: int) -> YulSyntaxError:
        return self._source.syntax_error(
            self._starts[index],
            'malformed @use-src annotation; expected INDEX:"FILE", INDEX:"FILE", ...',
        )
