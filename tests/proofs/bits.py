"""Terms of rules as their bits: the bit at a position that is a variable, too.

Two words are equal if they have the same bit at every position. Where a rule consists of shifts and
bitwise operations, this is far easier to prove than equality of bit vectors: the bit of a shifted
word is the bit at another position, and the bits of a variable are a function of the position that
nothing need be known about. Amounts and conditions remain bit vectors.
"""

from __future__ import annotations

import z3
from z3 import BitVecRef, BoolRef

from tests.proofs.words import FULL_WIDTH, Words
from yulopt.rules.terms import (
    AnyVariable,
    Computed,
    Number,
    NumberVariable,
    Operation,
    Rule,
    Term,
    subterms,
)

# Instructions with an amount or a place as their first operand.
PLACING = frozenset({"shl", "shr", "sar", "signextend", "byte"})


class NotBitwise(Exception):
    """Other instructions than these need whole words."""


class Bits:
    """Translates the terms of one rule, for words of 256 bits."""

    def __init__(self, rule: Rule) -> None:
        self.words = Words(FULL_WIDTH)
        self.in_words = {
            part.name
            for term in _whole_words(rule)
            for part in subterms(term)
            if isinstance(part, (AnyVariable, NumberVariable))
        }

    def bit(self, term: Term, position: BitVecRef) -> BoolRef:
        """The bit at a position below 256, 0 being the lowest; raises `NotBitwise`."""
        if isinstance(term, Computed):
            return self.bit(term.formula, position)
        if isinstance(term, (AnyVariable, NumberVariable)) and term.name not in self.in_words:
            return z3.Function(f"bit of {term.name}", position.sort(), z3.BoolSort())(position)
        if isinstance(term, (Number, AnyVariable, NumberVariable)):
            return z3.Extract(0, 0, z3.LShR(self.words.word(term), position)) == 1
        assert isinstance(term, Operation)
        if term.name in PLACING:
            place = self.words.word(term.operands[0])
            return self._placed(term.name, place, term.operands[1], position)
        operands = [self.bit(operand, position) for operand in term.operands]
        match term.name:
            case "and":
                return z3.And(*operands)
            case "or":
                return z3.Or(*operands)
            case "xor":
                return z3.Xor(*operands)
            case "not":
                return z3.Not(*operands)
        raise NotBitwise(term.name)

    def _placed(self, name: str, place: BitVecRef, word: Term, position: BitVecRef) -> BoolRef:
        highest = z3.BitVecVal(FULL_WIDTH - 1, FULL_WIDTH)
        match name:
            case "shl":
                return z3.And(z3.UGE(position, place), self.bit(word, position - place))
            case "signextend":
                sign = z3.If(z3.ULT(place, FULL_WIDTH // 8), 8 * place + 7, highest)
                return self.bit(word, z3.If(z3.ULT(position, sign), position, sign))
            case "byte":
                inside = z3.And(z3.ULT(place, FULL_WIDTH // 8), z3.ULT(position, 8))
                first = FULL_WIDTH - 8 - 8 * place
                return z3.And(inside, self.bit(word, first + position))
        inside = z3.ULT(place, FULL_WIDTH - position)
        if name == "shr":
            return z3.And(inside, self.bit(word, position + place))
        return self.bit(word, z3.If(inside, position + place, highest))

    def difference(self, rule: Rule) -> list[BoolRef]:
        """The formula that the conditions hold and both sides differ in a bit."""
        position = z3.BitVec("position", FULL_WIDTH)
        return [
            *self.words.conditions(rule),
            z3.ULT(position, FULL_WIDTH),
            z3.Xor(self.bit(rule.pattern, position), self.bit(rule.replacement, position)),
        ]


def _whole_words(rule: Rule) -> list[Term]:
    """Terms whose value counts as a whole: conditions, and amounts."""
    amounts = [
        part.operands[0]
        for side in (rule.pattern, rule.replacement)
        for part in subterms(side)
        if isinstance(part, Operation) and part.name in PLACING
    ]
    return [*rule.conditions, *amounts]
