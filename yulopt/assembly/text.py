"""Assembly as text: a readable listing, and a short notation for trying out passes.

A listing has one instruction per line, labels by name, and nested objects. In the notation, a word
is the name of an instruction, a constant, `@name` for the offset of a label, `@one,two` for the
offsets of several in one word, `@0x11:one,0x22:two` for the offset of a table of keys and labels,
or `name:` for the label itself; `jump[call]` and `jump[return]` lead into a function and out of it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from yulopt.assembly.compiled import CompiledObject
from yulopt.assembly.items import (
    CALL_JUMP,
    LABEL_BYTES,
    RETURN_JUMP,
    AssignImmutable,
    Instruction,
    Item,
    Label,
    PlaceLabel,
    Push,
    PushDataOffset,
    PushDataSize,
    PushImmutable,
    PushLabel,
    PushLabels,
    PushLinkerSymbol,
    PushTable,
    Verbatim,
    dup,
    instruction,
    swap,
)
from yulopt.assembly.opcodes import OPCODES
from yulopt.dialect import Dialect
from yulopt.errors import AssemblyError
from yulopt.stack.slots import REACH
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
    """The assembly of the code of one object, without its surroundings."""
    lines: list[str] = []
    for item in items:
        if isinstance(item, PlaceLabel):
            if item.title:
                lines += ["", f"// function {item.title}"]
            lines.append(f"{item.label.name}:")
        else:
            lines.append(_INDENT + _item_text(item, dialect))
    return lines


def _item_text(item: Item, dialect: Dialect) -> str:
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
    if isinstance(item, PushTable):
        ways = zip(item.keys, item.labels, strict=True)
        entries = ", ".join([f"{format_hex(key)}: {label.name}" for key, label in ways])
        return f"PUSH{LABEL_BYTES} table({entries})"
    if isinstance(item, PushLabels):
        labels = ", ".join([label.name for label in item.labels])
        return f"PUSH{LABEL_BYTES * len(item.labels)} labels({labels})"
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


_JUMPS = {f"jump[{note}]": note for note in (CALL_JUMP, RETURN_JUMP)}
_STACK_INSTRUCTIONS = {
    item.name: item for number in range(1, REACH + 1) for item in (dup(number), swap(number))
}


def read_items(text: str) -> list[Item]:
    """The items of a text; raises `AssemblyError` for any other word."""
    labels: dict[str, Label] = {}
    return [_read_item(word, labels) for word in text.split()]


def items_text(items: list[Item]) -> str:
    """The text of some items, with a line for each label; the notation must have all of them."""
    lines: list[list[str]] = [[]]
    for item in items:
        if isinstance(item, PlaceLabel) and lines[-1]:
            lines.append([])
        lines[-1].append(_item_word(item))
    return "\n".join(" ".join(words) for words in lines)


def _read_item(word: str, labels: dict[str, Label]) -> Item:
    if word in _STACK_INSTRUCTIONS:
        return _STACK_INSTRUCTIONS[word]
    if word in OPCODES:
        return instruction(word)
    if word in _JUMPS:
        return instruction("jump", _JUMPS[word])
    if word.startswith("@"):
        names = word[1:].split(",")
        if ":" in word[:-1]:
            ways = [name.partition(":") for name in names]
            places = [labels.setdefault(name, Label(name)) for _, _, name in ways]
            return PushTable(tuple([int(key, 0) for key, _, _ in ways]), tuple(places))
        named = [labels.setdefault(name, Label(name)) for name in names]
        return PushLabel(named[0]) if len(named) == 1 else PushLabels(tuple(named))
    if word.endswith(":"):
        return PlaceLabel(labels.setdefault(word[:-1], Label(word[:-1])))
    try:
        return Push(int(word, 0))
    except ValueError:
        raise AssemblyError(f'"{word}" is not an instruction, constant or label') from None


def _item_word(item: Item) -> str:
    if isinstance(item, Instruction):
        return f"{item.name}[{item.note}]" if item.note else item.name
    if isinstance(item, Push):
        return str(item.value) if item.value < 10 else f"{item.value:#x}"
    if isinstance(item, PushLabel):
        return f"@{item.label.name}"
    if isinstance(item, PushTable):
        ways = zip(item.keys, item.labels, strict=True)
        return "@" + ",".join([f"{key:#x}:{label.name}" for key, label in ways])
    if isinstance(item, PushLabels):
        return "@" + ",".join([label.name for label in item.labels])
    assert isinstance(item, PlaceLabel), "the notation has no other items"
    return f"{item.label.name}:"
