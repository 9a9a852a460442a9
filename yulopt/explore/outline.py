"""Where the functions stand in printed code.

Printed code has one form: the head of a function stands on a line of its own, and its body begins
on the next line and ends with a brace that is indented as the head is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import attr

_HEAD: Final = "function "


@attr.s(auto_attribs=True)
class FunctionLines:
    """A function is called `name` and stands in the lines from `first` on, before `end`."""

    name: str
    first: int
    end: int


def outline(lines: Sequence[str]) -> list[FunctionLines]:
    """The functions in the printed code of an object, in the order of their heads."""
    functions: list[FunctionLines] = []
    open_functions: list[tuple[str, FunctionLines]] = []
    for number, line in enumerate(lines):
        stripped = line.lstrip(" ")
        if stripped.startswith(_HEAD):
            indent = line[: len(line) - len(stripped)]
            function = FunctionLines(stripped[len(_HEAD) : stripped.index("(")], number, number + 2)
            functions.append(function)
            if lines[number + 1] == f"{indent}{{":
                open_functions.append((f"{indent}}}", function))
        elif open_functions and line == open_functions[-1][0]:
            open_functions.pop()[1].end = number + 1
    return functions


def outer_lines(functions: Sequence[FunctionLines], first: int, end: int) -> list[int]:
    """The lines from `first` to `end` that are in none of the functions.

    The functions must be in the order of their heads.
    """
    result: list[int] = []
    for function in functions:
        if first <= function.first < end:
            result.extend(range(first, function.first))
            first = function.end
    result.extend(range(first, end))
    return result
