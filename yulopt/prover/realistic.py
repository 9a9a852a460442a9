"""Axioms about memory that rule out spurious counterexamples.

To the solver, loads and slices of memory are uninterpreted functions. These axioms define words
that are read through stores, and relate 32 bytes to the word that they make. Proofs do not use
them; a counterexample counts only if execution confirms it.
"""

from __future__ import annotations

from itertools import combinations
from typing import Final

import z3
from z3 import BitVecRef, BoolRef

from yulopt.prover.smt import Encoder
from yulopt.prover.terms import Term, Terms
from yulopt.syntax.literals import WORD_BYTES

# Maximum number of reads that are unfolded by one store.
_MAX_READS: Final = 60
# Maximum number of pieces of memory for which all pairs are encoded.
_MAX_PIECES: Final = 12
_WORD_BITS: Final = 256


def memory_axioms(encoder: Encoder, terms: Terms) -> list[BoolRef]:
    """Axioms for the reads of memory that were encoded."""
    axioms: list[BoolRef] = []
    known = sorted(encoder.terms, key=lambda term: term.number)
    pieces = {term: word for term in known if (word := _as_word(term, terms)) is not None}
    for piece, word in pieces.items():
        axioms.append(encoder.content(piece) == encoder.word(word))
    for one, other in combinations(list(pieces)[:_MAX_PIECES], 2):
        same = encoder.content(one) == encoder.content(other)
        axioms.append(z3.Implies(same, encoder.any(one) == encoder.any(other)))
    pending = [term for term in (*known, *pieces.values()) if term.op == "mload"]
    seen: set[Term] = set()
    while pending and len(seen) < _MAX_READS:
        read = pending.pop(0)
        if read in seen:
            continue
        seen.add(read)
        memory, address = read.args
        if memory.op == "no memory":
            axioms.append(encoder.word(read) == 0)
        elif memory.op in ("mstore", "mstore8", "copy"):
            below = terms.make("mload", args=(memory.args[0], address))
            axioms += _through(encoder, read, below)
            pending.append(below)
    return axioms


def _as_word(term: Term, terms: Terms) -> Term | None:
    """The word that 32 bytes make."""
    if term.op == "bytes" and term.data == (WORD_BYTES,):
        return term.args[0]
    if term.op == "slice" and term.args[2].is_constant and term.args[2].value == WORD_BYTES:
        return terms.make("mload", args=term.args[:2])
    return None


def _through(encoder: Encoder, read: Term, below: Term) -> list[BoolRef]:
    """The word that is read through a write; `below` is the word without the write."""
    memory, address = read.args
    word, old = encoder.word(read), encoder.word(below)
    at, start = encoder.word(address), encoder.word(memory.args[1])
    size: BitVecRef | int = WORD_BYTES
    if memory.op == "mstore8":
        size = 1
    elif memory.op == "copy":
        size = encoder.word(memory.args[2])
    is_after = z3.And(z3.UGE(at, start), z3.UGE(at - start, size))
    is_before = z3.And(z3.UGT(start, at), z3.UGE(start - at, WORD_BYTES))
    axioms: list[BoolRef] = [z3.Implies(z3.Or(is_after, is_before), word == old)]
    if memory.op == "mstore":
        stored = encoder.word(memory.args[2])
        axioms.append(z3.Implies(at == start, word == stored))
        later, earlier = 8 * (at - start), 8 * (start - at)
        inside = z3.And(z3.UGT(at, start), z3.ULT(at - start, WORD_BYTES))
        around = z3.And(z3.UGT(start, at), z3.ULT(start - at, WORD_BYTES))
        axioms.append(z3.Implies(inside, word == _joined(stored << later, old, later)))
        axioms.append(
            z3.Implies(around, word == _joined(old, z3.LShR(stored, earlier), _WORD_BITS - earlier))
        )
    return axioms


def _joined(high: BitVecRef, low: BitVecRef, low_bits: BitVecRef) -> BitVecRef:
    """The high bits of one word joined with the low bits of another."""
    unused = _WORD_BITS - low_bits
    return (z3.LShR(high, low_bits) << low_bits) | z3.LShR(low << unused, unused)
