"""New code for a basic block: the same stores, and the same stack in the end.

Stores and loads are done in their order, each only if something needs it; everything else is
computed when it is needed first, and then copied or moved on the stack.

Source: chapter 10, section 11 of the specification.
"""

from __future__ import annotations

from typing import Final

from yulopt.assembly.instructions import (
    ARGUMENTS,
    IS_COMMUTATIVE,
    RESULTS,
    SWAP1,
    SWAP16,
    opcode_of,
)
from yulopt.assembly.items import Item, dup, instruction, swap
from yulopt.assembly.optimizer.dependencies import CannotGenerate, Dependencies
from yulopt.assembly.optimizer.expression_classes import ExpressionClasses
from yulopt.stack.slots import REACH

# No class has this number.
_NONE: Final = -1


class BlockCodeGenerator:
    """Generates the code from a stack with the classes `initial` to one with `target`.

    Both map heights to classes. `dependencies` tells what is needed for what.
    """

    def __init__(
        self,
        classes: ExpressionClasses,
        initial: dict[int, int],
        target: dict[int, int],
        dependencies: Dependencies,
    ) -> None:
        self._classes = classes
        self._target = target
        self._needed_by = dependencies.needed_by
        self._sequenced = dependencies.sequenced()
        self._final = set(target.values())
        self._stack = initial.copy()
        self._height = 0
        self._positions: dict[int, set[int]] = {}
        for height, class_number in initial.items():
            self._positions.setdefault(class_number, set()).add(height)
        self._out: list[Item] = []

    def generate(self) -> list[Item]:
        """The code; raises `CannotGenerate`."""
        for class_number in self._sequenced:
            if class_number not in self._positions:
                self._generate(class_number)
        for height in sorted(self._target):
            self._generate_target(height, self._target[height])
        while self._remove_top():
            pass
        return self._out

    def _generate_target(self, height: int, class_number: int) -> None:
        if self._stack.get(height, _NONE) == class_number:
            return
        self._generate(class_number)
        if height in self._positions[class_number]:
            return
        place = self._place(class_number)
        if place < height:
            self._dup(place)
        else:
            self._swap(place)
        self._swap(height)

    # Expressions

    def _generate(self, class_number: int) -> None:
        self._remove_top()
        if class_number in self._positions:
            if not self._positions[class_number]:
                raise CannotGenerate
            return
        expression = self._classes.representatives[class_number]
        for argument in reversed(expression.arguments):
            self._generate(argument)
        self._arrange(class_number, expression.arguments)
        opcode = expression.opcode
        while opcode >= 0 and IS_COMMUTATIVE[opcode] and self._last_is_swap():
            self._swap(self._height - 1)
        for index in range(len(expression.arguments)):
            self._forget(self._height - index)
        self._emit(expression.item)
        if opcode < 0 or RESULTS[opcode] == 1:
            self._stack[self._height] = class_number
            self._positions[class_number] = {self._height}
        else:
            self._positions[class_number] = set()

    def _last_is_swap(self) -> bool:
        return bool(self._out) and opcode_of(self._out[-1]) == SWAP1

    def _arrange(self, result: int, arguments: list[int]) -> None:
        """Bring the arguments to the top; they are somewhere on the stack."""
        if len(arguments) == 1:
            self._bring(arguments[0], result)
        elif len(arguments) == 2:
            first, second = arguments
            if self._can_move(second, result):
                self._arrange_after_move(first, second, result)
            elif first == second:
                self._dup(self._place(first))
                self._dup(self._height)
            elif self._can_move(first, result):
                self._swap(self._place(first))
                self._dup(self._place(second))
                self._swap(self._height - 1)
            else:
                self._dup(self._place(second))
                self._dup(self._place(first))
        else:
            assert not arguments, "instructions with more arguments end blocks"

    def _arrange_after_move(self, first: int, second: int, result: int) -> None:
        """Move the second argument, which is not needed any more, and bring the first one."""
        self._swap(self._place(second))
        if first == second:
            self._dup(self._height)
        elif self._can_move(first, result):
            self._swap(self._height - 1)
            self._swap(self._place(first))
        else:
            self._dup(self._place(first))

    def _bring(self, argument: int, result: int) -> None:
        if self._can_move(argument, result):
            self._swap(self._place(argument))
        else:
            self._dup(self._place(argument))

    def _can_move(self, class_number: int, result: int) -> bool:
        return self._is_removable(class_number, result, self._place(class_number))

    def _is_removable(self, class_number: int, result: int, place: int) -> bool:
        """Whether the copy of a class at some place is not needed once `result` is computed."""
        copies = len(self._positions[class_number])
        if class_number in self._final:
            return copies > 1 and self._target.get(place, _NONE) != class_number
        if copies > 1:
            return True
        for user in self._needed_by.get(class_number, ()):
            if user != result and user not in self._positions:
                return False
        return True

    # The stack

    def _place(self, class_number: int) -> int:
        """The highest place where a class is."""
        places = self._positions[class_number]
        if not places:
            raise CannotGenerate
        return max(places)

    def _remove_top(self) -> bool:
        """Drop the top if it is not needed any more."""
        if not self._stack:
            return False
        if not self._is_removable(self._stack[self._height], _NONE, self._height):
            return False
        self._forget(self._height)
        self._emit(instruction("pop"))
        return True

    def _forget(self, height: int) -> None:
        self._positions[self._stack.pop(height)].remove(height)

    def _dup(self, place: int) -> None:
        number = 1 + self._height - place
        if number > REACH:
            raise CannotGenerate
        self._emit(dup(number))
        class_number = self._stack[place]
        self._stack[self._height] = class_number
        self._positions[class_number].add(self._height)

    def _swap(self, place: int) -> None:
        depth = self._height - place
        if depth == 0:
            return
        if depth > REACH:
            raise CannotGenerate
        self._emit(swap(depth))
        top, other = self._stack[self._height], self._stack[place]
        if top != other:
            self._stack[self._height], self._stack[place] = other, top
            self._positions[top].remove(self._height)
            self._positions[top].add(place)
            self._positions[other].remove(place)
            self._positions[other].add(self._height)
        if len(self._out) > 1:
            last, before = opcode_of(self._out[-1]), opcode_of(self._out[-2])
            if last == before and SWAP1 <= last <= SWAP16:
                del self._out[-2:]

    def _emit(self, item: Item) -> None:
        self._out.append(item)
        opcode = opcode_of(item)
        self._height += 1 if opcode < 0 else RESULTS[opcode] - ARGUMENTS[opcode]
