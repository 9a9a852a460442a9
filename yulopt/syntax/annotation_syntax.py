"""The syntax of annotations in doc comments: `@use-src`, `@src` and `@ast-id`.

Source: chapter 01, sections 2.1 and 5 of the specification.
"""

from __future__ import annotations

import re
from typing import Final

from yulopt.errors import COMMENT, Source, YulSyntaxError
from yulopt.syntax.literals import decode_string, number_value
from yulopt.syntax.locations import Location, Locations

# Atomic, so that no comment is cut short to match the rest.
_GAP: Final = re.compile(rf"(?>(?:[ \n\r\t]|{COMMENT})*)")
# The decoration before the text in the lines of a comment.
_LINE_MARGIN: Final = re.compile(r"(?:^|(?<=[\n\r]))[ \t]*///")
_BLOCK_MARGIN: Final = re.compile(r"(?<=[\n\r])[ \t]*\*")
_STRING: Final = re.compile(
    r"\"(?:[ !#-\[\]-~]|\\(?:['\"\\nrt]|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}))*\""
    r"|'(?:[ -&(-\[\]-~]|\\(?:['\"\\nrt]|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}))*'"
)

_USE_SRC: Final = re.compile(r"(?:^|\s)@use-src\b", re.ASCII)
# An index is a number token, of which the leading digits count.
_INDEX: Final = re.compile(r"((?:0|[1-9][0-9]*)(?![0-9]))(?:[_xX.][0-9a-fA-F_.]*)?")
_TAG: Final = re.compile(r"(?:^|(?<=\s))(@src|@ast-id)(?=\s|$)", re.ASCII)
_WHITE_SPACE: Final = re.compile(r"\s+", re.ASCII)
_NUMBER: Final = re.compile(r"(?:0|[1-9][0-9]*)(?![0-9A-Za-z_$]|\.[0-9])")
_BLANKS: Final = re.compile(r"[ \t\n\r]+")
_SNIPPET: Final = re.compile(r"\"(?:[^\"\\]|\\[\s\S])*\"|'(?:[^'\\]|\\[\s\S])*'")
# Any token of Solidity.
_TOKEN: Final = re.compile(
    rf"[A-Za-z_$][A-Za-z0-9_$.]*|[0-9]+|{_STRING.pattern}|/\*[\s\S]*|>>>?=?|<<=?"
    r"|&&|\*\*|\+\+|--|->|=>|\|\||[!%&*+/:<=>^|-]=|[\x00-\x7f]"
)
_AST_ID: Final = re.compile(r"\s+([0-9]+)(?=\s|$)", re.ASCII)
_LARGEST_INDEX: Final = 2**32 - 1
_LARGEST_NUMBER: Final = 2**31 - 1

# A fast path for solc's own comments, of which there are thousands; they are valid if the source is
# in the list.
_USUAL_NUMBER: Final = "(?:-1|0|[1-9][0-9]{0,8})"
_USUAL: Final = re.compile(
    r"///(?: @ast-id ([0-9]{1,9})\r?\n[ \t]*///)?"
    rf" @src ({_USUAL_NUMBER}):({_USUAL_NUMBER}):({_USUAL_NUMBER})"
    r"(?:  (\"(?:[^\"\\@\n\r]|\\[^@\n\r])*+\"))?"
)


def source_names(source: Source, start: int, end: int) -> dict[int, str] | None:
    """The map (index to file name) of an `@use-src` in the doc comment from offset `start` to
    `end`, None if there is none; raises `YulSyntaxError` if it is malformed.
    """
    text = _content(source.text[start:end])
    tag = _USE_SRC.search(text)
    if tag is None:
        return None
    names: dict[int, str] = {}
    position = _skip(text, tag.end())
    while position < len(text) or names:
        index = _INDEX.match(text, position)
        if index is None or number_value(index[1]) > _LARGEST_INDEX:
            raise _use_src_error(source, start)
        position = _skip(text, index.end())
        if not text.startswith(":", position):
            raise _use_src_error(source, start)
        name = _STRING.match(text, _skip(text, position + 1))
        if name is None:
            raise _use_src_error(source, start)
        names[number_value(index[1])] = decode_string(name[0])
        position = _skip(text, name.end())
        if position == len(text):
            break
        if text[position] != ",":
            raise _use_src_error(source, start)
        position = _skip(text, position + 1)
    return dict(sorted(names.items()))


