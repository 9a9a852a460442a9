"""The state of stack, storage and memory during symbolic execution of a basic block.

Stack heights are relative to the beginning of the block: its top then is at height 0.

Source: chapter 10, section 10 of the specification.
"""

from __future__ import annotations

from typing import Final

from yulopt.assembly.instructions import (
    ARGUMENTS,
    DUP1,
    DUP16,
    KECCAK256,
    MLOAD,
    MSTORE,
    RESULTS,
    SLOAD,
    SSTORE,
    SWAP1,
    SWAP16,
    WRITES_MEMORY,
    WRITES_STORAGE,
    opcode_of,
)
from yulopt.assembly.items import NO_POSITION, Item, instruction, located
from yulopt.assembly.optimizer.expression_classes import ExpressionClasses
from yulopt.dialect.keccak import keccak256
from yulopt.syntax.literals import WORD_BYTES

# Longer hashes are not computed from known words of memory.
_MAX_HASHED: Final = 128


class Store:
    """A store to a slot of memory, or of storage; `expression` is its class."""

    def __init__(self, *, in_storage: bool, slot: int, sequence: int, expression: int) -> None:
        self.in_storage = in_storage
        self.slot = slot
        self.sequence = sequence
        self.expression = expression


class MachineState:
    """The state after the executed items. Two states may share their classes."""

    def __init__(self, classes: ExpressionClasses) -> None:
        self.classes = classes
        self.height = 0
        self.stack: dict[int, int] = {}
        self.stores: list[Store] = []
        self._sequence = 1
        self._storage: dict[int, int] = {}
        self._memory: dict[int, int] = {}
        self._hashes: dict[tuple[tuple[int, ...], int], int] = {}

    def copy(self) -> MachineState:
        """An independent copy of the state."""
        other = MachineState(self.classes)
        other.height = self.height
        other.stack = self.stack.copy()
        other.stores = self.stores[:]
        other._sequence = self._sequence
        other._storage = self._storage.copy()
        other._memory = self._memory.copy()
        other._hashes = self._hashes.copy()
        return other

    def element(self, height: int, position: int = NO_POSITION) -> int:
        """The class of the slot at some height, needed by the item at `position`."""
        found = self.stack.get(height)
        if found is None:
            found = self.stack[height] = self.classes.find_stack_element(height, position)
        return found

    def stored(self, slot: int) -> int | None:
        """The class of the known content of a storage slot."""
        return self._storage.get(slot)

    def execute(self, item: Item) -> None:
        """Execute one item: an instruction or a push, but no label."""
        opcode = opcode_of(item)
        if opcode < 0:
            self.height += 1
            self.stack[self.height] = self.classes.find(item, [])
            return
        if DUP1 <= opcode <= DUP16:
            self.stack[self.height + 1] = self.element(self.height - (opcode - DUP1), item.position)
        elif SWAP1 <= opcode <= SWAP16:
            other = self.height - (opcode - SWAP1) - 1
            top = self.element(self.height, item.position)
            self.stack[self.height] = self.element(other, item.position)
            self.stack[other] = top
        else:
            self._execute_operation(item, opcode)
        height = self.height + RESULTS[opcode] - ARGUMENTS[opcode]
        for dropped in range(height + 1, self.height + 1):
            self.stack.pop(dropped, None)
        self.height = height

    def _execute_operation(self, item: Item, opcode: int) -> None:
        arguments = [
            self.element(self.height - index, item.position) for index in range(ARGUMENTS[opcode])
        ]
        result = self.height + RESULTS[opcode] - ARGUMENTS[opcode]
        if opcode == SSTORE:
            self._store_to_storage(item, arguments[0], arguments[1])
        elif opcode == MSTORE:
            self._store_to_memory(item, arguments[0], arguments[1])
        elif opcode == SLOAD:
            self.stack[result] = self._load(item, self._storage, arguments[0])
        elif opcode == MLOAD:
            self.stack[result] = self._load(item, self._memory, arguments[0])
        elif opcode == KECCAK256:
            self.stack[result] = self._hash(item, arguments[0], arguments[1])
        else:
            if WRITES_MEMORY[opcode]:
                self._memory.clear()
                self._hashes.clear()
            if WRITES_STORAGE[opcode]:
                self._storage.clear()
            if WRITES_MEMORY[opcode] or WRITES_STORAGE[opcode]:
                self._sequence += 2
            if RESULTS[opcode]:
                self.stack[result] = self.classes.find(item, arguments)

    # Storage and memory

    def _store_to_storage(self, item: Item, slot: int, value: int) -> None:
        if self._storage.get(slot) == value:
            return
        self._sequence += 1
        for other in self.classes.not_different(sorted(self._storage), slot):
            if self._storage[other] != value:
                del self._storage[other]
        self._storage[slot] = value
        expression = self.classes.find(item, [slot, value], self._sequence)
        self._note_store(slot, expression, in_storage=True)

    def _store_to_memory(self, item: Item, address: int, value: int) -> None:
        if self._memory.get(address) == value:
            return
        self._sequence += 1
        for other in self.classes.not_apart(sorted(self._memory), address):
            del self._memory[other]
        self._memory[address] = value
        expression = self.classes.find(item, [address, value], self._sequence)
        self._note_store(address, expression, in_storage=False)

    def _note_store(self, slot: int, expression: int, *, in_storage: bool) -> None:
        self.stores.append(
            Store(in_storage=in_storage, slot=slot, sequence=self._sequence, expression=expression)
        )
        self._sequence += 1

    def _load(self, item: Item, content: dict[int, int], slot: int) -> int:
        found = content.get(slot)
        if found is None:
            found = content[slot] = self.classes.find(item, [slot], self._sequence)
        return found

    def _hash(self, item: Item, start: int, length: int) -> int:
        size = self.classes.constant(length)
        if size is None or size > _MAX_HASHED:
            return self.classes.find(item, [start, length], self._sequence)
        words: list[int] = []
        for offset in range(0, size, WORD_BYTES):
            distance = self.classes.find_constant(offset)
            add = located(instruction("add"), item.position)
            address = self.classes.find(add, [start, distance])
            load = located(instruction("mload"), item.position)
            words.append(self._load(load, self._memory, address))
        key = (tuple(words), size)
        if key not in self._hashes:
            values = [self.classes.constant(word) for word in words]
            content = b"".join(
                [value.to_bytes(WORD_BYTES, "big") for value in values if value is not None]
            )
            if len(content) == WORD_BYTES * len(words):
                digest = keccak256(content[:size])
                self._hashes[key] = self.classes.find_constant(
                    int.from_bytes(digest, "big"), item.position
                )
            else:
                expression = self.classes.find(item, [start, length], self._sequence)
                self._hashes[key] = expression
        return self._hashes[key]
