"""What is known about terms on the way to where execution is."""

from __future__ import annotations

from yulopt.prover.choices import Choices
from yulopt.prover.terms import Term, Terms
from yulopt.prover.words import Words


class Facts:
    """Terms that are equal to constants, going by the conditions that were met."""

    def __init__(self, terms: Terms, words: Words) -> None:
        self._terms = terms
        self._words = words
        self._choices: Choices = words.choices
        self._known: dict[Term, Term] = {}
        self._trail: list[tuple[Term, Term | None]] = []

    def of(self, term: Term) -> Term:
        """The term, or the constant that it is here."""
        return self._known.get(term, term)

    def mark(self) -> int:
        """What `forget` needs to come back to what is known now."""
        return len(self._trail)

    def forget(self, mark: int) -> None:
        """Forget what was learnt since then."""
        while len(self._trail) > mark:
            term, before = self._trail.pop()
            if before is None:
                del self._known[term]
            else:
                self._known[term] = before

    def decide(self, condition: Term) -> bool | None:
        """Whether a condition holds here, if that is known."""
        condition, opposite = self._choices.condition(condition)
        value = self.of(condition)
        if not value.is_constant and not condition.is_boolean:
            zero = self.of(self._words.is_zero(condition))
            if zero.is_constant:
                return (zero.value == 0) != opposite
        return (value.value != 0) != opposite if value.is_constant else None

    def learn(self, condition: Term, holds: bool) -> None:
        """Note that a condition holds here, or does not."""
        condition, opposite = self._choices.condition(condition)
        if condition.is_constant:
            return
        if holds != opposite:
            if condition.is_boolean:
                self._set(condition, self._terms.one)
            self._set(self._words.is_zero(condition), self._terms.zero)
            if condition.op == "eq" and condition.args[0].is_constant:
                self._set(condition.args[1], condition.args[0])
            elif condition.op == "and" and all(arg.is_boolean for arg in condition.args):
                for arg in condition.args:
                    self.learn(arg, True)
        else:
            self._set(condition, self._terms.zero)
            self._set(self._words.is_zero(condition), self._terms.one)
            if condition.op == "or":
                for arg in condition.args:
                    self.learn(arg, False)

    def _set(self, term: Term, value: Term) -> None:
        if not term.is_constant:
            self._trail.append((term, self._known.get(term)))
            self._known[term] = value
