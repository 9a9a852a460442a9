"""Entries of `errors` in an answer, as solc writes them.

Source: chapter 11, section 3.1 of the specification.
"""

from __future__ import annotations

from typing import Final

from yulopt.dropin.json_values import JsonObject
from yulopt.syntax.locations import Location

_DEPLOYED_LIMIT: Final = 24576
_INITCODE_LIMIT: Final = 49152
_ADVICE: Final = (
    "This contract may not be deployable on Mainnet. Consider enabling the optimizer (with a low"
    ' "runs" value!), turning off revert strings, or using libraries.'
)


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
        """Where it is, and the line of the source in which it begins."""
        if self._content is None:
            return f" --> {self.file}\n"
        content = self._content.encode()
        before = content[: self.location.start].decode(errors="replace")
        part = content[self.location.start : self.location.end].decode(errors="replace")
        line = before.count("\n") + 1
        line_start = before.rfind("\n") + 1
        column = len(before) - line_start + 1
        text = (before[line_start:] + part).partition("\n")[0]
        rest = content[self.location.end :].decode(errors="replace").partition("\n")[0]
        margin = " " * len(str(line))
        # What stands under the text keeps the tabs before it.
        indent = "".join("\t" if character == "\t" else " " for character in text[: column - 1])
        if "\n" in part:
            mark = "^ (Relevant source part starts here and spans across multiple lines)."
        else:
            text += rest
            mark = "^" * max(1, len(part))
        return (
            f"{margin}--> {self.file}:{line}:{column}:\n"
            f"{margin} |\n{line} | {text}\n{margin} | {indent}{mark}\n"
        )


def entry(
    kind: str, message: str, place: Place | None = None, code: str | None = None
) -> JsonObject:
    """An entry; `kind` is solc's name of the type of error, `code` consists of digits."""
    excerpt = "" if place is None else place.excerpt()
    result: JsonObject = {
        "component": "general",
        "severity": "warning" if kind == "Warning" else "error",
        "type": kind,
        "message": message,
        "formattedMessage": f"{kind}: {message}\n{excerpt}\n",
    }
    if place is not None:
        result["sourceLocation"] = place.to_json()
    if code is not None:
        result["errorCode"] = code
    return result


def size_warnings(deployed: int, initcode: int, place: Place | None) -> list[JsonObject]:
    """What solc says about code of such sizes in bytes."""
    warnings = []
    if deployed > _DEPLOYED_LIMIT:
        message = (
            f"Contract code size is {deployed} bytes and exceeds {_DEPLOYED_LIMIT} bytes"
            f" (a limit introduced in Spurious Dragon). {_ADVICE}"
        )
        warnings.append(entry("Warning", message, place, "5574"))
    if initcode > _INITCODE_LIMIT:
        message = (
            f"Contract initcode size is {initcode} bytes and exceeds {_INITCODE_LIMIT} bytes"
            f" (a limit introduced in Shanghai). {_ADVICE}"
        )
        warnings.append(entry("Warning", message, place, "3860"))
    return warnings
