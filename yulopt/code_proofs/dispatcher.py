"""The dispatcher of an object: where its code chooses among cases, by the selector of a call."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from yulopt.checker.decoding import UNKNOWN, Code, Instruction
from yulopt.checker.flow import Mark

_LABEL_BYTES: Final = 2
# The numbers that a dispatcher compares with: selectors, as code pushes them, but not a mask.
_SELECTORS: Final = range(1 << 16, (1 << 32) - 1)
_COMPARING: Final = frozenset({"eq", "sub", "xor", "lt", "gt"})
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
    """The label that an instruction pushes, or the labels of a jump table."""
    if push.offset not in labels:
        return None
    if push.number in code.targets:
        return push.number
    bits = 8 * _LABEL_BYTES
    count = (push.following - push.offset - 1) // _LABEL_BYTES
    found = tuple(push.number >> bits * index & (1 << bits) - 1 for index in range(count))
    return found if all(label in code.targets for label in found) else None
