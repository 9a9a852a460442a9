"""Symbolic assembly: instructions, and pushes of what is only known when all is put together."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from yulopt.assembly.opcodes import OPCODES, dup_opcode, swap_opcode
from yulopt.dialect import Builtin
from yulopt.syntax.ast import FunctionCall, Literal
from yulopt.syntax.objects import Data, Object, find_in_object
from yulopt.syntax.printer import quote

# What a jump is for, if it is not just a jump.
CALL_JUMP: Final = "call"
RETURN_JUMP: Final = "return"
# The bytes of each label that one word has with others.
LABEL_BYTES: Final = 2
# The position of what no node of the program stands for.
NO_POSITION: Final = -1


class Label:
    """A position in the code that can be jumped to.

    `number` is what solc calls it by: code generators count the labels of an object from 1.
    """

    __slots__ = ("name", "number")

    def __init__(self, name: str, number: int = 0) -> None:
        self.name = name
        self.number = number


class Item:
    """One line of assembly. Items with the same `key` are equal.

    `position` is the offset in the source of the node that the item was made for, or NO_POSITION.
    """

    __slots__ = ("position",)

    def __init__(self) -> None:
        self.position = NO_POSITION

    @property
    def key(self) -> object:
        """What the item is, whatever is noted on it, as something that can be hashed."""
        return self


class Instruction(Item):
    """An instruction of one byte.

    `note` says what a jump is for: CALL_JUMP leads into a function, RETURN_JUMP out of it.
    """

    __slots__ = ("name", "note", "opcode")

    def __init__(self, name: str, opcode: int, note: str = "") -> None:
        super().__init__()
        self.name = name
        self.opcode = opcode
        self.note = note

    @property
    def key(self) -> object:
        return self.opcode


class Push(Item):
    """A constant. `note` says what it stands for, if that is not just a number of the program."""

    __slots__ = ("note", "value")

    def __init__(self, value: int, note: str = "") -> None:
        super().__init__()
        self.value = value
        self.note = note

    @property
    def key(self) -> object:
        return "push", self.value


class PushLabel(Item):
    """Where a label is."""

    __slots__ = ("label",)

    def __init__(self, label: Label) -> None:
        super().__init__()
        self.label = label

    @property
    def key(self) -> object:
        return "label", self.label


class PushLabels(Item):
    """Where some labels are: one word with two bytes for each, of which the first has the lowest.

    This is what a jump table is; the code before it must be so small that two bytes are enough.
    """

    __slots__ = ("labels",)

    def __init__(self, labels: tuple[Label, ...]) -> None:
        super().__init__()
        self.labels = labels

    @property
    def key(self) -> object:
        return "labels", self.labels


class PlaceLabel(Item):
    """A jump destination. `title` describes a function that starts here."""

    __slots__ = ("label", "title")

    def __init__(self, label: Label, title: str = "") -> None:
        super().__init__()
        self.label = label
        self.title = title


class PushDataSize(Item):
    """The size of an object's bytecode. `path` is how the program names it."""

    __slots__ = ("path", "target")

    def __init__(self, path: str, target: Object) -> None:
        super().__init__()
        self.path = path
        self.target = target

    @property
    def key(self) -> object:
        return "size", self.path


class PushDataOffset(Item):
    """Where in this object's bytecode that of another object, or data, begins."""

    __slots__ = ("path", "target")

    def __init__(self, path: str, target: Object | Data) -> None:
        super().__init__()
        self.path = path
        self.target = target

    @property
    def key(self) -> object:
        return "offset", self.target.content if isinstance(self.target, Data) else self.target


class PushImmutable(Item):
    """A word that is zero until the creation code writes it into the copied code."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name

    @property
    def key(self) -> object:
        return "immutable", self.name


class AssignImmutable(Item):
    """Writes a value wherever the code of an inner object reads the immutable.

    On the stack lie the value and, on top, the memory address to which the code was copied.
    """

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name

    @property
    def key(self) -> object:
        return "assign", self.name


class PushLinkerSymbol(Item):
    """An address that a linker fills in later."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name

    @property
    def key(self) -> object:
        return "linker", self.name


class Verbatim(Item):
    """Bytes that are taken as they are."""

    __slots__ = ("content",)

    def __init__(self, content: bytes) -> None:
        super().__init__()
        self.content = content

    @property
    def key(self) -> object:
        return "verbatim", self.content


def instruction(name: str, note: str = "") -> Instruction:
    """The instruction, or the builtin that is one, with this name."""
    return Instruction(name, OPCODES[name], note)


def dup(number: int) -> Instruction:
    """A copy of the slot `number` (1 to 16) from the top; 1 is the top."""
    return Instruction(f"dup{number}", dup_opcode(number))


def swap(depth: int) -> Instruction:
    """Exchanges the top with the slot `depth` (1 to 16) below it."""
    return Instruction(f"swap{depth}", swap_opcode(depth))


def located(item: Item, position: int) -> Item:
    """The new item, after noting where in the source it comes from."""
    item.position = position
    return item


def share_positions(items: Iterable[Item], others: Iterable[Item]) -> None:
    """Let items that now stand for others, too, come from nowhere if these come from elsewhere."""
    for item, other in zip(items, others, strict=True):
        if item.position != other.position:
            item.position = NO_POSITION


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
        return _offset_item(name, text, program)
    if name == "loadimmutable":
        return PushImmutable(text)
    if name == "setimmutable":
        return AssignImmutable(text)
    if name == "linkersymbol":
        return PushLinkerSymbol(text)
    assert name.startswith("verbatim_")
    return Verbatim(text.encode("latin-1"))


def _offset_item(builtin: str, path: str, program: Object) -> Item:
    """The size or the offset of an object or data; what is known at once is a constant."""
    target = find_in_object(program, path)
    note = f"{builtin}({quote(path)})"
    if builtin == "dataoffset":
        return Push(0, note) if target is program else PushDataOffset(path, target)
    if isinstance(target, Data):
        return Push(len(target.content), note)
    return PushDataSize(path, target)
