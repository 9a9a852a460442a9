"""Axioms about overlapping words, for solvers to which reads are uninterpreted functions.

Without them, a model may have no calldata or memory that matches: words at 0 and at 1 have 31 bytes
in common, and words beyond the end of the calldata are zero. Offsets are compared as integers, so
no word wraps around.
"""

from __future__ import annotations

from itertools import combinations
from typing import Final

import z3
from z3 import BitVecRef, BoolRef

from yulopt.prover.smt import Encoder
from yulopt.prover.terms import Term
from yulopt.syntax.literals import WORD_BYTES

# Maximum number of words for which all pairs are encoded.
_MAX_WORDS: Final = 16
_BYTE: Final = 8


def overlap_axioms(encoder: Encoder) -> list[BoolRef]:
    """True statements about the words of calldata and of initial memory that were encoded."""
    terms = sorted(encoder.terms, key=lambda term: term.number)
    calldata = [(term, term.args[0]) for term in terms if term.op == "calldataload"]
    memory = [
        (term, term.args[1])
        for term in terms
        if term.op == "mload" and term.args[0].op == "initial"
    ]
    axioms = [
        axiom
        for words in (calldata, memory)
        for one, other in combinations(words[:_MAX_WORDS], 2)
        for axiom in (_overlap(encoder, one, other), _overlap(encoder, other, one))
        if axiom is not None
    ]
    sizes = [term for term in terms if term.op == "calldatasize"]
    if sizes:
        size = encoder.word(sizes[0])
        axioms += [_end(encoder.word(word), encoder.word(at), size) for word, at in calldata]
    return axioms


def _overlap(
    encoder: Encoder, first: tuple[Term, Term], second: tuple[Term, Term]
) -> BoolRef | None:
    """The bytes of one word that are the beginning of another, if that begins inside it."""
    (one, start), (other, inside) = first, second
    if start.op == inside.op == "const":
        distance = inside.value - start.value
        if not 0 < distance < WORD_BYTES:
            return None
        bits: BitVecRef = z3.BitVecVal(_BYTE * distance, 256)
        return _shared(encoder, one, other, bits)
    begin, there = encoder.word(start), encoder.word(inside)
    inner = z3.And(z3.ULT(begin, there), z3.ULT(there - begin, WORD_BYTES))
    return z3.Implies(inner, _shared(encoder, one, other, _BYTE * (there - begin)))


def _shared(encoder: Encoder, one: Term, other: Term, bits: BitVecRef) -> BoolRef:
    end = z3.LShR(encoder.word(one) << bits, bits)
    return end == z3.LShR(encoder.word(other), bits)


def _end(word: BitVecRef, offset: BitVecRef, size: BitVecRef) -> BoolRef:
    """Bytes beyond the size are zero."""
    inside = z3.And(z3.ULE(offset, size), z3.ULT(size - offset, WORD_BYTES))
    return z3.And(
        z3.Implies(z3.UGT(offset, size), word == 0),
        z3.Implies(inside, word << (_BYTE * (size - offset)) == 0),
    )
