"""Choices between two terms by a condition, in normal form.

A condition is a word, which holds unless it is 0. Choices are between words, between states, and
between continuations.

Source: gated single assignment form, Ottenstein, Ballance, MacCabe (PLDI 1990).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from yulopt.prover.terms import Term, Terms

if TYPE_CHECKING:
    from yulopt.prover.words import Words

# Operations that are negated by an equivalent condition on their operands.
_DIFFERENCES: Final = frozenset({"sum", "xor"})


class Choices:
    """Builds choices in normal form."""

    def __init__(self, terms: Terms, words: Words) -> None:
        self._terms = terms
        self._words = words
        # How deep choices inside others are decided by the conditions of these.
        self.depth = 0
        # The word in a slot of storage; set by `Arrays`, which need choices themselves.
        self.load: Callable[[Term, Term], Term] | None = None

    def condition(self, word: Term) -> tuple[Term, bool]:
        """A condition, and whether it is the negation of the word."""
        opposite = False
        while True:
            if word.op == "iszero":
                word = word.args[0]
                opposite = not opposite
            elif word.op in _DIFFERENCES:
                zero = self._words.is_zero(word)
                if zero.op == "iszero" and zero.args[0] is word:
                    return word, opposite
                word = zero.args[0] if zero.op == "iszero" else zero
                opposite ^= zero.op != "iszero"
            elif word.op == "ite" and word.args[1].is_constant and word.args[2].is_constant:
                holds, fails = word.args[1].value != 0, word.args[2].value != 0
                if holds == fails:
                    return self._terms.constant(int(holds)), opposite
                word = word.args[0]
                opposite = opposite if holds else not opposite
            elif word.op == "shl" and word.args[0].is_constant:
                word = self._words.unshifted(word)
            elif word.op == "or" and any(map(_is_truth, word.args)):
                inner = [arg.args[0].args[0] if _is_truth(arg) else arg for arg in word.args]
                word = self._words.disjunction(inner)
            else:
                return word, opposite

    def choose(self, condition: Term, one: Term, other: Term) -> Term:
        """`one` if the condition holds, else `other`."""
        if one is other:
            return one
        condition, opposite = self.condition(condition)
        if opposite:
            one, other = other, one
        if condition.is_constant:
            return one if condition.value else other
        whole, whole_other = one, other
        one, other = self._if_holds(condition, one), self._if_fails(condition, other)
        if one is other:
            return one
        # One of them may be the choice already.
        if self._if_fails(condition, whole) is other:
            return whole
        if self._if_holds(condition, whole_other) is one:
            return whole_other
        if self._is_redundant_store(condition, one, other):
            return other
        zero = self._terms.zero
        if other is zero and (one is condition or one is self._terms.one):
            return condition if one is condition else self._words.truth(condition)
        if one is zero and other is self._terms.one:
            return self._words.is_zero(condition)
        return self._terms.make("ite", args=(condition, one, other))

    def _is_redundant_store(self, condition: Term, storage: Term, after: Term) -> bool:
        """Whether `after` is `storage` with a word written that is there already if the condition
        holds."""
        if after.op != "sstore" or condition.op != "eq" or after.args[0] is not storage:
            return False
        _, slot, word = after.args
        if word not in condition.args or self.load is None:
            return False
        return self.load(storage, slot) in condition.args

    def given(self, term: Term, condition: Term, *, holds: bool, inside: int = 0) -> Term:
        """A term, given that a condition holds or does not: choices by this condition are decided.

        `inside` is their depth in other choices.
        """
        while term.op == "ite" and term.args[0] is condition:
            term = term.args[1 if holds else 2]
        if term.op != "ite" or inside >= self.depth:
            return term
        other, *ways = term.args
        one, two = (self.given(way, condition, holds=holds, inside=inside + 1) for way in ways)
        if one is ways[0] and two is ways[1]:
            return term
        return self.choose(other, one, two)

    def _if_holds(self, condition: Term, term: Term) -> Term:
        """The term where the condition holds."""
        term = self.given(term, condition, holds=True)
        if term is condition and condition.is_boolean:
            return self._terms.one
        if condition.op == "eq" and condition.args[0].is_constant and term is condition.args[1]:
            return condition.args[0]
        if term.op == "iszero" and term.args[0] is condition:
            return self._terms.zero
        return term

    def _if_fails(self, condition: Term, term: Term) -> Term:
        """The term where the condition does not hold."""
        term = self.given(term, condition, holds=False)
        if term.op == "iszero" and term.args[0] is condition:
            return self._terms.one
        return self._terms.zero if term is condition else term

    def inside(self, name: str, args: Sequence[Term]) -> Term | None:
        """An instruction on constants and one choice between constants, as such a choice.

        None for other operands.
        """
        choice: Term | None = None
        for arg in args:
            if arg.is_constant:
                continue
            if choice is not None or arg.op != "ite":
                return None
            if not (arg.args[1].is_constant and arg.args[2].is_constant):
                return None
            choice = arg
        if choice is None:
            return None
        one, other = (
            self._words.apply(name, [side if arg is choice else arg for arg in args])
            for side in choice.args[1:]
        )
        return self.choose(choice.args[0], one, other)


def _is_truth(word: Term) -> bool:
    """Whether a word is the negation of a negation."""
    return word.op == "iszero" and word.args[0].op == "iszero"
