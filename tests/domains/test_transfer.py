"""Every abstract instruction, with all abstract words of few bits, contains every concrete one."""

from __future__ import annotations

import itertools

import pytest

from tests.domains.few_bits import ABSTRACT, WORDS, concrete, exact, has, some_of
from yulopt.domains.transfer import BINARY, TERNARY, UNARY, transfer
from yulopt.domains.words import AbstractWord, WordDomain


def check_contains(name: str, operands: tuple[AbstractWord, ...]) -> None:
    made = transfer(WORDS, name, operands)
    for words in itertools.product(*map(concrete, operands)):
        word = exact(name, words)
        assert has(made, word), f"{name}{words} = {word}: {made}"


@pytest.mark.parametrize("name", UNARY)
def test_unary(name: str) -> None:
    for values in ABSTRACT:
        check_contains(name, (values,))


@pytest.mark.parametrize("name", BINARY)
def test_binary(name: str) -> None:
    for operands in some_of(2, 1500):
        check_contains(name, operands)


@pytest.mark.parametrize("name", TERNARY)
def test_ternary(name: str) -> None:
    for operands in some_of(3, 400):
        check_contains(name, operands)


@pytest.mark.parametrize("name", [*UNARY, *BINARY, *TERNARY])
def test_instructions_of_constants_compute_them(name: str) -> None:
    """Single words give a single word, or top."""
    count = 1 if name in UNARY else 2 if name in BINARY else 3
    for words in itertools.product(range(WORDS.limit), repeat=count):
        check_contains(name, tuple(map(WORDS.constant, words)))


def test_the_lattice() -> None:
    for one, other in itertools.product(ABSTRACT, repeat=2):
        words, others = set(concrete(one)), set(concrete(other))
        joined, widened = WORDS.join(one, other), WORDS.widen(one, other)
        assert words | others <= set(concrete(joined)) <= set(concrete(widened))
        met = WORDS.meet(one, other)
        assert words & others == (set() if met is None else set(concrete(met)))
        assert not WORDS.contains(one, other) or others <= words


def test_widening_ends() -> None:
    for one, other in itertools.product(ABSTRACT, repeat=2):
        values, steps = one, 0
        while not WORDS.contains(values, other):
            values, steps = WORDS.widen(values, other), steps + 1
        assert steps <= 1


def test_wrapping_bounds() -> None:
    words = WordDomain()
    counter = words.widen(words.constant(0), words.constant(32))
    assert (counter.least, counter.possible & 31) == (0, 0)
    # First as long as anything in memory can be, then as long as any word.
    assert counter.most == (1 << 64) - 32
    larger = words.widen(counter, words.constant(1 << 64))
    assert (larger.least, larger.possible & 31) == (0, 0)
    assert larger.most == words.half - 32
