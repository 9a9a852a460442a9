"""Optimises each object once in a build, even if it occurs in several contracts.

The IR of a contract that creates another one contains the whole IR of that, indented. The result
for an object depends on its text and the settings only, so it can be reused inside. An object with
other settings than the contract around it is inserted as data: so the deployed bytes are those that
were chosen for it.

Source: chapter 11, section 6 of the specification.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from yulopt.dialect import Dialect
from yulopt.errors import Source
from yulopt.syntax.ast import Block
from yulopt.syntax.deep_stack import run_with_deep_stack
from yulopt.syntax.located_printer import LocatedPrinter
from yulopt.syntax.locations import Locations
from yulopt.syntax.objects import Object
from yulopt.syntax.parser import parse_source

_OBJECT_LINE: Final = re.compile(r'( *)object "(.+)" \{')
_USE_SRC: Final = "/// @use-src"


def outermost_name(ir: str) -> str:
    """The name of the outermost object of IR; empty if it has none."""
    for line in ir.split("\n"):
        found = _OBJECT_LINE.fullmatch(line)
        if found is not None:
            return found[2]
    return ""


def inner_objects(ir: str) -> dict[str, str]:
    """The texts of the objects inside the outermost one, by name, unindented.

    IR must have the layout of solc; other text is not found.
    """
    lines = ir.split("\n")
    found: dict[str, str] = {}
    for start, line in enumerate(lines):
        head = _OBJECT_LINE.fullmatch(line)
        if head is None or not head[1]:
            continue
        indent = len(head[1])
        try:
            end = lines.index(" " * indent + "}", start)
        except ValueError:
            continue
        has_sources = lines[start - 1].lstrip().startswith(_USE_SRC)
        first = start - 1 if has_sources else start
        found[head[2]] = "\n".join(text[indent:] for text in lines[first : end + 1])
    return found


def replaced_by_data(ir: str, codes: Mapping[str, str]) -> str:
    """IR with inner objects replaced by data, by their names: their code as digits."""
    lines = ir.split("\n")
    result: list[str] = []
    number = 0
    while number < len(lines):
        head = _OBJECT_LINE.fullmatch(lines[number])
        if head is None or not head[1] or head[2] not in codes:
            result.append(lines[number])
            number += 1
            continue
        if result[-1].lstrip().startswith(_USE_SRC):
            result.pop()
        result.append(f'{head[1]}data "{head[2]}" hex"{codes[head[2]]}"')
        number = lines.index(f"{head[1]}}}", number) + 1
    return "\n".join(result)


def looks_inside(ir: str, name: str) -> bool:
    """Whether code refers to something inside an inner object, as `type(C).runtimeCode` does."""
    return f'"{name}.' in ir


def take_out(
    program: Object, known: Mapping[str, str], dialect: Dialect
) -> dict[Object, list[str]]:
    """Empty the objects whose results are known.

    `known` are the texts of optimised objects, by name; the result has the lines of the final code
    of each emptied object.
    """
    lines: dict[Object, list[str]] = {}

    def replace(tree: Object, optimized: Object, locations: Locations) -> None:
        tree.code = Block([], tree.code.position)
        lines[tree] = LocatedPrinter(locations, dialect).block(optimized.code)
        for child, inner in zip(tree.sub_objects, optimized.sub_objects, strict=True):
            replace(child, inner, locations)

    def visit(tree: Object) -> None:
        for child in tree.sub_objects:
            if child.name in known:
                locations = Locations()
                replace(
                    child, parse_source(Source(known[child.name]), dialect, locations), locations
                )
            else:
                visit(child)

    if known:
        run_with_deep_stack(lambda: visit(program))
    return lines
