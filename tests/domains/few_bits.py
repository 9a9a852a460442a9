"""Abstract words of few bits, and the instructions on such words."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from functools import cache

from tests.slices import AT_LENGTH, amount
from yulopt.domains.words import AbstractWord, WordDomain

# Few bits, so that all abstract words can be tried; bytes have one bit.
WORDS = WordDomain(3, 1)


def has(values: AbstractWord, word: int) -> bool:
    """Whether an abstract word represents a word."""
    return (
        values.least <= word <= values.most
        and values.low <= WORDS.signed(word) <= values.high
        and word & values.ones == values.ones
        and word & ~values.possible == 0
    )


@cache
def concrete(values: AbstractWord) -> list[int]:
    """The words that an abstract word represents."""
    return [word for word in range(WORDS.limit) if has(values, word)]


def all_abstract() -> list[AbstractWord]:
    """All abstract words, each in one of its forms."""
    pairs = list(itertools.product(range(WORDS.limit), repeat=2))
    bounds = [(least, most) for least, most in pairs if least <= most]
    bits = [(ones, possible) for ones, possible in pairs if ones & ~possible == 0]
    found: dict[tuple[int, ...], AbstractWord] = {}
    for (least, most), (ones, possible), (low, high) in itertools.product(bounds, bits, bounds):
        low, high = low - WORDS.half, high - WORDS.half
        made = WORDS.reduced(least, most, ones, possible, low, high)
        if made is not None:
            found.setdefault(tuple(concrete(made)), made)
    found.pop((), None)
    return list(found.values())


ABSTRACT = all_abstract()


def exact(name: str, operands: tuple[int, ...]) -> int:
    """The semantics of the instruction on words of this many bits."""
    words = WORDS
    mask, signed = words.mask, words.signed
    a, b = operands[0], operands[1] if len(operands) > 1 else 0
    count = words.bits // words.byte_bits
    if name in ("sdiv", "smod"):
        if b == 0:
            return 0
        quotient = abs(signed(a)) // abs(signed(b))
        if name == "sdiv":
            return (-quotient if (signed(a) < 0) != (signed(b) < 0) else quotient) & mask
        remainder = abs(signed(a)) % abs(signed(b))
        return (-remainder if signed(a) < 0 else remainder) & mask
    if name == "byte":
        shift = (count - 1 - a) * words.byte_bits
        return b >> shift & (1 << words.byte_bits) - 1 if a < count else 0
    if name == "signextend":
        if a >= count - 1:
            return b
        sign = 1 << (a * words.byte_bits + words.byte_bits - 1)
        return ((b & (2 * sign - 1)) ^ sign) - sign & mask
    if name in ("addmod", "mulmod"):
        whole = a + b if name == "addmod" else a * b
        return whole % operands[2] if operands[2] else 0
    of_two: dict[str, Callable[[], int]] = {
        "add": lambda: (a + b) & mask,
        "and": lambda: a & b,
        "carry": lambda: int(a + b > mask),
        "clz": lambda: words.bits - a.bit_length(),
        "div": lambda: a // b if b else 0,
        "eq": lambda: int(a == b),
        "exp": lambda: pow(a, b, words.limit),
        "gt": lambda: int(a > b),
        "iszero": lambda: int(a == 0),
        "lt": lambda: int(a < b),
        "mod": lambda: a % b if b else 0,
        "mul": lambda: (a * b) & mask,
        "not": lambda: a ^ mask,
        "or": lambda: a | b,
        "sar": lambda: signed(b) >> min(a, words.bits) & mask,
        "sgt": lambda: int(signed(a) > signed(b)),
        "shl": lambda: b << a & mask if a < words.bits else 0,
        "shr": lambda: b >> min(a, words.bits),
        "slt": lambda: int(signed(a) < signed(b)),
        "sub": lambda: (a - b) & mask,
        "xor": lambda: a ^ b,
    }
    return of_two[name]()


def some_of(operands: int, number: int) -> list[tuple[AbstractWord, ...]]:
    """This many combinations of abstract words, or all at length."""
    if AT_LENGTH and operands < 3:
        return list(itertools.product(ABSTRACT, repeat=operands))
    seed = 2026
    print(f"seed {seed}")
    rng = random.Random(seed)
    return [tuple(rng.choices(ABSTRACT, k=operands)) for _ in range(amount(number, 50 * number))]
