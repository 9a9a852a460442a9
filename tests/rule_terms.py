"""Helpers for tests of simplification rules: interesting words, and the parts of terms."""

from __future__ import annotations

from random import Random

import pytest

from yulopt.dialect import EvmVersion, dialect_for
from yulopt.rules import all_rules
from yulopt.rules.terms import AnyVariable, NumberVariable, Operation, Term, subterms

MAX = 2**256 - 1
SMALLEST = 2**255  # -2**255 as a signed number
LARGEST = 2**255 - 1
OSAKA = dialect_for(EvmVersion.OSAKA)
RULES = {rule.name: rule for rule in all_rules()}

each_rule = pytest.mark.parametrize("rule", RULES.values(), ids=RULES.keys())

INTERESTING_WORDS = (
    0, 1, 2, 3, 5, 7, 8, 12, 15, 16, 24, 30, 31, 32, 33, 64, 127, 128, 240, 248, 255, 256, 257, 264,
    0x8000, 0xFFFF, 2**128, 2**160 - 1, 2**247, 2**248, LARGEST, SMALLEST, MAX - 255, MAX - 1, MAX,
)  # fmt: skip


def random_word(random: Random) -> int:
    kind = random.randrange(4)
    if kind == 0:
        return random.choice(INTERESTING_WORDS)
    if kind == 1:
        return random.getrandbits(256)
    return random.getrandbits(random.randrange(1, 257))


def operations(term: Term) -> list[Operation]:
    return [part for part in subterms(term) if isinstance(part, Operation)]


def variables(term: Term) -> set[str]:
    return {p.name for p in subterms(term) if isinstance(p, (AnyVariable, NumberVariable))}
