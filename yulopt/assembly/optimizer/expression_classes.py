"""Classes of equal expressions within a basic block, and how rules simplify them.

An expression is an item with the classes of its arguments and a sequence number, which tells apart
loads between which something was stored. The number of a class says when it was found; commutative
arguments are ordered by it, so that each question that is asked, also in vain, may decide what
the code looks like in the end.

Source: chapter 10, section 9 of the specification.
"""

from __future__ import annotations

from typing import Final

from yulopt.assembly.instructions import IS_COMMUTATIVE, IS_DETERMINISTIC, opcode_of
from yulopt.assembly.items import Instruction, Item, Push, instruction
from yulopt.literals import WORD_BYTES, WORD_LIMIT
from yulopt.rules.shapes import ANY_NUMBER, ANYTHING, RuleIndex
from yulopt.rules.table import assembly_rules_for
from yulopt.rules.terms import (
    AnyVariable,
    Number,
    NumberVariable,
    Operation,
    Term,
    evaluate,
)

_ISZERO: Final = instruction("iszero")
_SUB: Final = instruction("sub")

_INDEX: Final = RuleIndex(assembly_rules_for)


class StackElement(Item):
    """What is on the stack at some height when the block begins."""

    __slots__ = ("height",)

    def __init__(self, height: int) -> None:
        self.height = height

    @property
    def key(self) -> object:
        return "stack", self.height


class Expression:
    """The first expression that was found of a class."""

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

    def find(self, item: Item, arguments: list[int], sequence: int = 0) -> int:
        """The class of an expression, a new one if it is not known and no rule applies."""
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
            found = self._simplified(item.name, arguments)
        if found < 0:
            found = len(self.representatives)
            self.representatives.append(Expression(item, arguments, sequence))
        self._known.setdefault(key, found)
        return found

    def find_constant(self, value: int) -> int:
        """The class of a constant."""
        return self.find(Push(value), [])

    def find_stack_element(self, height: int) -> int:
        """The class of what the block finds on the stack."""
        return self.find(StackElement(height), [])

    # Questions

    def constant(self, class_number: int) -> int | None:
        """The value of a class, if it is known."""
        item = self.representatives[class_number].item
        return item.value if isinstance(item, Push) else None

    def is_zero(self, class_number: int) -> bool:
        """Whether a class is known to be zero."""
        return self.constant(class_number) == 0

    def is_nonzero(self, class_number: int) -> bool:
        """Whether a class is known to be another value than zero."""
        return self.is_zero(self.find(_ISZERO, [class_number]))

    def difference(self, one: int, other: int) -> int:
        """The class of the difference."""
        return self.find(_SUB, [one, other])

    def are_different(self, one: int, other: int) -> bool:
        """Whether two classes are known to be different."""
        return self.is_nonzero(self.difference(one, other))

    def are_apart(self, one: int, other: int) -> bool:
        """Whether words at these addresses are known not to overlap."""
        distance = self.constant(self.difference(one, other))
        return distance is not None and (WORD_BYTES <= distance <= WORD_LIMIT - WORD_BYTES)

    # Rules

    def _simplified(self, name: str, arguments: list[int]) -> int:
        """The class that the first rule that fits gives, or -1."""
        shape = (name, *[self._shape(argument) for argument in arguments])
        for rule in _INDEX.candidates(shape):
            match = _Match(self)
            if match.operands_fit(rule.pattern, arguments) and match.holds(rule.conditions):
                return self._rebuild(rule.replacement, match)
        return -1

    def _shape(self, class_number: int) -> str:
        item = self.representatives[class_number].item
        if isinstance(item, Instruction):
            return item.name
        return ANY_NUMBER if isinstance(item, Push) else ANYTHING

    def _rebuild(self, term: Term, match: _Match) -> int:
        if isinstance(term, (AnyVariable, NumberVariable)):
            return match.classes[term.name]
        if isinstance(term, Operation):
            arguments = [self._rebuild(operand, match) for operand in term.operands]
            return self.find(instruction(term.name), arguments)
        return self.find_constant(evaluate(term, match.numbers))


class _Match:
    """What the variables of a rule stand for."""

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
        """Whether conditions hold for the numbers that were matched."""
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
