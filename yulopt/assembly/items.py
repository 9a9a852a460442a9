"""Symbolic assembly: instructions, and pushes of values that are only known at assembly time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar, Final, TypeAlias

from yulopt.assembly.clones import FIRST, Clones
from yulopt.assembly.opcodes import OPCODES, dup_opcode, swap_opcode
from yulopt.dialect import Builtin
from yulopt.syntax.ast import FunctionCall, Literal
from yulopt.syntax.literals import WORD_BYTES
from yulopt.syntax.objects import Data, Object, find_in_object
from yulopt.syntax.printer import quote

# The purpose of a jump, if it is not just a jump.
CALL_JUMP: Final = "call"
RETURN_JUMP: Final = "return"
# The bytes of each label in a word or table of labels, and of each key in a table.
LABEL_BYTES: Final = 2
KEY_BYTES: Final = 4
ENTRY_BYTES: Final = KEY_BYTES + LABEL_BYTES
# Of a word that ends with the first entry of a table, the bytes before the table.
TABLE_MARGIN: Final = WORD_BYTES - ENTRY_BYTES
# The functions that start at a label, each with the order of its topmost slots there.
Orders: TypeAlias = Mapping[str, tuple[int, ...]]
NO_ORDERS: Final[Orders] = {}
# The position of items without a node in the source.
NO_POSITION: Final = -1


class Label:
    """A position in the code that can be jumped to.

    `number` identifies the label in solc's listing: code generators count an object's labels from
    1.
    """

    __slots__ = ("name", "number")

    def __init__(self, name: str, number: int = 0) -> None:
        self.name = name
        self.number = number


class Item:
    """One line of assembly. Items with the same `key` are equal.

    `position` is the offset in the source of the node that the item was made for, or NO_POSITION.
    If paths of several clones join before the item, `joins` has the clone that each becomes (see
    `clones`).
    """

    __slots__ = ("joins", "position")

    def __init__(self) -> None:
        self.position = NO_POSITION
        self.joins = FIRST

    @property
    def key(self) -> object:
        """The hashable identity of the item, without its notes."""
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
    """A constant. `note` gives its meaning, if it is not just a number of the program."""

    __slots__ = ("note", "value")

    def __init__(self, value: int, note: str = "") -> None:
        super().__init__()
        self.value = value
        self.note = note

    @property
    def key(self) -> object:
        return "push", self.value


class PushLabel(Item):
    """The offset of a label, and which of its clones that is (see `clones`).

    If a conditional jump follows, `falls` has the clones of the code after it.
    """

    __slots__ = ("clones", "falls", "label")

    def __init__(self, label: Label, clones: Clones = FIRST, falls: Clones = FIRST) -> None:
        super().__init__()
        self.label = label
        self.clones = clones
        self.falls = falls

    @property
    def key(self) -> object:
        return "label", self.label


class PushLabels(Item):
    """The offsets of some labels: one word with two bytes each, the first label lowest.

    This is a jump table; the code must be small enough for two-byte offsets. `clones` has those of
    each label, or is empty.
    """

    __slots__ = ("clones", "labels")

    def __init__(self, labels: tuple[Label, ...], clones: tuple[Clones, ...] = ()) -> None:
        super().__init__()
        self.labels = labels
        self.clones = clones or tuple([FIRST] * len(labels))

    @property
    def key(self) -> object:
        return "labels", self.labels

    def relabelled(self, labels: tuple[Label, ...], clones: tuple[Clones, ...]) -> PushLabels:
        """The same with other labels."""
        return PushLabels(labels, clones)


class PushTable(PushLabels):
    """The offset, in two bytes, of the word that ends with the first entry of a table after the
    code: for each label, a key in four bytes and the offset of the label in two.

    The code must be small enough for two-byte offsets.
    """

    __slots__ = ("keys",)

    def __init__(
        self, keys: tuple[int, ...], labels: tuple[Label, ...], clones: tuple[Clones, ...] = ()
    ) -> None:
        super().__init__(labels, clones)
        self.keys = keys

    @property
    def key(self) -> object:
        return "table", self.keys, self.labels

    @property
    def table_bytes(self) -> int:
        """The bytes of the table."""
        return ENTRY_BYTES * len(self.keys)

    def relabelled(self, labels: tuple[Label, ...], clones: tuple[Clones, ...]) -> PushLabels:
        return PushTable(self.keys, labels, clones)


class PlaceLabel(Item):
    """A jump destination. `title` describes a function that starts here.

    `orders` has the functions that start here, by name, with how the topmost slots were exchanged
    since the code generator placed the label: the slot at each depth had been at that one. Empty if
    they were not.

    `clones` is the number of clones of the code here; `falls` has those that the code before it
    falls through to.
    """

    __slots__ = ("clones", "falls", "label", "orders", "title")

    def __init__(self, label: Label, title: str = "", orders: Orders | None = None) -> None:
        super().__init__()
        self.label = label
        self.title = title
        self.clones = 1
        self.falls = FIRST
        own = {label.name: ()} if title else NO_ORDERS
        self.orders: Orders = own if orders is None else orders


class PushDataSize(Item):
    """The size of an object's bytecode. `path`: its name in the program."""

    __slots__ = ("path", "target")

    def __init__(self, path: str, target: Object) -> None:
        super().__init__()
        self.path = path
        self.target = target

    @property
    def key(self) -> object:
        return "size", self.path


