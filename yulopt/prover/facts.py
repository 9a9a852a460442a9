"""Path-sensitive facts about terms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod
from typing import Final

from yulopt.prover.choices import Choices
from yulopt.prover.known import MAX_ADDRESS, UNKNOWN, Bounds
from yulopt.prover.sorts import Sort, sort_of
from yulopt.prover.terms import Term, Terms
from yulopt.prover.words import Words
from yulopt.rules.arithmetic import signed
from yulopt.syntax.literals import WORD_BYTES, WORD_LIMIT, WORD_MASK

# Maximum nesting of choices both cases of which count for the bounds of a word.
_MAX_CHOICES: Final = 2
_MAX_SIGNED: Final = WORD_MASK >> 1


class Facts:
    """Terms that equal constants, and bounds of words, by the conditions on the path.

    With `refines`, also the possible bits of words: one with known zero bits equals itself,
    masked.
    """

    def __init__(
        self, terms: Terms, words: Words, *, refines: bool = False, drops_masks: bool = False
    ) -> None:
        self._terms = terms
        self._words = words
        self._choices: Choices = words.choices
        self._refines = refines
        self._drops_masks = drops_masks
        # The keys are terms; memory and an address, for the word there; or memory after a call,
        # twice, for memory before it.
        self._known: dict[Term | tuple[Term, Term], Term] = {}
        self._trail: list[tuple[Term | tuple[Term, Term], Term | None]] = []
        self._limits: dict[Term, Bounds] = {}
        self._trail_of_limits: list[tuple[Term, Bounds | None]] = []
        # Differences of words that have limits, without their constants.
        self._differences: dict[Term, None] = {}
        # The bounds by these facts. Words share conditions, so they are needed many times.
        self._found: dict[tuple[Term, int], tuple[int, int]] = {}
        # The conditions that were met.
        self.conditions: list[tuple[Term, bool]] = []

    def of(self, term: Term) -> Term:
        """The term, or the constant or masked word that it equals here."""
        return self._known.get(term, term)

    def here(self, word: Term) -> Term:
        """The value of a word on this path; with `drops_masks`, without a mask that is redundant
        here, and without disjuncts that do not hold."""
        term = self.of(word)
        if not self._drops_masks:
            return term
        if term.op == "or":
            return self._words.disjunction(
                arg for arg in term.args if self.decide(arg) is not False
            )
        if term.op != "and" or len(term.args) != 2:
            return term
        mask, masked = term.args
        if not mask.is_constant:
            return term
        ones = masked.ones & (1 << self.bounds(masked)[1].bit_length()) - 1
        ones &= self._limits.get(masked, UNKNOWN).ones
        if masked.op == "sum":
            assert isinstance(masked.data, tuple)
            # All its parts are multiples of this power of two.
            bits = int(masked.data[0])
            for coefficient in masked.data[1:]:
                bits |= int(coefficient)
            ones &= -(bits & -bits)
        return term if ones & ~mask.value else masked

    def bounds_of(self, state: Mapping[str, Term]) -> dict[str, Bounds]:
        """The bounds of the words in a state here."""
        return {
            name: self.abstract(term) for name, term in state.items() if sort_of(term) is Sort.WORD
        }

    def abstract(self, term: Term) -> Bounds:
        """The bounds of a word, and the bits that it can have, here."""
        least, most = self.bounds(term)
        ones = self.of(term).ones & self._limits.get(term, UNKNOWN).ones
        return Bounds(least, most, ones & (1 << most.bit_length()) - 1)

    def mark(self) -> tuple[int, int, int]:
        """A checkpoint of the current facts, for `forget`."""
        return len(self._trail), len(self._trail_of_limits), len(self.conditions)

    def forget(self, mark: tuple[int, int, int]) -> None:
        """Roll back to a checkpoint."""
        self._found.clear()
        while len(self._trail) > mark[0]:
            term, before = self._trail.pop()
            if before is None:
                del self._known[term]
            else:
                self._known[term] = before
        while len(self._trail_of_limits) > mark[1]:
            term, limits = self._trail_of_limits.pop()
            if limits is None:
                del self._limits[term]
            else:
                self._limits[term] = limits
        del self.conditions[mark[2] :]

    def decide(self, condition: Term) -> bool | None:
        """Whether a condition holds here, if that is known."""
        condition, opposite = self._choices.condition(condition)
        value = self.of(condition)
        if not value.is_constant and not condition.is_boolean:
            zero = self.of(self._words.is_zero(condition))
            if zero.is_constant:
                return (zero.value == 0) != opposite
        if value.is_constant:
            return (value.value != 0) != opposite
        decided = self._by_bounds(condition)
        if decided is None and condition.op in ("and", "or"):
            decided = self._by_terms(condition)
        return None if decided is None else decided != opposite

    def _by_terms(self, condition: Term) -> bool | None:
        """Whether a disjunction or a conjunction holds, by its terms."""
        is_or = condition.op == "or"
        decided = [self.decide(term) for term in condition.args]
        if is_or in decided:
            return is_or
        # Words without a common bit are not 0, but their conjunction is.
        if None in decided or not (is_or or all(term.is_boolean for term in condition.args)):
            return None
        return not is_or

    def _by_bounds(self, condition: Term) -> bool | None:
        if condition.op == "shr" and condition.args[0].is_constant:
            least, most = self.bounds(condition.args[1])
            amount = condition.args[0].value
            return True if least >> amount else None if most >> amount else False
        if self._is_exact_product(condition):
            return True
        if condition.op == "lt":
            opposite = self.of(self._words.less(*reversed(condition.args)))
            if opposite is self._terms.one:
                return False
        if condition.op not in ("eq", "lt", "slt"):
            counts = self._refines or self._drops_masks
            least, most = self.bounds(condition) if counts else (0, WORD_MASK)
            return True if least else None if most else False
        args = condition.args
        if condition.op == "eq" and args[0].is_constant:
            end = _end_of_calldata(args[1], args[0].value)
            if end and self.bounds(self._terms.make("calldatasize"))[1] < end:
                return False
        if condition.op == "slt":
            # Adding 2**255 turns the order of signed numbers into that of unsigned ones.
            args = tuple([self._words.add_number(arg, _MAX_SIGNED + 1) for arg in args])
        (least, most), (other_least, other_most) = map(self.bounds, args)
        if condition.op == "eq":
            if most < other_least or other_most < least:
                return False
            return True if least == most == other_least == other_most else None
        if most < other_least:
            return True
        if least >= other_most:
            return False
        if condition.op == "lt" and "sum" in (condition.args[0].op, condition.args[1].op):
            return self._is_less_by_difference(*condition.args)
        return None

    def _is_less_by_difference(self, one: Term, other: Term) -> bool | None:
        """Whether a word is less than another one, None unless adding their difference to one of
        them cannot overflow here."""
        for smaller, larger in ((one, other), (other, one)):
            least, most = self.bounds(self._words.subtract(larger, smaller))
            if self.bounds(smaller)[1] + most <= WORD_MASK and (least or smaller is other):
                return smaller is one
        return None

    def _is_exact_product(self, condition: Term) -> bool:
        """Whether this is an overflow check of a product that does not overflow here, such as
        `or(iszero(x), eq(y, div(mul(x, y), x)))`; or its second half, for an x other than 0."""
        tests = condition.args if condition.op == "or" else (condition,)
        for test in tests:
            for quotient, factor in (test.args, test.args[::-1]) if test.op == "eq" else ():
                if quotient.op != "div":
                    continue
                product, divisor = quotient.args
                least, most = self.bounds(divisor)
                if (
                    (least > 0 or self._words.is_zero(divisor) in tests)
                    and most * self.bounds(factor)[1] <= WORD_MASK
                    and product is self._words.apply("mul", (factor, divisor))
                ):
                    return True
        return False

    def bounds(self, word: Term, choices: int = _MAX_CHOICES) -> tuple[int, int]:
        """The least and the largest number that a word can be here."""
        found = self._found.get((word, choices))
        if found is None:
            found = self._found[word, choices] = self._bounds_of(word, choices)
        return found

    def _bounds_of(self, word: Term, choices: int) -> tuple[int, int]:
        known = self.of(word)
        if known.is_constant:
            return known.value, known.value
        limits = self._limits.get(word, UNKNOWN)
        least = max(limits.least, word.least)
        most = min(limits.most, word.most)
        most = min(most, known.ones & limits.ones & (1 << most.bit_length()) - 1)
        if word.op == "ite":
            holds = self.decide(word.args[0])
            if holds is not None:
                return self.bounds(word.args[1 if holds else 2], choices)
            if choices:
                cases = [self._bounds_of_case(word, holds, choices - 1) for holds in (True, False)]
                least = max(least, min(lowest for lowest, _ in cases))
                most = min(most, max(highest for _, highest in cases))
        if word.op == "shr" and word.args[0].is_constant:
            ends = [bound >> word.args[0].value for bound in self.bounds(word.args[1])]
            return max(least, ends[0]), min(most, ends[1])
        if word.op == "shl" and word.args[0].is_constant:
            ends = [bound << word.args[0].value for bound in self.bounds(word.args[1])]
            if ends[1] <= WORD_MASK:
                return max(least, ends[0]), min(most, ends[1])
        if word.op == "div" and word.args[1].is_constant:
            ends = [bound // word.args[1].value for bound in self.bounds(word.args[0])]
            return max(least, ends[0]), min(most, ends[1])
        if word.op == "and" and word.args[0].is_constant and len(word.args) == 2:
            mask = word.args[0].value
            ends = list(self.bounds(word.args[1]))
            # Above the highest bit in which the bounds differ, all bits are known.
            if not mask & (1 << (ends[0] ^ ends[1]).bit_length()) - 1:
                return ends[0] & mask, ends[0] & mask
            most = min(most, ends[1])
        if word.op == "mul":
            lows, highs = zip(*map(self.bounds, word.args), strict=True)
            if prod(highs) <= WORD_MASK:
                return max(least, prod(lows)), min(most, prod(highs))
        if word.op == "mod":
            dividend, divisor = (self.bounds(arg)[1] for arg in word.args)
            most = min(most, dividend, max(divisor - 1, 0))
        if word.op == "sum":
            of_sum = self._bounds_of_sum(word)
            if of_sum is not None:
                return max(least, of_sum[0]), min(most, of_sum[1])
        return least, most

    def _bounds_of_case(self, choice: Term, holds: bool, choices: int) -> tuple[int, int]:
        """The bounds of a choice where its condition holds, or does not; a minimum is at most both
        words."""
        condition, *cases = choice.args
        case = cases[0] if holds else cases[1]
        least, most = self.bounds(case, choices)
        if condition.op == "lt":
            smaller, larger = condition.args if holds else reversed(condition.args)
            if case is smaller:
                most = min(most, max(self.bounds(larger, choices)[1] - holds, 0))
        return least, most

    def _bounds_of_sum(self, word: Term) -> tuple[int, int] | None:
        """The bounds of a sum, None if it may be less than 0 or more than a word."""
        assert isinstance(word.data, tuple)
        constant, *coefficients = map(int, word.data)
        least = most = 0
        for coefficient, arg in zip(map(signed, coefficients), word.args, strict=True):
            ends = [coefficient * bound for bound in self.bounds(arg)]
            least += min(ends)
            most += max(ends)
        for start in (signed(constant), constant):
            if least + start >= 0 and most + start <= WORD_MASK:
                return least + start, most + start
        return self._bounds_by_differences(word)

    def _bounds_by_differences(self, word: Term) -> tuple[int, int] | None:
        """The bounds of a sum that contains a difference with limits."""
        for difference in self._differences:
            if difference is word or not all(arg in word.args for arg in difference.args):
                continue
            limits = self._limits.get(difference)
            rest = self._words.subtract(word, difference)
            if limits is None or not (rest.is_constant or len(rest.args) < len(word.args)):
                continue
            ends = self.bounds(rest)
            for end in (ends, (signed(ends[0]), signed(ends[1]))):
                least, most = limits.least + end[0], limits.most + end[1]
                if 0 <= least <= most <= WORD_MASK and end[0] <= end[1]:
                    return least, most
        return None

    def learn(self, condition: Term, holds: bool) -> None:
        """Note that a condition holds here, or does not."""
        condition, opposite = self._choices.condition(condition)
        if condition.is_constant:
            return
        self.conditions.append((condition, holds != opposite))
        if holds != opposite:
            if condition.is_boolean:
                self._set(condition, self._terms.one)
            self._set(self._words.is_zero(condition), self._terms.zero)
            if condition.op == "eq" and condition.args[0].is_constant:
                self._set_word(condition.args[1], condition.args[0].value)
            elif condition.op == "and" and all(arg.is_boolean for arg in condition.args):
                for arg in condition.args:
                    self.learn(arg, True)
            self._refine(condition)
        else:
            self._set(condition, self._terms.zero)
            self._set(self._words.is_zero(condition), self._terms.one)
            if condition.op == "or":
                for arg in condition.args:
                    self.learn(arg, False)
            self._refine_opposite(condition)

    def _refine(self, condition: Term) -> None:
        """Learn facts about words from a condition that holds."""
        op, args = condition.op, condition.args
        if op == "eq":
            for word, other in (args, reversed(args)):
                self.limit(word, *self.bounds(other), other.ones)
            self._set_extensions(*args)
        elif op == "lt":
            self.limit(args[0], 0, self.bounds(args[1])[1] - 1)
            self.limit(args[1], self.bounds(args[0])[0] + 1, WORD_MASK)
        elif op == "shr" and args[0].is_constant:
            self.limit(args[1], 1 << args[0].value, WORD_MASK)
        elif not condition.is_boolean:
            self.limit(condition, 1, WORD_MASK)

    def _set_extensions(self, one: Term, other: Term) -> None:
        """Note which sign extensions change nothing, by the equality of two words."""
        for word in self._words.subtract(one, other).args:
            if word.op == "signextend":
                for sign in (1, -1):
                    same = self._words.combine(((1, word), (sign, one), (-sign, other)))
                    if same is word.args[1]:
                        self._set(word, same)

    def _refine_opposite(self, condition: Term) -> None:
        """Learn facts about words from a condition that does not hold."""
        op, args = condition.op, condition.args
        if op == "lt":
            self.limit(args[1], 0, self.bounds(args[0])[1])
            self.limit(args[0], self.bounds(args[1])[0], WORD_MASK)
        elif op == "slt" and self.bounds(args[1])[1] <= _MAX_SIGNED:
            self.limit(args[0], self.bounds(args[1])[0], _MAX_SIGNED)
        elif op == "eq" and args[0].is_constant:
            least, most = self.bounds(args[1])
            is_least, is_most = args[0].value == least, args[0].value == most
            self.limit(args[1], least + is_least, most - is_most)
        elif op == "shr" and args[0].is_constant:
            self.limit(args[1], 0, (1 << args[0].value) - 1)
        elif op == "and" and len(args) == 2 and args[0].is_constant:
            self.limit(args[1], 0, WORD_MASK, args[0].value ^ WORD_MASK)

    def limit(self, word: Term, least: int, most: int, ones: int = WORD_MASK) -> None:
        """Note that a word is between two numbers here, and has no other bits than `ones`."""
        before = self._limits.get(word)
        old = UNKNOWN if before is None else before
        new = old.meet(Bounds(least, most, ones))
        if new == old or new.least > new.most:
            return
        self._found.clear()
        self._trail_of_limits.append((word, before))
        self._limits[word] = new
        ones = new.ones & (1 << new.most.bit_length()) - 1
        known = self.of(word)
        if self._refines and known.ones & ~ones:
            self._set(word, self._words.masked(known, ones))
        least, most = self.bounds(word)
        if least == most:
            self._set(word, self._terms.constant(least))
        if word.op == "sum":
            self._limit_summands(word, new)
        if word.op == "shr" and word.args[0].is_constant:
            amount = word.args[0].value
            low = (1 << amount) - 1
            above = ones << amount & WORD_MASK
            self.limit(word.args[1], new.least << amount, new.most << amount | low, above | low)
        if word.op == "div" and new.least:
            dividend, divisor = word.args
            self.limit(divisor, 1, WORD_MASK)
            self.limit(dividend, min(new.least * self.bounds(divisor)[0], WORD_MASK), WORD_MASK)

    def _limit_summands(self, word: Term, limits: Bounds) -> None:
        """Note the bounds of the summands of a sum that cannot overflow; and of a word whose sum
        with a constant certainly overflows, or does not."""
        assert isinstance(word.data, tuple)
        constant, *coefficients = map(int, word.data)
        bounds = [self.bounds(arg) for arg in word.args]
        parts = list(zip(word.args, coefficients, bounds, strict=True))
        if constant + sum(factor * most for _, factor, (_, most) in parts) <= WORD_MASK:
            lowest = constant + sum(factor * least for _, factor, (least, _) in parts)
            for arg, factor, (least, most) in parts:
                bound = least + (limits.most - lowest) // factor
                # Each new limit drops the bounds that were computed before.
                if bound < most:
                    self.limit(arg, least, max(bound, 0))
        if len(parts) == 1 and coefficients == [1]:
            self._limit_summand(word.args[0], constant, limits)

    def _limit_summand(self, summand: Term, constant: int, limits: Bounds) -> None:
        """Note the bounds of a word by those of its sum with a constant, if neither the sum nor the
        difference of the bounds and the constant can overflow."""
        if self.bounds(summand)[1] + constant <= WORD_MASK:
            self.limit(summand, max(limits.least - constant, 0), max(limits.most - constant, 0))
        elif limits.most - constant + WORD_LIMIT <= WORD_MASK:
            start = WORD_LIMIT - constant
            self.limit(summand, limits.least + start, limits.most + start)

    def limit_all(self, words: Sequence[Term], bounds: Sequence[Bounds]) -> None:
        """Note bounds of words here."""
        for word, known in zip(words, bounds, strict=True):
            self.limit(word, known.least, known.most, known.ones)

    def limit_difference(self, word: Term, other: Term, most: int) -> None:
        """Note that a word is not less than another one here, and larger by at most `most`."""
        difference = self._words.subtract(word, other)
        if difference.op != "sum":
            return
        assert isinstance(difference.data, tuple)
        start = -signed(int(difference.data[0]))
        if start > 0:
            difference = self._words.add_number(difference, start)
        self._differences[difference] = None
        self.limit(difference, max(start, 0), max(start, 0) + most)

    def is_at_least(self, word: Term, other: Term, choices: int = _MAX_CHOICES) -> bool:
        """Whether a word is certainly not less than another one here."""
        most = self.bounds(self._words.subtract(word, other))[1]
        if word is other or self.bounds(other)[1] + most <= WORD_MASK:
            return True
        if self.of(self._words.less(word, other)) is self._terms.zero:
            return True
        if word.op != "ite" or not choices:
            return False
        return all(self.is_at_least(case, other, choices - 1) for case in word.args[1:])

    def equate(self, term: Term, word: Term) -> None:
        """Note that a term equals a word here, which replaces it from now on."""
        if term is not word:
            self._set(term, word)

    def note_word(self, memory: Term, address: Term, word: Term) -> None:
        """Note the value of the word in memory at an address here."""
        self._note((memory, address), word)

    def word_at(self, memory: Term, address: Term) -> Term | None:
        """The word noted by `note_word`, if any."""
        found = self._known.get((memory, address))
        return None if found is None else self.here(found)

    def note_call(self, after: Term, before: Term) -> None:
        """Note memory before a call that changes no object here, by that after it."""
        self._note((after, after), before)

    def before_call(self, after: Term) -> Term | None:
        """The memory noted by `note_call`, if any."""
        return self._known.get((after, after))

    def _note(self, key: Term | tuple[Term, Term], value: Term) -> None:
        self._trail.append((key, self._known.get(key)))
        self._known[key] = value

    def _set_word(self, word: Term, value: int) -> None:
        """Note that a word is a constant; for a right shift, so are the operand's high bits."""
        self._set(word, self._terms.constant(value))
        if word.op == "shr" and word.args[0].is_constant:
            amount = word.args[0].value
            high = self._words.masked(word.args[1], WORD_MASK >> amount << amount)
            self._set(high, self._terms.constant(value << amount & WORD_MASK))
        end = _end_of_calldata(word, value)
        if end:
            self.limit(self._terms.make("calldatasize"), end, WORD_MASK)

    def _set(self, term: Term, value: Term) -> None:
        if not term.is_constant:
            self._found.clear()
            self._note(term, value)


def _end_of_calldata(word: Term, value: int) -> int:
    """The least size of call data, in bytes, of which a word may be a number, since bytes after the
    end are zero; 0 if any may."""
    if word.op == "shr" and word.args[0].is_constant:
        shift, word = word.args
        value = value << shift.value & WORD_MASK
    if word.op != "calldataload" or not value or not word.args[0].is_constant:
        return 0
    zeros = ((value & -value).bit_length() - 1) // 8
    end = word.args[0].value + WORD_BYTES - zeros
    return end if end <= MAX_ADDRESS else 0
