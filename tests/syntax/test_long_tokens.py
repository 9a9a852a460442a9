"""Memory grows with a long token as with any other text: a few bytes for each of its characters."""

from __future__ import annotations

import tracemalloc

import pytest

import yulopt
from yulopt.errors import YulError

LENGTH = 200_000
# The text is there as source, token, content and output, whose escapes have four characters each.
# A pattern that remembers every round of a repetition takes 80 to 200 bytes instead.
MAX_BYTES_PER_CHARACTER = 16

PAIRS = "ab" * (LENGTH // 2)
SOURCES = {
    "hex-data": f'object "a" {{ code {{ }} data "d" hex"{PAIRS}" }}',
    "hex-data-with-underscores": f'object "a" {{ code {{ }} data "d" hex"{"ab_" * 70_000}cd" }}',
    "data": f"object 'a' {{ code {{ }} data 'd' '{PAIRS}' }}",
    "data-of-escapes": f'object "a" {{ code {{ }} data "d" "{chr(92)}n{PAIRS}{chr(92)}x01" }}',
    "hex-argument": f'{{ verbatim_0i_0o(hex"{PAIRS}") }}',
    "hex-word": f'{{ sstore(0, hex"{PAIRS}") }}',
    "word": f'{{ sstore(0, "{PAIRS}") }}',
    "number": f"{{ sstore(0, 0x{PAIRS}) }}",
    "decimal-number": f"{{ sstore(0, {'12' * (LENGTH // 2)}) }}",
    "name": f"{{ let {PAIRS} }}",
    "hex-without-end": f'{{ sstore(0, hex"{PAIRS}',
    "string-without-end": f'{{ sstore(0, "{PAIRS}\n") }}',
    "comment": f"{{ /* {PAIRS} */ }}",
    "lines-of-one-comment": "{ " + "/// ab\n" * (LENGTH // 7) + " }",
    "lines-of-one-annotation": '/// @use-src 0:"a"\n{ /// @src 0:1:2\n'
    + "/// ab\n" * (LENGTH // 7)
    + " }",
}


@pytest.mark.parametrize("source", SOURCES.values(), ids=SOURCES)
def test_a_long_token_takes_little_memory(source: str) -> None:
    yulopt.optimize("{ sstore(0, 1) }")  # The parser and the steps are loaded only once.
    tracemalloc.start()
    try:
        yulopt.optimize(source)
    except YulError as error:
        error.report()
    finally:
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    per_character = peak / len(source)
    assert per_character < MAX_BYTES_PER_CHARACTER
