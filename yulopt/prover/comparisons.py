"""Comparisons of words in normal form: words that are 0 or 1."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from yulopt.prover.terms import Term, Terms
from yulopt.rules.arithmetic import WORD_BITS
from yulopt.syntax.literals import WORD_MASK

if TYPE_CHECKING:
    from yulopt.prover.words import Words

_SIGN: Final = 1 << (WORD_BITS - 1)


class Comparisons:
    """Builds comparisons of words."""

    def __init__(self, terms: Terms, words: Words) -> None:
        self._terms = terms
        self._words = words

    def is_zero(self, word: Term) -> Term:
        """1 for 0, else 0."""
        if word.is_constant:
            return self._terms.constant(int(word.value == 0))
        op, args = word.op, word.args
        if op == "iszero":
            if args[0].is_boolean:
                return args[0]
        elif op == "sum":
            return self.equal(word, self._terms.zero)
        elif op == "shl" and args[0].is_constant:
            return self.is_zero(self._words.unshifted(word))
        elif op == "xor" and len(args) == 2:
            return self.equal(args[0], args[1])
        elif op == "not":
            return self.equal(args[0], self._terms.constant(WORD_MASK))
        return self._terms.make("iszero", args=(word,))

    def truth(self, word: Term) -> Term:
        """1 unless it is 0."""
        return word if word.is_boolean else self.is_zero(self.is_zero(word))

    def equal(self, one: Term, other: Term) -> Term:
        """1 if both are equal."""
        if one is other:
            return self._terms.one
        rest = self._rest(one, other) or self._rest(other, one)
        if rest is not None:
            # Subtraction splits high bits off as a shifted word, which would hide this.
            return self.is_zero(rest)
        difference = self._words.subtract(one, other)
        if difference.is_constant:
            return self._terms.zero
        for constant, word in ((one, other), (other, one)):
            if constant.is_constant and word.op != "sum":
                return self._equal_to(word, constant)
        return self._zero_sum(difference) if difference.op == "sum" else self.is_zero(difference)

    def _zero_sum(self, word: Term) -> Term:
        """Whether a sum is 0: the constant on one side, the first coefficient positive, and two
        words with coefficient 1 on opposite sides."""
        assert isinstance(word.data, tuple)
        numbers = [int(number) for number in word.data]
        if numbers[1] >= _SIGN:
            numbers = [-number & WORD_MASK for number in numbers]
        constant = self._terms.constant(-numbers[0] & WORD_MASK)
        if numbers == [0, 1, WORD_MASK]:
            return self._equal_words(*word.args)
        if numbers[1:] == [1]:
            return self._equal_to(word.args[0], constant)
        numbers[0] = 0
        return self._terms.make("eq", args=(constant, self._words.sum(numbers, word.args)))

    def _equal_words(self, one: Term, other: Term) -> Term:
        """Whether two words are equal."""
        rest = self._rest(one, other) or self._rest(other, one)
        return self._terms.make("eq", args=(one, other)) if rest is None else self.is_zero(rest)

    def _rest(self, word: Term, part: Term) -> Term | None:
        """The bits of a word that are not in a part of it, if that is a mask or the truth value."""
        if part.op == "iszero" and part is self.truth(word):
            return self._words.shifted_right(1, word)
        if part.op != "and" or part.args[1:] != (word,) or not part.args[0].is_constant:
            return None
        mask = part.args[0].value
        if mask & (mask + 1) == 0:
            return self._words.shifted_right(mask.bit_length(), word)
        return self._words.masked(word, mask ^ WORD_MASK)

    def _equal_to(self, word: Term, constant: Term) -> Term:
        """Whether a word that is not a sum equals a number."""
        number = constant.value
        if number & ~word.ones:
            return self._terms.zero
        if number == 0:
            return self.is_zero(word)
        if word.is_boolean:
            return word
        if word.op == "signextend":
            extended = self._words.apply("signextend", [word.args[0], constant])
            if extended.is_constant and extended is not constant:
                return self._terms.zero
        if word.op == "not":
            return self._equal_to(word.args[0], self._terms.constant(number ^ WORD_MASK))
        return self._terms.make("eq", args=(constant, word))

    def less(self, one: Term, other: Term) -> Term:
        """1 if the first is smaller."""
        if one is other or other is self._terms.zero:
            return self._terms.zero
        if one is self._terms.zero:
            return self.truth(other)
        if other is self._terms.one:
            return self.is_zero(one)
        if other.is_constant and one.ones < other.value:
            return self._terms.one
        if one.is_constant and other.ones <= one.value:
            return self._terms.zero
        if other.op == "sum":
            # x < x - y exactly if that wraps around, which is x < y.
            difference = self._words.subtract(one, other)
            if difference.op != "sum":
                return self.less(one, difference)
        # A comparison with a power of two is a test of the bits above.
        if other.is_constant and other.value & (other.value - 1) == 0:
            return self.is_zero(self._words.shifted_right(other.value.bit_length() - 1, one))
        if one.is_constant and one.value & (one.value + 1) == 0:
            return self.truth(self._words.shifted_right(one.value.bit_length(), other))
        if one.is_constant:
            # `a >= b` is `not a < b`.
            limit = self._terms.constant(one.value + 1)
            return self.is_zero(self._terms.make("lt", args=(other, limit)))
        return self._terms.make("lt", args=(one, other))

    def less_signed(self, one: Term, other: Term) -> Term:
        """1 if the first is smaller as a signed number."""
        if one is other:
            return self._terms.zero
        if (one.ones | other.ones) & _SIGN == 0:
            return self.less(one, other)
        if one.is_constant:
            if one.value == _SIGN - 1:
                return self._terms.zero
            limit = self._terms.constant(one.value + 1 & WORD_MASK)
            return self.is_zero(self.less_signed(other, limit))
        if other.is_constant and other.value == _SIGN:
            return self._terms.zero
        return self._terms.make("slt", args=(one, other))
