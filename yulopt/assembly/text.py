"""Assembly for people: one instruction a line, labels by name, objects inside one another."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from yulopt.assembly.compiled import CompiledObject
from yulopt.assembly.items import (
    AssignImmutable,
    Instruction,
    Item,
    PlaceLabel,
    Push,
    PushDataOffset,
    PushDataSize,
    PushImmutable,
    PushLabel,
    PushLinkerSymbol,
    Verbatim,
)
from yulopt.dialect import Dialect
from yulopt.syntax.deep_stack import run_with_deep_stack
from yulopt.syntax.literals import byte_length, format_hex
from yulopt.syntax.objects import Data
from yulopt.syntax.printer import quote

_INDENT: Final = "    "


def assembly_text(compiled: CompiledObject, dialect: Dialect) -> str:
    """The assembly of a whole object tree.

    `name:` is a jump destination. Labels that begin with `@` are not functions of the program.
    """
    lines: list[str] = []
    run_with_deep_stack(lambda: _write_object(compiled, dialect, "", lines))
    return "\n".join(lines) + "\n"


def _write_object(
    compiled: CompiledObject, dialect: Dialect, indent: str, lines: list[str]
) -> None:
    inner = indent + _INDENT
    lines.append(f"{indent}object {quote(compiled.program.name)} {{")
    lines += [inner + line if line else "" for line in code_lines(compiled.code.items, dialect)]
    children = {child.program: child for child in compiled.children}
    for child in compiled.program.children:
        lines.append("")
        if isinstance(child, Data):
            content = child.content.encode("latin-1").hex()
            lines.append(f'{inner}data {quote(child.name)} hex"{content}"')
        else:
            _write_object(children[child], dialect, inner, lines)
    lines.append(f"{indent}}}")


def code_lines(items: Iterable[Item], dialect: Dialect) -> list[str]:
    """The assembly of the code of one object, without what is around it."""
    lines: list[str] = []
    for item in items:
        if isinstance(item, PlaceLabel):
            if item.title:
                lines += ["", f"// function {item.title}"]
            lines.append(f"{item.label.name}:")
        else:
            lines.append(_INDENT + item_text(item, dialect))
    return lines


def item_text(item: Item, dialect: Dialect) -> str:
    """One item that is not a label."""
    if isinstance(item, Instruction):
        return item.name.upper() + (f"  // {item.note}" if item.note else "")
    if isinstance(item, Push):
        note = f"  // {item.note}" if item.note else ""
        if item.value == 0 and dialect.has_push0:
            return "PUSH0" + note
        return f"PUSH{max(1, byte_length(item.value))} {format_hex(item.value)}{note}"
    if isinstance(item, PushLabel):
        return f"PUSH {item.label.name}"
    if isinstance(item, PushDataSize):
        return f"PUSH datasize({quote(item.path)})"
    if isinstance(item, PushDataOffset):
        return f"PUSH dataoffset({quote(item.path)})"
    if isinstance(item, PushImmutable):
        return f"PUSH32 loadimmutable({quote(item.name)})"
    if isinstance(item, PushLinkerSymbol):
        return f"PUSH20 linkersymbol({quote(item.name)})"
    if isinstance(item, AssignImmutable):
        return f"SETIMMUTABLE {quote(item.name)}"
    assert isinstance(item, Verbatim)
    return f'VERBATIM hex"{item.content.hex()}"'
