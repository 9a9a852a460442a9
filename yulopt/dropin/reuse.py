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
from typing import Final, NamedTuple

from yulopt.dialect import Dialect
from yulopt.errors import Source
from yulopt.suite.memory_guards import record_guards
from yulopt.syntax.ast import Block
from yulopt.syntax.deep_stack import run_with_deep_stack
from yulopt.syntax.located_printer import LocatedPrinter
from yulopt.syntax.locations import Locations
from yulopt.syntax.objects import Object
from yulopt.syntax.parser import parse_source

# Decides where an object of IR ends. Its indentation does not: when solc indents, a `//`
# in a string begins a comment, in which brackets do not count.
_PART: Final = re.compile(
    r'(?:/// @use-src[^\n]*\n *)?\bobject "(?P<name>[^"\n]+)" \{'
    r'|"(?:[^"\\\n]|\\.)*"|//[^\n]*|/\*.*?\*/|[{}]',
    re.DOTALL,
)
_OBJECT: Final = 'object "'
_DEPLOYED: Final = "_deployed"


class _Span(NamedTuple):
    """An object in IR, from the comment in front of it to its last brace."""

    name: str
    start: int
    end: int


def outermost_name(ir: str) -> str:
    """The name of the outermost object of IR; empty if it has none."""
    for part in _PART.finditer(ir):
        if part["name"]:
            return str(part["name"])
    return ""


def without_indentation(ir: str) -> str:
    """IR in a form that does not depend on its nesting."""
    return "\n".join(line.lstrip(" ") for line in ir.strip().split("\n"))


def inner_objects(ir: str) -> dict[str, str]:
    """The texts of the contracts inside the outermost object, by name, without indentation."""
    return {name: without_indentation(ir[start:end]) for name, start, end in _inside(ir)}


def replaced_by_data(ir: str, codes: Mapping[str, str]) -> str:
    """IR with inner objects replaced by data, by their names: their code as digits."""
    result: list[str] = []
    done = 0
    for name, start, end in _inside(ir):
        if name in codes and start >= done:
            result += [ir[done:start], f'data "{name}" hex"{codes[name]}"']
            done = end
    return "".join([*result, ir[done:]])


def _inside(ir: str) -> list[_Span]:
    """The contracts inside the outermost object, as they begin."""
    # Most contracts create none.
    if ir.count(_OBJECT) <= len(("creation", "deployed")):
        return []
    spans: list[_Span] = []
    # The names and places of the objects that are open, and their depths.
    opened: list[tuple[str, int, int]] = []
    depth = 0
    for part in _PART.finditer(ir):
        text = part[0]
        if part["name"]:
            opened.append((part["name"], part.start(), depth))
            depth += 1
        elif text == "{":
            depth += 1
        elif text == "}":
            depth -= 1
            if opened and opened[-1][-1] == depth:
                name, start, _ = opened.pop()
                if opened and not name.endswith(_DEPLOYED):
                    spans.append(_Span(name, start, part.end()))
    return sorted(spans, key=lambda span: span.start)


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
        record_guards(tree)
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
