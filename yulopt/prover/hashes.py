"""What a solver is told about hashes, to which `keccak256` is an unknown function.

It is assumed to have no collisions: bytes of the same number whose hashes are equal are equal. What
a hash is, and that it is no small number, is not assumed here (see `slots`). That bytes are equal
only if they are made of equal words is no assumption, but the solver has to be told, too.
"""

from __future__ import annotations

from functools import reduce
from itertools import combinations
from typing import Final

import z3
from z3 import BoolRef

from yulopt.prover.smt import Encoder
from yulopt.prover.terms import Term

# Of more hashes or pieces of memory, not all pairs are told.
_MOST: Final = 16


def hash_axioms(encoder: Encoder) -> list[BoolRef]:
    """Statements about the hashes and the bytes that were encoded."""
    terms = sorted(encoder.terms, key=lambda term: term.number)
    hashes = [term for term in terms if term.op == "keccak256"]
    axioms: list[BoolRef] = []
    for one, other in combinations(hashes[:_MOST], 2):
        if one.args[1] is other.args[1]:
            same_hash = encoder.word(one) == encoder.word(other)
            same_bytes = encoder.any(one.args[0]) == encoder.any(other.args[0])
            axioms.append(z3.Implies(same_hash, same_bytes))
    pieces = [term for term in terms if term.op == "bytes"]
    for one, other in combinations(pieces[:_MOST], 2):
        if one.data == other.data:
            same_bytes = encoder.any(one) == encoder.any(other)
            axioms.append(z3.Implies(same_bytes, _same_words(encoder, one, other)))
    return axioms


def _same_words(encoder: Encoder, one: Term, other: Term) -> BoolRef:
    """That bytes are made of equal words; both are made of words of the same lengths."""
    words = zip(one.args, other.args, strict=True)
    equal = (encoder.word(word) == encoder.word(same) for word, same in words)
    return reduce(z3.And, equal, z3.BoolVal(True))