class PushDataOffset(Item):
    """The offset of another object, or data, in this object's bytecode."""

    __slots__ = ("path", "target")

    def __init__(self, path: str, target: Object | Data) -> None:
        super().__init__()
        self.path = path
        self.target = target

    @property
    def key(self) -> object:
        return "offset", self.target.content if isinstance(self.target, Data) else self.target


class NamedItem(Item):
    """An item about something that has a name in the program."""

    __slots__ = ("name",)
    kind: ClassVar[str]

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name

    @property
    def key(self) -> object:
        return self.kind, self.name


class PushImmutable(NamedItem):
    """A word that is zero until the creation code writes it into the copied code."""

    __slots__ = ()
    kind = "immutable"


class AssignImmutable(NamedItem):
    """Writes a value to all sites where the code of an inner object reads the immutable.

    On the stack lie the value and, on top, the memory address to which the code was copied.
    """

    __slots__ = ()
    kind = "assign"


class PushLinkerSymbol(NamedItem):
    """An address that a linker fills in later."""

    __slots__ = ()
    kind = "linker"


class Verbatim(Item):
    """Verbatim bytes."""

    __slots__ = ("content",)

    def __init__(self, content: bytes) -> None:
        super().__init__()
        self.content = content

    @property
    def key(self) -> object:
        return "verbatim", self.content


def instruction(name: str, note: str = "") -> Instruction:
    """The instruction with this name, or that of a builtin."""
    return Instruction(name, OPCODES[name], note)


def dup(number: int) -> Instruction:
    """A copy of the slot `number` (1 to 16) from the top; 1 is the top."""
    return Instruction(f"dup{number}", dup_opcode(number))


def swap(depth: int) -> Instruction:
    """Exchanges the top with the slot `depth` (1 to 16) below it."""
    return Instruction(f"swap{depth}", swap_opcode(depth))


def located(item: Item, position: int) -> Item:
    """A new item with its source position set."""
    item.position = position
    return item


def joining(item: Item, joins: Clones) -> Item:
    """A copy of a constant or an instruction before which clones join."""
    if isinstance(item, Push):
        copy: Item = Push(item.value, item.note)
    else:
        assert isinstance(item, Instruction)
        copy = Instruction(item.name, item.opcode, item.note)
    copy.joins = joins
    return located(copy, item.position)


def share_positions(items: Iterable[Item], others: Iterable[Item]) -> None:
    """Clear the positions of items that now also serve other sites, if these differ."""
    for item, other in zip(items, others, strict=True):
        if item.position != other.position:
            item.position = NO_POSITION


def builtin_item(call: FunctionCall, builtin: Builtin, program: Object) -> Item:
    """The items of a builtin in the code of `program`."""
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
    """The size or offset of an object or data; a constant if it is already known."""
    target = find_in_object(program, path)
    note = f"{builtin}({quote(path)})"
    if builtin == "dataoffset":
        return Push(0, note) if target is program else PushDataOffset(path, target)
    if isinstance(target, Data):
        return Push(len(target.content), note)
    return PushDataSize(path, target)
