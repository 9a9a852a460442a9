"""Tables of selectors: a perfect hash of the value finds the only key that it may be equal to.

The table is data after the code; each entry has a key in four bytes and a label in two. The entry
and what precedes it are copied to the first word of memory, which is zero before and after.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from yulopt.assembly.beyond.blocks import Block, Graph, References
from yulopt.assembly.beyond.hash_and_displace import PerfectHash
from yulopt.assembly.instructions import MSTORE
from yulopt.assembly.items import (
    ENTRY_BYTES,
    KEY_BYTES,
    LABEL_BYTES,
    AssignImmutable,
    Instruction,
    Item,
    Label,
    Push,
    PushTable,
    dup,
    instruction,
    swap,
)
from yulopt.assembly.opcodes import OPCODES
from yulopt.dialect import NONE
from yulopt.dialect.table import BUILTINS
from yulopt.rules.arithmetic import WORD_BITS
from yulopt.syntax.literals import WORD_BYTES

_KEY_BITS: Final = 8 * KEY_BYTES
# Displacements are bytes: a group is multiplied by their bits, that is, shifted by this.
_BYTE_SHIFT: Final = 3
_SHR: Final = OPCODES["shr"]
# Instructions that read or write memory.
_ON_MEMORY: Final = frozenset(
    OPCODES[builtin.name]
    for builtin in BUILTINS
    if builtin.is_instruction and builtin.side_effects.memory != NONE
)


def is_selector(items: list[Item], keys: Iterable[int]) -> bool:
    """Whether the items end by computing a value of four bytes, as the keys are."""
    if len(items) < 2 or max(keys, default=0) >> _KEY_BITS:
        return False
    bits, shift = items[-2:]
    is_shift = isinstance(shift, Instruction) and shift.opcode == _SHR
    return is_shift and isinstance(bits, Push) and bits.value >= WORD_BITS - _KEY_BITS


def table_search(
    function: PerfectHash, keys: tuple[int, ...], labels: tuple[Label, ...]
) -> list[Item]:
    """The items that push the entry of a value in a table, and whether its key is another value.
    `keys` and `labels` are in the order of the slots."""
    return [
        *_slot(function),
        Push(ENTRY_BYTES),
        instruction("mul"),
        PushTable(keys, labels),
        instruction("add"),
        Push(WORD_BYTES),
        swap(1),
        Push(0),
        instruction("codecopy"),
        Push(0),
        instruction("mload"),
        Push(0),
        Push(0),
        instruction("mstore"),
        dup(2),
        dup(2),
        Push(WORD_BITS - 8 * ENTRY_BYTES),
        instruction("shl"),
        Push(WORD_BITS - _KEY_BITS),
        instruction("shr"),
        instruction("sub"),
    ]


def _slot(function: PerfectHash) -> list[Item]:
    """The items that push the slot of a value."""
    if function.groups == 1:
        return [Push(function.slots), dup(2), instruction("mod")]
    return [
        Push(function.groups),
        dup(2),
        instruction("mod"),
        Push(_BYTE_SHIFT),
        instruction("shl"),
        Push(function.displacements),
        swap(1),
        instruction("shr"),
        dup(2),
        instruction("add"),
        Push(function.slots),
        swap(1),
        instruction("mod"),
    ]


def entry_jump() -> list[Item]:
    """The items that jump to the label of an entry."""
    return [Push((1 << 8 * LABEL_BYTES) - 1), instruction("and"), instruction("jump")]


class UnusedMemory:
    """Where the first word of memory was not used, in code that never asks for its size."""

    def __init__(self, graph: Graph) -> None:
        self._references = References(graph)
        self._before: dict[Block, list[Block]] = {block: [] for block in graph.blocks}
        self._may_ask_size = graph.may_ask_size()
        for block in graph.blocks:
            for following in block.successors():
                self._before[following].append(block)

    def is_unused(self, block: Block, length: int) -> bool:
        """Whether it was not used after some items of a block, on any path."""
        if self._may_ask_size or not _leaves_first_word(block.body[:length]):
            return False
        earlier = [block]
        for one in earlier:
            before = self._before[one]
            # A pushed label may be jumped to from anywhere.
            if self._references.count(one) > len(before):
                return False
            for other in before:
                if not _leaves_first_word(other.body):
                    return False
                if other not in earlier:
                    earlier.append(other)
        return True


def _leaves_first_word(items: list[Item]) -> bool:
    """Whether items neither read nor write the first word of memory."""
    for index, item in enumerate(items):
        if isinstance(item, AssignImmutable):
            return False
        if not isinstance(item, Instruction) or item.opcode not in _ON_MEMORY:
            continue
        address = items[index - 1] if item.opcode == MSTORE and index else None
        if not isinstance(address, Push) or address.value < WORD_BYTES:
            return False
    return True
