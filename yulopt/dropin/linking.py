"""Links libraries: fills their addresses into code, and keeps the references that are missing.

Source: chapter 11, section 3.5 of the specification.
"""

from __future__ import annotations

import re
from typing import Final

from yulopt.assembly.bytecode import ADDRESS_BYTES
from yulopt.assembly.opcodes import disassemble
from yulopt.dialect import Dialect
from yulopt.persistence.json_values import Json, JsonObject, object_at, object_in

PLACEHOLDER: Final = re.compile(r"__\$[0-9a-f]{34}\$__")
_NO_ADDRESS: Final = "0" * 2 * ADDRESS_BYTES


def linked(code: JsonObject, libraries: Json, dialect: Dialect) -> JsonObject:
    """The code with the addresses of the libraries that `settings.libraries` gives.

    As in solc, libraries without a file are ignored.
    """
    digits = code["object"]
    assert isinstance(digits, str)
    missing: JsonObject = {}
    was_linked = False
    for file, wanted in object_at(code, "linkReferences").items():
        given = object_at(libraries, file) if file else {}
        for library, places in object_at(wanted).items():
            address = given.get(library)
            if not isinstance(address, str):
                object_in(missing, file)[library] = places
                continue
            was_linked = True
            for start in _starts(places):
                end = 2 * (start + ADDRESS_BYTES)
                digits = digits[: 2 * start] + address.removeprefix("0x").lower() + digits[end:]
    if not was_linked:
        return code
    content = bytes.fromhex(PLACEHOLDER.sub(_NO_ADDRESS, digits))
    return code | {
        "object": digits,
        "linkReferences": missing,
        "opcodes": disassemble(content, dialect),
    }


def _starts(places: Json) -> list[int]:
    assert isinstance(places, list)
    starts = [object_at(place).get("start") for place in places]
    return [start for start in starts if isinstance(start, int)]


def with_marks(code: JsonObject) -> str:
    """The digits of code, with a mark where the address of a library is missing.

    The mark of each library is different: so codes that differ only in their libraries stay
    different data, and the places of libraries can be found again where that data ends up.
    """
    return PLACEHOLDER.sub(lambda found: _mark(found[0]), str(code["object"]))


def with_link_references(code: JsonObject, inner: JsonObject, dialect: Dialect) -> JsonObject:
    """Code with the marked code of another contract inside it as data, and its missing
    references."""
    digits = str(code["object"])
    references = object_at(code, "linkReferences")
    missing: JsonObject = {file: {**object_at(references, file)} for file in references}
    for file, libraries in object_at(inner, "linkReferences").items():
        for library, places in object_at(libraries).items():
            first = 2 * _starts(places)[0]
            placeholder = str(inner["object"])[first : first + 2 * ADDRESS_BYTES]
            found = [one.start() // 2 for one in re.finditer(_mark(placeholder), digits)]
            if found:
                of_file = object_in(missing, file)
                of_file[library] = _places([*_starts(of_file.get(library, [])), *found])
                digits = digits.replace(_mark(placeholder), placeholder)
    if digits == code["object"]:
        return code
    content = bytes.fromhex(PLACEHOLDER.sub(_NO_ADDRESS, digits))
    return code | {
        "object": digits,
        "linkReferences": missing,
        "opcodes": disassemble(content, dialect),
    }


def _mark(placeholder: str) -> str:
    """The digits that stand for an address; most are those of a hash, so no others are equal."""
    return placeholder.strip("_$").ljust(2 * ADDRESS_BYTES, "0")


def _places(starts: list[int]) -> list[Json]:
    return [{"start": start, "length": ADDRESS_BYTES} for start in sorted(starts)]
