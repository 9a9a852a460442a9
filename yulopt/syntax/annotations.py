"""Annotations in doc comments: `@use-src`, `@src` and `@ast-id`.

`@use-src` is kept with its object and printed back. The others are checked, as solc does, and
then dropped: the printed text carries no debug information.

Source: chapter 01, sections 2.1 and 5 of the specification.
"""

from __future__ import annotations

import bisect
import re
from typing import Final

from yulopt.errors import COMMENT, Source, YulSyntaxError
from yulopt.syntax.literals import decode_string

_DOC_COMMENT: Final = re.compile(r"///(?!/)|/\*\*(?![/*])")
# Atomic, so that no comment is cut short to make what follows fit.
_TRIVIA: Final = re.compile(rf"(?>(?:[ \n\r\t]|{COMMENT})*)")
# What stands before the text in the lines of a comment.
_LINE_MARGIN: Final = re.compile(r"(?:^|(?<=[\n\r]))[ \t]*///")
_BLOCK_MARGIN: Final = re.compile(r"(?<=[\n\r])[ \t]*\*")
_STRING: Final = (
    r"\"(?:[ !#-\[\]-~]|\\(?:['\"\\nrt]|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}))*\""
    r"|'(?:[ -&(-\[\]-~]|\\(?:['\"\\nrt]|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}))*'"
)

_GAP: Final = _TRIVIA.pattern

_USE_SRC: Final = re.compile(r"(?:^|\s)@use-src\b", re.ASCII)
# An index is a number token, of which the leading digits count.
_INDEX: Final = r"((?:0|[1-9][0-9]*)(?![0-9]))(?:[_xX.][0-9a-fA-F_.]*)?"
_SOURCE_NAME: Final = re.compile(rf"{_INDEX}{_GAP}:{_GAP}({_STRING}){_GAP}")
_TAG: Final = re.compile(r"(?:^|(?<=\s))(@src|@ast-id)(?=\s|$)", re.ASCII)
# The tokens of a location are read like those of a program, comments included.
_NUMBER: Final = rf"(-?){_GAP}(0|[1-9][0-9]*)(?![0-9A-Za-z_$]|\.[0-9])"
_LOCATION: Final = re.compile(
    rf"\s+{_GAP}{_NUMBER}{_GAP}:{_GAP}{_NUMBER}{_GAP}:{_GAP}{_NUMBER}", re.ASCII
)
_BLANKS: Final = re.compile(r"[ \t\n\r]+")
_SNIPPET: Final = re.compile(r"\"(?:[^\"\\]|\\[\s\S])*\"|'(?:[^'\\]|\\[\s\S])*'")
# What may follow a location without a blank, up to the end of the comment: at most one token.
_AT_MOST_ONE_TOKEN: Final = re.compile(
    rf"{_GAP}(?:[A-Za-z_$][A-Za-z0-9_$.]*|[0-9]+|{_STRING}|/\*[\s\S]*|>>>?=?|<<=?"
    r"|&&|\*\*|\+\+|--|->|=>|\|\||[!%&*+/:<=>^|-]=|[\x00-\x7f])?"
    rf"{_GAP}\Z"
)
_AST_ID: Final = re.compile(r"\s+([0-9]+)(?=\s|$)", re.ASCII)
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
        self._starts.append(start)
        self._ends.append(start + len(text))

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
        while (tag := _TAG.search(text)) is not None:
            if tag[1] == "@ast-id":
                end = self._check_ast_id(offset, _AST_ID.match(text, tag.end()))
            else:
                location = _LOCATION.match(text, tag.end())
                if location is None:
                    raise self._malformed_location(offset)
                self._check_numbers(source_names, offset, location)
                end = self._after_location(offset, text, location.end())
            # A tag may follow directly, as if it were the first.
            text = text[end:]

    def _malformed_location(self, offset: int) -> YulSyntaxError:
        return self._source.syntax_error(
            offset, "invalid @src annotation; expected INDEX:START:END"
        )

    def _check_numbers(
        self, source_names: dict[int, str], offset: int, location: re.Match[str]
    ) -> None:
        numbers = [int(location[group] + location[group + 1]) for group in (1, 3, 5)]
        if min(numbers) < -1 or max(numbers) > _LARGEST_NUMBER:
            raise self._source.syntax_error(
                offset,
                f"number out of range in @src annotation; expected -1 to {_LARGEST_NUMBER}",
            )
        if numbers[0] != -1 and numbers[0] not in source_names:
            raise self._source.syntax_error(
                offset, f"@src names the source {numbers[0]}, which @use-src does not list"
            )

    def _after_location(self, offset: int, text: str, position: int) -> int:
        """Where what follows a location begins, behind the code snippet if there is one."""
        blanks = _BLANKS.match(text, position)
        start = position if blanks is None else blanks.end()
        end = position
        if text.startswith(('"', "'"), start):
            snippet = _SNIPPET.match(text, start)
            if snippet is None:
                raise self._source.syntax_error(
                    offset, "the code snippet of this @src annotation has no end"
                )
            end = snippet.end()
        if blanks is None:
            rest = _TRIVIA if end > position else _AT_MOST_ONE_TOKEN
            match = rest.match(text, end)
            if match is None or match.end() < len(text):
                raise self._malformed_location(offset)
        return end

    def _check_ast_id(self, offset: int, number: re.Match[str] | None) -> int:
        if number is None or int(number[1]) > _LARGEST_NUMBER:
            raise self._source.syntax_error(
                offset, f"invalid @ast-id annotation; expected a number up to {_LARGEST_NUMBER}"
            )
        return number.end()

    def _token_after(self, offset: int) -> int:
        """Where the next token starts."""
        trivia = _TRIVIA.match(self._source.text, offset)
        return offset if trivia is None else trivia.end()

    def _text(self, index: int) -> str:
        """What a comment says, without the marks at its ends and at the start of its lines."""
        text = self._source.text[self._starts[index] : self._ends[index]]
        if text.startswith("/**"):
            return _BLOCK_MARGIN.sub("", text[3:-2])
        return _LINE_MARGIN.sub("", text)

    def _skip(self, text: str, position: int) -> int:
        trivia = _TRIVIA.match(text, position)
        return position if trivia is None else trivia.end()

    def _use_src_error(self, index: int) -> YulSyntaxError:
        return self._source.syntax_error(
            self._starts[index],
            'malformed @use-src annotation; expected INDEX:"FILE", INDEX:"FILE", ...',
        )
