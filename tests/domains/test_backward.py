"""Backward facts hold for all operands with such a result, for words of few bits."""

from __future__ import annotations

import itertools
import random

import pytest

from tests.domains.few_bits import ABSTRACT, WORDS, concrete, exact, has, some_of
from yulopt.domains.backward_transfer import RULES, required
from yulopt.domains.transfer import BINARY, UNARY, transfer
from yulopt.domains.words import AbstractWord


def check_true_of_operands(
    name: str, operands: tuple[AbstractWord, ...], result: AbstractWord
) -> None:
    known = [required(WORDS, name, operands, result, index) for index in range(len(operands))]
    for words in itertools.product(*map(concrete, operands)):
        word = exact(name, words)
        if has(result, word):
            for values, operand in zip(known, words, strict=True):
                text = f"{name}{words} = {word} of {result}: {values}"
                assert values is None or has(values, operand), text


@pytest.mark.parametrize("name", [name for name in UNARY if name in RULES])
def test_unary(name: str) -> None:
    for values, result in itertools.product(ABSTRACT, repeat=2):
        check_true_of_operands(name, (values,), result)


@pytest.mark.parametrize("name", [name for name in BINARY if name in RULES])
def test_binary(name: str) -> None:
    rng = random.Random(name)
    for operands in some_of(2, 300):
        # Possible values, and any value.
        results = [transfer(WORDS, name, operands), *rng.choices(ABSTRACT, k=3)]
        results += [WORDS.constant(0), WORDS.constant(1)]
        for result in results:
            check_true_of_operands(name, operands, result)


@pytest.mark.parametrize(
    ("name", "operands", "result", "expected"),
    [
        # x + 3 is between 4 and 6.
        ("add", (WORDS.any, WORDS.constant(3)), WORDS.interval(4, 6), WORDS.interval(1, 3)),
        ("iszero", (WORDS.any,), WORDS.constant(0), WORDS.not_zero),
        ("lt", (WORDS.any, WORDS.constant(3)), WORDS.constant(1), WORDS.interval(0, 2)),
        ("lt", (WORDS.any, WORDS.constant(3)), WORDS.constant(0), WORDS.interval(3, 7)),
        ("shr", (WORDS.constant(2), WORDS.any), WORDS.constant(0), WORDS.interval(0, 3)),
        ("carry", (WORDS.any, WORDS.constant(7)), WORDS.constant(1), WORDS.interval(1, 7)),
        ("eq", (WORDS.interval(2, 5), WORDS.constant(5)), WORDS.constant(0), WORDS.interval(2, 4)),
    ],
)
def test_what_is_known(
    name: str, operands: tuple[AbstractWord, ...], result: AbstractWord, expected: AbstractWord
) -> None:
    index = len(operands) - 1 if name == "shr" else 0
    assert required(WORDS, name, operands, result, index) == expected
