"""Assembly in solc's listing format.

An operation is written with its arguments, as in `mstore(0x40, 0x80)`, if exactly these were pushed
by the items before it. An item from another source location starts a new expression, after a
comment with that location, and so do stack moves.

Source: chapter 11, section 3.8 of the specification.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple, TypeAlias

from yulopt.assembly.assembler import data_by_hash, data_hash, metadata_of
from yulopt.assembly.compiled import CompiledObject
from yulopt.assembly.instructions import ARGUMENTS, RESULTS
from yulopt.assembly.items import (
    CALL_JUMP,
    RETURN_JUMP,
    AssignImmutable,
    Instruction,
    Item,
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
)
from yulopt.assembly.opcodes import dup_opcode, swap_opcode
from yulopt.dialect import Dialect
from yulopt.dialect.keccak import keccak256
from yulopt.stack.slots import REACH
from yulopt.syntax.deep_stack import run_with_deep_stack
from yulopt.syntax.literals import WORD_BYTES, as_text, byte_length
from yulopt.syntax.objects import Data, Object

_INDENT: Final = "    "
_ITEM_INDENT: Final = "  "
_JUMP_COMMENTS: Final = {CALL_JUMP: "\t// in", RETURN_JUMP: "\t// out", "": ""}
# Solc numbers paths through several objects down from here.
_LAST_NUMBER: Final = 2**64 - 1


# A source range: the index of the file, start and end in bytes.
Place: TypeAlias = tuple[int, int, int]

_NOWHERE: Final[Place] = (-1, -1, -1)


def listing(
    compiled: CompiledObject,
    dialect: Dialect,
    place_at: Callable[[int], Place],
    comment: Callable[[Place], str],
) -> str:
    """The text of the assembly of an object tree.

    `place_at` maps a position in the program to a source range (all -1 for none), `comment` to the
    comment shown for it.
    """
    writer = _TextWriter(dialect, place_at, comment)
    run_with_deep_stack(lambda: writer.write(compiled, ""))
    return "".join(writer.lines)


class Listed(NamedTuple):
    """An item in solc's listing: as `text`, without its arguments; and as JSON, by a `name` and an
    optional `value`.
    """

    text: str
    name: str
    value: str | None = None


class ItemNames:
    """Names of an object's items, and of the inner objects that they refer to."""

    def __init__(self, compiled: CompiledObject, dialect: Dialect) -> None:
        self._compiled = compiled
        self._has_prevrandao = "prevrandao" in dialect.builtins

    def listed(self, item: Item) -> Listed:
        """The listing of an item."""
        if isinstance(item, Instruction):
            name = self._instruction(item)
            return Listed(name + _JUMP_COMMENTS[item.note], name.upper())
        if isinstance(item, Push):
            digits = item.value.to_bytes(byte_length(item.value) or 1, "big").hex()
            return Listed(f"0x{digits}", "PUSH", f"{item.value:X}")
        if isinstance(item, PushLabel):
            return Listed(f"tag_{item.label.number}", "PUSH [tag]", str(item.label.number))
        if isinstance(item, PushTable):
            ways = list(zip(item.keys, item.labels, strict=True))
            entries = [f"{key:X} {label.number}" for key, label in ways]
            text = ", ".join([f"0x{key:x}: tag_{tag.number}" for key, tag in ways])
            return Listed(f"table({text})", "PUSH [table]", " ".join(entries))
        if isinstance(item, PushLabels):
            numbers = [str(label.number) for label in item.labels]
            text = ", ".join([f"tag_{number}" for number in numbers])
            return Listed(f"tags({text})", "PUSH [tags]", " ".join(numbers))
        if isinstance(item, PlaceLabel):
            return Listed(f"tag_{item.label.number}:", "tag", str(item.label.number))
        if isinstance(item, PushDataSize):
            if item.target is self._compiled.program:
                return Listed("bytecodeSize", "PUSHSIZE")
            return Listed(f"dataSize({self._path(item)})", "PUSH #[$]", self._number(item))
        if isinstance(item, PushDataOffset):
            if isinstance(item.target, Data):
                digest = data_hash(item.target)
                # In JSON it is a number, unlike the key of the data.
                number = int.from_bytes(digest, "big")
                return Listed(f"data_{digest.hex()}", "PUSH data", f"{number:X}")
            return Listed(f"dataOffset({self._path(item)})", "PUSH [$]", self._number(item))
        if isinstance(item, PushImmutable):
            text = f'immutable("0x{_digest(item.name)}")'
            return Listed(text, "PUSHIMMUTABLE", as_text(item.name))
        if isinstance(item, AssignImmutable):
            text = f'assignImmutable("0x{_digest(item.name)}")'
            return Listed(text, "ASSIGNIMMUTABLE", as_text(item.name))
        if isinstance(item, PushLinkerSymbol):
            return Listed(f'linkerSymbol("{_digest(item.name)}")', "PUSHLIB", as_text(item.name))
        assert isinstance(item, Verbatim)
        content = item.content.hex()
        return Listed(f"verbatimbytecode_{content}", "VERBATIM", content)

    def _instruction(self, item: Instruction) -> str:
        """The current name of an instruction."""
        if item.name in ("prevrandao", "difficulty"):
            return "prevrandao" if self._has_prevrandao else "difficulty"
        return item.name

    def _path(self, item: PushDataSize | PushDataOffset) -> str:
        """The path to an object: its number, after those of the enclosing objects."""
        return ".".join([f"sub_{index}" for index in self._way(item)])

    def _number(self, item: PushDataSize | PushDataOffset) -> str:
        """The number of an object as a word; deeper objects are numbered on first use."""
        way = self._way(item)
        if len(way) == 1:
            number = way[0]
        else:
            number = _LAST_NUMBER - self._compiled.code.nested_paths.index(item.path)
        return number.to_bytes(WORD_BYTES, "big").hex()

    def _way(self, item: PushDataSize | PushDataOffset) -> list[int]:
        assert isinstance(item.target, Object)
        return _find(self._compiled.program, item.target)


