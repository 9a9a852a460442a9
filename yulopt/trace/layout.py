"""Where the code of each object stands in the text of the whole program.

Steps change code only; what is around it is kept once, as lines with gaps.
"""

from __future__ import annotations

from collections.abc import Sequence

import attr

from yulopt.pipeline.checkpoints import objects_of
from yulopt.syntax.objects import Object
from yulopt.syntax.printer import print_around_code


@attr.s(auto_attribs=True)
class LayoutLine:
    """A line as it is, or the place of the code of an object.

    For a place, `number` is that of the object (see `yulopt.pipeline.checkpoints`), and `text`
    stands before the first line of the code; the others are indented like it.
    """

    text: str
    number: int | None = None


def layout_of(program: Object) -> list[LayoutLine]:
    """The lines around the code of an object tree."""
    gaps = {id(tree.code): f"\0{number}" for number, (_, tree) in enumerate(objects_of(program))}
    lines = []
    for line in print_around_code(program, lambda tree: [gaps[id(tree.code)]]):
        text, gap, number = line.rpartition("\0")
        lines.append(LayoutLine(text, int(number)) if gap else LayoutLine(line))
    return lines


def fill_layout(layout: Sequence[LayoutLine], codes: Sequence[Sequence[str]]) -> str:
    """The text of the program with this code in each object, ending in a line feed."""
    lines: list[str] = []
    for line in layout:
        if line.number is None:
            lines.append(line.text)
            continue
        code = codes[line.number]
        indent = line.text[: len(line.text) - len(line.text.lstrip(" "))]
        lines.append(line.text + code[0])
        lines.extend(indent + other for other in code[1:])
    return "\n".join(lines) + "\n"
