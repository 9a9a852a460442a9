"""Conversions between spellings of literals and their content and value.

Byte strings are held as text with one character (0 to 255) per byte.

Source: chapter 01, sections 2.4, 2.5 and 7; chapter 06, section 1 of the specification.
"""

from __future__ import annotations

import re
from typing import Final

from yulopt.syntax.ast import NUMBER, Literal

WORD_LIMIT: Final = 1 << 256
WORD_MASK: Final = WORD_LIMIT - 1
WORD_BYTES: Final = 32

# The largest value that is written in decimal when a step computes a number.
_LARGEST_DECIMAL: Final = 0x1000000
# No word has more decimal digits; longer texts need not be converted.
_MAX_DECIMAL_DIGITS: Final = 78

# Escape sequences in a string, as a regular expression.
ESCAPE: Final = r"\\(?:['\"\\nrt]|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|\r\n|\n|\r)"

_SIMPLE_ESCAPES: Final = {"n": "\n", "r": "\r", "t": "\t", "\n": "", "\r": "", "\r\n": ""}
_ANY_ESCAPE: Final = re.compile(r"\\(x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|\r\n|[\s\S])")


def number_value(text: str) -> int:
    """The value of a decimal or hexadecimal literal; anything too large gives 2**256 or more."""
    if text.startswith("0x"):
        return int(text, 16)
    return int(text) if len(text) <= _MAX_DECIMAL_DIGITS else WORD_LIMIT


def decode_string(quoted: str) -> str:
    """The content of a string literal given with its quotes."""
    content = quoted[1:-1]
    if "\\" not in content:
        return content
    return _ANY_ESCAPE.sub(_decode_escape, content)


def _decode_escape(match: re.Match[str]) -> str:
    escape = match[1]
    if len(escape) == 3:
        return chr(int(escape[1:], 16))
    if len(escape) == 5:
        # Surrogates are encoded like any other code point.
        return chr(int(escape[1:], 16)).encode("utf-8", "surrogatepass").decode("latin-1")
    return _SIMPLE_ESCAPES.get(escape, escape)


def hex_string_content(text: str) -> str:
    """The content of a `hex"..."` literal."""
    return bytes.fromhex(text[4:-1].replace("_", "")).decode("latin-1")


def as_text(content: str) -> str:
    """The content of a string, whose characters are bytes, as text: names are in UTF-8."""
    return content.encode("latin-1").decode(errors="backslashreplace")


def word_of_string(content: str) -> int:
    """The word of a string of at most 32 bytes: left-aligned, padded with zero bytes."""
    return int.from_bytes(content.encode("latin-1").ljust(WORD_BYTES, b"\0"), "big")


def format_number(value: int) -> str:
    """The compact spelling: decimal for small values, else hex with an even number of digits."""
    return str(value) if value <= _LARGEST_DECIMAL else format_hex(value)


def format_hex(value: int) -> str:
    """`0x` and lower-case hex digits, an even number of them."""
    digits = f"{value:x}"
    return "0x" + ("0" if len(digits) % 2 else "") + digits


def computed_number(value: int) -> Literal:
    """The literal for a computed word, in the compact spelling."""
    return Literal(NUMBER, value, format_number(value))


def byte_length(value: int) -> int:
    """The number of bytes of a word without leading zeros; 0 for 0."""
    return (value.bit_length() + 7) // 8
