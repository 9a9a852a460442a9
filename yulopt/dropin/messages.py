"""Entries of `errors` in an answer, as solc writes them.

Source: chapter 11, section 3.1 of the specification.
"""

from __future__ import annotations

from typing import Final

from yulopt.dialect import Dialect, EvmVersion, parse_evm_version
from yulopt.persistence.json_values import JsonObject
from yulopt.syntax.locations import Location

_DEPLOYED_LIMIT: Final = 24576
_INITCODE_LIMIT: Final = 49152
_ADVICE: Final = (
    "This contract may not be deployable on Mainnet. Consider enabling the optimizer (with a low"
    ' "runs" value!), turning off revert strings, or using libraries.'
)

# By solc's names of types; all others are errors.
_SEVERITIES: Final = {"Warning": "warning", "Info": "info"}

# The maximum context that is shown on both sides of a marked part.
_MAX_LINE: Final = 150
_CONTEXT: Final = 35
_DOTS: Final = b" ... "


class Place:
    """A part of a source file, with its text."""

    def __init__(self, file: str, location: Location, content: str | None) -> None:
        self.file = file
        self.location = location
        self._content = content

    def to_json(self) -> JsonObject:
        """The value of `sourceLocation`."""
        return {"file": self.file, "start": self.location.start, "end": self.location.end}

    def excerpt(self) -> str:
        """The location, and the line of the source in which it begins."""
        if self._content is None:
            return f" --> {self.file}\n"
        content = self._content.encode()
        start, end = self.location.start, self.location.end
        number = content.count(b"\n", 0, start) + 1
        line_start = content.rfind(b"\n", 0, start) + 1
        line_end = content.find(b"\n", line_start)
        line = content[line_start : line_end if line_end >= 0 else len(content)].rstrip(b"\r")
        column = start - line_start
        is_long = b"\n" in content[start:end]
        length = len(line) - column if is_long else end - start
        text, marked_from, length = _shortened(line, column, length)
        margin = " " * len(str(number))
        mark = "^ (Relevant source part starts here and spans across multiple lines)."
        if not is_long:
            mark = "^" * max(1, len(_decoded(text[marked_from : marked_from + length])))
        # The marker line keeps the tabs of the text above it.
        before = _decoded(text[:marked_from])
        indent = "".join("\t" if character == "\t" else " " for character in before)
        return (
            f"{margin}--> {self.file}:{number}:{column + 1}:\n"
            f"{margin} |\n{number} | {_decoded(text)}\n{margin} | {indent}{mark}\n"
        )


def _decoded(content: bytes) -> str:
    return content.decode(errors="replace")


def _shortened(line: bytes, start: int, length: int) -> tuple[bytes, int, int]:
    """A line with a part to be marked; a long line is cut to the context of that part."""
    if length > _MAX_LINE:
        end = start + length
        line = line[: start + _CONTEXT] + _DOTS + line[end - _CONTEXT :]
        length = 2 * _CONTEXT + len(_DOTS)
    if len(line) > _MAX_LINE:
        first, last = max(0, start - _CONTEXT), start + length + _CONTEXT
        is_cut = last < len(line)
        line = line[first:last] + (_DOTS.rstrip() if is_cut else b"")
        if first:
            line = _DOTS + line
            start = _CONTEXT + len(_DOTS)
    return line, start, length


def entry(
    kind: str, message: str, place: Place | None = None, code: str | None = None
) -> JsonObject:
    """An entry; `kind` is solc's name of the type of error, `code` consists of digits."""
    excerpt = "" if place is None else place.excerpt()
    result: JsonObject = {
        "component": "general",
        "severity": _SEVERITIES.get(kind, "error"),
        "type": kind,
        "message": message,
        "formattedMessage": f"{kind}: {message}\n{excerpt}\n",
    }
    if place is not None:
        result["sourceLocation"] = place.to_json()
    if code is not None:
        result["errorCode"] = code
    return result


def deployed_limit(evm_version: str) -> int | None:
    """The limit of deployed bytes in a version of the EVM, if there is one."""
    limited = parse_evm_version(evm_version) >= EvmVersion.SPURIOUS_DRAGON
    return _DEPLOYED_LIMIT if limited else None


def size_warnings(
    deployed: int, initcode: int, place: Place | None, dialect: Dialect
) -> list[JsonObject]:
    """Solc's warnings about code of these sizes in bytes."""
    warnings = []
    if deployed > _DEPLOYED_LIMIT and dialect.version >= EvmVersion.SPURIOUS_DRAGON:
        message = (
            f"Contract code size is {deployed} bytes and exceeds {_DEPLOYED_LIMIT} bytes"
            f" (a limit introduced in Spurious Dragon). {_ADVICE}"
        )
        warnings.append(entry("Warning", message, place, "5574"))
    if initcode > _INITCODE_LIMIT and dialect.version >= EvmVersion.SHANGHAI:
        message = (
            f"Contract initcode size is {initcode} bytes and exceeds {_INITCODE_LIMIT} bytes"
            f" (a limit introduced in Shanghai). {_ADVICE}"
        )
        warnings.append(entry("Warning", message, place, "3860"))
    return warnings
