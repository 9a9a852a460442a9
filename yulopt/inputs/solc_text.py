"""The text output of solc: `--ir`, `--ir-optimized` and `--strict-assembly`, with banners.

Source: chapter 11, section 8.3 of the specification.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from yulopt.inputs.contract import Contents, Contract

# A banner, or the heading of one output; three of them have no colon.
_DIVISION: Final = re.compile(
    r"^(?:======= (?P<banner>.+) =======|(?P<heading>[A-Z][A-Za-z ]*:"
    r"|Contract JSON ABI|User Documentation|Developer Documentation))[ \t\r]*$",
    re.MULTILINE,
)
_YUL_HEADINGS: Final = ("IR:", "Optimized IR:", "Pretty printed source:")
# The end of the banner of a Yul program.
_MACHINE: Final = " (EVM)"
_LAST_BRACE: Final = re.compile(r"(?:.*\n)?\}", re.DOTALL)


def is_solc_text(text: str) -> bool:
    """Whether a text is output of solc: it has a banner, or the heading of a Yul program."""
    return any(
        found["banner"] or found["heading"] in _YUL_HEADINGS for found in _DIVISION.finditer(text)
    )


def read_solc_text(text: str) -> Contents:
    """The contracts in a text of solc; before the first banner there may be one without a name."""
    contracts = []
    for banner, parts in _sections(text):
        optimized = parts.get("Optimized IR:")
        ir = parts.get("IR:", parts.get("Pretty printed source:"))
        if not banner and ir is None and optimized is None:
            continue
        if banner.endswith(_MACHINE):
            file, name = "", banner.removesuffix(_MACHINE)
        else:
            file, _, name = banner.rpartition(":")
        contracts.append(Contract(file, name, ir, optimized))
    return Contents("output of solc", contracts, "add the option --ir to the command line of solc")


def _sections(text: str) -> Iterator[tuple[str, dict[str, str]]]:
    """The banners, each with the Yul programs below it, by their headings."""
    banner, parts = "", dict[str, str]()
    heading, start = "", 0
    for division in [*_DIVISION.finditer(text), None]:
        if heading in _YUL_HEADINGS:
            end = len(text) if division is None else division.start()
            yul = text[start:end]
            parts[heading] = "" if yul.isspace() else _yul(yul)
        if division is None or division["banner"]:
            yield banner, parts
            if division is not None:
                banner, parts = division["banner"], {}
        if division is not None:
            heading, start = division["heading"] or "", division.end() + 1


def _yul(text: str) -> str:
    """The text up to the closing brace in the first column; text after it is not Yul."""
    found = _LAST_BRACE.match(text)
    # Without one, the Yul parser reports the premature end.
    return text if found is None else f"{found[0]}\n"
