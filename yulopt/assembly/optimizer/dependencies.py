"""Which expressions of a basic block need which others, and which are needed at all.

Besides its arguments, a load needs the last store before it that may change what it reads.

Source: chapter 10, section 11.3 of the specification.
"""

from __future__ import annotations

from yulopt.assembly.instructions import KECCAK256, MLOAD, SLOAD
from yulopt.assembly.optimizer.expression_classes import (
    Expression,
    ExpressionClasses,
    StackElement,
)
from yulopt.assembly.optimizer.machine_state import Store
from yulopt.rules.arithmetic import signed
from yulopt.syntax.literals import WORD_BYTES


class CannotGenerate(Exception):
    """A value is out of the reach of DUP and SWAP, or not to be had any more."""


class Dependencies:
    """What is needed for the stores of a block and for the stack after it.

    `available` are the classes that are on the stack at its beginning. `needed_by` lists, for each
    class that something needs, what needs it.

    Raises `CannotGenerate` if something is needed that was on the stack and is gone.
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
        """Note all that is needed for a class, unless that is done."""
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
        """The stores and loads that are needed or need something, in their order."""
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
        """Whether a store to a slot surely does not change what is loaded."""
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
