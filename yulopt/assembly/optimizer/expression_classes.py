"""Classes of equal expressions within a basic block, and their simplification by rules.

An expression is an item with the classes of its arguments and a sequence number, which
distinguishes loads with a store between them. Classes are numbered in the order of discovery, by
which commutative arguments are sorted; so every lookup, even one that fails, may influence the
final code.

Source: chapter 10, section 9 of the specification.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from yulopt.assembly.instructions import IS_COMMUTATIVE, IS_DETERMINISTIC, opcode_of
from yulopt.assembly.items import (
    NO_POSITION,
    Instruction,
    Item,
    Push,
    instruction,
    located,
)
from yulopt.rules.table import ANYTHING, SHAPES, InstructionRules, RuleIndex, assembly_rules_for
from yulopt.rules.terms import (
    AnyVariable,
    Number,
    NumberVariable,
    Operation,
    Term,
    evaluate,
)
from yulopt.syntax.literals import WORD_BYTES, WORD_LIMIT, WORD_MASK

_ISZERO: Final = instruction("iszero")
_SUB: Final = instruction("sub")
# Words farther apart overlap, since addresses wrap around.
_FARTHEST: Final = WORD_LIMIT - WORD_BYTES

_INDEX: Final = RuleIndex(assembly_rules_for)


class StackElement(Item):
    """The stack slot at some height at the start of the block."""

    __slots__ = ("height",)

    def __init__(self, height: int) -> None:
        super().__init__()
        self.height = height

    @property
    def key(self) -> object:
        return "stack", self.height


class Expression:
    """The first expression found of a class."""

    __slots__ = ("arguments", "item", "opcode", "sequence")

    def __init__(self, item: Item, arguments: list[int], sequence: int) -> None:
        self.item = item
        self.opcode = opcode_of(item)
        self.arguments = arguments
        self.sequence = sequence


class ExpressionClasses:
    """The classes found so far; a class is an index of `representatives`."""

    def __init__(self) -> None:
        self.representatives: list[Expression] = []
        self._known: dict[tuple[object, tuple[int, ...], int], int] = {}
        # The classes of constants, and the constants of classes.
        self._class_of: dict[int, int] = {}
        self._constants: dict[int, int] = {}

    def find(self, item: Item, arguments: list[int], sequence: int = 0) -> int:
        """The class of an expression, a new one if it is unknown and no rule applies."""
        if isinstance(item, Push):
            return self._find_push(item)
        opcode = opcode_of(item)
        if opcode >= 0 and IS_COMMUTATIVE[opcode] and arguments[0] > arguments[1]:
            arguments = [arguments[1], arguments[0]]
        key = (item.key, tuple(arguments), sequence)
        is_deterministic = opcode < 0 or IS_DETERMINISTIC[opcode]
        if is_deterministic:
            known = self._known.get(key)
            if known is not None:
                return known
        found = -1
        if is_deterministic and isinstance(item, Instruction):
            found = self._simplified(item, arguments)
        if found < 0:
            found = self._add(item, arguments, sequence)
        self._known.setdefault(key, found)
        return found

    def find_constant(self, value: int, position: int = NO_POSITION) -> int:
        """The class of a constant; `position` is that of the item that it is made for."""
        found = self._class_of.get(value)
        return self._find_push(located(Push(value), position)) if found is None else found

    def find_stack_element(self, height: int, position: int = NO_POSITION) -> int:
        """The class of an initial stack slot, needed by the item at `position`."""
        return self.find(located(StackElement(height), position), [])

    def assume(self, item: Item, arguments: list[int], class_number: int) -> None:
        """Assign an unseen expression to a class from now on."""
        self._known.setdefault((item.key, tuple(arguments), 0), class_number)

    # Queries

    def constant(self, class_number: int) -> int | None:
        """The value of a class, if it is known."""
        return self._constants.get(class_number)

    def is_zero(self, class_number: int) -> bool:
        """Whether a class is known to be zero."""
        return self.constant(class_number) == 0

    def is_nonzero(self, class_number: int) -> bool:
        """Whether a class is known to be nonzero."""
        value = self._constants.get(class_number)
        if value is not None:
            self.find_constant(int(value == 0))
            return value != 0
        return self.is_zero(self.find(_ISZERO, [class_number]))

    def difference(self, one: int, other: int) -> int:
        """The class of the difference."""
        minuend, subtrahend = self._constants.get(one), self._constants.get(other)
        if minuend is not None and subtrahend is not None:
            return self.find_constant((minuend - subtrahend) & WORD_MASK)
        return self.find(_SUB, [one, other])

    def are_different(self, one: int, other: int) -> bool:
        """Whether two classes are known to be different."""
        return self.is_nonzero(self.difference(one, other))

    def are_apart(self, one: int, other: int) -> bool:
        """Whether words at these addresses are known not to overlap."""
        return not self.not_apart([one], other)

    # The same queries for many classes. They are cheap if all are constants: a block with n stores
    # makes n * n / 2 of them.

    def not_different(self, ones: list[int], other: int) -> list[int]:
        """The classes that may be equal to another one."""
        # The classes that is_nonzero creates must exist, as it is not called one by one.
        is_asked = 0 in self._class_of and (1 in self._class_of or other not in ones)
        if is_asked and self._known_distances(ones, other) is not None:
            return [other] if other in ones else []
        return [one for one in ones if not self.are_different(one, other)]

    def not_apart(self, ones: list[int], other: int) -> list[int]:
        """The classes of addresses whose words may overlap with the word at another."""
        return [
            one
            for one, distance in zip(ones, self._distances(ones, other), strict=True)
            if distance is None or not WORD_BYTES <= distance <= _FARTHEST
        ]

    def _distances(self, ones: list[int], other: int) -> Sequence[int | None]:
        """The known differences."""
        known = self._known_distances(ones, other)
        if known is not None:
            return known
        return [self.constant(self.difference(one, other)) for one in ones]

    def _known_distances(self, ones: list[int], other: int) -> list[int] | None:
        """The differences if all are constants. Classes of them are then found in this order."""
        subtrahend = self._constants.get(other)
        if subtrahend is None:
            return None
        constants = self._constants
        try:
            distances = [(constants[one] - subtrahend) & WORD_MASK for one in ones]
        except KeyError:
            return None
        known = self._class_of
        for distance in [distance for distance in distances if distance not in known]:
            self.find_constant(distance)
        return distances

    def _find_push(self, item: Item) -> int:
        assert isinstance(item, Push)
        found = self._class_of.get(item.value)
        if found is None:
            found = self._class_of[item.value] = self._add(item, [], 0)
            self._constants[found] = item.value
        return found

    def _add(self, item: Item, arguments: list[int], sequence: int) -> int:
        self.representatives.append(Expression(item, arguments, sequence))
        return len(self.representatives) - 1

    # Rules

    def _simplified(self, item: Instruction, arguments: list[int]) -> int:
        """The class from the first matching rule, or -1."""
        rules = _INDEX.rules(item.name)
        shape = 0
        for argument in arguments:
            shape = shape * SHAPES + self._shape(argument, rules)
        for rule in rules.candidates(shape):
            match = _Match(self)
            if match.operands_fit(rule.pattern, arguments) and match.holds(rule.conditions):
                return self._rebuild(rule.replacement, match, item.position)
        return -1

    def _shape(self, class_number: int, rules: InstructionRules) -> int:
        item = self.representatives[class_number].item
        if isinstance(item, Instruction):
            return rules.shape_of_operation(item.name)
        return rules.shape_of_number(item.value) if isinstance(item, Push) else ANYTHING

    def _rebuild(self, term: Term, match: _Match, position: int) -> int:
        if isinstance(term, (AnyVariable, NumberVariable)):
            return match.classes[term.name]
        if isinstance(term, Operation):
            arguments = [self._rebuild(operand, match, position) for operand in term.operands]
            return self.find(located(instruction(term.name), position), arguments)
        return self.find_constant(evaluate(term, match.numbers), position)


class _Match:
    """The bindings of a rule's variables."""

    def __init__(self, classes: ExpressionClasses) -> None:
        self.classes: dict[str, int] = {}
        self.numbers: dict[str, int] = {}
        self._all = classes

    def operands_fit(self, pattern: Operation, arguments: list[int]) -> bool:
        """Match the operands of a pattern with classes."""
        for operand, argument in zip(pattern.operands, arguments, strict=True):
            if not self._fits(operand, argument):
                return False
        return True

    def holds(self, conditions: tuple[Term, ...]) -> bool:
        """Whether conditions hold for the matched numbers."""
        return all(evaluate(condition, self.numbers) for condition in conditions)

    def _fits(self, pattern: Term, class_number: int) -> bool:
        if isinstance(pattern, AnyVariable):
            return self.classes.setdefault(pattern.name, class_number) == class_number
        expression = self._all.representatives[class_number]
        item = expression.item
        if isinstance(pattern, Operation):
            return (
                isinstance(item, Instruction)
                and item.name == pattern.name
                and self.operands_fit(pattern, expression.arguments)
            )
        if not isinstance(item, Push):
            return False
        if isinstance(pattern, Number):
            return item.value == pattern.value
        assert isinstance(pattern, NumberVariable)
        self.numbers[pattern.name] = item.value
        return self.classes.setdefault(pattern.name, class_number) == class_number