def read_annotations(
    source: Source,
    start: int,
    end: int,
    names: dict[int, str],
    token: int,
    locations: Locations | None,
) -> None:
    """Read the doc comment from offset `start` to `end`, which belongs to the token at an offset.

    Its annotations are added to `locations`, if that is given. Raises `YulSyntaxError` for a
    malformed `@src` or `@ast-id`, and for an `@src` of a source that is not in `names`.
    """
    usual = _USUAL.fullmatch(source.text, start, end)
    if usual is not None and (usual[2] == "-1" or int(usual[2]) in names):
        if locations is not None:
            if usual[1] is not None:
                locations.ast_ids[token] = int(usual[1])
            location = Location(int(usual[2]), int(usual[3]), int(usual[4]))
            _add(locations, token, location, usual[5])
        return
    text = _content(source.text[start:end])
    while (tag := _TAG.search(text)) is not None:
        if tag[1] == "@ast-id":
            number, position = _ast_id(source, start, text, tag.end())
            if locations is not None:
                locations.ast_ids[token] = number
        else:
            location, position = _location(source, start, text, tag.end(), names)
            snippet, position = _snippet(source, start, text, position)
            if locations is not None:
                _add(locations, token, location, snippet)
        # A tag may follow directly, as if it were the first.
        text = text[position:]


def _add(locations: Locations, token: int, location: Location, snippet: str | None) -> None:
    locations.add(token, location)
    if snippet is not None:
        locations.snippets[location] = snippet


# Each of these parses at a position in the text of a comment, and returns the result and its end;
# the comment begins at `offset` in the source.


def _ast_id(source: Source, offset: int, text: str, position: int) -> tuple[int, int]:
    number = _AST_ID.match(text, position)
    if number is None or number_value(number[1]) > _LARGEST_NUMBER:
        raise source.syntax_error(
            offset, f"invalid @ast-id annotation; expected a number up to {_LARGEST_NUMBER}"
        )
    return number_value(number[1]), number.end()


def _location(
    source: Source, offset: int, text: str, position: int, names: dict[int, str]
) -> tuple[Location, int]:
    """The tokens of a location are read like those of a program, comments included."""
    white_space = _WHITE_SPACE.match(text, position)
    if white_space is None:
        raise _malformed_location(source, offset)
    position = white_space.end()
    numbers: list[int] = []
    while True:
        position = _skip(text, position)
        sign = 1
        if text.startswith("-", position):
            sign = -1
            position = _skip(text, position + 1)
        number = _NUMBER.match(text, position)
        if number is None:
            raise _malformed_location(source, offset)
        numbers.append(sign * number_value(number[0]))
        position = number.end()
        if len(numbers) == 3:
            break
        position = _skip(text, position)
        if not text.startswith(":", position):
            raise _malformed_location(source, offset)
        position += 1
    if min(numbers) < -1 or max(numbers) > _LARGEST_NUMBER:
        raise source.syntax_error(
            offset, f"number out of range in @src annotation; expected -1 to {_LARGEST_NUMBER}"
        )
    if numbers[0] != -1 and numbers[0] not in names:
        raise source.syntax_error(
            offset, f"@src names the source {numbers[0]}, which @use-src does not list"
        )
    return Location(numbers[0], numbers[1], numbers[2]), position


def _snippet(source: Source, offset: int, text: str, position: int) -> tuple[str | None, int]:
    """The code snippet after a location, if there is one."""
    blanks = _BLANKS.match(text, position)
    start = position if blanks is None else blanks.end()
    end = position
    if text.startswith(('"', "'"), start):
        snippet = _SNIPPET.match(text, start)
        if snippet is None:
            raise source.syntax_error(offset, "the code snippet of this @src annotation has no end")
        end = snippet.end()
    if blanks is None:
        # Up to the end of the comment there may be one more token, a snippet being one.
        rest = _skip(text, end)
        token = _TOKEN.match(text, rest) if end == position else None
        if token is not None:
            rest = _skip(text, token.end())
        if rest < len(text):
            raise _malformed_location(source, offset)
    return text[start:end] if end > position else None, end


def _content(comment: str) -> str:
    """The text of a comment, without its delimiters and line decorations."""
    if comment.startswith("/**"):
        return _BLOCK_MARGIN.sub("", comment[3:-2])
    return _LINE_MARGIN.sub("", comment)


def _skip(text: str, position: int) -> int:
    """The start of the next token."""
    gap = _GAP.match(text, position)
    return position if gap is None else gap.end()


def _malformed_location(source: Source, offset: int) -> YulSyntaxError:
    return source.syntax_error(offset, "invalid @src annotation; expected INDEX:START:END")


def _use_src_error(source: Source, offset: int) -> YulSyntaxError:
    return source.syntax_error(
        offset, 'malformed @use-src annotation; expected INDEX:"FILE", INDEX:"FILE", ...'
    )
