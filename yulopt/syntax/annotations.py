"""Attaches doc comments to tokens, for the annotations in them.

`@use-src` is kept with its object and printed back. `@src` and `@ast-id` are checked, as in solc,
and recorded on request. Their syntax is in `yulopt.syntax.annotation_syntax`.

Source: chapter 01, sections 2.1 and 5 of the specification.
"""

from __future__ import annotations

from typing import Final, final

from yulopt.errors import Source
from yulopt.syntax.locations import NOWHERE, Locations

_OPENING: Final = "\u202a\u202b\u202d\u202e"
_CLOSING: Final = "\u202c"


@final
class Annotations:
    """The doc comments of the tokens of one source, during lexing.

    A doc comment belongs to the token after it. Of several before a token, the last one counts.
    Their annotations are added to `locations`, if that is given.
    """

    def __init__(self, source: Source, locations: Locations | None = None) -> None:
        self._source = source
        self._locations = locations
        # Without a list of sources all other annotations are ignored.
        self._are_read = "@use-src" in source.text
        self._has_locations = "@src" in source.text or "@ast-id" in source.text
        # The last doc comment, and the token that it belongs to, if that has been read.
        self._start = -1
        self._end = -1
        self._token = -1
        # The sources of the current code.
        self._names: dict[int, str] | None = None

    def add_comment(self, start: int, text: str) -> None:
        """Note a comment that begins at offset `start`.

        Raises `YulSyntaxError` for an ordinary comment that turns the direction of the text and
        does not turn it back.
        """
        if _is_doc_comment(text):
            self._start = start
            self._end = start + len(text)
            self._token = -1
        elif not text.isascii() and not _has_balanced_directions(text):
            raise self._source.syntax_error(
                start, "mismatching direction override characters in a comment"
            )

    def add_token(self, offset: int) -> None:
        """Note the token at an offset, before which there are comments.

        Raises `YulSyntaxError` if it is one of the code and its annotations are malformed.
        """
        if self._token < 0:
            self._token = offset
            self._check()

    def source_names(self, token: int) -> dict[int, str] | None:
        """The `@use-src` map in the doc comment of the token at this offset, the last one that was
        read, if there is one; raises `YulSyntaxError` if it is malformed.
        """
        if not self._are_read or self._token != token:
            return None
        # Not needed for a text without annotations.
        from yulopt.syntax.annotation_syntax import source_names

        return source_names(self._source, self._start, self._end)

    def begin_code(self, token: int, names: dict[int, str] | None) -> None:
        """From the token at this offset on, the last one that was read, check the annotations of
        each token, if there is a list of sources; raises `YulSyntaxError` as `add_token` does.
        """
        self._names = names if self._has_locations else None
        if self._locations is not None:
            # Locations do not carry over from the code of another object.
            self._locations.add(token, NOWHERE)
        if self._token == token:
            self._check()

    def end_code(self) -> None:
        """Do not check the annotations of further tokens."""
        self._names = None

    def _check(self) -> None:
        if self._names is not None:
            from yulopt.syntax.annotation_syntax import read_annotations

            read_annotations(
                self._source, self._start, self._end, self._names, self._token, self._locations
            )


def _is_doc_comment(comment: str) -> bool:
    if comment.startswith("///"):
        return comment[3:4] != "/"
    return comment.startswith("/**") and comment[3] not in "/*"


def _has_balanced_directions(comment: str) -> bool:
    depth = 0
    for character in comment:
        if character in _OPENING:
            depth += 1
        elif character == _CLOSING:
            depth -= 1
        if depth < 0:
            break
    return depth == 0
