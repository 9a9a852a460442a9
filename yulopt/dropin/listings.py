"""`evm.assembly` and `evm.legacyAssembly` of a contract.

The assembly has only the numbers of sources, so their names and quotations are filled in when the
answer is complete.

Source: chapter 11, section 3.8 of the specification.
"""

from __future__ import annotations

import re
from typing import Final

from yulopt.assembly.assembler import data_by_hash, metadata_of
from yulopt.assembly.compiled import CompiledObject
from yulopt.assembly.items import (
    CALL_JUMP,
    RETURN_JUMP,
    Instruction,
    Item,
    PlaceLabel,
)
from yulopt.assembly.listing import ItemNames, Place, listing
from yulopt.dialect import Dialect
from yulopt.persistence.json_values import Json, JsonObject, object_at
from yulopt.syntax.deep_stack import run_with_deep_stack
from yulopt.syntax.locations import Locations
from yulopt.syntax.printer import quote

# The placeholder in comments until the names of the sources are known.
_MARK: Final = re.compile(r"/\* @([0-9]+):([0-9]+):([0-9]+) \*/")
_JUMPS: Final = {CALL_JUMP: "[in]", RETURN_JUMP: "[out]"}
_LINE_END: Final = re.compile(r"[\n\r]")
# The number of the internal source of solc, after those of all sources.
_UTILITY_SOURCE: Final = "#utility.yul"


def listings(compiled: CompiledObject, dialect: Dialect, locations: Locations) -> tuple[str, Json]:
    """The text of the assembly, with sources by number, and the assembly as values."""
    text = listing(compiled, dialect, locations.at, _mark)
    return text, run_with_deep_stack(lambda: _json_object(compiled, dialect, locations))


def _mark(place: Place) -> str:
    file, start, end = place
    return f"/* @{file}:{start}:{end} */"


class Sources:
    """The sources of a compilation: their names by number, and their texts in the request."""

    def __init__(self, answer: JsonObject, request: JsonObject, *, show_snippets: bool) -> None:
        numbers = {
            object_at(entry)["id"]: name for name, entry in object_at(answer, "sources").items()
        }
        self._names = {number: name for number, name in numbers.items() if isinstance(number, int)}
        self._contents: dict[int, bytes] = {}
        self._show_snippets = show_snippets
        for number, name in self._names.items():
            content = object_at(request, "sources", name).get("content")
            self._contents[number] = content.encode() if isinstance(content, str) else b""

    def fill_in(self, text: str) -> str:
        """The text of an assembly with the names of the sources, and quotations."""
        return _MARK.sub(self._comment, text)

    def add_to(self, assembly: Json) -> Json:
        """The assembly as values, with the list of the sources."""
        names = [self._names[number] for number in sorted(self._names)]
        return {**object_at(assembly), "sourceList": [*names, _UTILITY_SOURCE]}

    def _comment(self, mark: re.Match[str]) -> str:
        file, start, end = int(mark[1]), int(mark[2]), int(mark[3])
        name = quote(self._names[file].encode().decode("latin-1"))
        place = f"/* {name}:{start}:{end} "
        if not self._show_snippets:
            return f"{place}*/"
        quoted = self._contents[file][start:end].decode(errors="replace")
        line = _LINE_END.split(quoted, maxsplit=1)
        return f"{place} {line[0]}{'...' if len(line) > 1 else ''} */"


# The assembly as values


def _json_object(
    compiled: CompiledObject, dialect: Dialect, locations: Locations
) -> dict[str, Json]:
    names = ItemNames(compiled, dialect)
    code: list[Json] = []
    for item in compiled.code.items:
        file, start, end = locations.at(item.position)
        where: dict[str, Json] = {"begin": start, "end": end, "source": file}
        code.append({**where, **_item_json(item, names)})
        if isinstance(item, PlaceLabel):
            code.append({**where, "name": "JUMPDEST"})
    inner: dict[str, Json] = {
        digest.hex().upper(): data.content.encode("latin-1").hex()
        for digest, data in data_by_hash(compiled.program, compiled.code.items).items()
    }
    for index, child in enumerate(compiled.children):
        inner[f"{index:x}"] = _json_object(child, dialect, locations)
    result: dict[str, Json] = {".code": code}
    if inner:
        result[".data"] = inner
    metadata = metadata_of(compiled.program)
    if metadata:
        result[".auxdata"] = metadata.hex()
    return result


def _item_json(item: Item, names: ItemNames) -> dict[str, Json]:
    """The name of an item, and its attributes."""
    listed = names.listed(item)
    result: dict[str, Json] = {"name": listed.name}
    if listed.value is not None:
        result["value"] = listed.value
    if isinstance(item, Instruction) and item.note in _JUMPS:
        result["jumpType"] = _JUMPS[item.note]
    return result
