"""Lines of the input file and of the output, and where they are in the code of the objects."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from yulopt.errors import COMMENT
from yulopt.trace.recording import Moment, Recording, start_of

_WORD: Final = re.compile(
    rf"(?:{COMMENT})"
    r"|((?:hex)?(?:\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*')|[A-Za-z0-9_$.]+)"
)

# The number of an object, and a line of its code from 0 on.
Place = tuple[int, int]


def output_places(moment: Moment) -> list[Place | None]:
    """For each line of a program's text, where it is; None for lines around the code."""
    places: list[Place | None] = []
    for line in moment.recording.layout:
        if line.number is None:
            places.append(None)
        else:
            count = len(moment.codes[line.number])
            places.extend((line.number, code_line) for code_line in range(count))
    return places


def input_places(recording: Recording, line: int) -> list[Place]:
    """Where the code in a line (from 1) of the source file is; empty for a line without code.

    The program before the first step has the same words as the file, in other lines.
    """
    moment = start_of(recording)
    places = output_places(moment)
    source_lines = list(_lines_of_words(recording.source))
    printed_lines = list(_lines_of_words(moment.program_text()))
    # A block may have been put into an object, whose words come before its own.
    extra = len(printed_lines) - len(source_lines)
    found: dict[Place, None] = {}
    for number, source_line in enumerate(source_lines):
        if source_line == line:
            place = places[printed_lines[number + extra] - 1]
            if place is not None:
                found[place] = None
    return list(found)


def _lines_of_words(text: str) -> Iterator[int]:
    """For each word of a text, without comments, the line that it begins in, from 1 on."""
    line, place = 1, 0
    for match in _WORD.finditer(text):
        line += text.count("\n", place, match.start())
        place = match.start()
        if match[1] is not None:
            yield line
