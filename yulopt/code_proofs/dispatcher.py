"""The dispatcher of an object: where its code chooses among cases, by the selector of a call."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from yulopt.checker.decoding import UNKNOWN, Code, Instruction
from yulopt.checker.flow import Mark
from yulopt.syntax.literals import WORD_BYTES

_LABEL_BYTES: Final = 2
_ENTRY_BYTES: Final = 6
# Fewer may be other bytes by chance.
_MIN_ENTRIES: Final = 3
# The numbers that a dispatcher compares with: selectors, as code pushes them, but not a mask.
_SELECTORS: Final = range(1 << 16, (1 << 32) - 1)
_COMPARING: Final = frozenset({"eq", "sub", "xor", "lt", "gt"})
# Operations that look up a label in a jump table.
CHOOSING: Final = frozenset({"shl", "shr", "and"})
# Instructions that do not fall through.
ENDING: Final = frozenset({"stop", "return", "revert", "invalid", "selfdestruct", "jump", UNKNOWN})


class Dispatcher:
    """The blocks of the code outside functions that compare a word with a selector, or jump by a
    table; `labels` are the offsets of instructions that push positions of code."""

    def __init__(self, code: Code, labels: Collection[int]) -> None:
        self._code = code
        self._labels = labels
        self._excluded: set[int] = set()
        self._found: dict[int, bool] = {}

    def exclude(self, offsets: Collection[int]) -> None:
        """Note that the blocks at these offsets are not of the dispatcher."""
        self._excluded |= set(offsets)

    def chooses(self, offset: int, marks: tuple[Mark, ...]) -> bool:
        """Whether the code from there to the next jump, with these marks on the stack, is of the
        dispatcher."""
        if offset in self._excluded:
            return False
        if any(isinstance(mark, tuple) for mark in marks):
            return True
        if offset not in self._found:
            self._found[offset] = self._is_choice(offset)
        return self._found[offset]

    def _is_choice(self, offset: int) -> bool:
        # The numbers on the stack.
        stack: list[int | None] = []
        compares = False
        instruction = self._code.at(offset)
        while instruction.name not in ENDING and instruction.name != "jumpi":
            if instruction.name == "push":
                if isinstance(mark_of(self._code, self._labels, instruction), tuple):
                    return True
                stack.append(instruction.number)
            elif instruction.name in ("dup", "swap"):
                depth = instruction.number + (instruction.name == "swap")
                stack[:0] = [None] * (depth - len(stack))
                if instruction.name == "dup":
                    stack.append(stack[-depth])
                else:
                    stack[-1], stack[-depth] = stack[-depth], stack[-1]
            else:
                operands = [stack.pop() for _ in range(min(instruction.takes, len(stack)))]
                stack += [None] * instruction.gives
                if instruction.name in _COMPARING:
                    numbers = [number for number in operands if number is not None]
                    compares = compares or any(number in _SELECTORS for number in numbers)
            instruction = self._code.at(instruction.following)
        return compares and instruction.name == "jumpi"


def mark_of(code: Code, labels: Collection[int], push: Instruction) -> Mark:
    """The label that an instruction pushes, or the labels of a jump table, which is in a word or
    after the code."""
    if push.offset not in labels:
        return None
    bits = 8 * _LABEL_BYTES
    count = (push.following - push.offset - 1) // _LABEL_BYTES
    if count == 1:
        # The word that ends with the first entry may begin at a label.
        entries = _labels_in_table(code, push.number)
        if len(entries) >= _MIN_ENTRIES:
            return entries
    if push.number in code.targets:
        return push.number
    found = tuple(push.number >> bits * index & (1 << bits) - 1 for index in range(count))
    return found if all(label in code.targets for label in found) else None


def _labels_in_table(code: Code, start: int) -> tuple[int, ...]:
    """The labels of a table whose first entry ends the word at an offset; it ends where no label is
    read."""
    first = start + WORD_BYTES - _LABEL_BYTES
    found: list[int] = []
    for offset in range(first, len(code.content) - 1, _ENTRY_BYTES):
        label = int.from_bytes(code.content[offset : offset + _LABEL_BYTES], "big")
        if label not in code.targets:
            break
        found.append(label)
    return tuple(found)


def load_after(code: Code, push: Instruction) -> int:
    """The offset of the load of an entry of a table whose offset is pushed, or of the end of the
    block."""
    while push.name not in ENDING and push.name not in ("mload", "jumpi"):
        push = code.at(push.following)
    return push.offset
