"""Facts about the values of a program at the current point of a walk.

Value numbering: equal computations on equal values have the same number, whatever variables hold
them, so facts from a condition hold wherever the value is recomputed. Value numbers are permanent;
facts about them, and the mapping from variables to numbers, depend on the program point. To leave a
branch, the changes since a checkpoint are rolled back.

A condition on a value also constrains the values that it was computed from: `require` propagates it
backwards.

Sources: B. Alpern, M. Wegman and F. Zadeck, "Detecting equality of variables in programs", POPL
1988; P. Cousot and R. Cousot, "Abstract interpretation", POPL 1977 (forward and backward rules).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple, final

from yulopt.domains.backward_transfer import required
from yulopt.domains.transfer import transfer
from yulopt.domains.words import AbstractWord, WordDomain

# The maximum number of values refined by one condition.
_MAX_REQUIRED: Final = 40

Operands = tuple[int, ...]


class Changes(NamedTuple):
    """The changed numbers of variables, and changed facts about values."""

    variables: dict[str, int]
    known: dict[int, AbstractWord]


class Mark(NamedTuple):
    """A checkpoint for rollback."""

    variables: int
    known: int


@final
class _Transferred:
    """The result of an instruction for these operands."""

    __slots__ = ("_operands", "result")

    def __init__(self, operands: list[AbstractWord], result: AbstractWord) -> None:
        self._operands = operands
        self.result = result

    def is_of(self, operands: list[AbstractWord]) -> bool:
        """Whether these are the same operands."""
        return all(operands[index] is operand for index, operand in enumerate(self._operands))


@final
class Facts:
    """The facts at a point; `is_reachable`: whether it can be reached."""

    def __init__(self, words: WordDomain) -> None:
        self.words = words
        self.is_reachable = True
        self._definitions: list[tuple[str, Operands]] = []
        self._numbers: dict[tuple[str, Operands], int] = {}
        self._constants: dict[int, int] = {}
        self._transferred: dict[int, _Transferred] = {}
        self._unrelated: set[int] = set()
        self._variables: dict[str, int] = {}
        self._known: dict[int, AbstractWord] = {}
        self._variable_trail: list[tuple[str, int | None]] = []
        self._known_trail: list[tuple[int, AbstractWord | None]] = []
        # What is known of values has changed this often, and then nothing was known of these.
        self._changes = 0
        self._unknown: dict[int, int] = {}
        self._required = 0

    # Values

    def fresh(self, values: AbstractWord) -> int:
        """A new value with these facts."""
        number = self._new("", ())
        if values is not self.words.any:
            self._learn(number, values)
        return number

    def fresh_any(self) -> int:
        """A new unknown value."""
        return self._new("", ())

    def unrelated(self) -> int:
        """The number of unknown values, which may differ from each other."""
        number = self._new("", ())
        self._unrelated.add(number)
        return number

    def constant(self, word: int) -> int:
        """The value that is this word."""
        number = self._constants.get(word)
        if number is None:
            number = self._constants[word] = self._new("literal", (word,))
        return number

    def node(self, name: str, operands: Operands) -> int:
        """The value of a pure instruction for these operands (see `yulopt.domains.identities`)."""
        key = (name, operands)
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = self._new(name, operands)
        self._learn_from_operands(number)
        return number

    def is_known_true(self, name: str, operands: Operands) -> bool:
        """Whether there is such a value, and it is known to be 1."""
        number = self._numbers.get((name, operands))
        return number is not None and self.values_of(number).constant == 1

    def definition(self, number: int) -> tuple[str, Operands]:
        """The instruction that computes a value, and its operands.

        It is `literal`, with the word, for a constant, and empty if unknown.
        """
        return self._definitions[number]

    def values_of(self, number: int) -> AbstractWord:
        """The abstract word of a value."""
        known = self._known.get(number)
        if known is not None:
            return known
        name, operands = self._definitions[number]
        if name == "literal":
            return self.words.constant(operands[0])
        if not name or self._unknown.get(number) == self._changes:
            return self.words.any
        return self._learn_from_operands(number)

    def _learn_from_operands(self, number: int) -> AbstractWord:
        made = self._transfer(number)
        known = self._known.get(number)
        if known is not None:
            met = self.words.meet(known, made)
            # Facts can contradict each other at unreachable points.
            made = known if met is None else met
        if made is self.words.any:
            self._unknown[number] = self._changes
        elif made != known:
            self._learn(number, made)
        return made

    def _transfer(self, number: int) -> AbstractWord:
        """What follows from the operands of a value, computed again if more or less is known."""
        name, operands = self._definitions[number]
        known = [self.values_of(operand) for operand in operands]
        last = self._transferred.get(number)
        if last is None or not last.is_of(known):
            last = _Transferred(known, transfer(self.words, name, known))
            self._transferred[number] = last
        return last.result

    def _new(self, name: str, operands: Operands) -> int:
        self._definitions.append((name, operands))
        return len(self._definitions) - 1

    def _learn(self, number: int, values: AbstractWord) -> None:
        self._changes += 1
        self._known_trail.append((number, self._known.get(number)))
        self._known[number] = values

    # Conditions

    def assume(self, number: int, *, is_true: bool) -> None:
        """Assume that a value is nonzero, or that it is zero."""
        self.require(number, self.words.not_zero if is_true else self.words.constant(0))

    def require(self, number: int, values: AbstractWord) -> None:
        """Assume that a value is one of these; the point is unreachable if it cannot be."""
        self._required = _MAX_REQUIRED
        self._require(number, values)

    def exclude(self, number: int, word: int) -> None:
        """Assume that a value is not this word."""
        self._required = _MAX_REQUIRED
        self._require(self.node("eq", (number, self.constant(word))), self.words.constant(0))

    def _require(self, number: int, values: AbstractWord) -> None:
        before = self.values_of(number)
        met = self.words.meet(before, values)
        if met is None:
            self.is_reachable = False
            return
        if met == before or self._required == 0:
            return
        self._required -= 1
        self._learn(number, met)
        name, operands = self._definitions[number]
        if not name:
            return
        if name == "carry" and met.constant == 0:
            self._require_whole_sum(operands)
        for index, operand in enumerate(operands):
            # A condition on one operand may have refined another.
            known = [self.values_of(other) for other in operands]
            needed = required(self.words, name, known, met, index)
            if needed is not None and self.is_reachable:
                self._require(operand, needed)

    def _require_whole_sum(self, operands: Operands) -> None:
        """A sum fits into a word, so it is no smaller than its operands."""
        total = self._numbers.get(("add", operands))
        if total is not None:
            least = sum(self.values_of(operand).least for operand in operands)
            if least <= self.words.mask:
                self._require(total, self.words.interval(least, self.words.mask))

    # Places

    def variable(self, name: str) -> int:
        """The value of a variable."""
        return self._variables[name]

    def has_variable(self, name: str) -> bool:
        """Whether the variable has a value here."""
        return name in self._variables

    def set_variable(self, name: str, number: int) -> None:
        """Set the value of a variable."""
        self._variable_trail.append((name, self._variables.get(name)))
        self._variables[name] = number

    def mark(self) -> Mark:
        """The current checkpoint."""
        return Mark(len(self._variable_trail), len(self._known_trail))

    def set_since(self, mark: Mark) -> list[str]:
        """The names of variables set since the checkpoint, possibly repeated."""
        return [name for name, _ in self._variable_trail[mark.variables :]]

    def rollback(self, mark: Mark) -> Changes:
        """Roll back to a reachable checkpoint; returns the changes since."""
        variables: dict[str, int] = {}
        known: dict[int, AbstractWord] = {}
        while len(self._variable_trail) > mark.variables:
            name, number = self._variable_trail.pop()
            variables.setdefault(name, self._variables[name])
            if number is None:
                del self._variables[name]
            else:
                self._variables[name] = number
        self._changes += 1
        while len(self._known_trail) > mark.known:
            number, values = self._known_trail.pop()
            known.setdefault(number, self._known[number])
            if values is None:
                del self._known[number]
            else:
                self._known[number] = values
        return Changes(variables, known)

    def join(self, places: Sequence[Changes]) -> None:
        """Join the states at these points, each given as the changes since a common checkpoint.

        If there is none, the point is unreachable.
        """
        self.is_reachable = bool(places)
        if not places:
            return
        first, *others = places
        for number, values in first.known.items():
            joined: AbstractWord | None = values
            for place in others:
                known = place.known.get(number)
                joined = None if known is None or joined is None else self.words.join(joined, known)
            if joined is not None:
                self._learn(number, joined)
        # Variables with the same value at each point keep it.
        one_of: dict[Operands, int] = {}
        for name in {name: None for place in places for name in place.variables}:
            before = self._variables.get(name)
            if before is not None:
                numbers = tuple([place.variables.get(name, before) for place in places])
                if numbers not in one_of or not self._unrelated.isdisjoint(numbers):
                    one_of[numbers] = self._one_of(numbers, places)
                self.set_variable(name, one_of[numbers])

    def _one_of(self, numbers: Sequence[int], places: Sequence[Changes]) -> int:
        """A phi: one of these values, depending on the incoming path."""
        if all(number == numbers[0] for number in numbers):
            return numbers[0]
        joined: AbstractWord | None = None
        for number, place in zip(numbers, places, strict=True):
            known = place.known.get(number)
            values = self.values_of(number) if known is None else known
            joined = values if joined is None else self.words.join(joined, values)
        assert joined is not None
        return self.fresh(joined)
