"""Mutants of the assembler, and of its facts about instructions, objects and immutables."""

from __future__ import annotations

from typing import Final

from tests.mutation.mutant import CodeMutant

_ASSEMBLER: Final = "yulopt.assembly.assembler"
_BUILTINS: Final = "yulopt.assembly.items"
_BYTECODE: Final = "yulopt.assembly.bytecode"
_IMMUTABLES: Final = "yulopt.assembly.bytecode"
_OPCODES: Final = "yulopt.assembly.opcodes"
_WIDTHS: Final = "yulopt.assembly.sizes"

ASSEMBLER: Final = (
    CodeMutant(
        _ASSEMBLER,
        "data comes in the order in which it is used",
        "for digest in sorted(self._data_uses):",
        "for digest in self._data_uses:",
        "data_order",
    ),
    CodeMutant(
        _ASSEMBLER,
        "addresses in appended code are not linked",
        "linker_symbols[start + offset] = name",
        "linker_symbols[offset] = name",
        "libraries",
    ),
    CodeMutant(
        _ASSEMBLER,
        "equal objects are appended once more",
        "if identity not in offsets:",
        "if True:",
        "equal_objects",
    ),
    CodeMutant(
        _ASSEMBLER,
        "of objects further inside, the one that is met first comes first",
        "-self._nested_paths.index(item.path)",
        "self._nested_paths.index(item.path)",
        "nested_paths",
    ),
    CodeMutant(
        _ASSEMBLER,
        "metadata alone needs no instruction before it",
        "bool(inner or self._data or self._metadata)",
        "bool(inner or self._data)",
        "metadata",
    ),
    CodeMutant(
        _WIDTHS,
        "the estimate is a byte smaller",
        "size = 1 + margin + data_size",
        "size = margin + data_size",
        "wide_labels",
    ),
)

TABLES: Final = (
    CodeMutant(
        _OPCODES,
        "tload and tstore are exchanged",
        "jumpdest tload tstore mcopy",
        "jumpdest tstore tload mcopy",
        "transient",
    ),
    CodeMutant(
        _OPCODES,
        "the first copy is from one slot deeper",
        "_BEFORE_DUP1: Final = 0x7F",
        "_BEFORE_DUP1: Final = 0x80",
        "empty_branch",
    ),
    CodeMutant(
        _OPCODES,
        "the oldest name for randomness is that of the gas limit",
        'OPCODES["difficulty"] = OPCODES["prevrandao"]',
        'OPCODES["difficulty"] = OPCODES["gaslimit"]',
        "randomness",
    ),
    CodeMutant(
        _BYTECODE,
        "placeholders of libraries show other digits",
        "_PLACEHOLDER_DIGITS: Final = 34",
        "_PLACEHOLDER_DIGITS: Final = 36",
        "library_in_function",
    ),
    CodeMutant(
        _BYTECODE,
        "digits after a placeholder are shown again",
        "done = offset + ADDRESS_BYTES",
        "done = offset",
        "library_in_function",
    ),
)

IMMUTABLES: Final = (
    CodeMutant(
        _IMMUTABLES,
        "value and address are copied for the last of several words, too",
        "if number < len(offsets):",
        "if number <= len(offsets):",
        "immutables",
    ),
    CodeMutant(
        _IMMUTABLES,
        "words are set from the last to the first",
        "for number, offset in enumerate(offsets, start=1):",
        "for number, offset in enumerate(reversed(offsets), start=1):",
        "immutables",
    ),
    CodeMutant(
        _IMMUTABLES,
        "an unused value leaves its address on the stack",
        'return [instruction("pop"), instruction("pop")]',
        'return [instruction("pop")]',
        "unread_immutable",
    ),
    CodeMutant(
        _IMMUTABLES,
        "address and value are exchanged when they are copied",
        "result += [dup(2), dup(2)]",
        "result += [dup(1), dup(3)]",
        "immutables",
    ),
)

BUILTINS: Final = (
    CodeMutant(
        _BUILTINS,
        "the size of an object is its offset",
        "return PushDataSize(path, target)",
        "return PushDataOffset(path, target)",
        "size_of_itself",
    ),
    CodeMutant(
        _BUILTINS,
        "datacopy copies input data",
        '"codecopy" if name == "datacopy" else name',
        '"calldatacopy" if name == "datacopy" else name',
        "immutables",
    ),
    CodeMutant(
        _BUILTINS,
        "memoryguard gives the next word",
        "return Push(argument.value)",
        "return Push(argument.value + 32)",
        "transient",
    ),
)
