"""Terms of rules as bit vectors: every operand is a word of a chosen width.

Rules are written for words of 256 bits. To be read for fewer bits, the numbers in them that stand
for a part of the word are scaled: see `scaled_number`.

What an instruction reads from outside (`address`, `balance`, ...) is a function that nothing is
known about but the axioms: it gives the same result for the same operands, since both sides of a
rule are evaluated in the same state.
"""

from __future__ import annotations

from typing import Final

import z3
from z3 import BitVecRef, BoolRef

from yulopt.prover.instructions import COMPUTABLE, compute
from yulopt.rules.reader import read_rules
from yulopt.rules.terms import (
    AnyVariable,
    Comparison,
    Computed,
    Number,
    NumberVariable,
    Operation,
    Rule,
    Term,
    subterms,
)
from yulopt.syntax.literals import WORD_MASK

FULL_WIDTH: Final = 256
BYTE_MASK: Final = 255

# Axioms about the environment, in the notation of the rule table.
AXIOMS: Final = """
[addresses have 160 bits]
for OP: address, caller, origin, coinbase
    OP-fits             shr(160, OP()) => 0

[what the instruction is there for, EIP-1884]
selfbalance-is          selfbalance() => balance(address())
"""


class CannotScale(Exception):
    """A number has no clear meaning for words of fewer bits."""


def scaled_number(value: int, width: int) -> int:
    """The counterpart of a number of a 256-bit rule in the same rule for `width` bits.

    The number of bits and of bytes in a word, the last byte (31) and the amount that brings the
    last byte to the front (248) become those of the narrow word, MAX its largest. Numbers up to 8
    are themselves: small numbers, or the bits in a byte. Others raise `CannotScale`, so that
    nothing is proven that the rule does not say. (255 is read by `Words`, which sees where it is.)
    """
    if width == FULL_WIDTH or value <= 8:
        return value
    size = width // 8
    scaled = {256: width, 248: width - 8, 32: size, 31: size - 1, WORD_MASK: (1 << width) - 1}
    if value not in scaled:
        raise CannotScale(f"{value} in words of {width} bits")
    return scaled[value]


class Words:
    """Translates terms to bit vectors of `width` bits (a multiple of 8)."""

    def __init__(self, width: int) -> None:
        self.width = width

    def word(self, term: Term) -> BitVecRef:
        """The value of a term."""
        if isinstance(term, Number):
            return z3.BitVecVal(scaled_number(term.value, self.width), self.width)
        if isinstance(term, (NumberVariable, AnyVariable)):
            return z3.BitVec(term.name, self.width)
        if isinstance(term, Computed):
            return self.word(term.formula)
        assert isinstance(term, Operation)
        operands = [self._operand(term, operand) for operand in term.operands]
        if term.name in COMPUTABLE:
            return compute(term.name, operands)
        if not operands:
            return z3.BitVec(term.name, self.width)
        sort = z3.BitVecSort(self.width)
        return z3.Function(term.name, *[sort] * (len(operands) + 1))(*operands)

    def _operand(self, operation: Operation, operand: Term) -> BitVecRef:
        # With `and`, 255 is a byte of ones, in words of any width.
        if operand == Number(BYTE_MASK) and operation.name == "and":
            return z3.BitVecVal(BYTE_MASK, self.width)
        return self.word(operand)

    def condition(self, term: Term) -> BoolRef:
        """Whether a condition holds; a term that is no comparison holds unless it is 0."""
        if not isinstance(term, Comparison):
            return self.word(term) != 0
        left, right = self.word(term.left), self.word(term.right)
        match term.relation:
            case "<":
                return z3.ULT(left, right)
            case "<=":
                return z3.ULE(left, right)
            case "==":
                return left == right
            case ">=":
                return z3.UGE(left, right)
        return z3.UGT(left, right)

    def conditions(self, rule: Rule) -> list[BoolRef]:
        """All conditions of a rule, without the axioms."""
        return [self.condition(condition) for condition in rule.conditions]

    def axioms(self, names: set[str]) -> list[BoolRef]:
        """Axioms about the instructions in `names` that read from outside.

        They speak of 160 bits, so there are none for narrow words.
        """
        if self.width != FULL_WIDTH:
            return []
        return [
            self.word(axiom.pattern) == self.word(axiom.replacement)
            for axiom in read_rules(AXIOMS)
            if not names.isdisjoint(operation_names(axiom.pattern))
        ]


def operation_names(*terms: Term) -> set[str]:
    """The names of all operations in terms."""
    return {part.name for term in terms for part in subterms(term) if isinstance(part, Operation)}
