"""The assembler: from symbolic assembly to bytes, for a whole object tree.

The bytecode of an object is its code and, after an INVALID instruction, the bytecode of the objects
and data whose offsets the code uses, each once. All labels of an object are pushed with the same
width; so are all offsets of objects and data. These widths come from conservative estimates (see
`yulopt.assembly.sizes`), so they may be larger than necessary. In code from passes beyond solc's,
each label has its minimum width (`yulopt.assembly.branch_relaxation`), and tables of labels precede
the objects.

Source: chapter 10, section 13 of the specification.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from yulopt.assembly.branch_relaxation import relax
from yulopt.assembly.bytecode import (
    ADDRESS_BYTES,
    Bytecode,
    expand_assignments,
    immutable_references,
)
from yulopt.assembly.clones import Clones
from yulopt.assembly.compiled import CompiledObject
from yulopt.assembly.items import (
    KEY_BYTES,
    LABEL_BYTES,
    TABLE_MARGIN,
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
)
from yulopt.assembly.opcodes import INVALID, JUMPDEST, PUSH0, push_opcode
from yulopt.assembly.sizes import choose_widths, constant_width
from yulopt.dialect import Dialect
from yulopt.dialect.keccak import keccak256
from yulopt.errors import AssemblyError
from yulopt.syntax.deep_stack import run_with_deep_stack
from yulopt.syntax.literals import WORD_BYTES, byte_length
from yulopt.syntax.objects import Data, Object

# Data of this name is always part of the bytecode, at its very end.
_METADATA: Final = ".metadata"


def assemble(compiled: CompiledObject, dialect: Dialect) -> Bytecode:
    """The bytecode of an object tree without unreachable stack slots.

    Raises `AssemblyError` for immutables that are never assigned.
    """
    return assemble_program(compiled, dialect)[compiled.program]


def assemble_program(compiled: CompiledObject, dialect: Dialect) -> dict[Object | Data, Bytecode]:
    """The same with that of all objects and data inside it."""
    parts = assemble_parts(compiled, dialect)
    for name in parts[compiled.program].immutables:
        raise AssemblyError(
            f'object "{compiled.program.name}" reads the immutable "{name}",'
            " but no object around it could assign it"
        )
    return parts


def assemble_parts(compiled: CompiledObject, dialect: Dialect) -> dict[Object | Data, Bytecode]:
    """The bytecode of each object and data of a tree, including those that read immutables."""
    parts: dict[Object | Data, Bytecode] = {}
    run_with_deep_stack(lambda: _assemble_tree(compiled, dialect, parts))
    return parts


def _assemble_tree(
    compiled: CompiledObject, dialect: Dialect, parts: dict[Object | Data, Bytecode]
) -> Bytecode:
    """Assemble inner objects first. The bytecode of all objects and data goes to `parts`."""
    for data in compiled.program.children:
        if isinstance(data, Data):
            parts[data] = _data_bytecode(data)
    inner = [_assemble_tree(child, dialect, parts) for child in compiled.children]
    parts[compiled.program] = _Assembler(compiled, inner, dialect, parts).assemble()
    return parts[compiled.program]


def _data_bytecode(data: Data) -> Bytecode:
    return Bytecode(data.content.encode("latin-1"))


class _Assembler:
    """Assembles the bytecode of one object: its code first, then the parts it refers to.

    Values unknown at emission are noted as references, and patched later.
    """

    def __init__(
        self,
        compiled: CompiledObject,
        inner: Sequence[Bytecode],
        dialect: Dialect,
        parts: Mapping[Object | Data, Bytecode],
    ) -> None:
        self._program = compiled.program
        self._nested_paths = compiled.code.nested_paths
        self._has_push0 = dialect.has_push0
        # Whether zero counts as one byte where sizes are estimated.
        self._counts_push0 = dialect.has_push0 and not dialect.behaviour.ignores_push0
        self._parts = parts
        items = compiled.code.items
        references = immutable_references(self._program.name, items, inner)
        only_first = dialect.behaviour.assigns_immutables_once
        self._items = expand_assignments(items, references, only_first=only_first)
        self._data = data_by_hash(self._program, items)
        self._metadata = metadata_of(self._program)
        counted = None if dialect.behaviour.counts_one_site_each else references
        self._label_widths, self._offset_width = self._choose_widths(compiled, counted, inner)
        # Whether the code ends with INVALID because data may follow it.
        tables = any(isinstance(item, PushTable) for item in self._items)
        self._is_separated = tables or bool(inner or self._data or self._metadata)
        self._result = bytearray()
        self._bytecode = Bytecode(b"")
        # The references to patch.
        self._label_uses: list[tuple[int, Label, int]] = []
        self._table_uses: list[tuple[int, PushTable]] = []
        self._object_uses: list[tuple[int, PushDataOffset]] = []
        self._data_uses: dict[bytes, list[tuple[int, Data]]] = {}
        self._size_uses: list[int] = []

    def _choose_widths(
        self,
        compiled: CompiledObject,
        references: Mapping[str, Sequence[int]] | None,
        inner: Sequence[Bytecode],
    ) -> tuple[dict[Label, int], int]:
        """The bytes of each label that is placed, and those of offsets."""
        items = compiled.code.items
        data_size = sum(len(data.content) for data in self._data.values())
        if compiled.code.has_smallest_labels:
            named = {
                item.target: len(self._parts[item.target].content)
                for item in items
                if isinstance(item, (PushDataOffset, PushDataSize))
                and isinstance(item.target, Object)
                and item.target is not self._program
            }
            rest = 1 + sum(named.values()) + data_size + len(self._metadata)
            size_widths = {target: _size_width(size) for target, size in named.items()}
            relaxed = relax(self._items, rest, size_widths, has_push0=self._has_push0)
            return relaxed.labels, relaxed.offset
        widths = choose_widths(
            items,
            references,
            inner,
            data_size,
            len(self._metadata),
            has_push0=self._counts_push0,
        )
        labels = [item.label for item in self._items if isinstance(item, PlaceLabel)]
        return dict.fromkeys(labels, widths.label), widths.offset

    def assemble(self) -> Bytecode:
        """The bytecode."""
        labels: dict[Label, int] = {}
        for item in self._items:
            if isinstance(item, PlaceLabel):
                labels[item.label] = len(self._result)
                self._bytecode.entry_points |= dict.fromkeys(item.orders, len(self._result))
                self._bytecode.entry_orders |= item.orders
                self._note_clones(len(self._result), (item.falls,))
            self._emit(item)
        if self._is_separated:
            self._result.append(INVALID)
        self._append_tables()
        self._append_objects()
        for offset, label, width in self._label_uses:
            self._fill(offset, labels[label], width)
        self._append_data()
        self._result += self._metadata
        for offset in self._size_uses:
            self._fill(offset, len(self._result), self._offset_width)
        self._bytecode.content = bytes(self._result)
        self._bytecode.items = self._items
        self._bytecode.last_label = max(labels.values(), default=0)
        return self._bytecode

    # The code

    def _emit(self, item: Item) -> None:
        if item.joins:
            self._bytecode.joins[len(self._result)] = item.joins
        if isinstance(item, Instruction):
            self._result.append(item.opcode)
        elif isinstance(item, PlaceLabel):
            self._result.append(JUMPDEST)
        elif isinstance(item, Push):
            self._push(item.value, constant_width(item.value, has_push0=self._has_push0))
        elif isinstance(item, PushLabel):
            width = self._label_widths[item.label]
            offset = self._push(0, width)
            self._label_uses.append((offset, item.label, width))
            self._bytecode.label_pushes.append(offset - 1)
            self._note_clones(offset - 1, (item.clones,))
            # After the conditional jump.
            self._note_clones(offset + width + 1, (item.falls,))
        elif isinstance(item, PushLabels):
            self._emit_labels(item)
        elif isinstance(item, PushDataOffset):
            self._emit_data_offset(item)
        elif isinstance(item, PushDataSize):
            self._emit_data_size(item.target)
        elif isinstance(item, PushImmutable):
            offset = self._push(0, WORD_BYTES)
            self._bytecode.immutables.setdefault(item.name, []).append(offset)
        elif isinstance(item, PushLinkerSymbol):
            self._bytecode.linker_symbols[self._push(0, ADDRESS_BYTES)] = item.name
        else:
            assert isinstance(item, Verbatim)
            self._result += item.content

    def _note_clones(self, offset: int, clones: tuple[Clones, ...]) -> None:
        if any(clones):
            self._bytecode.clones[offset] = clones

    def _emit_labels(self, item: PushLabels) -> None:
        if isinstance(item, PushTable):
            offset = self._push(0, LABEL_BYTES)
            self._bytecode.label_pushes.append(offset - 1)
            self._note_clones(offset - 1, item.clones)
            self._table_uses.append((offset, item))
            return
        offset = self._push(0, LABEL_BYTES * len(item.labels))
        self._bytecode.label_pushes.append(offset - 1)
        self._note_clones(offset - 1, item.clones)
        for label in reversed(item.labels):
            self._label_uses.append((offset, label, LABEL_BYTES))
            offset += LABEL_BYTES

    def _emit_data_offset(self, item: PushDataOffset) -> None:
        offset = self._push(0, self._offset_width)
        if isinstance(item.target, Data):
            uses = self._data_uses.setdefault(data_hash(item.target), [])
            uses.append((offset, item.target))
        else:
            self._object_uses.append((offset, item))

    def _emit_data_size(self, target: Object) -> None:
        if target is self._program:
            self._size_uses.append(self._push(0, self._offset_width))
        else:
            size = len(self._parts[target].content)
            self._push(size, _size_width(size))

    def _push(self, value: int, width: int) -> int:
        """Emit a push; returns the offset of its operand."""
        if width == 0:
            self._result.append(PUSH0)
        else:
            self._result.append(push_opcode(width))
            self._result += value.to_bytes(width, "big")
        return len(self._result) - width

    # Tables, objects and data after the code

    def _append_tables(self) -> None:
        if self._table_uses:
            # Of the word that ends with an entry, proofs must know all bytes.
            places = [*self._bytecode.linker_symbols]
            places += [place for one in self._bytecode.immutables.values() for place in one]
            known = max(places, default=-WORD_BYTES) + WORD_BYTES
            missing = known + TABLE_MARGIN - len(self._result)
            self._result += bytes(max(missing, 0))
        for offset, item in self._table_uses:
            self._fill(offset, len(self._result) - TABLE_MARGIN, LABEL_BYTES)
            for key, label in zip(item.keys, item.labels, strict=True):
                self._result += key.to_bytes(KEY_BYTES, "big")
                self._label_uses.append((len(self._result), label, LABEL_BYTES))
                self._result += bytes(LABEL_BYTES)

    def _append_objects(self) -> None:
        """Append the objects whose offsets the code uses; equal ones once."""
        offsets: dict[_Identity, int] = {}
        for offset, item in sorted(self._object_uses, key=self._rank):
            part = self._parts[item.target]
            identity = _identity(part)
            if identity not in offsets:
                offsets[identity] = len(self._result)
                self._append(part)
            self._bytecode.offsets[item.target] = offsets[identity]
            self._fill(offset, offsets[identity], self._offset_width)

    def _rank(self, use: tuple[int, PushDataOffset]) -> tuple[int, int]:
        """Direct children come in the order of the text, then the path used last."""
        item = use[1]
        for index, child in enumerate(self._program.children):
            if child is item.target:
                return 0, index
        return 1, -self._nested_paths.index(item.path)

    def _append(self, part: Bytecode) -> None:
        start = len(self._result)
        self._result += part.content
        for offset, name in part.linker_symbols.items():
            self._bytecode.linker_symbols[start + offset] = name

    def _append_data(self) -> None:
        """Append the data whose offsets the code uses, equal data once, ordered by hash."""
        for digest in sorted(self._data_uses):
            for offset, data in self._data_uses[digest]:
                self._bytecode.offsets[data] = len(self._result)
                self._fill(offset, len(self._result), self._offset_width)
            self._result += _data_bytecode(self._data[digest]).content

    def _fill(self, offset: int, value: int, width: int) -> None:
        """Write a number at an offset; like solc, truncated to the space."""
        low = value & ((1 << 8 * width) - 1)
        self._result[offset : offset + width] = low.to_bytes(width, "big")


def _size_width(size: int) -> int:
    return max(1, byte_length(size))


_Identity = tuple[bytes, frozenset[tuple[int, str]], tuple[tuple[str, tuple[int, ...]], ...]]


def _identity(part: Bytecode) -> _Identity:
    """The identity of a part."""
    immutables = [(name, tuple(offsets)) for name, offsets in sorted(part.immutables.items())]
    return part.content, frozenset(part.linker_symbols.items()), tuple(immutables)


def data_hash(data: Data) -> bytes:
    """Data is ordered and deduplicated by it."""
    return keccak256(data.content.encode("latin-1"))


def metadata_of(program: Object) -> bytes:
    """The data at the end of an object's bytecode, whether its code uses it or not."""
    return b"".join(
        _data_bytecode(child).content
        for child in program.children
        if isinstance(child, Data) and child.name == _METADATA
    )


def data_by_hash(program: Object, items: Sequence[Item]) -> dict[bytes, Data]:
    """The data of an object, used or not, and the other data that its code uses."""
    own = [item for item in program.children if isinstance(item, Data) and item.name != _METADATA]
    used = [
        item.target
        for item in items
        if isinstance(item, PushDataOffset) and isinstance(item.target, Data)
    ]
    return {data_hash(data): data for data in own + used}
