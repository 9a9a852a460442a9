"""Axioms about hashes for solvers, to which `keccak256` is an uninterpreted function.

It is assumed to have no collisions: byte strings of equal length with equal hashes are equal.
Nothing is assumed here about the value of a hash, not even that it is not small (see `slots`). The
encoding also needs the fact, not an assumption, that byte strings are equal only if their words
are.
"""

from __future__ import annotations

from functools import reduce
from itertools import combinations
from typing import Final

import z3
from z3 import BoolRef

from yulopt.prover.smt import Encoder
from yulopt.prover.terms import Term

# Maximum number of hashes, and of pieces of memory, for which all pairs are encoded.
_MAX_ENCODED: Final = 16


def hash_axioms(encoder: Encoder) -> list[BoolRef]:
    """Statements about the hashes and the bytes that were encoded."""
    terms = sorted(encoder.terms, key=lambda term: term.number)
    hashes = [term for term in terms if term.op == "keccak256"]
    axioms: list[BoolRef] = []
    for one, other in combinations(hashes[:_MAX_ENCODED], 2):
        if one.args[1] is other.args[1]:
            same_hash = encoder.word(one) == encoder.word(other)
            same_bytes = encoder.any(one.args[0]) == encoder.any(other.args[0])
            axioms.append(z3.Implies(same_hash, same_bytes))
    pieces = [term for term in terms if term.op == "bytes"]
    for one, other in combinations(pieces[:_MAX_ENCODED], 2):
        if one.data == other.data:
            same_bytes = encoder.any(one) == encoder.any(other)
            axioms.append(z3.Implies(same_bytes, _same_words(encoder, one, other)))
    return axioms


def _same_words(encoder: Encoder, one: Term, other: Term) -> BoolRef:
    """The statement that bytes are made of equal words; both have words of the same lengths."""
    words = zip(one.args, other.args, strict=True)
    equal = (encoder.word(word) == encoder.word(same) for word, same in words)
    return reduce(z3.And, equal, z3.BoolVal(True))
