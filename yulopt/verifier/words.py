"""Words that are worth trying: constants of the program, words it compares with, boundaries."""

from __future__ import annotations

from random import Random
from typing import Final

from yulopt.syntax.ast import Block, Case, Literal
from yulopt.syntax.literals import WORD_MASK
from yulopt.syntax.visitor import Walker
from yulopt.verifier.inputs import CALLER, CONTRACT

_BOUNDARIES: Final = (
    0,
    1,
    2,
    3,
    32,
    255,
    256,
    (1 << 64) - 1,
    1 << 64,
    (1 << 160) - 1,
    (1 << 255) - 1,
    1 << 255,
    WORD_MASK - 1,
    WORD_MASK,
)
_SMALL: Final = 10
_MOST_WORDS: Final = 500
_SELECTOR_BITS: Final = 32
_REST_BITS: Final = 256 - _SELECTOR_BITS


class WordPool:
    """Words to choose from, and selectors of functions among them."""

    def __init__(self, code: Block) -> None:
        constants = _Constants()
        constants.visit_block(code)
        self.selectors = constants.selectors()
        self._constants = list(constants.words) or [0]
        self._words: dict[int, None] = dict.fromkeys(_BOUNDARIES)
        self._list: list[int] = []
        self.add(CALLER)
        self.add(CONTRACT)
        for word in constants.words:
            for neighbour in (word, word + 1, word - 1):
                self.add(neighbour & WORD_MASK)

    def add(self, word: int) -> None:
        """Let a word be chosen, if there are not too many."""
        if len(self._words) < _MOST_WORDS and word not in self._words:
            self._words[word] = None
            self._list.clear()

    def choose(self, rng: Random) -> int:
        """A word: small, a constant, from the pool, or random."""
        kind = rng.random()
        if kind < 0.3:
            return rng.randrange(_SMALL)
        if kind < 0.6:
            return rng.choice(self._constants)
        if kind < 0.9:
            if not self._list:
                self._list.extend(self._words)
            return rng.choice(self._list)
        return rng.getrandbits(rng.choice((8, 32, 160, 256)))


class _Constants(Walker):
    def __init__(self) -> None:
        self.words: dict[int, None] = {}
        self._labels: dict[int, None] = {}

    def visit_literal(self, literal: Literal) -> None:
        if not literal.unlimited:
            self.words[literal.value] = None

    def visit_case(self, case: Case) -> None:
        if case.label is not None:
            self._labels[case.label.value] = None
        super().visit_case(case)

    def selectors(self) -> list[int]:
        """Labels of cases first, then other constants of four bytes, in place or at the top."""
        found: dict[int, None] = {}
        for word in (*self._labels, *self.words):
            if 1 << 16 < word < 1 << _SELECTOR_BITS:
                found[word] = None
            elif word and word & ((1 << _REST_BITS) - 1) == 0:
                found[word >> _REST_BITS] = None
        return list(found)