def _find(program: Object, target: Object) -> list[int]:
    """The numbers of the objects on the path from one object down to another."""
    for index, child in enumerate(program.sub_objects):
        if child is target:
            return [index]
        way = _find(child, target)
        if way:
            return [index, *way]
    return []


# The text


class _TextWriter:
    def __init__(
        self,
        dialect: Dialect,
        place_at: Callable[[int], Place],
        comment: Callable[[Place], str],
    ) -> None:
        self.lines: list[str] = []
        self._dialect = dialect
        self._place_at = place_at
        self._comment = comment

    def write(self, compiled: CompiledObject, indent: str) -> None:
        """An object and everything inside it."""
        program = compiled.program
        self._write_code(compiled, indent)
        data = data_by_hash(program, compiled.code.items)
        if data or compiled.children:
            self.lines.append(f"{indent}stop\n")
        for digest in sorted(data):
            content = data[digest].content.encode("latin-1").hex()
            self.lines.append(f"{indent}data_{digest.hex()} {content}\n")
        for index, child in enumerate(compiled.children):
            self.lines.append(f"\n{indent}sub_{index}: assembly {{\n")
            self.write(child, indent + _INDENT)
            self.lines.append(f"{indent}}}\n")
        metadata = metadata_of(program)
        if metadata:
            self.lines.append(f"\n{indent}auxdata: 0x{metadata.hex()}\n")

    def _write_code(self, compiled: CompiledObject, indent: str) -> None:
        names = ItemNames(compiled, self._dialect)
        line_start = indent + _ITEM_INDENT
        place = _NOWHERE
        # Expressions for the values pushed by the last items.
        pending: list[str] = []
        for item in compiled.code.items:
            found = self._place_at(item.position)
            if found not in (_NOWHERE, place):
                self._flush(pending, line_start)
                place = found
                self.lines.append(f"{indent}{_INDENT}{self._comment(found)}\n")
            text = names.listed(item).text
            arguments = _pure_arguments(item)
            if arguments is None or arguments > len(pending):
                self._flush(pending, line_start)
                start = indent if isinstance(item, PlaceLabel) else line_start
                self.lines.append(f"{start}{text}\n")
                continue
            if arguments:
                text += f"({', '.join(reversed(pending[-arguments:]))})"
                del pending[-arguments:]
            pending.append(text)
            if not _has_result(item):
                self._flush(pending, line_start)
        self._flush(pending, line_start)

    def _flush(self, pending: list[str], line_start: str) -> None:
        self.lines += [f"{line_start}{text}\n" for text in pending]
        pending.clear()


def _pure_arguments(item: Item) -> int | None:
    """The number of arguments of an item; None if it is never written with them."""
    if isinstance(item, Instruction):
        opcode = item.opcode
        if dup_opcode(1) <= opcode <= swap_opcode(REACH) or item.note or RESULTS[opcode] > 1:
            return None
        return ARGUMENTS[opcode]
    return None if isinstance(item, (PlaceLabel, AssignImmutable, Verbatim)) else 0


def _has_result(item: Item) -> bool:
    return not isinstance(item, Instruction) or RESULTS[item.opcode] == 1


def _digest(name: str) -> str:
    return keccak256(name.encode("latin-1")).hex()
