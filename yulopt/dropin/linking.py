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


def without_placeholders(code: JsonObject) -> str:
    """The digits of code, with zeros where the address of a library is missing."""
    return PLACEHOLDER.sub(_NO_ADDRESS, str(code["object"]))


def with_link_references(code: JsonObject, inner: JsonObject) -> JsonObject:
    """Code with the code of another contract inside it as data, and its missing references."""
    if not inner["linkReferences"]:
        return code
    digits, data = str(code["object"]), without_placeholders(inner)
    missing: JsonObject = {
        file: {**object_at(code, "linkReferences", file)}
        for file in object_at(code, "linkReferences")
    }
    start = digits.find(data)
    while start >= 0:
        digits = digits[:start] + str(inner["object"]) + digits[start + len(data) :]
        for file, libraries in object_at(inner, "linkReferences").items():
            of_file = object_in(missing, file)
            for library, places in object_at(libraries).items():
                before = of_file.get(library)
                moved: list[Json] = [
                    {"start": start // 2 + one, "length": ADDRESS_BYTES} for one in _starts(places)
                ]
                of_file[library] = [*(before if isinstance(before, list) else []), *moved]
        start = digits.find(data, start + len(data))
    return code | {"object": digits, "linkReferences": missing}
