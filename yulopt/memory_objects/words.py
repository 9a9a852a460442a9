"""What words of memory hold, wherever a walk through a program can get to.

This goes on where `yulopt.ranges.flow` ends: values have numbers, and so has what a word of memory
holds. A word is known by its address, which is a sum of values. A store forgets the words that it
may touch, and no others. What a loop changes is found by walking through an iteration, first as if
it changed nothing. Words of hashed memory make one value: equal contents, equal hashes.

Sources: B. Alpern, M. Wegman and F. Zadeck, "Detecting equality of variables in programs", POPL
1988 (value numbers); W. Landi and B. Ryder, "A safe approximate algorithm for interprocedural
pointer aliasing", PLDI 1992.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from yulopt.analysis.control_flow import FunctionFlow
from yulopt.dialect import Operation
from yulopt.memory_objects.addresses import (
    OUT_OF_REACH,
    Span,
    Sum,
    as_sum,
    end_of,
    is_apart,
    is_behind,
)
from yulopt.ranges.facts import Operands
from yulopt.ranges.flow import RangeFlow
from yulopt.syntax.ast import ForLoop, FunctionDefinition
from yulopt.syntax.literals import WORD_BYTES

# Memory that is hashed, word by word, and words of which anything is known.
_MOST_HASHED: Final = 8
_MOST_WORDS: Final = 64
# Loops in more loops than that may change all memory.
_DEEP: Final = 2
# So often is looked for what a loop changes, given what it changes.
_MOST_ROUNDS: Final = 4


class WordFlow(RangeFlow):
    """Walks through functions, and knows words of memory; what writes is said by who derives.

    `floors` says of values which other ones they are certainly not less than.
    """

    def __init__(self, functions: Iterable[FunctionDefinition], flow: FunctionFlow) -> None:
        super().__init__(functions, flow)
        self.floors: dict[int, int] = {}
        self._spans: dict[str, Span] = {}
        # What is in a word of which nothing is known.
        self._lost = 0
        # What is changed in the loop whose changes are being looked for.
        self._changed: set[str] | None = None

    def _begin(self, function: FunctionDefinition | None) -> None:
        super()._begin(function)
        self.floors = {}
        self._spans = {}
        self._lost = self.facts.unrelated()

    def known_places(self) -> list[str]:
        """The variables of the facts that stand for places outside variables."""
        return list(self._spans)

    def word_at(self, address: Sum) -> int | None:
        """What memory holds at an address, None if that is not known."""
        name = word_name(address)
        if name not in self._spans or not self.facts.has_variable(name):
            return None
        number = self.facts.variable(name)
        return None if number == self._lost else number

    def _load(self, address: Sum) -> int:
        number = self.word_at(address)
        if number is None:
            number = self.facts.fresh_any()
            self._remember(address, number)
        return number

    def _hash(self, start: Sum, length: int | None) -> int | None:
        if length is None or length > _MOST_HASHED * WORD_BYTES:
            return None
        contents = [
            self._load(Sum(start.constant + offset, start.terms))
            for offset in range(0, length, WORD_BYTES)
        ]
        return self.facts.node(f"keccak256:{length}", tuple(contents))

    def _remember(self, address: Sum, number: int) -> None:
        facts = self.facts
        name = word_name(address)
        if name not in self._spans:
            if len(self._spans) >= _MOST_WORDS:
                # No place that the walk comes back to has them.
                self._spans = {
                    one: span for one, span in self._spans.items() if facts.has_variable(one)
                }
            if len(self._spans) >= _MOST_WORDS and address.terms:
                return
            self._spans[name] = Span(address, WORD_BYTES)
        self._change(name, number)

    def _change(self, name: str, number: int) -> None:
        self.facts.set_variable(name, number)
        if self._changed is not None:
            self._changed.add(name)

    def _write(self, span: Span | None) -> None:
        """Something is written, None is anywhere: forget the words that it may touch."""
        facts = self.facts
        for name, word in self._spans.items():
            if not facts.has_variable(name) or facts.variable(name) == self._lost:
                continue
            if self._may_touch(span, word):
                self._lose(name)

    def _lose(self, name: str) -> None:
        self._change(name, self._lost)

    def _may_touch(self, span: Span | None, word: Span) -> bool:
        """Whether what is written may be part of a word."""
        return span is None or not self._are_apart(span, word)

    def _are_apart(self, one: Span, other: Span) -> bool:
        facts = self.facts
        return (
            is_apart(facts, one, other)
            or is_behind(facts, one, end_of(other), self.floors)
            or is_behind(facts, other, end_of(one), self.floors)
        )

    def _span(self, access: Operation, operands: Operands) -> Span | None:
        if access.start is None:
            return None
        length = access.fixed_length
        if length is None:
            index = access.length if access.length is not None else access.length_limit
            assert index is not None
            # More than that does not happen.
            length = min(self.facts.values_of(operands[index]).most, OUT_OF_REACH)
        return Span(as_sum(self.facts, operands[access.start]), length)

    # Loops

    def changed_elsewhere(self, loop: ForLoop, assigned: list[str]) -> list[str]:
        facts = self.facts
        names = [name for name in self.known_places() if facts.has_variable(name)]
        changed = set(names)
        if self._depth <= _DEEP:
            # What an iteration changes may let the next one change more.
            found: set[str] = set()
            for _ in range(_MOST_ROUNDS):
                assumed = found
                changed_now = self._changed_by_iteration(
                    loop, [*assigned, *(name for name in names if name in assumed)]
                )
                found = assumed | changed_now.intersection(names)
                if found == assumed:
                    changed = found
                    break
        return [name for name in names if name in changed]

    def _changed_by_iteration(self, loop: ForLoop, in_loop: list[str]) -> set[str]:
        """The words that an iteration changes, if those before it have changed some variables."""
        facts = self.facts
        outer = self._changed, self._changes_code, self._in_loop
        self._changed, self._changes_code = set(), False
        self._in_loop = in_loop
        mark = facts.mark()
        self._iteration(loop, [self.words.any] * len(self._in_loop))
        facts.take_back(mark)
        facts.is_reachable = True
        changed = self._changed
        self._changed, self._changes_code, self._in_loop = outer
        return changed


def word_name(address: Sum) -> str:
    """The variable of the facts that stands for the word at an address."""
    return f"@{address.constant}:{address.terms}"
