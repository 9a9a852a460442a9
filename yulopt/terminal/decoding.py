"""From the bytes of a file to its text, which must be UTF-8."""

from __future__ import annotations

import codecs
from typing import Final

from yulopt.errors import YulSyntaxError

BYTE_ORDER_MARK: Final = codecs.BOM_UTF8
# The longer marks begin like the shorter ones.
_OTHER_MARKS: Final = (
    (codecs.BOM_UTF32_LE, "UTF-32"),
    (codecs.BOM_UTF32_BE, "UTF-32"),
    (codecs.BOM_UTF16_LE, "UTF-16"),
    (codecs.BOM_UTF16_BE, "UTF-16"),
)
# How many bytes show that every second one is zero.
_SAMPLE: Final = 64


def decode(data: bytes, name: str) -> str:
    """The text of the file `name`, without a byte-order mark.

    Raises `YulSyntaxError` if it is not UTF-8, and says so if it is UTF-16 or UTF-32.
    """
    other = _other_encoding(data)
    if other is not None:
        reason = f"this is {other}, not UTF-8; save it as UTF-8, or use: iconv -f {other} -t UTF-8"
        raise _error(data, 0, reason, name)
    content = data.removeprefix(BYTE_ORDER_MARK)
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        offset = error.start
    # Places in an editor do not count the mark, but offsets in a file do.
    in_file = offset + len(data) - len(content)
    raise _error(
        content, offset, f"not UTF-8: byte 0x{content[offset]:02x} at offset {in_file}", name
    )


def _other_encoding(data: bytes) -> str | None:
    """The encoding that the data begins like, if it is not UTF-8."""
    for mark, encoding in _OTHER_MARKS:
        if data.startswith(mark):
            return encoding
    sample = data[: min(_SAMPLE, len(data) // 2 * 2)]
    even, odd = sample[::2], sample[1::2]
    if sample and ((all(even) and not any(odd)) or (all(odd) and not any(even))):
        return "UTF-16LE" if all(even) else "UTF-16BE"
    return None


def _error(data: bytes, offset: int, reason: str, name: str) -> YulSyntaxError:
    before = data[:offset].decode()
    line = data[data.rfind(b"\n", 0, offset) + 1 :].partition(b"\n")[0]
    return YulSyntaxError(
        reason,
        filename=name,
        line=before.count("\n") + 1,
        column=len(before) - before.rfind("\n"),
        source_line=line.decode(errors="replace").rstrip("\r"),
    )
