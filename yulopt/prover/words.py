"""Words in normal form: the results of the arithmetic instructions for terms.

Sums are linear combinations with coefficients modulo 2**256, including `sub`, `not`, and shifts and
multiplications by constants. Conjunctions and disjunctions are sets with one mask. Known bits make
masks and comparisons redundant. So nearly all rules of `yulopt/rules/table.txt` preserve the normal
form (a test applies each of them).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from operator import and_
from typing import Final

from yulopt.prover.choices import Choices
from yulopt.prover.comparisons import Comparisons
from yulopt.prover.terms import Term, Terms
from yulopt.rules.arithmetic import COMPUTABLE, HELPERS, WORD_BITS, compute
from yulopt.syntax.literals import WORD_BYTES, WORD_MASK

ARITHMETIC: Final = COMPUTABLE - HELPERS
_SIGN: Final = 1 << (WORD_BITS - 1)
_MAX_DISTRIBUTED: Final = 8
_MAX_CHOICES: Final = 4  # The maximum depth of choices whose distance is sought.


class Words:
    """Builds words in normal form."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.choices = Choices(terms, self)
        self._comparisons = Comparisons(terms, self)
        self._one_operand: dict[str, Callable[[Term], Term]] = {
            "not": self.invert,
            "iszero": self.is_zero,
            "clz": lambda word: terms.make("clz", args=(word,)),
        }
        self._two_operands: dict[str, Callable[[Term, Term], Term]] = {
            "add": self._sum_of_two,
            "sub": self.subtract,
            "mul": self.multiply,
            "div": self.divide,
            "mod": self.modulo,
            "sdiv": self.divide_signed,
            "smod": lambda x, y: terms.zero if x is y else terms.make("smod", args=(x, y)),
            "exp": self.power,
            "lt": self.less,
            "gt": lambda x, y: self.less(y, x),
            "slt": self.less_signed,
            "sgt": lambda x, y: self.less_signed(y, x),
            "eq": self.equal,
            "byte": self.byte,
            "shl": self.shift_left,
            "shr": self.shift_right,
            "sar": self.shift_right_signed,
            "signextend": self.sign_extend,
        }
        self._of_sets = {"and": self.conjunction, "or": self.disjunction, "xor": self.exclusive}
        self._without_modulus = {"addmod": self._sum_of_two, "mulmod": self.multiply}

    def apply(self, name: str, args: Sequence[Term]) -> Term:
        """The result of the instruction `name` (one of `ARITHMETIC`)."""
        if all(arg.is_constant for arg in args):
            return self.terms.constant(compute(name, [arg.value for arg in args]))
        chosen = self.choices.inside(name, args)
        if chosen is not None:
            return chosen
        if name in self._of_sets:
            return self._of_sets[name](args)
        if len(args) == 1:
            return self._one_operand[name](args[0])
        if len(args) == 2:
            return self._two_operands[name](args[0], args[1])
        one, other, modulus = args
        return self.modular(name, one, other, modulus)

    def rebuild(self, term: Term, args: tuple[Term, ...]) -> Term:
        """An operation of the normal form with other operands."""
        if term.op == "sum":
            coefficients = term.data
            assert isinstance(coefficients, tuple)
            return self.sum([int(number) for number in coefficients], args)
        if term.op in self._of_sets:
            return self._of_sets[term.op](args)
        if term.op == "mul":
            return reduce(lambda one, other: self.apply("mul", (one, other)), args)
        return self.apply(term.op, args)

    # Sums

    def linear(self, word: Term) -> list[tuple[int, Term | None]]:
        """A word as a sum of products of a coefficient and a word; None stands for 1."""
        if word.is_constant:
            return [(word.value, None)]
        if word.op == "sum":
            assert isinstance(word.data, tuple)
            numbers = [int(coefficient) for coefficient in word.data]
            return [(numbers[0], None), *zip(numbers[1:], word.args, strict=True)]
        if word.op == "shl" and word.args[0].is_constant:
            return [(1 << word.args[0].value, word.args[1])]
        if word.op == "not":
            return [(-1, None), (-1, word.args[0])]
        if word.op in ("and", "or") and not word.ones & 1:
            amount = (word.ones & -word.ones).bit_length() - 1
            if word.op == "or" or word.args[0].is_constant:
                return [(1 << amount, self.shifted_right(amount, word))]
        return [(1, word)]

    def combine(self, products: Iterable[tuple[int, Term]]) -> Term:
        """The sum of words, each multiplied by a number."""
        coefficients: dict[Term, int] = {}
        constant = 0
        for factor, word in products:
            for coefficient, atom in self.linear(word):
                if atom is None:
                    constant += factor * coefficient
                else:
                    coefficients[atom] = coefficients.get(atom, 0) + factor * coefficient
        for quotient, coefficient in coefficients.items():
            if quotient.op == "shr" and quotient.args[0].is_constant:
                amount, dividend = quotient.args
                factor = coefficients.get(dividend, 0)
                if factor and ((factor << amount.value) + coefficient) & WORD_MASK == 0:
                    # The dividend minus the quotient times the divisor is the remainder.
                    coefficients[dividend] = coefficients[quotient] = 0
                    rest = [(number, atom) for atom, number in coefficients.items()]
                    rest.append((factor, self.masked(dividend, (1 << amount.value) - 1)))
                    return self.combine([*rest, (1, self.terms.constant(constant & WORD_MASK))])
        constant &= WORD_MASK
        atoms = [atom for atom, number in coefficients.items() if number & WORD_MASK]
        if not atoms:
            return self.terms.constant(constant)
        if len(atoms) == 1:
            coefficient = coefficients[atoms[0]] & WORD_MASK
            if coefficient == WORD_MASK == constant:
                return self.terms.make("not", args=(atoms[0],))
            if constant == 0:
                return self._scaled(coefficient, atoms[0])
        atoms.sort(key=_number)
        numbers = (constant, *(coefficients[atom] & WORD_MASK for atom in atoms))
        return self.terms.make("sum", numbers, tuple(atoms))

    def _scaled(self, coefficient: int, atom: Term) -> Term:
        if coefficient == 1:
            return atom
        if coefficient & (coefficient - 1):
            return self.terms.make("sum", (0, coefficient), (atom,))
        amount = coefficient.bit_length() - 1
        op, args = atom.op, atom.args
        if op in ("and", "shr", "signextend") and args[0].is_constant:
            number = args[0].value
            if op == "and":
                inner = self.combine(((coefficient, self.conjunction(args[1:])),))
                return self.masked(inner, number << amount & WORD_MASK)
            if op == "signextend" and amount % 8 == 0:
                index = self.terms.constant(number + amount // 8)
                return self.sign_extend(index, self.combine(((coefficient, args[1]),)))
            if op == "shr":
                mask = (WORD_MASK >> number << amount) & WORD_MASK
                if number >= amount:
                    return self.masked(self.shifted_right(number - amount, args[1]), mask)
                return self.masked(self.combine(((coefficient >> number, args[1]),)), mask)
        if op == "or" and len(args) <= _MAX_DISTRIBUTED:
            return self.disjunction([self.combine(((coefficient, arg),)) for arg in args])
        return self.terms.make("shl", args=(self.terms.constant(amount), atom))

    def subtract(self, one: Term, other: Term) -> Term:
        """The difference."""
        return self.combine(((1, one), (-1, other)))

    def distance(self, one: Term, other: Term, depth: int = _MAX_CHOICES) -> int | None:
        """The constant difference of two words, None if it is not constant."""
        if one is other:
            return 0
        if one.op == other.op == "ite" and one.args[0] is other.args[0] and depth:
            near = self.distance(one.args[1], other.args[1], depth - 1)
            if near is not None and near == self.distance(one.args[2], other.args[2], depth - 1):
                return near
        difference = self.subtract(one, other)
        return difference.value if difference.is_constant else None

    def sum(self, numbers: Sequence[int], atoms: Sequence[Term]) -> Term:
        """The linear combination of words with these coefficients, the constant first."""
        pairs = zip(numbers[1:], atoms, strict=True)
        return self.combine(((1, self.terms.constant(numbers[0])), *pairs))

    def add_number(self, word: Term, number: int) -> Term:
        """The word plus a constant."""
        return self.combine(((1, word), (1, self.terms.constant(number & WORD_MASK))))

    def invert(self, word: Term) -> Term:
        """All bits inverted, which is -word - 1."""
        return self.combine(((1, self.terms.constant(WORD_MASK)), (-1, word)))

    def multiply(self, one: Term, other: Term) -> Term:
        """The product; constants are factored out."""
        for factor, word in ((one, other), (other, one)):
            if factor.is_constant:
                return self.combine(((factor.value, word),))
            if factor.op == "shl" and factor.args[1] is self.terms.one:
                return self.shift_left(factor.args[0], word)
        number = 1
        factors: list[Term] = []
        for factor in (one, other):
            linear = self.linear(factor)
            if len(linear) == 1 and linear[0][1] is not None:
                number, factor = number * linear[0][0], linear[0][1]
            elif len(linear) == 2 and linear[0][0] == 0 and linear[1][1] is not None:
                number, factor = number * linear[1][0], linear[1][1]
            factors += factor.args if factor.op == "mul" else (factor,)
        product = self.terms.make("mul", args=tuple(sorted(factors, key=_number)))
        return self.combine(((number, product),))

    def power(self, base: Term, exponent: Term) -> Term:
        """The power; those of small bases are rewritten."""
        if base.is_constant:
            if base.value == 0:
                return self.is_zero(exponent)
            if base.value == 1:
                return base
            if base.value == 2:
                return self.shift_left(exponent, self.terms.one)
            if base.value == WORD_MASK:
                odd = self.conjunction((exponent, self.terms.one))
                return self.subtract(self.is_zero(odd), odd)
        if exponent.is_constant and exponent.value <= 1:
            return base if exponent.value else self.terms.one
        return self.terms.make("exp", args=(base, exponent))

    # Division

    def divide(self, dividend: Term, divisor: Term) -> Term:
        """The quotient; 0 for a division by 0."""
        if divisor.is_constant:
            number = divisor.value
            if number == 0:
                return self.terms.zero
            if number & (number - 1) == 0:
                return self.shifted_right(number.bit_length() - 1, dividend)
        if dividend is self.terms.zero:
            return dividend
        if divisor.op == "shl" and divisor.args[1] is self.terms.one:
            return self.shift_right(divisor.args[0], dividend)
        return self.terms.make("div", args=(dividend, divisor))

    def modulo(self, dividend: Term, divisor: Term) -> Term:
        """The remainder; 0 for a modulus of 0."""
        if divisor.is_constant:
            number = divisor.value
            if number == 0:
                return self.terms.zero
            if number & (number - 1) == 0:
                return self.masked(dividend, number - 1)
        if dividend is self.terms.zero or dividend is divisor:
            return self.terms.zero
        return self.terms.make("mod", args=(dividend, divisor))

    def divide_signed(self, dividend: Term, divisor: Term) -> Term:
        """The signed quotient."""
        if divisor is self.terms.zero or dividend is self.terms.zero:
            return self.terms.zero
        if divisor is self.terms.one:
            return dividend
        return self.terms.make("sdiv", args=(dividend, divisor))

    def modular(self, name: str, one: Term, other: Term, modulus: Term) -> Term:
        """`addmod` or `mulmod`."""
        plain = self._without_modulus[name]
        if modulus.is_constant:
            number = modulus.value
            if number == 0:
                return self.terms.zero
            if number & (number - 1) == 0:
                return self.masked(plain(one, other), number - 1)
        pair = sorted((one, other), key=_number)
        return self.terms.make(name, args=(*pair, modulus))

    def _sum_of_two(self, one: Term, other: Term) -> Term:
        return self.combine(((1, one), (1, other)))

    # Bits

    def masked(self, word: Term, mask: int) -> Term:
        """A word under a mask."""
        return self.conjunction((word, self.terms.constant(mask)))

    def conjunction(self, words: Iterable[Term]) -> Term:
        """The conjunction of words."""
        mask = WORD_MASK
        parts: dict[Term, None] = {}
        for word in words:
            for part in word.args if word.op == "and" else (word,):
                if part.is_constant:
                    mask &= part.value
                else:
                    parts[part] = None
        for part in list(parts):
            if part.op == "or" and any(arg in parts for arg in part.args):
                del parts[part]
            elif part.op == "not" and part.args[0] in parts:
                return self.terms.zero
        if not parts:
            return self.terms.constant(mask)
        rest = sorted(parts, key=_number)
        ones = reduce(and_, [word.ones for word in rest])
        mask &= ones
        if mask == 0:
            return self.terms.zero
        if len(rest) == 1:
            return self._one_masked(rest[0], mask)
        amount = rest[0].args[0] if rest[0].op == "shl" else None
        if amount and all(word.op == "shl" and word.args[0] is amount for word in rest):
            inner = self.conjunction([word.args[1] for word in rest])
            return self.masked(self.shift_left(amount, inner), mask)
        if mask == ones:
            return self.terms.make("and", args=tuple(rest))
        return self.terms.make("and", args=(self.terms.constant(mask), *rest))

    def _one_masked(self, word: Term, mask: int) -> Term:
        """`mask` has only bits that the word can have."""
        if word.ones & ~mask == 0:
            return word
        if word.op == "or" and len(word.args) <= _MAX_DISTRIBUTED:
            return self.disjunction([self.masked(arg, mask) for arg in word.args])
        index = word.args[0] if word.op == "signextend" else None
        if index and index.is_constant and mask <= (256 << 8 * index.value) - 1:
            return self.masked(word.args[1], mask)
        return self.terms.make("and", args=(self.terms.constant(mask), word))

    def disjunction(self, words: Iterable[Term]) -> Term:
        """The disjunction of words."""
        constant = 0
        masks: dict[Term, int] = {}
        whole: dict[Term, None] = {}
        for word in words:
            for part in word.args if word.op == "or" else (word,):
                if part.is_constant:
                    constant |= part.value
                elif part.op == "and" and len(part.args) == 2 and part.args[0].is_constant:
                    masks[part.args[1]] = masks.get(part.args[1], 0) | part.args[0].value
                else:
                    whole[part] = None
        for word, mask in masks.items():
            if word not in whole:
                whole[self._one_masked(word, mask)] = None
        for part in list(whole):
            if part.op == "and" and any(arg in whole for arg in part.args):
                del whole[part]
            elif part.op == "not" and part.args[0] in whole:
                return self.terms.constant(WORD_MASK)
        rest = sorted(whole, key=_number)
        if constant == WORD_MASK or not rest:
            return self.terms.constant(constant)
        if constant:
            return self.terms.make("or", args=(self.terms.constant(constant), *rest))
        return rest[0] if len(rest) == 1 else self.terms.make("or", args=tuple(rest))

    def exclusive(self, words: Iterable[Term]) -> Term:
        """The exclusive disjunction of words."""
        constant = 0
        odd: dict[Term, None] = {}
        for word in words:
            for part in word.args if word.op == "xor" else (word,):
                if part.is_constant:
                    constant ^= part.value
                    continue
                atom = part
                if part.op == "not":
                    constant ^= WORD_MASK
                    atom = part.args[0]
                if atom in odd:
                    del odd[atom]
                else:
                    odd[atom] = None
        rest = sorted(odd, key=_number)
        if not rest:
            return self.terms.constant(constant)
        if constant == WORD_MASK:
            return self.invert(self.exclusive(rest))
        if constant:
            return self.terms.make("xor", args=(self.terms.constant(constant), *rest))
        return rest[0] if len(rest) == 1 else self.terms.make("xor", args=tuple(rest))

    # Shifts

    def shift_left(self, amount: Term, word: Term) -> Term:
        """The word shifted left; a multiplication if the amount is known."""
        if amount.is_constant:
            if amount.value >= WORD_BITS:
                return self.terms.zero
            return self.combine(((1 << amount.value, word),))
        if word is self.terms.zero:
            return word
        return self.terms.make("shl", args=(amount, word))

    def unshifted(self, word: Term) -> Term:
        """The operand of a left shift by a constant, without the bits that are shifted out."""
        amount, before = word.args
        return self.masked(before, WORD_MASK >> amount.value)

    def shift_right(self, amount: Term, word: Term) -> Term:
        """The word shifted right."""
        if amount.is_constant:
            return self.shifted_right(amount.value, word)
        if word is self.terms.zero:
            return word
        return self.terms.make("shr", args=(amount, word))

    def shifted_right(self, amount: int, word: Term) -> Term:
        """The word shifted right by a number."""
        if amount >= WORD_BITS or word.ones >> amount == 0:
            return self.terms.zero
        if amount == 0:
            return word
        if word.is_constant:
            return self.terms.constant(word.value >> amount)
        op, args = word.op, word.args
        if op == "shr" and args[0].is_constant:
            return self.shifted_right(amount + args[0].value, args[1])
        if op == "shl" and args[0].is_constant:
            left = args[0].value
            mask = WORD_MASK << left >> amount & (WORD_MASK >> amount)
            if left >= amount:
                return self.masked(self.combine(((1 << (left - amount), args[1]),)), mask)
            return self.masked(self.shifted_right(amount - left, args[1]), mask)
        if op == "and" and args[0].is_constant:
            inner = self.conjunction(args[1:])
            return self.masked(self.shifted_right(amount, inner), args[0].value >> amount)
        if op == "or" and len(args) <= _MAX_DISTRIBUTED:
            return self.disjunction([self.shifted_right(amount, arg) for arg in args])
        if op == "sum" and isinstance(word.data, tuple):
            numbers = [int(number) for number in word.data]
            if all(number % (1 << amount) == 0 for number in numbers):
                shifted = self.sum([number >> amount for number in numbers], args)
                return self.masked(shifted, WORD_MASK >> amount)
        return self.terms.make("shr", args=(self.terms.constant(amount), word))

    def shift_right_signed(self, amount: Term, word: Term) -> Term:
        """The word shifted right arithmetically."""
        if amount is self.terms.zero:
            return word
        if word.ones & _SIGN == 0:
            return self.shift_right(amount, word)
        return self.terms.make("sar", args=(amount, word))

    def byte(self, index: Term, word: Term) -> Term:
        """One byte, counted from the most significant: a shift and a mask."""
        if index.is_constant:
            if index.value >= WORD_BYTES:
                return self.terms.zero
            amount = 8 * (WORD_BYTES - 1 - index.value)
            return self.masked(self.shifted_right(amount, word), 0xFF)
        return self.terms.make("byte", args=(index, word))

    def sign_extend(self, index: Term, word: Term) -> Term:
        """The sign of a byte copied to all higher bits."""
        if not index.is_constant:
            is_same = word.op == "signextend" and word.args[0] is index
            return word if is_same else self.terms.make("signextend", args=(index, word))
        number = index.value
        low = (256 << 8 * number) - 1 if number < WORD_BYTES - 1 else WORD_MASK
        if low == WORD_MASK or word.ones <= low >> 1:
            return word
        if word.op == "signextend" and word.args[0].is_constant:
            index = self.terms.constant(min(number, word.args[0].value))
            return self.sign_extend(index, word.args[1])
        if word.op == "and" and word.args[0].is_constant and low & ~word.args[0].value == 0:
            return self.sign_extend(index, self.conjunction(word.args[1:]))
        unused = WORD_BITS - 8 * (number + 1)
        if word.op == "shr" and word.args[0] is self.terms.constant(unused):
            return self.shift_right_signed(word.args[0], word.args[1])
        return self.terms.make("signextend", args=(index, word))

    # Comparisons

    def is_zero(self, word: Term) -> Term:
        """1 for 0, else 0."""
        return self._comparisons.is_zero(word)

    def truth(self, word: Term) -> Term:
        """1 unless it is 0."""
        return self._comparisons.truth(word)

    def equal(self, one: Term, other: Term) -> Term:
        """1 if both are equal."""
        return self._comparisons.equal(one, other)

    def less(self, one: Term, other: Term) -> Term:
        """1 if the first is smaller."""
        return self._comparisons.less(one, other)

    def less_signed(self, one: Term, other: Term) -> Term:
        """1 if the first is smaller as a signed number."""
        return self._comparisons.less_signed(one, other)


def _number(term: Term) -> int:
    return term.number
