"""A short notation of assembly, to try passes on: words, as many on a line as one likes.

A word is the name of an instruction, a constant, `@name` for the place of a label, or `name:` for
the label itself. `jump[call]` and `jump[return]` lead into a function and out of it.
"""

from __future__ import annotations

from yulopt.assembly.errors import AssemblyError
from yulopt.assembly.items import (
    CALL_JUMP,
    RETURN_JUMP,
    Instruction,
    Item,
    Label,
    PlaceLabel,
    Push,
    PushLabel,
    dup,
    instruction,
    swap,
)
from yulopt.assembly.opcodes import OPCODES
from yulopt.stack.slots import REACH

_JUMPS = {f"jump[{note}]": note for note in (CALL_JUMP, RETURN_JUMP)}
_STACK_INSTRUCTIONS = {
    item.name: item for number in range(1, REACH + 1) for item in (dup(number), swap(number))
}


def read_items(text: str) -> list[Item]:
    """The items of a text; raises `AssemblyError` for a word that is none."""
    labels: dict[str, Label] = {}
    return [_read_item(word, labels) for word in text.split()]


def items_text(items: list[Item]) -> str:
    """The text of some items, with a line for each label; the notation must have all of them."""
    lines: list[list[str]] = [[]]
    for item in items:
        if isinstance(item, PlaceLabel) and lines[-1]:
            lines.append([])
        lines[-1].append(_item_text(item))
    return "\n".join(" ".join(words) for words in lines)


def _read_item(word: str, labels: dict[str, Label]) -> Item:
    if word in _STACK_INSTRUCTIONS:
        return _STACK_INSTRUCTIONS[word]
    if word in OPCODES:
        return instruction(word)
    if word in _JUMPS:
        return instruction("jump", _JUMPS[word])
    if word.startswith("@"):
        return PushLabel(labels.setdefault(word[1:], Label(word[1:])))
    if word.endswith(":"):
        return PlaceLabel(labels.setdefault(word[:-1], Label(word[:-1])))
    try:
        return Push(int(word, 0))
    except ValueError:
        raise AssemblyError(f'"{word}" is no instruction, constant or label') from None


def _item_text(item: Item) -> str:
    if isinstance(item, Instruction):
        return f"{item.name}[{item.note}]" if item.note else item.name
    if isinstance(item, Push):
        return str(item.value) if item.value < 10 else f"{item.value:#x}"
    if isinstance(item, PushLabel):
        return f"@{item.label.name}"
    assert isinstance(item, PlaceLabel), "the notation has no other items"
    return f"{item.label.name}:"
