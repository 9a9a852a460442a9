"""What is known of the values that a program computes, where a walk through it is.

Each value has a number, and values that are computed in the same way from the same values have the
same one, whatever variables they are in: that is value numbering, so what a condition says of a
value is known wherever it is computed again. Value numbers are permanent; facts about them, and
the mapping from variables to numbers, depend on the program point. To leave a branch, the changes
since a checkpoint are rolled back.

What is required of a value says something of the values that it was computed from: `require`
follows them backwards.

Sources: B. Alpern, M. Wegman and F. Zadeck, "Detecting equality of variables in programs", POPL
1988; P. Cousot and R. Cousot, "Abstract interpretation", POPL 1977 (forward and backward rules).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple, final

from yulopt.domains.backward_transfer import required
from yulopt.domains.transfer import transfer
from yulopt.domains.words import AbstractWord, WordDomain

# How many values at most are looked at because of what one condition says.
_MAX_REQUIRED: Final = 40

Operands = tuple[int, ...]


class Changes(NamedTuple):
    """The numbers of variables, and what is known of values, where they differ from before."""

    variables: dict[str, int]
    known: dict[int, AbstractWord]


class Mark(NamedTuple):
    """A place to which changes can be taken back."""

    variables: int
    known: int


@final
class Facts:
    """What is known; `is_reachable` is whether the walk can get to where it is."""

    def __init__(self, words: WordDomain) -> None:
        self.words = words
        self.is_reachable = True
        self._definitions: list[tuple[str, Operands]] = []
        self._numbers: dict[tuple[str, Operands], int] = {}
        self._unrelated: set[int] = set()
        self._variables: dict[str, int] = {}
        self._known: dict[int, AbstractWord] = {}
        self._variable_trail: list[tuple[str, int | None]] = []
        self._known_trail: list[tuple[int, AbstractWord | None]] = []
        self._required = 0

    # Values

    def fresh(self, values: AbstractWord) -> int:
        """A new value, of which this is known."""
        number = self._new("", ())
        if values is not self.words.any:
            self._learn(number, values)
        return number

    def fresh_any(self) -> int:
        """A new value, of which nothing is known."""
        return self._new("", ())

    def unrelated(self) -> int:
        """A number for values of which nothing is known, not even that they are the same."""
        number = self._new("", ())
        self._unrelated.add(number)
        return number

    def constant(self, word: int) -> int:
        """The value that is this word."""
        key = ("literal", (word,))
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = self._new(*key)
        return number

    def node(self, name: str, operands: Operands) -> int:
        """What a pure instruction makes of these values (see `yulopt.domains.identities`)."""
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

        It is `literal`, with the word, for a constant, and empty for what is not known.
        """
        return self._definitions[number]

    def values_of(self, number: int) -> AbstractWord:
        """What is known of a value."""
        known = self._known.get(number)
        if known is not None:
            return known
        name, operands = self._definitions[number]
        if name == "literal":
            return self.words.constant(operands[0])
        return self._learn_from_operands(number) if name else self.words.any

    def _learn_from_operands(self, number: int) -> AbstractWord:
        name, operands = self._definitions[number]
        made = transfer(self.words, name, [self.values_of(operand) for operand in operands])
        known = self._known.get(number)
        if known is not None:
            met = self.words.meet(known, made)
            # There is nothing that both are if the walk cannot get here.
            made = known if met is None else met
        if made is not self.words.any and made != known:
            self._learn(number, made)
        return made

    def _new(self, name: str, operands: Operands) -> int:
        self._definitions.append((name, operands))
        return len(self._definitions) - 1

    def _learn(self, number: int, values: AbstractWord) -> None:
        self._known_trail.append((number, self._known.get(number)))
        self._known[number] = values

    # Conditions

    def assume(self, number: int, *, is_true: bool) -> None:
        """Go on where a value is not zero, or where it is."""
        self.require(number, self.words.not_zero if is_true else self.words.constant(0))

    def require(self, number: int, values: AbstractWord) -> None:
        """Go on where a value is one of these; if it cannot be, the walk cannot get there."""
        self._required = _MAX_REQUIRED
        self._require(number, values)

    def exclude(self, number: int, word: int) -> None:
        """Go on where a value is not this word."""
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
            # One operand may be known better by now for what is required of another.
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
        """A variable has this value from here on."""
        self._variable_trail.append((name, self._variables.get(name)))
        self._variables[name] = number

    def mark(self) -> Mark:
        """The place where the walk is, to take back what changes from here on."""
        return Mark(len(self._variable_trail), len(self._known_trail))

    def set_since(self, mark: Mark) -> list[str]:
        """The names of variables that were set since the mark, some of them more than once."""
        return [name for name, _ in self._variable_trail[mark.variables :]]

    def rollback(self, mark: Mark) -> Changes:
        """Be back at the mark, where the walk was able to get; returns what has changed since."""
        variables: dict[str, int] = {}
        known: dict[int, AbstractWord] = {}
        while len(self._variable_trail) > mark.variables:
            name, number = self._variable_trail.pop()
            variables.setdefault(name, self._variables[name])
            if number is None:
                del self._variables[name]
            else:
                self._variables[name] = number
        while len(self._known_trail) > mark.known:
            number, values = self._known_trail.pop()
            known.setdefault(number, self._known[number])
            if values is None:
                del self._known[number]
            else:
                self._known[number] = values
        return Changes(variables, known)

    def join(self, places: Sequence[Changes]) -> None:
        """Go on where any of these places can lead to, each a mark with changes since.

        If there is none, the walk cannot get here.
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
        # Variables that are the same in each place stay the same.
        one_of: dict[Operands, int] = {}
        for name in {name: None for place in places for name in place.variables}:
            before = self._variables.get(name)
            if before is not None:
                numbers = tuple([place.variables.get(name, before) for place in places])
                if numbers not in one_of or not self._unrelated.isdisjoint(numbers):
                    one_of[numbers] = self._one_of(numbers, places)
                self.set_variable(name, one_of[numbers])

    def _one_of(self, numbers: Sequence[int], places: Sequence[Changes]) -> int:
        """A value that is one of these, depending on where the walk comes from."""
        if all(number == numbers[0] for number in numbers):
            return numbers[0]
        joined: AbstractWord | None = None
        for number, place in zip(numbers, places, strict=True):
            known = place.known.get(number)
            values = self.values_of(number) if known is None else known
            joined = values if joined is None else self.words.join(joined, values)
        assert joined is not None
        return self.fresh(joined)
