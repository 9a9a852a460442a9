"""New code for a basic block: the same stores, and the same final stack.

Needed stores and loads are emitted in their order; everything else is computed on first use, and
then copied or moved on the stack. Besides its arguments, a load depends on the last store before it
that may change its value.

Source: chapter 10, section 11 of the specification.
"""

from __future__ import annotations

from typing import Final

from yulopt.assembly.instructions import (
    ARGUMENTS,
    IS_COMMUTATIVE,
    KECCAK256,
    MLOAD,
    RESULTS,
    SLOAD,
    SWAP1,
    SWAP16,
    opcode_of,
)
from yulopt.assembly.items import NO_POSITION, Item, dup, instruction, located, swap
from yulopt.assembly.optimizer.expression_classes import (
    Expression,
    ExpressionClasses,
    StackElement,
)
from yulopt.assembly.optimizer.machine_state import Store
from yulopt.rules.arithmetic import signed
from yulopt.stack.slots import REACH
from yulopt.syntax.literals import WORD_BYTES

# No class has this number.
_NONE: Final = -1


class BlockCodeGenerator:
    """Generates the code from a stack with the classes `initial` to one with `target`.

    Both map heights to classes. `dependencies`: the needed classes and what they depend on.
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
        # The position of the item that the stack is arranged for.
        self._origin = NO_POSITION

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
        self._origin = self._classes.representatives[class_number].item.position
        position = self._position(class_number)
        if position < height:
            self._dup(position)
        else:
            self._swap(position)
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
        self._origin = expression.item.position
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
        """Bring the arguments to the top; all are on the stack."""
        if len(arguments) == 1:
            self._bring(arguments[0], result)
        elif len(arguments) == 2:
            first, second = arguments
            if self._can_move(second, result):
                self._arrange_after_move(first, second, result)
            elif first == second:
                self._dup(self._position(first))
                self._dup(self._height)
            elif self._can_move(first, result):
                self._swap(self._position(first))
                self._dup(self._position(second))
                self._swap(self._height - 1)
            else:
                self._dup(self._position(second))
                self._dup(self._position(first))
        else:
            assert not arguments, "instructions with more arguments end blocks"

    def _arrange_after_move(self, first: int, second: int, result: int) -> None:
        """Move the second argument, which is no longer needed, and bring the first one."""
        self._swap(self._position(second))
        if first == second:
            self._dup(self._height)
        elif self._can_move(first, result):
            self._swap(self._height - 1)
            self._swap(self._position(first))
        else:
            self._dup(self._position(first))

    def _bring(self, argument: int, result: int) -> None:
        if self._can_move(argument, result):
            self._swap(self._position(argument))
        else:
            self._dup(self._position(argument))

    def _can_move(self, class_number: int, result: int) -> bool:
        return self._is_removable(class_number, result, self._position(class_number))

    def _is_removable(self, class_number: int, result: int, position: int) -> bool:
        """Whether the copy of a class at some position is not needed once `result` is computed."""
        copies = len(self._positions[class_number])
        if class_number in self._final:
            return copies > 1 and self._target.get(position, _NONE) != class_number
        if copies > 1:
            return True
        for user in self._needed_by.get(class_number, ()):
            if user != result and user not in self._positions:
                return False
        return True

    # The stack

    def _position(self, class_number: int) -> int:
        """The highest position of a class."""
        positions = self._positions[class_number]
        if not positions:
            raise CannotGenerate
        return max(positions)

    def _remove_top(self) -> bool:
        """Drop the top if it is no longer needed."""
        if not self._stack:
            return False
        if not self._is_removable(self._stack[self._height], _NONE, self._height):
            return False
        self._forget(self._height)
        self._emit(instruction("pop"))
        return True

    def _forget(self, height: int) -> None:
        self._positions[self._stack.pop(height)].remove(height)

    def _dup(self, position: int) -> None:
        number = 1 + self._height - position
        if number > REACH:
            raise CannotGenerate
        self._emit(located(dup(number), self._origin))
        class_number = self._stack[position]
        self._stack[self._height] = class_number
        self._positions[class_number].add(self._height)

    def _swap(self, position: int) -> None:
        depth = self._height - position
        if depth == 0:
            return
        if depth > REACH:
            raise CannotGenerate
        self._emit(located(swap(depth), self._origin))
        top, other = self._stack[self._height], self._stack[position]
        if top != other:
            self._stack[self._height], self._stack[position] = other, top
            self._positions[top].remove(self._height)
            self._positions[top].add(position)
            self._positions[other].remove(position)
            self._positions[other].add(self._height)
        if len(self._out) > 1:
            last, before = opcode_of(self._out[-1]), opcode_of(self._out[-2])
            if last == before and SWAP1 <= last <= SWAP16:
                del self._out[-2:]

    def _emit(self, item: Item) -> None:
        self._out.append(item)
        opcode = opcode_of(item)
        self._height += 1 if opcode < 0 else RESULTS[opcode] - ARGUMENTS[opcode]


class CannotGenerate(Exception):
    """A value is out of the reach of DUP and SWAP, or no longer available."""


class Dependencies:
    """The dependences of a block's stores and of the stack after it.

    `available`: the classes on the stack at its beginning. `needed_by`: for each needed class, its
    users.

    Raises `CannotGenerate` if a needed class was on the stack and is gone.
    """

    def __init__(
        self, classes: ExpressionClasses, stores: list[Store], available: set[int]
    ) -> None:
        self.needed_by: dict[int, list[int]] = {}
        self._classes = classes
        self._available = available
        # Stores to the same slot together; memory first, then by the class of the slot.
        self._stores: dict[tuple[bool, int], list[Store]] = {}
        keys = sorted({(store.in_storage, store.slot) for store in stores})
        for key in keys:
            self._stores[key] = []
        for store in stores:
            self._stores[store.in_storage, store.slot].append(store)
        for group in self._stores.values():
            self.add(group[-1].expression)

    def add(self, class_number: int) -> None:
        """Record all dependences of a class, unless done before."""
        if class_number in self._available or class_number in self.needed_by:
            return
        expression = self._classes.representatives[class_number]
        if isinstance(expression.item, StackElement):
            raise CannotGenerate
        for argument in expression.arguments:
            self.add(argument)
            self._note(argument, class_number)
        if expression.opcode in (SLOAD, MLOAD, KECCAK256):
            self._add_stores_before(class_number, expression)

    def sequenced(self) -> list[int]:
        """The stores and loads with dependences in either direction, in their order."""
        involved = set(self.needed_by)
        for users in self.needed_by.values():
            involved.update(users)
        ordered = sorted(
            [
                (self._classes.representatives[class_number].sequence, class_number)
                for class_number in involved
            ]
        )
        return [class_number for sequence, class_number in ordered if sequence > 0]

    def _note(self, needed: int, user: int) -> None:
        self.needed_by.setdefault(needed, []).append(user)

    def _add_stores_before(self, class_number: int, load: Expression) -> None:
        in_storage = load.opcode == SLOAD
        for (store_in_storage, slot), group in self._stores.items():
            if store_in_storage != in_storage or group[0].sequence > load.sequence:
                continue
            if self._is_independent(slot, load):
                continue
            latest = group[0]
            for store in group[1:]:
                if store.sequence < load.sequence:
                    latest = store
            self.add(latest.expression)
            self._note(latest.expression, class_number)

    def _is_independent(self, slot: int, load: Expression) -> bool:
        """Whether a store to a slot certainly does not affect a load."""
        classes = self._classes
        start = load.arguments[0]
        if load.opcode == SLOAD:
            return classes.are_different(slot, start)
        if load.opcode == MLOAD:
            return classes.are_apart(slot, start)
        distance = classes.constant(classes.difference(slot, start))
        length = classes.constant(load.arguments[1])
        if length == 0:
            return True
        if distance is None:
            return False
        offset = signed(distance)
        return offset <= -WORD_BYTES or (length is not None and offset >= 0 and length <= offset)
