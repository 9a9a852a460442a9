"""Slots of storage that differ by the assumption that underlies Solidity's storage layout.

No hash is within 2**32 of the hash of other bytes, or of a number below 2**64. So slots differ if
their offsets from different hashes are less than half of that. Steps that forward stores declare
the assumption.
"""

from __future__ import annotations

from typing import Final

from yulopt.prover.terms import Term
from yulopt.rules.arithmetic import signed
from yulopt.syntax.literals import WORD_BYTES, WORD_LIMIT

# No hash is less than that.
_SMALL: Final = 1 << 64
# Offsets from hashes are below this.
_NEAR: Final = 1 << 31
# Maximum nesting of hashes that are compared.
_MAX_NESTED: Final = 8


def slots_differ(one: Term, other: Term, nested: int = _MAX_NESTED) -> bool:
    """Whether two words differ by the hashes that they are computed from."""
    hashes = _hash_in(one), _hash_in(other)
    if hashes[0] is None or hashes[1] is None:
        small = [word for word, found in zip((one, other), hashes, strict=True) if found is None]
        return len(small) == 1 and small[0].most < _SMALL
    return _contents_differ(hashes[0].args[0], hashes[1].args[0], nested)


def is_nonzero(difference: Term) -> bool:
    """Whether a difference of slots is certainly not 0, by the bounds of its operands."""
    least, most = _offsets(difference)
    return 0 < least <= most < WORD_LIMIT or -WORD_LIMIT < least <= most < 0


def _hash_in(slot: Term) -> Term | None:
    """The hash of a word that is the sum of a hash and a small number, if it is."""
    if slot.op == "keccak256":
        return slot
    if slot.op != "sum":
        return None
    assert isinstance(slot.data, tuple)
    found = None
    for coefficient, term in zip(slot.data[1:], slot.args, strict=True):
        if term.op == "keccak256" and coefficient == 1:
            found = term
            break
    least, most = _offsets(slot, found)
    return found if least > -_NEAR and most < _NEAR else None


def _offsets(word: Term, left_out: Term | None = None) -> tuple[int, int]:
    """The bounds of a word as a sum of signed numbers, without one of the operands."""
    if word.op != "sum":
        return word.least, word.most
    assert isinstance(word.data, tuple)
    constant, *coefficients = (signed(int(number)) for number in word.data)
    least = most = constant
    for coefficient, term in zip(coefficients, word.args, strict=True):
        if term is not left_out:
            ends = coefficient * term.least, coefficient * term.most
            least += min(ends)
            most += max(ends)
    return least, most


def _contents_differ(one: Term, other: Term, nested: int) -> bool:
    """Whether byte strings certainly differ."""
    if not nested or one.op != "bytes" or other.op != "bytes":
        return False
    assert isinstance(one.data, tuple)
    assert isinstance(other.data, tuple)
    lengths = [int(length) for length in one.data]
    if one.data != other.data:
        return sum(lengths) != sum(map(int, other.data))
    return any(
        (word.is_constant and same.is_constant and word is not same)
        or (length == WORD_BYTES and slots_differ(word, same, nested - 1))
        for length, word, same in zip(lengths, one.args, other.args, strict=True)
    )
