"""The assembler: from symbolic assembly to bytes, for a whole object tree.

The bytecode of an object is its code and, after an INVALID instruction, the bytecode of the
objects and the data whose place the code asks for, each once. All labels of an object are pushed
with the same width, the smallest one that is enough; so are all places of objects and data.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from yulopt.assembly.bytecode import ADDRESS_BYTES, Bytecode
from yulopt.assembly.compiled import CompiledObject
from yulopt.assembly.errors import AssemblyError
from yulopt.assembly.immutables import expand_assignments, immutable_references
from yulopt.assembly.items import (
    Instruction,
    Item,
    Label,
    PlaceLabel,
    Push,
    PushDataOffset,
    PushDataSize,
    PushImmutable,
    PushLabel,
    PushLinkerSymbol,
    Verbatim,
)
from yulopt.assembly.opcodes import INVALID, JUMPDEST, PUSH0, push_opcode
from yulopt.deep_stack import run_with_deep_stack
from yulopt.dialect import Dialect
from yulopt.keccak import keccak256
from yulopt.literals import WORD_BYTES, byte_length
from yulopt.objects import Data, Object

# Data of this name is always part of the bytecode, at its very end.
_METADATA: Final = ".metadata"


def assemble(compiled: CompiledObject, dialect: Dialect) -> Bytecode:
    """The bytecode of an object tree, of which everything must be within reach.

    Raises `AssemblyError` for immutables that nothing assigns.
    """
    bytecode = assemble_parts(compiled, dialect)[compiled.program]
    for name in bytecode.immutables:
        raise AssemblyError(
            f'object "{compiled.program.name}" reads the immutable "{name}",'
            " but no object around it could assign it"
        )
    return bytecode


def assemble_parts(compiled: CompiledObject, dialect: Dialect) -> dict[Object | Data, Bytecode]:
    """The bytecode of each object and data of a tree, also of those that read immutables."""
    parts: dict[Object | Data, Bytecode] = {}
    run_with_deep_stack(lambda: _assemble_tree(compiled, dialect, parts))
    return parts


def _assemble_tree(
    compiled: CompiledObject, dialect: Dialect, parts: dict[Object | Data, Bytecode]
) -> Bytecode:
    """Assemble inner objects first. The bytecode of all objects and data goes to `parts`."""
    program = compiled.program
    for data in program.children:
        if isinstance(data, Data):
            parts[data] = Bytecode(data.content.encode("latin-1"))
    inner = [_assemble_tree(child, dialect, parts) for child in compiled.children]
    items = compiled.code.items
    references = immutable_references(program.name, items, inner)
    assembler = _Assembler(program, expand_assignments(items, references), dialect, parts)
    parts[program] = assembler.assemble()
    return parts[program]


class _Assembler:
    """Puts the bytecode of one object together."""

    def __init__(
        self,
        program: Object,
        items: Sequence[Item],
        dialect: Dialect,
        parts: Mapping[Object | Data, Bytecode],
    ) -> None:
        self._program = program
        self._items = items
        self._has_push0 = dialect.has_push0
        self._parts = parts
        self._result = bytearray()
        self._linker_symbols: dict[int, str] = {}
        self._immutables: dict[str, list[int]] = {}
        self._label_places: dict[Label, int] = {}
        # Which of the appended parts an object or data is, and where each part begins.
        self._part_numbers: dict[Object | Data, int] = {}
        self._part_places: list[int] = []
        # Whether the code ends with INVALID because something may follow it.
        self._is_separated = any(
            child.name != _METADATA or (isinstance(child, Data) and child.content != "")
            for child in program.children
        )
        self._label_width = 1
        self._place_width = 1
        self._total_size = 0

    def assemble(self) -> Bytecode:
        """The bytecode."""
        appended = self._parts_to_append()
        self._choose_places(appended)
        for item in self._items:
            self._emit(item)
        if self._is_separated:
            self._result.append(INVALID)
        for part in appended:
            self._append(part)
        assert len(self._result) == self._total_size
        places = {
            target: self._part_places[number] for target, number in self._part_numbers.items()
        }
        return Bytecode(bytes(self._result), self._linker_symbols, self._immutables, places)

    # Where everything will be

    def _parts_to_append(self) -> list[Bytecode]:
        """The bytecode of the objects whose place the code asks for, then such data.

        Equal parts are appended once. Data comes in the order of its hashes, as the reference
        has it.
        """
        asked_for = {item.target for item in self._items if isinstance(item, PushDataOffset)}
        asked_for.discard(self._program)
        targets = [target for target in _in_order_of_text(self._program) if target in asked_for]
        targets.sort(key=self._rank)
        numbers: dict[tuple[bytes, frozenset[tuple[int, str]]], int] = {}
        appended: list[Bytecode] = []
        for target in targets:
            part = self._parts[target]
            key = (part.content, frozenset(part.linker_symbols.items()))
            if key not in numbers:
                numbers[key] = len(appended)
                appended.append(part)
            self._part_numbers[target] = numbers[key]
        for child in self._program.children:
            if isinstance(child, Data) and child.name == _METADATA:
                appended.append(self._parts[child])
        return appended

    def _rank(self, target: Object | Data) -> bytes:
        return keccak256(self._parts[target].content) if isinstance(target, Data) else b""

    def _choose_places(self, appended: Sequence[Bytecode]) -> None:
        """Choose the widths, and the places of labels and parts."""
        appendix_size = sum(len(part.content) for part in appended)
        appendix_size += self._is_separated
        sizes = [self._fixed_size(item) for item in self._items]
        labels = sum(isinstance(item, PushLabel) for item in self._items)
        places = sum(self._depends_on_total(item) for item in self._items)
        while True:
            code_size = sum(sizes) + labels * self._label_width + places * self._place_width
            self._total_size = code_size + appendix_size
            if byte_length(code_size) > self._label_width:
                self._label_width += 1
            elif byte_length(self._total_size) > self._place_width:
                self._place_width += 1
            else:
                break
        place = 0
        for item, size in zip(self._items, sizes, strict=True):
            if isinstance(item, PlaceLabel):
                self._label_places[item.label] = place
            place += size
            if isinstance(item, PushLabel):
                place += self._label_width
            elif self._depends_on_total(item):
                place += self._place_width
        place = code_size + self._is_separated
        for part in appended:
            self._part_places.append(place)
            place += len(part.content)

    def _depends_on_total(self, item: Item) -> bool:
        """Whether the item pushes a number up to the size of the whole bytecode."""
        if isinstance(item, PushDataOffset):
            return item.target is not self._program
        return isinstance(item, PushDataSize) and item.target is self._program

    def _fixed_size(self, item: Item) -> int:
        """The bytes of an item, without a number whose width is yet to be chosen."""
        if isinstance(item, (Instruction, PlaceLabel, PushLabel)):
            return 1
        if isinstance(item, Verbatim):
            return len(item.content)
        if isinstance(item, PushImmutable):
            return 1 + WORD_BYTES
        if isinstance(item, PushLinkerSymbol):
            return 1 + ADDRESS_BYTES
        if self._depends_on_total(item):
            return 1
        return 1 + self._constant_width(self._constant(item))

    def _constant(self, item: Item) -> int:
        """The value of a push that is known already."""
        if isinstance(item, Push):
            return item.value
        if isinstance(item, PushDataSize):
            return len(self._parts[item.target].content)
        assert isinstance(item, PushDataOffset)
        return 0

    def _constant_width(self, value: int) -> int:
        return max(byte_length(value), 0 if self._has_push0 else 1)

    # Bytes

    def _emit(self, item: Item) -> None:
        if isinstance(item, Instruction):
            self._result.append(item.opcode)
        elif isinstance(item, PlaceLabel):
            self._result.append(JUMPDEST)
        elif isinstance(item, PushLabel):
            self._push(self._label_places[item.label], self._label_width)
        elif isinstance(item, Verbatim):
            self._result += item.content
        elif isinstance(item, PushImmutable):
            self._immutables.setdefault(item.name, []).append(len(self._result) + 1)
            self._push(0, WORD_BYTES)
        elif isinstance(item, PushLinkerSymbol):
            self._linker_symbols[len(self._result) + 1] = item.name
            self._push(0, ADDRESS_BYTES)
        elif self._depends_on_total(item):
            self._push(self._place(item), self._place_width)
        else:
            value = self._constant(item)
            self._push(value, self._constant_width(value))

    def _place(self, item: Item) -> int:
        if isinstance(item, PushDataOffset):
            return self._part_places[self._part_numbers[item.target]]
        return self._total_size

    def _push(self, value: int, width: int) -> None:
        if width == 0:
            self._result.append(PUSH0)
        else:
            self._result.append(push_opcode(width))
            self._result += value.to_bytes(width, "big")

    def _append(self, part: Bytecode) -> None:
        start = len(self._result)
        self._result += part.content
        for offset, name in part.linker_symbols.items():
            self._linker_symbols[start + offset] = name


def _in_order_of_text(program: Object) -> list[Object | Data]:
    """All objects and data inside an object, nearer ones first."""
    found = program.children[:]
    for child in found:
        if isinstance(child, Object):
            found.extend(child.children)
    return found
