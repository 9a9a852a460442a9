"""The assembly of a call of a builtin whose arguments are on the stack."""

from __future__ import annotations

from yulopt.assembly.items import (
    AssignImmutable,
    Item,
    Push,
    PushDataOffset,
    PushDataSize,
    PushImmutable,
    PushLinkerSymbol,
    Verbatim,
    instruction,
)
from yulopt.dialect import Builtin
from yulopt.syntax.ast import FunctionCall, Literal
from yulopt.syntax.objects import Data, Object, find_in_object
from yulopt.syntax.printer import quote


def builtin_item(call: FunctionCall, builtin: Builtin, program: Object) -> Item:
    """What a builtin does in the code of `program`."""
    name = builtin.name
    if not builtin.literal_arguments:
        return instruction("codecopy" if name == "datacopy" else name)
    (index,) = builtin.literal_arguments
    argument = call.arguments[index]
    assert isinstance(argument, Literal)
    if name == "memoryguard":
        return Push(argument.value)
    text = argument.text
    assert text is not None
    if builtin.takes_object_path:
        return _place_item(name, text, program)
    if name == "loadimmutable":
        return PushImmutable(text)
    if name == "setimmutable":
        return AssignImmutable(text)
    if name == "linkersymbol":
        return PushLinkerSymbol(text)
    assert name.startswith("verbatim_")
    return Verbatim(text.encode("latin-1"))


def _place_item(builtin: str, path: str, program: Object) -> Item:
    """The size or the offset of an object or data; what is known at once is a constant."""
    target = find_in_object(program, path)
    note = f"{builtin}({quote(path)})"
    if builtin == "dataoffset":
        return Push(0, note) if target is program else PushDataOffset(path, target)
    if isinstance(target, Data):
        return Push(len(target.content), note)
    return PushDataSize(path, target)
